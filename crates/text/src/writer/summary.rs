//! Module summaries, as LLVM prints them after a module.

use std::io;
use std::ops::Range;

use lindworm_ir::hash::HashMap;
use lindworm_ir::summary::{
    Access, AllocationKind, ConstResultKind, ConstVirtualCall, Devirtualization, DevirtualizationKind, FunctionFlags,
    FunctionSummary, GlobalSummaries, GlobalSummary, Guid, Hotness, OffsetRange, SummaryIndex, SummaryKind,
    SummaryModule, TypeIdSummary, VariableSummary, VirtualFunction,
};

use super::names;

/// Number of bytes buffered before they are sent.
const BUFFER: usize = 1 << 16;

/// Writes the text of a module summary, including the empty line before it: modules by path, globals and type ids by guid,
/// compatible vtables by name.
///
/// ```
/// use lindworm_ir::summary::{GlobalSummaries, Guid, SummaryIndex};
///
/// let mut index = SummaryIndex::default();
/// index.globals.insert(Guid(7), GlobalSummaries::default());
/// let mut out = Vec::new();
/// lindworm_text::write_summary(&index, &mut out)?;
/// assert_eq!(out, b"\n^0 = gv: (guid: 7)\n^1 = blockcount: 0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_summary(index: &SummaryIndex, out: &mut (dyn io::Write + Send)) -> io::Result<()> {
    let mut modules: Vec<SummaryModule> = index.modules.keys().collect();
    modules.sort_by(|&a, &b| index.modules[a].path.cmp(&index.modules[b].path));
    let numbers = (0..).zip(&modules).map(|(number, &module)| (module, number)).collect();
    let mut number = modules.len();
    let globals = (number..).zip(index.globals.keys()).map(|(number, &guid)| (guid, number)).collect();
    number += index.globals.len();
    let first_vtables = number;
    number += index.compatible_vtables.len();
    let first_type_id = number;
    number += index.type_ids.len();
    let mut type_ids: HashMap<Guid, Range<usize>> = HashMap::default();
    for (i, &(guid, _)) in (first_type_id..).zip(index.type_ids.keys()) {
        type_ids.entry(guid).or_insert(i..i).end = i + 1;
    }
    let mut writer = SummaryWriter { modules: numbers, globals, type_ids, out: Vec::new() };

    writer.out.push(b'\n');
    for (i, &module) in modules.iter().enumerate() {
        writer.entry(i, "module: (path: ");
        let module = &index.modules[module];
        let path: &[u8] = if module.path.is_empty() { b"[Regular LTO]" } else { &module.path };
        names::write_quoted(&mut writer.out, path);
        writer.text(", hash: (");
        writer.list(&module.hash, |w, &part| w.number(part.into()));
        writer.text("))\n");
        writer.flush(out, BUFFER)?;
    }
    for (i, (&guid, global)) in (modules.len()..).zip(&index.globals) {
        writer.entry(i, "gv: (");
        writer.global(guid, global);
        writer.flush(out, BUFFER)?;
    }
    for (i, ((guid, name), summary)) in (first_type_id..).zip(&index.type_ids) {
        writer.entry(i, "typeid: (name: ");
        writer.name(name);
        writer.type_id(summary);
        writer.guid_comment(*guid);
        writer.flush(out, BUFFER)?;
    }
    for (i, (name, vtables)) in (first_vtables..).zip(&index.compatible_vtables) {
        writer.entry(i, "typeidCompatibleVTable: (name: ");
        writer.name(name);
        writer.text(", summary: (");
        writer.list(vtables, |w, vtable| {
            w.field("(offset: ", vtable.offset);
            w.text(", ");
            w.reference(vtable.vtable);
            w.text(")");
        });
        writer.text(")");
        writer.guid_comment(Guid::of_identifier(name));
        writer.flush(out, BUFFER)?;
    }
    if !index.flags.is_empty() {
        writer.entry(number, "flags: ");
        writer.number(index.flags.bits());
        writer.text("\n");
        number += 1;
    }
    writer.entry(number, "blockcount: ");
    writer.number(index.block_count);
    writer.text("\n");
    writer.flush(out, 0)
}

struct SummaryWriter {
    /// The entry number of each module and global.
    modules: HashMap<SummaryModule, usize>,
    globals: HashMap<Guid, usize>,
    /// The entry numbers of the type ids with each guid: more than one if names collide.
    type_ids: HashMap<Guid, Range<usize>>,
    out: Vec<u8>,
}

impl SummaryWriter {
    /// Sends the buffer if it is longer than `limit`.
    fn flush(&mut self, out: &mut dyn io::Write, limit: usize) -> io::Result<()> {
        if self.out.len() > limit {
            out.write_all(&self.out)?;
            self.out.clear();
        }
        Ok(())
    }

    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn number(&mut self, number: u64) {
        names::push_decimal_u64(&mut self.out, number);
    }

    /// A quoted name without escapes: LLVM does not escape here.
    fn name(&mut self, name: &[u8]) {
        self.out.push(b'"');
        self.out.extend_from_slice(name);
        self.out.push(b'"');
    }

    /// A field name with its punctuation, and a number.
    fn field(&mut self, name: &str, number: u64) {
        self.text(name);
        self.number(number);
    }

    /// Comma-separated items.
    fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        for (i, item) in items.into_iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            write(self, item);
        }
    }

    /// A named list, omitted if empty.
    fn list_field<T>(&mut self, name: &str, items: &[T], write: impl FnMut(&mut Self, &T)) {
        if !items.is_empty() {
            self.text(name);
            self.list(items, write);
            self.text(")");
        }
    }

    fn entry(&mut self, number: usize, kind: &str) {
        self.field("^", number as u64);
        self.text(" = ");
        self.text(kind);
    }

    fn guid_comment(&mut self, guid: Guid) {
        self.field(") ; guid = ", guid.0);
        self.text("\n");
    }

    /// The entry number of a global; -1 if it has none.
    fn reference(&mut self, guid: Guid) {
        match self.globals.get(&guid) {
            Some(&number) => self.field("^", number as u64),
            None => self.text("^-1"),
        }
    }

    fn global(&mut self, guid: Guid, global: &GlobalSummaries) {
        let name = global.name.as_deref().filter(|name| !name.is_empty());
        match name {
            Some(name) => {
                self.text("name: ");
                self.name(name);
            }
            None => self.field("guid: ", guid.0),
        }
        self.list_field(", summaries: (", &global.summaries, Self::summary);
        match name {
            Some(_) => self.guid_comment(guid),
            None => self.text(")\n"),
        }
    }

    fn summary(&mut self, summary: &GlobalSummary) {
        self.text(match summary.kind {
            SummaryKind::Function(_) => "function",
            SummaryKind::Variable(_) => "variable",
            SummaryKind::Alias(_) => "alias",
        });
        let module = self.modules.get(&summary.module).copied().unwrap_or_default();
        self.field(": (module: ^", module as u64);
        let flags = &summary.flags;
        for text in [", flags: (linkage: ", flags.linkage.name(), ", visibility: ", flags.visibility.name()] {
            self.text(text);
        }
        self.field(", notEligibleToImport: ", flags.not_eligible_to_import.into());
        self.field(", live: ", flags.live.into());
        self.field(", dsoLocal: ", flags.dso_local.into());
        self.field(", canAutoHide: ", flags.can_auto_hide.into());
        self.text(", importType: ");
        self.text(flags.import.name());
        self.text(")");
        match &summary.kind {
            SummaryKind::Function(function) => self.function(function),
            SummaryKind::Variable(variable) => self.variable(variable),
            SummaryKind::Alias(None) => self.text(", aliasee: null"),
            SummaryKind::Alias(Some(guid)) => {
                self.text(", aliasee: ");
                self.reference(*guid);
            }
        }
        self.list_field(", refs: (", &summary.refs, |w, reference| {
            if reference.access != Access::Any {
                w.text(reference.access.name());
                w.text(" ");
            }
            w.reference(reference.global);
        });
        self.text(")");
    }

    fn variable(&mut self, variable: &VariableSummary) {
        self.field(", varFlags: (readonly: ", variable.read_only.into());
        self.field(", writeonly: ", variable.write_only.into());
        self.field(", constant: ", variable.constant.into());
        if !variable.functions.is_empty() {
            self.field(", vcall_visibility: ", variable.vcall_visibility.into());
        }
        self.text(")");
        self.list_field(", vTableFuncs: (", &variable.functions, |w, function| {
            w.text("(virtFunc: ");
            w.reference(function.function);
            w.field(", offset: ", function.offset);
            w.text(")");
        });
    }

    fn function(&mut self, function: &FunctionSummary) {
        self.field(", insts: ", function.instructions.into());
        if !function.flags.is_empty() {
            self.text(", funcFlags: (");
            self.list(FunctionFlags::NAMES, |w, (flag, name)| {
                w.text(name);
                w.field(": ", function.flags.contains(flag).into());
            });
            self.text(")");
        }
        self.list_field(", calls: (", &function.calls, |w, call| {
            w.text("(callee: ");
            w.reference(call.callee);
            if call.hotness != Hotness::Unknown {
                w.text(", hotness: ");
                w.text(call.hotness.name());
            } else if call.relative_frequency != 0 {
                w.field(", relbf: ", call.relative_frequency.into());
            }
            w.text(if call.tail { ", tail: 1)" } else { ")" });
        });
        self.type_id_info(function);
        self.list_field(", allocs: (", &function.allocations, |w, allocation| {
            w.text("(versions: (");
            w.list(&allocation.versions, |w, version| w.text(AllocationKind::name(*version)));
            w.text("), memProf: (");
            w.list(&allocation.contexts, |w, context| {
                w.text("(type: ");
                w.text(context.kind.name());
                w.stack_ids(&context.stack_ids);
            });
            w.text("))");
        });
        self.list_field(", callsites: (", &function.call_sites, |w, site| {
            w.text("(callee: ");
            match site.callee {
                Some(callee) => w.reference(callee),
                None => w.text("null"),
            }
            w.text(", clones: (");
            w.list(&site.clones, |w, &clone| w.number(clone.into()));
            w.text(")");
            w.stack_ids(&site.stack_ids);
        });
        self.list_field(", params: (", &function.params, |w, param| {
            w.field("(param: ", param.param);
            w.offsets(param.offsets);
            w.list_field(", calls: (", &param.calls, |w, call| {
                w.text("(callee: ");
                w.reference(call.callee);
                w.field(", param: ", call.param);
                w.offsets(call.offsets);
                w.text(")");
            });
            w.text(")");
        });
    }

    fn stack_ids(&mut self, ids: &[u64]) {
        self.text(", stackIds: (");
        self.list(ids, |w, &id| w.number(id));
        self.text("))");
    }

    fn offsets(&mut self, range: OffsetRange) {
        let (first, last) = range.hull();
        self.text(", offset: [");
        names::push_signed(&mut self.out, first);
        self.text(", ");
        names::push_signed(&mut self.out, last);
        self.text("]");
    }

    fn type_id_info(&mut self, function: &FunctionSummary) {
        let calls = &function.virtual_calls;
        let plain = [("typeTestAssumeVCalls: (", &calls.assumed), ("typeCheckedLoadVCalls: (", &calls.checked)];
        let with_args = [
            ("typeTestAssumeConstVCalls: (", &calls.assumed_const),
            ("typeCheckedLoadConstVCalls: (", &calls.checked_const),
        ];
        let mut separator = ", typeIdInfo: (";
        let mut next = |w: &mut Self, empty: bool| {
            if !empty {
                w.text(std::mem::replace(&mut separator, ", "));
            }
        };
        next(self, function.type_tests.is_empty());
        self.list_field("typeTests: (", &function.type_tests, |w, &guid| {
            w.type_numbers(guid, |w, number| match number {
                Some(number) => w.field("^", number),
                None => w.number(guid.0),
            });
        });
        for (name, functions) in plain {
            next(self, functions.is_empty());
            self.list_field(name, functions, |w, &function| w.virtual_function(function));
        }
        for (name, calls) in with_args {
            next(self, calls.is_empty());
            self.list_field(name, calls, |w, ConstVirtualCall { function, args }| {
                w.text("(");
                w.virtual_function(*function);
                if !args.is_empty() {
                    w.text(", ");
                    w.args(args);
                }
                w.text(")");
            });
        }
        if separator == ", " {
            self.text(")");
        }
    }

    /// Calls `write` with the numbers of all type ids with this guid; with `None` if there is none.
    fn type_numbers(&mut self, guid: Guid, mut write: impl FnMut(&mut Self, Option<u64>)) {
        let numbers = self.type_ids.get(&guid).cloned();
        match numbers {
            Some(numbers) => self.list(numbers, |w, number| write(w, Some(number as u64))),
            None => write(self, None),
        }
    }

    fn virtual_function(&mut self, function: VirtualFunction) {
        self.type_numbers(function.type_id, |w, number| {
            match number {
                Some(number) => w.field("vFuncId: (^", number),
                None => w.field("vFuncId: (guid: ", function.type_id.0),
            }
            w.field(", offset: ", function.offset);
            w.text(")");
        });
    }

    fn args(&mut self, args: &[u64]) {
        self.text("args: (");
        self.list(args, |w, &arg| w.number(arg));
        self.text(")");
    }

    fn type_id(&mut self, summary: &TypeIdSummary) {
        let test = &summary.test;
        self.text(", summary: (typeTestRes: (kind: ");
        self.text(test.kind.name());
        self.field(", sizeM1BitWidth: ", test.size_m1_bit_width.into());
        for (name, value) in [
            (", alignLog2: ", test.align_log2),
            (", sizeM1: ", test.size_m1),
            (", bitMask: ", test.bit_mask.into()),
            (", inlineBits: ", test.inline_bits),
        ] {
            if value != 0 {
                self.field(name, value);
            }
        }
        self.text(")");
        if !summary.devirtualized.is_empty() {
            self.text(", wpdResolutions: (");
            self.list(&summary.devirtualized, |w, (&offset, devirtualization)| {
                w.field("(offset: ", offset);
                w.devirtualization(devirtualization);
                w.text(")");
            });
            self.text(")");
        }
        self.text(")");
    }

    fn devirtualization(&mut self, devirtualization: &Devirtualization) {
        self.text(", wpdRes: (kind: ");
        self.text(devirtualization.kind.name());
        if devirtualization.kind == DevirtualizationKind::SingleImplementation {
            self.text(", singleImplName: ");
            self.name(&devirtualization.implementation);
        }
        if !devirtualization.by_args.is_empty() {
            self.text(", resByArg: (");
            self.list(&devirtualization.by_args, |w, (args, result)| {
                w.args(args);
                w.text(", byArg: (kind: ");
                w.text(result.kind.name());
                if matches!(result.kind, ConstResultKind::UniformReturnValue | ConstResultKind::UniqueReturnValue) {
                    w.field(", info: ", result.info);
                }
                if result.byte != 0 || result.bit != 0 {
                    w.field(", byte: ", result.byte.into());
                    w.field(", bit: ", result.bit.into());
                }
                w.text(")");
            });
            self.text(")");
        }
        self.text(")");
    }
}
