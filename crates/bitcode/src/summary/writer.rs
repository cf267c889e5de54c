//! Writer of module summaries, with the records and abbreviations of LLVM 22.

use std::collections::{BTreeMap, BTreeSet};

use lindworm_ir::hash::HashMap;
use lindworm_ir::summary::{
    Access, Allocation, AllocationContext, AllocationKind, CallEdge, CallSite, FunctionSummary, GlobalFlags,
    GlobalSummary, Guid, IndexFlags, SummaryIndex, SummaryKind, SummaryModule, TypeIdSummary, VariableSummary,
};
use lindworm_ir::{Global, Module};

use super::{ALLOCATION_KINDS, VERSION};
use crate::WriteOptions;
use crate::bitstream::{Abbreviation, Encoding, Scalar, StreamWriter};
use crate::codes::{block, module as module_code, module_path, summary};
use crate::encoding::signed_code;
use crate::file::MAGIC;
use crate::writer::abbreviations::{abbreviation, fixed, literal, vbr};
use crate::writer::ids::ModuleIds;
use crate::writer::string_table::StringTable;

/// The flags of a per-module summary. The others are determined when modules are linked.
const MODULE_FLAGS: IndexFlags = IndexFlags::SPLIT_LTO_UNIT.union(IndexFlags::UNIFIED_LTO);

/// An array of VBR numbers to the end of the record.
fn array(width: u32) -> Encoding {
    Encoding::Array(Scalar::Vbr(width))
}

/// An abbreviation for a record that ends in an array.
fn with_array(code: u32, widths: &[u32]) -> Abbreviation {
    let mut encodings = vec![literal(code)];
    encodings.extend(widths.iter().map(|&width| vbr(width)));
    encodings.push(array(8));
    abbreviation(&encodings)
}

/// A writer of summaries, with the value ids of globals and the table of stack ids.
struct Writer<'w> {
    out: &'w mut StreamWriter,
    /// The value ids of globals.
    values: BTreeMap<Guid, u64>,
    stack_ids: Vec<u64>,
    stack_places: HashMap<u64, u64>,
    ops: Vec<u64>,
}

impl<'w> Writer<'w> {
    fn new(out: &'w mut StreamWriter, values: BTreeMap<Guid, u64>) -> Writer<'w> {
        Writer { out, values, stack_ids: Vec::new(), stack_places: HashMap::default(), ops: Vec::new() }
    }

    /// Writes the collected operands as a record.
    fn record(&mut self, abbreviation: u32, code: u32) {
        self.out.abbreviated(abbreviation, code, &self.ops);
        self.ops.clear();
    }

    fn value(&self, guid: Guid) -> Option<u64> {
        self.values.get(&guid).copied()
    }

    /// Writes the value ids of globals that only the summary refers to.
    fn write_guids(&mut self, ids: &BTreeMap<Guid, u64>) {
        let guid = self.out.define(abbreviation(&[literal(summary::VALUE_GUID), vbr(6), fixed(32), fixed(32)]));
        for (&Guid(number), &id) in ids {
            self.out.abbreviated(guid, summary::VALUE_GUID, &[id, number >> 32, number & u64::from(u32::MAX)]);
        }
    }

    fn add_stack(&mut self, ids: &[u64]) {
        for &id in ids {
            self.stack_places.entry(id).or_insert_with(|| {
                self.stack_ids.push(id);
                self.stack_ids.len() as u64 - 1
            });
        }
    }

    fn write_stack_ids(&mut self) {
        if self.stack_ids.is_empty() {
            return;
        }
        let ids = self.out.define(abbreviation(&[literal(summary::STACK_IDS), Encoding::Array(Scalar::Fixed(32))]));
        self.ops.extend(self.stack_ids.iter().flat_map(|&id| [id >> 32, id & u64::from(u32::MAX)]));
        self.record(ids, summary::STACK_IDS);
    }

    fn push_stack(&mut self, ids: &[u64]) {
        self.ops.extend(ids.iter().map(|id| self.stack_places.get(id).copied().unwrap_or_default()));
    }

    /// Collects the contexts of an allocation with inline stack ids, as before the radix tree.
    fn push_contexts(&mut self, contexts: &[AllocationContext]) {
        for context in contexts {
            self.ops.extend([ALLOCATION_KINDS[context.kind as usize], context.stack_ids.len() as u64]);
            self.push_stack(&context.stack_ids);
        }
    }

    /// Writes the records before that of a function: its uses of types and parameters.
    fn write_types_and_params(&mut self, function: &FunctionSummary) {
        if !function.type_tests.is_empty() {
            self.ops.extend(function.type_tests.iter().map(|guid| guid.0));
            self.record(0, summary::TYPE_TESTS);
        }
        let calls = &function.virtual_calls;
        for (code, functions) in
            [(summary::TYPE_TEST_ASSUME_VCALLS, &calls.assumed), (summary::TYPE_CHECKED_LOAD_VCALLS, &calls.checked)]
        {
            if !functions.is_empty() {
                self.ops.extend(functions.iter().flat_map(|f| [f.type_id.0, f.offset]));
                self.record(0, code);
            }
        }
        for (code, calls) in [
            (summary::TYPE_TEST_ASSUME_CONST_VCALL, &calls.assumed_const),
            (summary::TYPE_CHECKED_LOAD_CONST_VCALL, &calls.checked_const),
        ] {
            for call in calls {
                self.ops.extend([call.function.type_id.0, call.function.offset]);
                self.ops.extend(&call.args);
                self.record(0, code);
            }
        }
        for param in &function.params {
            let (first, end) = param.offsets.bounds();
            let before = self.ops.len();
            self.ops.extend([param.param, signed_code(first), signed_code(end), param.calls.len() as u64]);
            for call in &param.calls {
                let Some(callee) = self.value(call.callee) else {
                    // An incomplete list of calls would be wrong.
                    self.ops.truncate(before);
                    break;
                };
                let (first, end) = call.offsets.bounds();
                self.ops.extend([call.param, callee, signed_code(first), signed_code(end)]);
            }
        }
        if !self.ops.is_empty() {
            self.record(0, summary::PARAM_ACCESS);
        }
    }

    /// Collects the references of a function, preceded by the counts of each kind, and its calls.
    fn push_refs_and_calls(
        &mut self,
        summary: &GlobalSummary,
        calls: &[CallEdge],
        how_often: impl Fn(&CallEdge) -> u64,
    ) {
        let refs = summary.refs.iter().filter_map(|r| Some((self.values.get(&r.global)?, r.access)));
        let count = |access| refs.clone().filter(|(_, a)| *a == access).count() as u64;
        self.ops.extend([refs.clone().count() as u64, count(Access::ReadOnly), count(Access::WriteOnly)]);
        // Read-only and write-only references are at the end.
        for access in [Access::Any, Access::ReadOnly, Access::WriteOnly] {
            self.ops.extend(refs.clone().filter(|(_, a)| *a == access).map(|(&id, _)| id));
        }
        for call in calls {
            if let Some(callee) = self.value(call.callee) {
                self.ops.extend([callee, how_often(call)]);
            }
        }
    }

    /// Collects the name of a type id, its type test and the resolutions of its virtual functions.
    fn push_type_id<'m>(&mut self, name: &'m [u8], type_id: &'m TypeIdSummary, strings: &mut StringTable<'m>) {
        strings.push(name, &mut self.ops);
        let test = &type_id.test;
        self.ops.extend([test.kind as u64, test.size_m1_bit_width.into(), test.align_log2]);
        self.ops.extend([test.size_m1, test.bit_mask.into(), test.inline_bits]);
        for (&offset, devirtualization) in &type_id.devirtualized {
            self.ops.extend([offset, devirtualization.kind as u64]);
            strings.push(&devirtualization.implementation, &mut self.ops);
            self.ops.push(devirtualization.by_args.len() as u64);
            for (args, result) in &devirtualization.by_args {
                self.ops.push(args.len() as u64);
                self.ops.extend(args);
                self.ops.extend([result.kind as u64, result.info, result.byte.into(), result.bit.into()]);
            }
        }
    }
}

/// The hotness of a call by profile, and whether it is a tail call.
fn by_profile(call: &CallEdge) -> u64 {
    call.hotness as u64 | u64::from(call.tail) << 3
}

/// The frequency of a call relative to the function's entry, and whether it is a tail call.
fn by_frequency(call: &CallEdge) -> u64 {
    u64::from(call.relative_frequency) | u64::from(call.tail) << 28
}

/// The bits of the flags common to all summaries.
fn flags(flags: &GlobalFlags) -> u64 {
    flags.linkage as u64
        | u64::from(flags.not_eligible_to_import) << 4
        | u64::from(flags.live) << 5
        | u64::from(flags.dso_local) << 6
        | u64::from(flags.can_auto_hide) << 7
        | (flags.visibility as u64) << 8
        | (flags.import as u64) << 10
}

fn variable_flags(variable: &VariableSummary) -> u64 {
    u64::from(variable.read_only)
        | u64::from(variable.write_only) << 1
        | u64::from(variable.constant) << 2
        | u64::from(variable.vcall_visibility) << 3
}

/// Writes the per-module summary in the module block.
pub(crate) fn write_module_summary<'m>(
    module: &'m Module,
    ids: &ModuleIds,
    index: &'m SummaryIndex,
    options: &WriteOptions,
    strings: &mut StringTable<'m>,
    out: &mut StreamWriter,
) {
    // A module flag marks modules that are not for ThinLTO.
    let id = match module.integer_flag(b"ThinLTO") {
        Some(0) => block::FULL_LTO_GLOBALVAL_SUMMARY,
        _ => block::GLOBALVAL_SUMMARY,
    };
    out.enter_block(id, 4);
    out.record(summary::VERSION, &[VERSION]);
    out.record(summary::FLAGS, &[(index.flags & MODULE_FLAGS).bits()]);
    if !index.globals.is_empty() {
        write_globals_of_module(module, ids, index, options, strings, out);
    }
    out.end_block();
}

fn write_globals_of_module<'m>(
    module: &'m Module,
    ids: &ModuleIds,
    index: &'m SummaryIndex,
    options: &WriteOptions,
    strings: &mut StringTable<'m>,
    out: &mut StreamWriter,
) {
    let guid = |global: Global| {
        let global = &module[global];
        Guid::of_global(global.name(), global.linkage, module.source_filename())
    };
    let all = [module.variables(), module.functions(), module.aliases(), module.ifuncs()];
    let mut values: BTreeMap<Guid, u64> =
        all.into_iter().flatten().map(|&global| (guid(global), ids.global(global).into())).collect();
    // Calls and references may refer to globals that the module does not declare.
    let mut unknown = BTreeMap::new();
    let mut next = u64::from(ids.value_count());
    for summary in index.globals.values().flat_map(|g| &g.summaries) {
        let SummaryKind::Function(function) = &summary.kind else { continue };
        let called = function.calls.iter().map(|c| c.callee);
        for guid in called.chain(summary.refs.iter().map(|r| r.global)) {
            values.entry(guid).or_insert_with(|| {
                next += 1;
                unknown.insert(guid, next);
                next
            });
        }
    }
    let summary_of = |global: Global| index.globals.get(&guid(global)).and_then(|g| g.summaries.first());
    let functions = module.functions().iter().filter(|&&global| !module[global].name().is_empty());
    let functions = functions.filter_map(|&global| {
        let summary = summary_of(global)?;
        let SummaryKind::Function(function) = &summary.kind else { return None };
        Some((global, summary, &**function))
    });

    let mut w = Writer::new(out, values);
    for (_, _, function) in functions.clone() {
        function.allocations.iter().flat_map(|a| &a.contexts).for_each(|c| w.add_stack(&c.stack_ids));
        function.call_sites.iter().for_each(|c| w.add_stack(&c.stack_ids));
    }
    w.write_guids(&unknown);
    w.write_stack_ids();
    let with_profile = w.out.define(with_array(summary::PERMODULE_PROFILE, &[8, 8, 8, 4, 4, 4, 4]));
    let with_frequencies = w.out.define(with_array(summary::PERMODULE_RELBF, &[8, 6, 8, 4, 4, 4, 4]));
    let variable = w.out.define(with_array(summary::PERMODULE_GLOBALVAR_INIT_REFS, &[8, 6]));
    let vtable = w.out.define(with_array(summary::PERMODULE_VTABLE_GLOBALVAR_INIT_REFS, &[8, 6, 4]));
    let alias = w.out.define(abbreviation(&[literal(summary::ALIAS), vbr(8), vbr(6), vbr(8)]));
    let compatible = w.out.define(with_array(summary::TYPE_ID_METADATA, &[8, 8]));
    let call_site = w.out.define(with_array(summary::PERMODULE_CALLSITE_INFO, &[8]));
    let allocation = w.out.define(with_array(summary::PERMODULE_ALLOC_INFO, &[4]));
    w.out.define(with_array(summary::CONTEXT_RADIX_TREE_ARRAY, &[]));

    for (global, summary, function) in functions {
        w.write_types_and_params(function);
        for site in &function.call_sites {
            let Some(callee) = site.callee.and_then(|c| w.value(c)) else { continue };
            w.ops.push(callee);
            w.push_stack(&site.stack_ids);
            w.record(call_site, summary::PERMODULE_CALLSITE_INFO);
        }
        for Allocation { contexts, .. } in &function.allocations {
            w.ops.push(contexts.len() as u64);
            w.push_contexts(contexts);
            w.record(allocation, summary::PERMODULE_ALLOC_INFO);
        }
        w.ops.extend([ids.global(global).into(), flags(&summary.flags), function.instructions.into()]);
        w.ops.push(function.flags.bits().into());
        if options.relative_frequencies && module.entry_count(&module[global]).is_none() {
            w.push_refs_and_calls(summary, &function.calls, by_frequency);
            w.record(with_frequencies, summary::PERMODULE_RELBF);
        } else {
            w.push_refs_and_calls(summary, &function.calls, by_profile);
            w.record(with_profile, summary::PERMODULE_PROFILE);
        }
    }
    for &global in module.variables() {
        let Some(summary) = summary_of(global) else { continue };
        let SummaryKind::Variable(of_variable) = &summary.kind else { continue };
        let mut refs: Vec<u64> = summary.refs.iter().filter_map(|r| w.value(r.global)).collect();
        refs.sort_unstable();
        w.ops.extend([ids.global(global).into(), flags(&summary.flags), variable_flags(of_variable)]);
        if of_variable.functions.is_empty() {
            w.ops.extend(refs);
            w.record(variable, summary::PERMODULE_GLOBALVAR_INIT_REFS);
            continue;
        }
        w.ops.push(refs.len() as u64);
        w.ops.extend(refs);
        for function in &of_variable.functions {
            let id = w.value(function.function);
            w.ops.extend(id.into_iter().flat_map(|id| [id, function.offset]));
        }
        w.record(vtable, summary::PERMODULE_VTABLE_GLOBALVAR_INIT_REFS);
    }
    for &global in module.aliases() {
        let Some(summary) = summary_of(global) else { continue };
        let SummaryKind::Alias(Some(aliasee)) = summary.kind else { continue };
        let Some(aliasee) = w.value(aliasee) else { continue };
        w.ops.extend([ids.global(global).into(), flags(&summary.flags), aliasee]);
        w.record(alias, summary::ALIAS);
    }
    for (name, vtables) in &index.compatible_vtables {
        strings.push(name, &mut w.ops);
        for vtable in vtables {
            let id = w.value(vtable.vtable);
            w.ops.extend(id.into_iter().flat_map(|id| [vtable.offset, id]));
        }
        w.record(compatible, summary::TYPE_ID_METADATA);
    }
    if index.block_count != 0 {
        w.out.record(summary::BLOCK_COUNT, &[index.block_count]);
    }
}

/// Writes a combined index as a file.
///
/// ```
/// use lindworm_bitcode::file::BitcodeFile;
/// use lindworm_bitcode::{WriteOptions, read_summary, write_index};
/// use lindworm_ir::summary::{IndexFlags, SummaryIndex};
///
/// let index = SummaryIndex { flags: IndexFlags::SKIP_MODULE, ..SummaryIndex::default() };
/// let bytes = write_index(&index, &WriteOptions::default());
/// assert_eq!(read_summary("", &BitcodeFile::single_module(&bytes)?), Ok(Some(index)));
/// # Ok::<(), lindworm_bitcode::Error>(())
/// ```
pub fn write_index(index: &SummaryIndex, options: &WriteOptions) -> Vec<u8> {
    let mut out = StreamWriter::default();
    let mut strings = StringTable::default();
    out.bits.bytes(&MAGIC);
    out.enter_block(block::MODULE, 3);
    out.record(module_code::VERSION, &[2]);
    let modules = write_module_paths(index, &mut out);
    out.enter_block(block::GLOBALVAL_SUMMARY, 4);
    out.record(summary::VERSION, &[VERSION]);
    out.record(summary::FLAGS, &[index.flags.bits()]);
    write_combined(index, options, &modules, &mut strings, &mut out);
    if index.block_count != 0 {
        out.record(summary::BLOCK_COUNT, &[index.block_count]);
    }
    out.end_block();
    out.end_block();
    strings.write(&mut out);
    out.bits.into_bytes()
}

/// Writes the paths of the modules, in order. Returns their ids.
fn write_module_paths(index: &SummaryIndex, out: &mut StreamWriter) -> HashMap<SummaryModule, u64> {
    out.enter_block(block::MODULE_STRTAB, 3);
    let entry = |element| abbreviation(&[literal(module_path::ENTRY), vbr(8), Encoding::Array(element)]);
    let [bytes, ascii, char6] = [Scalar::Fixed(8), Scalar::Fixed(7), Scalar::Char6].map(|e| out.define(entry(e)));
    let hash = abbreviation(&[&[literal(module_path::HASH)][..], &[fixed(32); 5]].concat());
    let hash = out.define(hash);
    let mut modules: Vec<_> = index.modules.iter().collect();
    modules.sort_by(|(_, a), (_, b)| a.path.cmp(&b.path));
    let mut ids = HashMap::default();
    for (id, (module, path)) in (0..).zip(modules) {
        ids.insert(module, id);
        let ops: Vec<u64> = std::iter::once(id).chain(path.path.iter().map(|&c| c.into())).collect();
        let abbreviation = match &path.path {
            path if path.iter().all(|&c| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'_')) => char6,
            path if path.is_ascii() => ascii,
            _ => bytes,
        };
        out.abbreviated(abbreviation, module_path::ENTRY, &ops);
        if path.hash != [0; 5] {
            out.abbreviated(hash, module_path::HASH, &path.hash.map(u64::from));
        }
    }
    out.end_block();
    ids
}

fn write_combined<'m>(
    index: &'m SummaryIndex,
    options: &WriteOptions,
    modules: &HashMap<SummaryModule, u64>,
    strings: &mut StringTable<'m>,
    out: &mut StreamWriter,
) {
    let all = || index.globals.iter().flat_map(|(&guid, g)| g.summaries.iter().map(move |s| (guid, s)));
    // Each summary gets an id, so a global with several summaries has the id of the last one.
    let mut ids = BTreeMap::new();
    let mut w = Writer::new(out, BTreeMap::new());
    let mut next = 0;
    for (guid, summary) in all() {
        next += 1;
        ids.insert(guid, next);
        let SummaryKind::Function(function) = &summary.kind else { continue };
        if options.allocation_contexts {
            function.allocations.iter().flat_map(|a| &a.contexts).for_each(|c| w.add_stack(&c.stack_ids));
        }
        for site in &function.call_sites {
            w.add_stack(&site.stack_ids);
            // A call site without a stack still needs the id of its callee.
            if let Some(callee) = site.callee.filter(|_| site.stack_ids.is_empty()) {
                next += 1;
                ids.insert(callee, next);
            }
        }
    }
    w.write_guids(&ids);
    w.values = ids;
    w.write_stack_ids();
    let with_profile = w.out.define(with_array(summary::COMBINED_PROFILE, &[8, 8, 6, 8, 4, 8, 4, 4, 4]));
    let variable = w.out.define(with_array(summary::COMBINED_GLOBALVAR_INIT_REFS, &[8, 8, 6]));
    let alias = w.out.define(abbreviation(&[literal(summary::COMBINED_ALIAS), vbr(8), vbr(8), vbr(6), vbr(8)]));
    let call_site = w.out.define(with_array(summary::COMBINED_CALLSITE_INFO, &[8, 4, 4]));
    let allocation_code = match options.allocation_contexts {
        true => summary::COMBINED_ALLOC_INFO,
        false => summary::COMBINED_ALLOC_INFO_NO_CONTEXT,
    };
    let allocation = w.out.define(with_array(allocation_code, &[4, 4]));
    if options.allocation_contexts {
        w.out.define(with_array(summary::CONTEXT_RADIX_TREE_ARRAY, &[]));
    }

    let module = |summary: &GlobalSummary| modules.get(&summary.module).copied().unwrap_or_default();
    let mut used_types = BTreeSet::new();
    for (guid, summary) in all() {
        let Some(id) = w.value(guid) else { continue };
        let start = [id, module(summary), flags(&summary.flags)];
        match &summary.kind {
            // Aliases follow their aliasees.
            SummaryKind::Alias(_) => continue,
            SummaryKind::Variable(of_variable) => {
                w.ops.extend(start);
                w.ops.push(variable_flags(of_variable));
                let refs: Vec<u64> = summary.refs.iter().filter_map(|r| w.value(r.global)).collect();
                w.ops.extend(refs);
                w.record(variable, summary::COMBINED_GLOBALVAR_INIT_REFS);
            }
            SummaryKind::Function(function) => {
                w.write_types_and_params(function);
                used_types.extend(types_of(function));
                for site in &function.call_sites {
                    w.write_call_site(call_site, site);
                }
                for Allocation { versions, contexts } in &function.allocations {
                    w.ops.extend([contexts.len() as u64, versions.len() as u64]);
                    let code = |kind: AllocationKind| ALLOCATION_KINDS[kind as usize];
                    match options.allocation_contexts {
                        true => w.push_contexts(contexts),
                        false => w.ops.extend(contexts.iter().map(|c| code(c.kind))),
                    }
                    w.ops.extend(versions.iter().map(|&version| code(version)));
                    w.record(allocation, allocation_code);
                }
                w.ops.extend(start);
                w.ops.extend([function.instructions.into(), function.flags.bits().into(), 0]);
                w.push_refs_and_calls(summary, &function.calls, by_profile);
                w.record(with_profile, summary::COMBINED_PROFILE);
            }
        }
        w.write_original_name(summary);
    }
    for (guid, summary) in all() {
        let (SummaryKind::Alias(aliasee), Some(id)) = (&summary.kind, w.value(guid)) else { continue };
        let of = aliasee.and_then(|a| w.value(a)).unwrap_or(0);
        w.ops.extend([id, module(summary), flags(&summary.flags), of]);
        w.record(alias, summary::COMBINED_ALIAS);
        w.write_original_name(summary);
        let of = aliasee.and_then(|a| index.globals.get(&a)).into_iter().flat_map(|g| &g.summaries);
        for summary in of.filter(|s| s.module == summary.module) {
            if let SummaryKind::Function(function) = &summary.kind {
                used_types.extend(types_of(function));
            }
        }
    }
    for ((guid, name), type_id) in &index.type_ids {
        if used_types.contains(guid) {
            w.push_type_id(name, type_id, strings);
            w.record(0, summary::TYPE_ID);
        }
    }
}

/// The type ids that a function uses.
fn types_of(function: &FunctionSummary) -> impl Iterator<Item = Guid> + '_ {
    let calls = &function.virtual_calls;
    let plain = calls.assumed.iter().chain(&calls.checked);
    let with_args = calls.assumed_const.iter().chain(&calls.checked_const).map(|c| &c.function);
    function.type_tests.iter().copied().chain(plain.chain(with_args).map(|f| f.type_id))
}

impl Writer<'_> {
    fn write_call_site(&mut self, abbreviation: u32, site: &CallSite) {
        let callee = site.callee.and_then(|c| self.value(c)).unwrap_or(0);
        self.ops.extend([callee, site.stack_ids.len() as u64, site.clones.len() as u64]);
        self.push_stack(&site.stack_ids);
        self.ops.extend(site.clones.iter().map(|&clone| u64::from(clone)));
        self.record(abbreviation, summary::COMBINED_CALLSITE_INFO);
    }

    /// Writes an unknown original name for a local symbol: the summary does not contain it.
    fn write_original_name(&mut self, summary: &GlobalSummary) {
        if summary.flags.linkage.is_local() {
            self.out.record(summary::COMBINED_ORIGINAL_NAME, &[0]);
        }
    }
}
