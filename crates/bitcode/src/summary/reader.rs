//! Reader of module summaries (GLOBALVAL_SUMMARY_BLOCK: [ThinLTO
//! Summary](https://llvm.org/docs/LangRef.html#thinlto-summary), records in `LLVMBitCodes.h`).

use lindworm_ir::hash::HashMap;
use lindworm_ir::module::{Linkage, Visibility};
use lindworm_ir::summary::{
    Access, Allocation, AllocationContext, AllocationKind, CallEdge, CallSite, ConstResult, ConstResultKind,
    ConstVirtualCall, Devirtualization, DevirtualizationKind, FunctionFlags, FunctionSummary, GlobalFlags,
    GlobalSummary, Guid, Hotness, ImportKind, IndexFlags, ModulePath, OffsetRange, ParamAccess, ParamCall, Reference,
    SummaryIndex, SummaryKind, SummaryModule, TypeIdSummary, TypeTest, TypeTestKind, VTableAddress, VTableFunction,
    VariableSummary, VirtualFunction,
};

use super::{ALLOCATION_KINDS, VERSION};
use crate::bitstream::{BlockInfo, Entry, Record, Stream, abbrev};
use crate::codes::{block, module, module_path, summary, symtab};
use crate::encoding::signed;
use crate::error::Result;
use crate::file::ModuleContents;
use crate::reader::linkage;

/// The result of reading a record, with LLVM's message as the error.
type Message<T> = std::result::Result<T, String>;

fn invalid<T>() -> Message<T> {
    Err("Invalid record".into())
}

/// Reads the summary of the module `name`; `None` if it has none.
pub fn read(name: &str, contents: &ModuleContents<'_>) -> Result<Option<SummaryIndex>> {
    let mut reader = Reader {
        name: name.as_bytes(),
        strings: contents.strings,
        index: SummaryIndex::default(),
        any: false,
        info: BlockInfo::default(),
        names_in_strings: false,
        source_filename: Vec::new(),
        symbols: None,
        linkages: Vec::new(),
        values: HashMap::default(),
        paths: HashMap::default(),
        modules: HashMap::default(),
        this_module: None,
        last_module: None,
        version: 0,
        stack_ids: Vec::new(),
        contexts: Vec::new(),
        room: contents.data.len() as u64 * 16,
        pending: FunctionSummary::default(),
    };
    reader.module(&mut contents.stream()?)?;
    Ok(reader.any.then_some(reader.index))
}

/// A cursor over the operands of a record.
struct Ops<'r>(&'r [u64]);

impl<'r> Ops<'r> {
    fn next(&mut self) -> Message<u64> {
        let Some((&op, rest)) = self.0.split_first() else { return invalid() };
        self.0 = rest;
        Ok(op)
    }

    /// The next `count` operands.
    fn take(&mut self, count: u64) -> Message<&'r [u64]> {
        let Some((ops, rest)) = usize::try_from(count).ok().and_then(|n| self.0.split_at_checked(n)) else {
            return invalid();
        };
        self.0 = rest;
        Ok(ops)
    }

    fn range(&mut self) -> Message<OffsetRange> {
        Ok(OffsetRange::new(signed(self.next()?), signed(self.next()?)))
    }
}

/// The element of a list with this index.
fn nth<T: Copy>(all: &[T], number: u64) -> Message<T> {
    usize::try_from(number).ok().and_then(|n| all.get(n)).copied().ok_or_else(|| "Invalid record".into())
}

struct Reader<'d> {
    name: &'d [u8],
    strings: &'d [u8],
    index: SummaryIndex,
    /// Whether there is a summary.
    any: bool,
    info: BlockInfo,
    /// Whether names are in the string table rather than in the symbol table.
    names_in_strings: bool,
    source_filename: Vec<u8>,
    /// Bit offset of the symbol table.
    symbols: Option<u64>,
    /// The linkages of the module's globals, while their names are unknown.
    linkages: Vec<Linkage>,
    /// The guids by value id.
    values: HashMap<u64, Guid>,
    paths: HashMap<Box<[u8]>, SummaryModule>,
    /// The modules by id.
    modules: HashMap<u64, SummaryModule>,
    this_module: Option<SummaryModule>,
    /// The module that a hash record would apply to.
    last_module: Option<SummaryModule>,
    version: u64,
    stack_ids: Vec<u64>,
    /// The stack contexts of allocations, as a radix tree of shared suffixes.
    contexts: Vec<u64>,
    /// The remaining limit of the total length of contexts.
    room: u64,
    /// The parts read so far of the next function.
    pending: FunctionSummary,
}

impl<'d> Reader<'d> {
    fn module(&mut self, stream: &mut Stream<'_>) -> Result<()> {
        stream.enter(block::MODULE, &self.info)?;
        let mut record = Record::default();
        loop {
            match stream.next()? {
                Entry::End => return Ok(()),
                Entry::Block(block::BLOCKINFO) => stream.read_block_info(&mut self.info)?,
                Entry::Block(id @ (block::GLOBALVAL_SUMMARY | block::FULL_LTO_GLOBALVAL_SUMMARY)) => {
                    self.any = true;
                    // A per-module summary has a source filename.
                    if !self.source_filename.is_empty() {
                        self.this_module = Some(self.add_module(self.name.into()));
                    }
                    if let Some(bit) = self.symbols.filter(|_| !self.names_in_strings) {
                        self.symbols(stream, bit)?;
                    }
                    self.summary(stream, id)?;
                }
                Entry::Block(block::MODULE_STRTAB) => {
                    self.records(stream, block::MODULE_STRTAB, |r, record| r.module_path(record))?;
                }
                Entry::Block(_) => stream.skip_block()?,
                Entry::Record(id) => {
                    stream.record(id, &mut record)?;
                    self.module_record(&record).map_err(|m| stream.error(m))?;
                }
            }
        }
    }

    /// Reads the records of a block, after its block id.
    fn records(
        &mut self,
        stream: &mut Stream<'_>,
        id: u32,
        mut read: impl FnMut(&mut Self, &Record<'_>) -> Message<()>,
    ) -> Result<()> {
        stream.enter(id, &self.info)?;
        let mut record = Record::default();
        while stream.next_record(&mut record)? {
            read(self, &record).map_err(|m| stream.error(m))?;
        }
        Ok(())
    }

    fn module_record(&mut self, record: &Record<'_>) -> Message<()> {
        match record.code {
            module::VERSION => match record.ops.first() {
                None => return Err("Invalid version record".into()),
                Some(&version @ 0..=2) => self.names_in_strings = version == 2,
                Some(_) => return Err("Invalid value".into()),
            },
            module::SOURCE_FILENAME => {
                self.source_filename = record.bytes(0);
                let end = self.source_filename.iter().position(|&c| c == 0);
                self.source_filename.truncate(end.unwrap_or(usize::MAX));
            }
            module::HASH => {
                let hash = hash(&record.ops)?;
                if let Some(module) = self.this_module {
                    self.index.modules[module].hash = hash;
                }
            }
            module::VSTOFFSET => {
                let Some(&word) = record.ops.first() else { return Err("Invalid vstoffset record".into()) };
                // Relative to one word before the module's identification.
                self.symbols = word.checked_sub(1).and_then(|w| w.checked_mul(32));
            }
            module::GLOBALVAR | module::FUNCTION | module::ALIAS | module::IFUNC => self.global(&record.ops)?,
            _ => {}
        }
        Ok(())
    }

    fn global(&mut self, ops: &[u64]) -> Message<()> {
        let wrong = || Err("Invalid global record".into());
        let (name, ops) = match (self.names_in_strings, ops) {
            (false, ops) => (None, ops),
            (true, &[offset, len, ref ops @ ..]) => match self.string(offset, len) {
                Ok(name) => (Some(name), ops),
                Err(_) => return wrong(),
            },
            (true, _) => return wrong(),
        };
        let Some(&code) = ops.get(3) else { return wrong() };
        let id = self.linkages.len() as u64;
        self.linkages.push(linkage(code));
        if let Some(name) = name {
            self.define(id, name.into(), linkage(code));
        }
        Ok(())
    }

    /// Defines a value id as a global of the module.
    fn define(&mut self, id: u64, name: Box<[u8]>, linkage: Linkage) {
        let guid = Guid::of_global(&name, linkage, &self.source_filename);
        self.index.globals.entry(guid).or_default().name = Some(name);
        self.values.insert(id, guid);
    }

    /// A substring of the string table.
    fn string(&self, offset: u64, len: u64) -> Message<&'d [u8]> {
        let range = offset.checked_add(len).map(|end| offset as usize..end as usize);
        range.and_then(|range| self.strings.get(range)).ok_or_else(|| "Invalid record".into())
    }

    /// Reads the names of globals from the symbol table.
    fn symbols(&mut self, module: &Stream<'_>, bit: u64) -> Result<()> {
        let mut stream = module.at_block(bit)?;
        // The offset points before the block id.
        let entry = stream.cursor.fixed(module.abbrev_width())? as u32;
        if entry != abbrev::ENTER_SUBBLOCK || stream.cursor.vbr32(8)? != block::VALUE_SYMTAB {
            return Err(stream.error("Expected value symbol table subblock"));
        }
        self.records(&mut stream, block::VALUE_SYMTAB, |r, record| {
            let name = match record.code {
                symtab::ENTRY => 1,
                symtab::FNENTRY => 2,
                symtab::COMBINED_ENTRY => {
                    let mut ops = Ops(&record.ops);
                    let (id, guid) = (ops.next()?, Guid(ops.next()?));
                    r.index.globals.entry(guid).or_default();
                    r.values.insert(id, guid);
                    return Ok(());
                }
                _ => return Ok(()),
            };
            let id = Ops(&record.ops).next()?;
            let linkage = nth(&r.linkages, id)?;
            r.define(id, record.bytes(name).into(), linkage);
            Ok(())
        })
    }

    fn add_module(&mut self, path: Box<[u8]>) -> SummaryModule {
        *self.paths.entry(path).or_insert_with_key(|path| {
            self.index.modules.push(ModulePath { path: path.clone(), ..ModulePath::default() })
        })
    }

    fn module_path(&mut self, record: &Record<'_>) -> Message<()> {
        match record.code {
            module_path::ENTRY => {
                let Some(&id) = record.ops.first() else { return Err("Invalid code_entry record".into()) };
                let module = self.add_module(record.bytes(1).into());
                self.modules.insert(id, module);
                self.last_module = Some(module);
            }
            module_path::HASH => {
                let hash = hash(&record.ops)?;
                let Some(module) = self.last_module.take() else {
                    return Err("Invalid hash that does not follow a module path".into());
                };
                self.index.modules[module].hash = hash;
            }
            _ => {}
        }
        Ok(())
    }

    fn summary(&mut self, stream: &mut Stream<'_>, id: u32) -> Result<()> {
        let mut first = true;
        self.records(stream, id, |r, record| match std::mem::replace(&mut first, false) {
            true if record.code != summary::VERSION => Err("Invalid Summary Block: version expected".into()),
            true => {
                r.version = Ops(&record.ops).next()?;
                match r.version {
                    1..=VERSION => Ok(()),
                    version => {
                        Err(format!("Invalid summary version {version}. Version should be in the range [1-{VERSION}]."))
                    }
                }
            }
            false => r.summary_record(record.code, Ops(&record.ops)),
        })
    }

    fn summary_record(&mut self, code: u32, mut ops: Ops<'_>) -> Message<()> {
        match code {
            summary::FLAGS => self.index.flags |= IndexFlags::from_bits_truncate(ops.next()?),
            summary::BLOCK_COUNT => {
                self.index.block_count = self.index.block_count.wrapping_add(ops.next()?);
            }
            summary::VALUE_GUID => {
                let (id, mut guid) = (ops.next()?, ops.next()?);
                if self.version >= 11 {
                    guid = guid << 32 | ops.next()?;
                }
                self.index.globals.entry(Guid(guid)).or_default();
                self.values.insert(id, Guid(guid));
            }
            summary::PERMODULE | summary::PERMODULE_PROFILE | summary::PERMODULE_RELBF => {
                let id = ops.next()?;
                let module = self.this_module();
                self.function(code, id, module, ops)?;
            }
            summary::COMBINED | summary::COMBINED_PROFILE => {
                let id = ops.next()?;
                let module = self.module_of(ops.next()?)?;
                self.function(code, id, module, ops)?;
            }
            summary::PERMODULE_GLOBALVAR_INIT_REFS | summary::PERMODULE_VTABLE_GLOBALVAR_INIT_REFS => {
                let id = ops.next()?;
                let module = self.this_module();
                self.variable(code, id, module, ops)?;
            }
            summary::COMBINED_GLOBALVAR_INIT_REFS => {
                let id = ops.next()?;
                let module = self.module_of(ops.next()?)?;
                self.variable(code, id, module, ops)?;
            }
            summary::ALIAS => {
                let (id, module) = (ops.next()?, self.this_module());
                let flags = self.flags(ops.next()?);
                let aliasee = self.value(ops.next()?)?;
                if !self.is_defined_in(aliasee, module) {
                    return Err("Alias expects aliasee summary to be parsed".into());
                }
                self.add(
                    id,
                    GlobalSummary { module, flags, refs: Vec::new(), kind: SummaryKind::Alias(Some(aliasee)) },
                )?;
            }
            summary::COMBINED_ALIAS => {
                let id = ops.next()?;
                let module = self.module_of(ops.next()?)?;
                let flags = self.flags(ops.next()?);
                let aliasee = self.values.get(&ops.next()?).copied();
                let kind = SummaryKind::Alias(aliasee.filter(|&a| self.is_defined_in(a, module)));
                self.add(id, GlobalSummary { module, flags, refs: Vec::new(), kind })?;
            }
            summary::TYPE_TESTS => self.pending.type_tests.extend(ops.0.iter().map(|&guid| Guid(guid))),
            summary::TYPE_TEST_ASSUME_VCALLS => {
                virtual_functions(&mut self.pending.virtual_calls.assumed, ops)?;
            }
            summary::TYPE_CHECKED_LOAD_VCALLS => {
                virtual_functions(&mut self.pending.virtual_calls.checked, ops)?;
            }
            summary::TYPE_TEST_ASSUME_CONST_VCALL | summary::TYPE_CHECKED_LOAD_CONST_VCALL => {
                let function = virtual_function(&mut ops)?;
                let calls = &mut self.pending.virtual_calls;
                let list = match code {
                    summary::TYPE_TEST_ASSUME_CONST_VCALL => &mut calls.assumed_const,
                    _ => &mut calls.checked_const,
                };
                list.push(ConstVirtualCall { function, args: ops.0.into() });
            }
            summary::PARAM_ACCESS => self.pending.params = self.param_accesses(ops)?,
            summary::TYPE_ID => self.type_id(ops)?,
            summary::TYPE_ID_METADATA => {
                let name: Box<[u8]> = self.string(ops.next()?, ops.next()?)?.into();
                let mut vtables = Vec::new();
                while !ops.0.is_empty() {
                    vtables.push(VTableAddress { offset: ops.next()?, vtable: self.value(ops.next()?)? });
                }
                self.index.compatible_vtables.entry(name).or_default().extend(vtables);
            }
            summary::STACK_IDS if self.version <= 11 => self.stack_ids = ops.0.into(),
            summary::STACK_IDS => {
                self.stack_ids = ops.0.chunks(2).map(|pair| pair[0] << 32 | pair.get(1).unwrap_or(&0)).collect();
            }
            summary::CONTEXT_RADIX_TREE_ARRAY => self.contexts = ops.0.into(),
            summary::PERMODULE_CALLSITE_INFO | summary::COMBINED_CALLSITE_INFO => {
                let site = self.call_site(code, ops)?;
                self.pending.call_sites.push(site);
            }
            summary::PERMODULE_ALLOC_INFO | summary::COMBINED_ALLOC_INFO | summary::COMBINED_ALLOC_INFO_NO_CONTEXT => {
                let allocation = self.allocation(code, ops)?;
                self.pending.allocations.push(allocation);
            }
            _ => {}
        }
        Ok(())
    }

    /// The guid of a value id.
    fn value(&self, id: u64) -> Message<Guid> {
        self.values.get(&id).copied().ok_or_else(|| "Invalid record".into())
    }

    /// The module of a per-module summary, even if it has no source filename.
    fn this_module(&mut self) -> SummaryModule {
        let module = self.this_module.unwrap_or_else(|| self.add_module(self.name.into()));
        *self.this_module.insert(module)
    }

    fn module_of(&self, id: u64) -> Message<SummaryModule> {
        self.modules.get(&id).copied().ok_or_else(|| "Invalid record".into())
    }

    fn is_defined_in(&self, guid: Guid, module: SummaryModule) -> bool {
        self.index.globals.get(&guid).is_some_and(|g| g.summaries.iter().any(|s| s.module == module))
    }

    fn add(&mut self, id: u64, summary: GlobalSummary) -> Message<()> {
        let guid = self.value(id)?;
        self.index.globals.entry(guid).or_default().summaries.push(summary);
        Ok(())
    }

    /// Decodes `[linkage in 4 bits, not eligible, live, dso_local, can auto hide, visibility in 2 bits, import kind]`.
    fn flags(&self, bits: u64) -> GlobalFlags {
        let bit = |n: u32| bits >> n & 1 == 1;
        GlobalFlags {
            linkage: Linkage::ALL.get((bits & 15) as usize).copied().unwrap_or(Linkage::External),
            visibility: Visibility::ALL.get((bits >> 8 & 3) as usize).copied().unwrap_or(Visibility::Default),
            // Before version 3 these bits did not exist: use the conservative values.
            not_eligible_to_import: bit(4) || self.version < 3,
            live: bit(5) || self.version < 3,
            dso_local: bit(6),
            can_auto_hide: bit(7),
            import: ImportKind::ALL[usize::from(bit(10))],
        }
    }

    fn references(&self, ids: &[u64]) -> Message<Vec<Reference>> {
        let reference = |&id| Ok(Reference { global: self.value(id)?, access: Access::Any });
        ids.iter().map(reference).collect()
    }

    /// `[flags, instructions, function flags, (entry count,) references, read-only references, write-only references,
    /// references..., calls...]`; older versions omit some of the counts.
    fn function(&mut self, code: u32, id: u64, module: SummaryModule, mut ops: Ops<'_>) -> Message<()> {
        let combined = matches!(code, summary::COMBINED | summary::COMBINED_PROFILE);
        let flags = self.flags(ops.next()?);
        let instructions = ops.next()? as u32;
        let function_flags = if self.version >= 4 { ops.next()? } else { 0 };
        if combined && self.version >= 6 {
            // The entry count, which is not kept.
            ops.next()?;
        }
        let count = ops.next()?;
        let read_only = if self.version >= 5 { ops.next()? } else { 0 };
        let write_only = if self.version >= 7 { ops.next()? } else { 0 };
        let mut refs = self.references(ops.take(count)?)?;
        // Read-only and write-only references are at the end.
        let special = read_only.saturating_add(write_only);
        let Some(first) = count.checked_sub(special) else { return invalid() };
        for (i, reference) in (0..special).zip(&mut refs[first as usize..]) {
            reference.access = if i < read_only { Access::ReadOnly } else { Access::WriteOnly };
        }
        let calls = self.calls(code, ops)?;
        let function = FunctionSummary {
            instructions,
            flags: FunctionFlags::from_bits_truncate(function_flags as u16),
            calls,
            ..std::mem::take(&mut self.pending)
        };
        self.add(id, GlobalSummary { module, flags, refs, kind: SummaryKind::Function(Box::new(function)) })
    }

    fn calls(&self, code: u32, mut ops: Ops<'_>) -> Message<Vec<CallEdge>> {
        let has_profile = matches!(code, summary::PERMODULE_PROFILE | summary::COMBINED_PROFILE);
        let mut calls = Vec::new();
        while !ops.0.is_empty() {
            let mut call = CallEdge {
                callee: self.value(ops.next()?)?,
                hotness: Hotness::Unknown,
                relative_frequency: 0,
                tail: false,
            };
            if self.version == 1 {
                // The number of calls and an obsolete call frequency.
                ops.take(1 + u64::from(has_profile))?;
            } else if has_profile {
                let info = ops.next()?;
                call.hotness = nth(Hotness::ALL, info & 7)?;
                call.tail = info >> 3 & 1 == 1;
            } else if code == summary::PERMODULE_RELBF {
                let info = ops.next()?;
                call.relative_frequency = (info & ((1 << 28) - 1)) as u32;
                call.tail = info >> 28 & 1 == 1;
            }
            calls.push(call);
        }
        Ok(calls)
    }

    /// `[flags, variable flags, references...]`; for a vtable, the number of references precedes them, and its functions
    /// with offsets follow them.
    fn variable(&mut self, code: u32, id: u64, module: SummaryModule, mut ops: Ops<'_>) -> Message<()> {
        let flags = self.flags(ops.next()?);
        let is_vtable = code == summary::PERMODULE_VTABLE_GLOBALVAR_INIT_REFS;
        let bits = if is_vtable || self.version >= 5 { ops.next()? } else { 0 };
        let count = if is_vtable { ops.next()? } else { ops.0.len() as u64 };
        let refs = self.references(ops.take(count)?)?;
        let mut functions = Vec::new();
        while !ops.0.is_empty() {
            functions.push(VTableFunction { function: self.value(ops.next()?)?, offset: ops.next()? });
        }
        let variable = VariableSummary {
            read_only: bits & 1 != 0,
            write_only: bits & 2 != 0,
            constant: bits & 4 != 0,
            vcall_visibility: (bits >> 3 & 3) as u8,
            functions,
        };
        self.add(id, GlobalSummary { module, flags, refs, kind: SummaryKind::Variable(variable) })
    }

    /// Per parameter: `[number, range, calls, calls x (parameter, callee, range)]`.
    fn param_accesses(&self, mut ops: Ops<'_>) -> Message<Vec<ParamAccess>> {
        let mut params = Vec::new();
        while !ops.0.is_empty() {
            let (param, offsets) = (ops.next()?, ops.range()?);
            let mut calls = Vec::new();
            for _ in 0..ops.next()? {
                let (param, callee) = (ops.next()?, self.value(ops.next()?)?);
                calls.push(ParamCall { callee, param, offsets: ops.range()? });
            }
            params.push(ParamAccess { param, offsets, calls });
        }
        Ok(params)
    }

    /// `[name, kind, width, alignment, size, mask, bits]`, then for each virtual function `[offset, kind, name, results,
    /// results x (arguments, arguments..., kind, info, byte, bit)]`.
    fn type_id(&mut self, mut ops: Ops<'_>) -> Message<()> {
        let name: Box<[u8]> = self.string(ops.next()?, ops.next()?)?.into();
        let test = TypeTest {
            kind: nth(TypeTestKind::ALL, ops.next()?)?,
            size_m1_bit_width: ops.next()? as u32,
            align_log2: ops.next()?,
            size_m1: ops.next()?,
            bit_mask: ops.next()? as u8,
            inline_bits: ops.next()?,
        };
        let mut type_id = TypeIdSummary { test, ..TypeIdSummary::default() };
        while !ops.0.is_empty() {
            let offset = ops.next()?;
            let mut devirtualization = Devirtualization {
                kind: nth(DevirtualizationKind::ALL, ops.next()?)?,
                implementation: self.string(ops.next()?, ops.next()?)?.into(),
                by_args: Default::default(),
            };
            for _ in 0..ops.next()? {
                let count = ops.next()?;
                let args = ops.take(count)?.to_vec();
                let result = ConstResult {
                    kind: nth(ConstResultKind::ALL, ops.next()?)?,
                    info: ops.next()?,
                    byte: ops.next()? as u32,
                    bit: ops.next()? as u32,
                };
                devirtualization.by_args.insert(args, result);
            }
            type_id.devirtualized.insert(offset, devirtualization);
        }
        self.index.type_ids.insert((Guid::of_identifier(&name), name), type_id);
        Ok(())
    }

    fn stack(&self, indices: &[u64]) -> Message<Vec<u64>> {
        indices.iter().map(|&index| nth(&self.stack_ids, index)).collect()
    }

    /// `[callee, stack ids...]`, or `[callee, stack ids, clones, stack ids..., clones...]`.
    fn call_site(&self, code: u32, mut ops: Ops<'_>) -> Message<CallSite> {
        let callee = ops.next()?;
        if code == summary::PERMODULE_CALLSITE_INFO {
            let callee = Some(self.value(callee)?);
            return Ok(CallSite { callee, clones: vec![0], stack_ids: self.stack(ops.0)? });
        }
        let (stack_ids, clones) = (ops.next()?, ops.next()?);
        Ok(CallSite {
            callee: self.values.get(&callee).copied(),
            stack_ids: self.stack(ops.take(stack_ids)?)?,
            clones: ops.take(clones)?.iter().map(|&clone| clone as u32).collect(),
        })
    }

    /// `[contexts, (versions,) contexts x (kind, context), versions...]`.
    fn allocation(&mut self, code: u32, mut ops: Ops<'_>) -> Message<Allocation> {
        let kind = |number: u64| match ALLOCATION_KINDS.iter().position(|&code| code == number) {
            Some(index) => Ok(AllocationKind::ALL[index]),
            None => invalid(),
        };
        let per_module = code == summary::PERMODULE_ALLOC_INFO;
        // Before version 10, the contexts extend to the end of the record.
        let count = if per_module && self.version < 10 { u64::MAX } else { ops.next()? };
        let versions = if per_module { 0 } else { ops.next()? };
        let mut contexts = Vec::new();
        while (contexts.len() as u64) < count && !(count == u64::MAX && ops.0.is_empty()) {
            let kind = kind(ops.next()?)?;
            let stack_ids = match code {
                summary::COMBINED_ALLOC_INFO_NO_CONTEXT => Vec::new(),
                _ => self.context(&mut ops)?,
            };
            contexts.push(AllocationContext { kind, stack_ids });
        }
        let versions = match per_module {
            true => vec![AllocationKind::None],
            false => ops.take(versions)?.iter().map(|&v| kind(v)).collect::<Message<_>>()?,
        };
        Ok(Allocation { versions, contexts })
    }

    /// The stack ids of a context: an inline list, or an index into the radix tree.
    fn context(&mut self, ops: &mut Ops<'_>) -> Message<Vec<u64>> {
        let first = ops.next()?;
        if self.contexts.is_empty() {
            return self.stack(ops.take(first)?);
        }
        let mut place = first;
        let count = nth(&self.contexts, place)?;
        // Contexts share suffixes. Bound the total expansion, so that a short file cannot exhaust memory.
        let Some(room) = self.room.checked_sub(count) else { return invalid() };
        self.room = room;
        let mut stack_ids = Vec::new();
        for _ in 0..count {
            place += 1;
            let mut element = nth(&self.contexts, place)? as u32;
            if (element as i32) < 0 {
                // A negative element is the relative position of the rest, in another context.
                place += u64::from(element.wrapping_neg());
                element = nth(&self.contexts, place)? as u32;
            }
            stack_ids.push(nth(&self.stack_ids, element.into())?);
        }
        Ok(stack_ids)
    }
}

/// The hash of a module.
fn hash(ops: &[u64]) -> Message<[u32; 5]> {
    match *ops {
        [a, b, c, d, e] => Ok([a, b, c, d, e].map(|word| word as u32)),
        _ => Err(format!("Invalid hash length {}", ops.len())),
    }
}

fn virtual_function(ops: &mut Ops<'_>) -> Message<VirtualFunction> {
    Ok(VirtualFunction { type_id: Guid(ops.next()?), offset: ops.next()? })
}

fn virtual_functions(list: &mut Vec<VirtualFunction>, mut ops: Ops<'_>) -> Message<()> {
    while !ops.0.is_empty() {
        list.push(virtual_function(&mut ops)?);
    }
    Ok(())
}
