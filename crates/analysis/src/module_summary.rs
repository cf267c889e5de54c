//! The summary of a module ([Language Reference: ThinLTO Summary](https://llvm.org/docs/LangRef.html#thinlto-summary)), by which
//! a whole program is optimized without reading all bodies.
//!
//! [`summarize`] records the references, calls with frequencies, memory profile and flags of each definition. It does not compute
//! the accessed offsets of parameters.

use lindworm_ir::attributes::{AttrKind, ModRef};
use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::eval::{BinaryOp, CastOp};
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::TailCall;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::module::{BaseObjects, DllStorage, Function, GlobalKind, GlobalValue, Linkage, Variable, Visibility};
use lindworm_ir::profile::ValueProfileKind;
use lindworm_ir::summary::{
    Access, CallSite, FunctionFlags, FunctionSummary, GlobalFlags, GlobalSummaries, GlobalSummary, Guid, Hotness,
    ImportKind, IndexFlags, ModulePath, Reference, SummaryIndex, SummaryKind, SummaryModule, VTableAddress,
    VTableFunction, VariableSummary,
};
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Body, Global, Inst, InstData, Metadata, Module, Value};

use self::calls::Calls;
use self::hotness::CallCounts;
use self::virtual_calls::VirtualCallFinder;

use crate::dense_table;

mod calls;
mod hotness;
mod memory_profile;
mod virtual_calls;

/// The summary of a module. Its path is empty: only the caller knows the file name.
///
/// ```
/// use lindworm_analysis::module_summary::summarize;
/// use lindworm_ir::summary::Guid;
/// use lindworm_ir::{Context, Module};
///
/// let index = summarize(&Module::new(&Context::new(), "m"));
/// assert!(index.globals.is_empty());
/// ```
pub fn summarize(module: &Module) -> SummaryIndex {
    let mut index = SummaryIndex::default();
    let path = index.modules.push(ModulePath { path: Box::default(), hash: [0; 5] });
    if module.integer_flag(b"EnableSplitLTOUnit").unwrap_or(0) != 0 {
        index.flags |= IndexFlags::SPLIT_LTO_UNIT;
    }
    if module.integer_flag(b"UnifiedLTO").unwrap_or(0) != 0 {
        index.flags |= IndexFlags::UNIFIED_LTO;
    }
    let thin = module.integer_flag(b"ThinLTO") != Some(0);
    // The globals with local linkage that have uses outside the IR.
    let used: HashSet<Global> = module.used_globals().into_iter().filter(|&g| module[g].linkage.is_local()).collect();
    let mut summarizer = Summarizer {
        module,
        counts: CallCounts::new(module),
        objects: BaseObjects::new(module),
        index,
        path,
        thin,
        fixed: used.clone(),
        has_opaque_locals: !used.is_empty(),
        has_block_addresses: module.block_addresses().iter().map(|&(function, _)| function).collect(),
    };
    summarizer.module_assembler();
    for &global in module.functions() {
        if let Some(function) = module.function(global)
            && let Some(body) = &function.body
        {
            summarizer.function(global, function, body);
        }
    }
    for &global in module.variables() {
        if let Some(variable) = module[global].as_variable()
            && variable.initializer.is_some()
        {
            summarizer.variable(global, variable);
        }
    }
    module.aliases().iter().for_each(|&alias| summarizer.alias(alias));
    summarizer.finish(&used)
}

/// The maximum number of profiled virtual tables of an instruction that are recorded.
const MAX_TABLES: usize = 6;

/// The maximum number of profiled callees of a call that are recorded.
const MAX_TARGETS: usize = 3;

/// A referenced entity.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Referred {
    Global(Global),
    /// A virtual table in a profile.
    Table(Guid),
}

/// A set in insertion order.
struct OrderedSet<T> {
    list: Vec<T>,
    known: HashSet<T>,
}

impl<T> Default for OrderedSet<T> {
    fn default() -> Self {
        OrderedSet { list: Vec::new(), known: HashSet::default() }
    }
}

impl<T: Copy + Eq + std::hash::Hash> OrderedSet<T> {
    fn insert(&mut self, item: T) {
        if self.known.insert(item) {
            self.list.push(item);
        }
    }
}

struct Summarizer<'m> {
    module: &'m Module,
    counts: CallCounts<'m>,
    objects: BaseObjects,
    index: SummaryIndex,
    path: SummaryModule,
    /// Whether other modules may import definitions of this module.
    thin: bool,
    /// The globals that cannot be renamed.
    fixed: HashSet<Global>,
    /// Whether inline assembler may refer to globals with local linkage.
    has_opaque_locals: bool,
    /// The functions with `blockaddress` constants.
    has_block_addresses: HashSet<Global>,
}

/// Finds the globals to which instructions and constants refer.
struct Walk<'m> {
    module: &'m Module,
    visited: HashSet<Value>,
    stack: Vec<Value>,
    /// Whether a reference ties the definition to this module: a block address, or an ifunc with local linkage.
    tied: bool,
}

impl<'m> Walk<'m> {
    fn new(module: &'m Module) -> Walk<'m> {
        Walk { module, visited: HashSet::default(), stack: Vec::new(), tied: false }
    }

    /// Visits an operand other than the callee.
    fn operand(&mut self, value: Value, found: &mut OrderedSet<Referred>) {
        match value.kind() {
            ValueKind::Global(global) => {
                let data = &self.module[global];
                match data.kind {
                    GlobalKind::IFunc { .. } if data.linkage.is_local() => self.tied = true,
                    _ => found.insert(Referred::Global(global)),
                }
            }
            ValueKind::Constant(c) => match self.module.constants().get(c).data {
                ConstantData::BlockAddress(_) => self.tied = true,
                _ if self.visited.insert(value) => self.stack.push(value),
                _ => {}
            },
            ValueKind::Inst(_) if self.visited.insert(value) => self.stack.push(value),
            _ => {}
        }
    }

    /// Visits everything reachable from the operands of an instruction, including the instruction itself if it was not visited
    /// yet.
    fn instruction(&mut self, body: &Body, inst: Value, found: &mut OrderedSet<Referred>) {
        if self.visited.insert(inst) {
            self.stack.push(inst);
        }
        self.run(Some(body), found);
        self.tables(body, inst, found);
    }

    /// Adds the profiled virtual tables of an instruction.
    fn tables(&self, body: &Body, inst: Value, found: &mut OrderedSet<Referred>) {
        let prof = inst.as_inst().and_then(|inst| body.attachment(inst, MetadataKind::PROF));
        for table in self.module.value_profile(prof, ValueProfileKind::VirtualTable, MAX_TABLES) {
            found.insert(Referred::Table(Guid(table.value)));
        }
    }

    fn constant(&mut self, value: Value, found: &mut OrderedSet<Referred>) {
        self.operand(value, found);
        self.run(None, found);
    }

    fn run(&mut self, body: Option<&Body>, found: &mut OrderedSet<Referred>) {
        let module = self.module;
        while let Some(user) = self.stack.pop() {
            match (user.kind(), body) {
                (ValueKind::Constant(c), _) => {
                    module.constants().get(c).data.for_each_operand(|v| self.operand(v, found));
                }
                (ValueKind::Inst(inst), Some(body)) => {
                    let data = body.inst(inst);
                    // The callee is the last operand.
                    let callee = data.call_info().map(|call| call.callee);
                    let mut operands = smallvec::SmallVec::<[Value; 8]>::new();
                    data.for_each_operand(body.values(), |v| operands.push(v));
                    if callee.is_some_and(|c| c.as_global().is_some()) {
                        operands.pop();
                    }
                    operands.into_iter().for_each(|v| self.operand(v, found));
                }
                _ => {}
            }
        }
    }
}

impl Summarizer<'_> {
    fn guid(&self, global: Global) -> Guid {
        let data = &self.module[global];
        Guid::of_global(data.name(), data.linkage, self.module.source_filename())
    }

    /// The entry of a global, created on the first reference.
    fn entry(&mut self, global: Global) -> (Guid, &mut GlobalSummaries) {
        let guid = self.guid(global);
        let name = self.module[global].name();
        let entry = self.index.globals.entry(guid).or_default();
        entry.name.get_or_insert_with(|| name.into());
        (guid, entry)
    }

    /// The referenced entities as GUIDs, with entries created for them.
    fn guids(&mut self, referred: OrderedSet<Referred>) -> OrderedSet<Guid> {
        let mut guids = OrderedSet::default();
        for referred in referred.list {
            guids.insert(match referred {
                Referred::Global(global) => self.entry(global).0,
                Referred::Table(guid) => {
                    self.index.globals.entry(guid).or_default();
                    guid
                }
            });
        }
        guids
    }

    fn add(&mut self, global: Global, flags: GlobalFlags, refs: Vec<Reference>, kind: SummaryKind) {
        let module = self.path;
        self.entry(global).1.summaries.push(GlobalSummary { module, flags, refs, kind });
    }

    /// Whether a global has an explicit section and local linkage: it cannot be renamed.
    fn cannot_be_renamed(&mut self, global: Global) -> bool {
        let data = &self.module[global];
        let fixed = !data.section.is_empty() && data.linkage.is_local();
        if fixed {
            self.fixed.insert(global);
        }
        fixed
    }

    fn flags(&self, global: Global, not_eligible_to_import: bool) -> GlobalFlags {
        let data = &self.module[global];
        GlobalFlags {
            linkage: data.linkage,
            visibility: data.visibility,
            not_eligible_to_import,
            live: false,
            dso_local: data.dso_local,
            can_auto_hide: data.can_be_omitted_from_symbol_table(),
            import: ImportKind::Definition,
        }
    }

    /// Adds symbols that module-level inline assembly defines locally, which must stay in the module.
    fn module_assembler(&mut self) {
        let module = self.module;
        for name in module.local_assembler_symbols() {
            self.has_opaque_locals = true;
            let Some(global) = module.global_named(&name) else { continue };
            self.fixed.insert(global);
            let kind = match &module[global].kind {
                GlobalKind::Function(function) => {
                    // The code is unknown, whatever the attributes of the declaration.
                    let unknown = FunctionFlags::READ_NONE | FunctionFlags::READ_ONLY | FunctionFlags::NO_INLINE;
                    let may = FunctionFlags::MAY_THROW | FunctionFlags::HAS_UNKNOWN_CALL;
                    let flags = (function_flags(module, function) - unknown) | may;
                    SummaryKind::Function(Box::new(FunctionSummary { flags, ..FunctionSummary::default() }))
                }
                GlobalKind::Variable(variable) => {
                    SummaryKind::Variable(VariableSummary { constant: variable.constant, ..VariableSummary::default() })
                }
                _ => continue,
            };
            let flags = GlobalFlags { linkage: Linkage::Internal, live: true, ..self.flags(global, true) };
            let flags = GlobalFlags { visibility: Visibility::Default, ..flags };
            self.add(global, flags, Vec::new(), kind);
        }
    }

    fn function(&mut self, global: Global, function: &Function, body: &Body) {
        let module = self.module;
        let mut walk = Walk::new(module);
        let mut refs = OrderedSet::default();
        for value in [function.personality, function.prefix, function.prologue].into_iter().flatten() {
            walk.constant(value, &mut refs);
        }
        let mut summary = FunctionSummary::default();
        let mut calls = Calls::new(module, &module[global], body);
        let (mut loads, mut stores) = (Vec::new(), Vec::new());
        let mut inline_asm = false;
        let mut finder = None;
        for inst in body.blocks().flat_map(|b| body.insts(b)) {
            let data = body.inst(inst);
            let callee = data.call_info().map(|c| module.strip_pointer_casts(c.callee));
            let name = callee.and_then(|c| c.as_global()).map_or(&b""[..], |g| module[g].name());
            if name == b"llvm.pseudoprobe" {
                continue;
            }
            summary.instructions += 1;
            match *data {
                InstData::Load { volatile: false, .. } if self.thin => {
                    walk.visited.insert(inst.into());
                    loads.push(inst);
                    continue;
                }
                InstData::Store { volatile: false, value, .. } if self.thin => {
                    walk.visited.insert(inst.into());
                    stores.push(inst);
                    walk.operand(value, &mut refs);
                    walk.run(Some(body), &mut refs);
                    walk.tables(body, value, &mut refs);
                    continue;
                }
                _ => walk.instruction(body, inst.into(), &mut refs),
            }
            let Some(callee) = callee else {
                let may_throw = match data {
                    InstData::Resume { .. } => true,
                    InstData::CleanupRet { unwind, .. } | InstData::CatchSwitch { unwind, .. } => unwind.is_none(),
                    _ => false,
                };
                if may_throw {
                    summary.flags |= FunctionFlags::MAY_THROW;
                }
                continue;
            };
            let is_asm = matches!(callee.kind(), ValueKind::InlineAsm(_));
            inline_asm |= is_asm && matches!(data, InstData::Call { .. });
            let called = callee.as_global().and_then(|g| self.objects.of(module, g.into()));
            match (callee.as_global(), called.filter(|&g| module.function(g).is_some())) {
                (Some(_), Some(target))
                    if matches!(data, InstData::Call { .. }) && module[target].name().starts_with(b"llvm.") =>
                {
                    let finder = finder.get_or_insert_with(|| VirtualCallFinder::new(module, body));
                    finder.intrinsic(inst, target, &mut summary);
                }
                (Some(callee), Some(_)) => {
                    let tail = matches!(data, InstData::Call { tail: TailCall::Tail | TailCall::MustTail, .. });
                    let callee = self.entry(callee).0;
                    calls.add_call(&self.counts, inst, callee, tail);
                    if self.thin {
                        self.memory_profile(&mut summary, body, inst, &[callee]);
                    }
                }
                _ => {
                    summary.flags |= FunctionFlags::HAS_UNKNOWN_CALL;
                    if let Some(ifunc) = callee.as_global() {
                        let data = &module[ifunc];
                        walk.tied |= matches!(data.kind, GlobalKind::IFunc { .. }) && data.linkage.is_local();
                    }
                    if !is_asm && !callee.is_constant() {
                        for target in callees(module, body, inst) {
                            calls.add(self.entry(target).0, Hotness::Unknown);
                        }
                        let prof = body.attachment(inst, MetadataKind::PROF);
                        let mut targets = Vec::new();
                        for target in module.value_profile(prof, ValueProfileKind::IndirectCallTarget, MAX_TARGETS) {
                            let callee = Guid(target.value);
                            self.index.globals.entry(callee).or_default();
                            calls.add(callee, self.counts.hotness(target.count));
                            targets.push(callee);
                        }
                        if self.thin {
                            self.memory_profile(&mut summary, body, inst, &targets);
                        }
                    }
                }
            }
        }
        let imported = module.imported_functions(&module[global]);
        for callee in dense_table::in_set_order(imported.into_iter().map(|guid| guid.0)).into_iter().map(Guid) {
            self.index.globals.entry(callee).or_default();
            calls.add(callee, Hotness::Critical);
        }
        summary.calls = calls.edges;
        if finder.is_some() {
            virtual_calls::drop_repeated(&mut summary);
        }
        if self.counts.is_partial() {
            self.index.block_count += body.blocks().count() as u64;
        }
        let (refs, tied) = self.by_access(body, walk, refs, &loads, &stores);
        let not_eligible = self.cannot_be_renamed(global)
            || inline_asm && self.has_opaque_locals
            || self.has_block_addresses.contains(&global)
            || tied;
        summary.flags |= function_flags(module, function);
        if body.entry().and_then(|b| body.terminator(b)).is_some_and(|t| *body.inst(t) == InstData::Unreachable) {
            summary.flags |= FunctionFlags::MUST_BE_UNREACHABLE;
        }
        let flags = self.flags(global, not_eligible);
        self.add(global, flags, refs, SummaryKind::Function(Box::new(summary)));
    }

    /// Adds the memory profile of a call: an allocation, or a call site in the context of one.
    fn memory_profile(&self, summary: &mut FunctionSummary, body: &Body, call: Inst, callees: &[Guid]) {
        if body.attachments(call).is_empty() {
            return;
        }
        let stack_ids = memory_profile::call_site(self.module, body, call);
        if let Some(allocation) = memory_profile::allocation(self.module, body, call, &stack_ids) {
            summary.allocations.push(allocation);
        } else if !stack_ids.is_empty() {
            let site =
                |&callee: &Guid| CallSite { callee: Some(callee), clones: vec![0], stack_ids: stack_ids.clone() };
            summary.call_sites.extend(callees.iter().map(site));
        }
    }

    /// The references of a function, with read-only and write-only references last, and whether the function is tied to its
    /// module.
    fn by_access(
        &mut self,
        body: &Body,
        mut walk: Walk<'_>,
        refs: OrderedSet<Referred>,
        loads: &[Inst],
        stores: &[Inst],
    ) -> (Vec<Reference>, bool) {
        let (mut read, mut written) = (OrderedSet::default(), OrderedSet::default());
        for &load in loads {
            walk.visited.remove(&load.into());
            walk.instruction(body, load.into(), &mut read);
        }
        let mut of_stores = Walk::new(self.module);
        for &store in stores {
            of_stores.instruction(body, store.into(), &mut written);
        }
        let [mut refs, read, written] = [refs, read, written].map(|set| self.guids(set));
        written.list.iter().filter(|g| read.known.contains(g)).for_each(|&g| refs.insert(g));
        let only = |set: OrderedSet<Guid>| set.list.into_iter().filter(|g| !refs.known.contains(g)).collect();
        let by_access: [(Vec<Guid>, Access); 3] =
            [(refs.list.clone(), Access::Any), (only(read), Access::ReadOnly), (only(written), Access::WriteOnly)];
        let references = by_access
            .into_iter()
            .flat_map(|(globals, access)| globals.into_iter().map(move |global| Reference { global, access }))
            .collect();
        (references, walk.tied || of_stores.tied)
    }

    fn variable(&mut self, global: Global, variable: &Variable) {
        let module = self.module;
        let data = &module[global];
        let mut walk = Walk::new(module);
        let mut refs = OrderedSet::default();
        if let Some(initializer) = variable.initializer {
            walk.constant(initializer, &mut refs);
        }
        let not_eligible = self.cannot_be_renamed(global) || walk.tied;
        let can_be_internalized = data.comdat.is_none()
            && !data.linkage.is_interposable()
            && !matches!(data.linkage, Linkage::Appending | Linkage::AvailableExternally)
            && data.dll_storage != DllStorage::Export;
        let refs = self.guids(refs).list.into_iter().map(|global| Reference { global, access: Access::Any }).collect();
        let summary = VariableSummary {
            read_only: can_be_internalized,
            write_only: can_be_internalized && !variable.constant,
            constant: variable.constant,
            vcall_visibility: vcall_visibility(module, data),
            functions: self.virtual_table(global, variable),
        };
        let flags = self.flags(global, not_eligible);
        self.add(global, flags, refs, SummaryKind::Variable(summary));
    }

    /// The functions of a virtual table, which is registered for each of its types.
    fn virtual_table(&mut self, global: Global, variable: &Variable) -> Vec<VTableFunction> {
        let module = self.module;
        let types: Vec<_> = attachments(module, &module[global], b"type").collect();
        if self.index.flags.contains(IndexFlags::SPLIT_LTO_UNIT) || types.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        if variable.constant
            && let Some(initializer) = variable.initializer
        {
            function_pointers(module, &self.objects, global, initializer, &mut found);
        }
        let functions =
            found.into_iter().map(|(g, offset)| VTableFunction { function: self.entry(g).0, offset }).collect();
        let vtable = self.entry(global).0;
        for node in types {
            let &[offset, id] = module.metadata().node(node).words else { continue };
            let (Some(offset), Some(id)) = (Metadata::from_word(offset), Metadata::from_word(id)) else { continue };
            if let (MetadataRef::Value(offset), MetadataRef::String(id)) = (offset.open(), id.open())
                && let Some(offset) = module.constants().as_u64(module.metadata().value(offset))
            {
                let addresses = self.index.compatible_vtables.entry(module.metadata().string(id).into()).or_default();
                addresses.push(VTableAddress { offset, vtable });
            }
        }
        functions
    }

    fn alias(&mut self, alias: Global) {
        let module = self.module;
        let Some(object) = self.objects.of(module, alias.into()) else { return };
        // The target of an ifunc is unknown.
        if matches!(module[object].kind, GlobalKind::IFunc { .. }) {
            return;
        }
        let not_eligible = self.cannot_be_renamed(alias);
        let flags = self.flags(alias, not_eligible);
        let aliasee = self.entry(object).0;
        self.add(alias, flags, Vec::new(), SummaryKind::Alias(Some(aliasee)));
    }

    fn finish(mut self, used: &HashSet<Global>) -> SummaryIndex {
        let module = self.module;
        let live = |index: &mut SummaryIndex, guid: Guid| {
            for summary in index.globals.get_mut(&guid).into_iter().flat_map(|g| &mut g.summaries) {
                summary.flags.live = true;
            }
        };
        let mut followed = HashSet::default();
        for &ifunc in module.ifuncs() {
            let GlobalKind::IFunc { resolver } = module[ifunc].kind else { continue };
            let mut next = module.base_global(resolver);
            // The aliasees of a visited alias are already live.
            while let Some(global) = next.filter(|&global| followed.insert(global)) {
                let guid = self.guid(global);
                live(&mut self.index, guid);
                let GlobalKind::Alias { aliasee } = module[global].kind else { break };
                next = module.base_global(aliasee);
            }
        }
        for root in
            ["llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors", "llvm.global.annotations"]
        {
            live(&mut self.index, Guid::of_identifier(root.as_bytes()));
        }
        let used: HashSet<Guid> = used.iter().map(|&g| self.guid(g)).collect();
        let fixed: HashSet<Guid> = self.fixed.iter().map(|&g| self.guid(g)).collect();
        for (guid, entry) in &mut self.index.globals {
            for summary in &mut entry.summaries {
                let calls = match &summary.kind {
                    SummaryKind::Function(f) => &f.calls[..],
                    _ => &[],
                };
                summary.flags.not_eligible_to_import |= !self.thin
                    || used.contains(guid)
                    || summary.refs.iter().any(|r| fixed.contains(&r.global))
                    || calls.iter().any(|c| fixed.contains(&c.callee));
            }
        }
        self.index
    }
}

/// The nodes of one kind that are attached to a global.
fn attachments<'m>(module: &'m Module, global: &'m GlobalValue, kind: &[u8]) -> impl Iterator<Item = u32> + 'm {
    let kind = module.context().metadata_kind(kind);
    global.metadata.iter().filter(move |(k, _)| *k == kind).filter_map(|(_, m)| m.as_node())
}

/// The visibility of the virtual calls of a virtual table: `!vcall_visibility`.
fn vcall_visibility(module: &Module, global: &GlobalValue) -> u8 {
    let node = attachments(module, global, b"vcall_visibility").next();
    let value = node.and_then(|n| match Metadata::from_word(*module.metadata().node(n).words.first()?)?.open() {
        MetadataRef::Value(v) => module.constants().as_u64(module.metadata().value(v)),
        _ => None,
    });
    value.unwrap_or(0) as u8
}

/// The possible callees of an indirect call, from `!callees`.
fn callees(module: &Module, body: &Body, inst: Inst) -> Vec<Global> {
    let node = body.attachment(inst, module.context().metadata_kind(b"callees")).and_then(|m| m.as_node());
    let words = node.map_or(&[][..], |n| module.metadata().node(n).words);
    let target = |&word: &u32| match Metadata::from_word(word)?.open() {
        MetadataRef::Value(v) => module.metadata().value(v).as_global().filter(|&g| module.function(g).is_some()),
        _ => None,
    };
    words.iter().filter_map(target).collect()
}

/// The flags that follow from the attributes of a function.
fn function_flags(module: &Module, function: &Function) -> FunctionFlags {
    let cx = module.context();
    let list = cx.attribute_list(function.attributes);
    let effects = cx.memory_effects(list.function).any();
    let has = |kind| cx.has_attribute(list.function, kind);
    let mut flags = FunctionFlags::empty();
    flags.set(FunctionFlags::READ_NONE, effects.is_empty());
    flags.set(FunctionFlags::READ_ONLY, effects == ModRef::REF);
    flags.set(FunctionFlags::NO_RECURSE, has(AttrKind::NO_RECURSE));
    flags.set(FunctionFlags::RETURN_DOES_NOT_ALIAS, cx.has_attribute(list.result, AttrKind::NO_ALIAS));
    flags.set(FunctionFlags::NO_INLINE, has(AttrKind::NO_INLINE));
    flags.set(FunctionFlags::ALWAYS_INLINE, has(AttrKind::ALWAYS_INLINE));
    flags.set(FunctionFlags::NO_UNWIND, has(AttrKind::NO_UNWIND));
    flags
}

/// The functions whose addresses are in a constant, with their byte offsets. `table` is the variable that the constant
/// initializes: an entry may be the distance of a function from it.
fn function_pointers(
    module: &Module,
    objects: &BaseObjects,
    table: Global,
    root: Value,
    found: &mut Vec<(Global, u64)>,
) {
    let cx = module.context();
    let mut stack = vec![(root, 0u64)];
    while let Some((value, offset)) = stack.pop() {
        let ty = module.value_type(None, value);
        if cx.is_pointer(ty) {
            let target = module.strip_pointer_casts(value).as_global();
            let function =
                target.filter(|&g| objects.of(module, g.into()).is_some_and(|o| module.function(o).is_some()));
            if let Some(function) = function {
                if module[function].name() != b"__cxa_pure_virtual" {
                    found.push((function, offset));
                }
                continue;
            }
        }
        let Some(node) = module.constants().node(value) else { continue };
        match &node.data {
            ConstantData::Aggregate(elements) => {
                let layout = module.data_layout().struct_layout(cx, ty);
                let element = elements.first().map(|&e| module.value_type(None, e));
                let size = element.and_then(|e| module.data_layout().alloc_size(cx, e)).map_or(0, |s| s.min);
                let place = |i: usize| match &layout {
                    Some(layout) => layout.offsets.get(i).map_or(0, |o| o.min),
                    None => size.saturating_mul(i as u64),
                };
                stack.extend(elements.iter().enumerate().rev().map(|(i, &e)| (e, offset.saturating_add(place(i)))));
            }
            ConstantData::Expr(expr) => {
                if let Some(function) = relative_entry(module, table, expr) {
                    stack.push((function.into(), offset));
                }
            }
            _ => {}
        }
    }
}

/// The function of a relative entry, which is the distance of the function from a place in the table:
/// `trunc (sub (ptrtoint @f, ptrtoint @table + n))`.
fn relative_entry(module: &Module, table: Global, entry: &ConstantExpr) -> Option<Global> {
    let expr = |value: Value| match &module.constants().node(value)?.data {
        ConstantData::Expr(expr) => Some(&**expr),
        _ => None,
    };
    let ConstantExpr::Cast { op: CastOp::Trunc, value, .. } = entry else { return None };
    let ConstantExpr::Binary { op: BinaryOp::Sub, lhs, rhs, .. } = expr(*value)? else { return None };
    let ConstantExpr::Cast { value: function, .. } = expr(*lhs)? else { return None };
    (module.base_global(*rhs)? == table).then_some(())?;
    match expr(*function) {
        Some(ConstantExpr::GetElementPtr { .. }) => None,
        _ => module.base_global(*function),
    }
}
