//! Module summaries ([Language Reference: ThinLTO Summary](https://llvm.org/docs/LangRef.html#thinlto-summary)): the basis of
//! whole-program optimization without function bodies.
//!
//! A [`SummaryIndex`] is independent of modules: it refers to globals and types by [`Guid`], because it may cover many modules.

use std::collections::BTreeMap;

use cranelift_entity::{PrimaryMap, entity_impl};

use crate::instruction::keyword_enum;
use crate::module::{Linkage, Visibility};

mod guid;

pub use guid::Guid;

/// The summary of one or more modules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SummaryIndex {
    /// The summarized modules.
    pub modules: PrimaryMap<SummaryModule, ModulePath>,
    /// The globals that the modules define or refer to.
    pub globals: BTreeMap<Guid, GlobalSummaries>,
    /// The summaries of type ids, by the GUID of the name and the name.
    pub type_ids: BTreeMap<(Guid, Box<[u8]>), TypeIdSummary>,
    /// The virtual tables compatible with each type id, by name.
    pub compatible_vtables: BTreeMap<Box<[u8]>, Vec<VTableAddress>>,
    /// Flags of the whole index.
    pub flags: IndexFlags,
    /// The number of basic blocks.
    pub block_count: u64,
}

/// A module of an index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SummaryModule(u32);
entity_impl!(SummaryModule, "module");

/// The path and hash of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModulePath {
    /// The path of the file; empty for the regular LTO module, which combines all modules without summaries.
    pub path: Box<[u8]>,
    /// The SHA-1 hash of the content; zero if it was not computed.
    pub hash: [u32; 5],
}

bitflags::bitflags! {
    /// Flags of a whole index.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct IndexFlags: u64 {
        /// Liveness of globals has been computed.
        const DEAD_STRIPPED = 1;
        /// The backend skips this module.
        const SKIP_MODULE = 2;
        /// Modules with type metadata are split for LTO.
        const SPLIT_LTO_UNIT = 8;
        /// Some of the modules were split for LTO and some were not.
        const PARTIALLY_SPLIT_LTO_UNITS = 16;
        /// `readonly` and `writeonly` have been propagated.
        const ATTRIBUTES_PROPAGATED = 32;
        /// `dsoLocal` has been propagated.
        const DSO_LOCAL_PROPAGATED = 64;
        /// The whole program is visible.
        const WHOLE_PROGRAM_VISIBILITY = 128;
        /// The allocator supports hot and cold hints.
        const HOT_COLD_NEW = 256;
        /// Compiled for unified LTO, which allows both kinds of LTO.
        const UNIFIED_LTO = 512;
        /// Globals have been internalized and promoted.
        const INTERNALIZED_AND_PROMOTED = 1024;
    }
}

/// The summaries of a global: one for each module that defines it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GlobalSummaries {
    /// The name, if known.
    pub name: Option<Box<[u8]>>,
    /// The summaries of its definitions.
    pub summaries: Vec<GlobalSummary>,
}

/// The summary of one definition of a global.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalSummary {
    /// The module that defines it.
    pub module: SummaryModule,
    /// The flags common to all kinds.
    pub flags: GlobalFlags,
    /// The globals that it refers to other than by calls.
    pub refs: Vec<Reference>,
    /// The kind, with the properties of that kind.
    pub kind: SummaryKind,
}

/// The kind of a global, with the properties of that kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SummaryKind {
    /// `function`
    Function(Box<FunctionSummary>),
    /// `variable`
    Variable(VariableSummary),
    /// `alias` with this aliasee; `None` if the index does not have the definition of the aliasee.
    Alias(Option<Guid>),
}

keyword_enum! {
    /// How a definition is imported into another module.
    ImportKind {
        Definition = "definition",
        Declaration = "declaration",
    }
}

/// The flags of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GlobalFlags {
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// Whether it cannot be imported.
    pub not_eligible_to_import: bool,
    /// Whether it is live.
    pub live: bool,
    /// Whether it is resolved within the linked object.
    pub dso_local: bool,
    /// Whether it can be omitted from the object's symbol table.
    pub can_auto_hide: bool,
    /// How it is imported.
    pub import: ImportKind,
}

impl Default for GlobalFlags {
    fn default() -> Self {
        GlobalFlags {
            linkage: Linkage::External,
            visibility: Visibility::Default,
            not_eligible_to_import: false,
            live: false,
            dso_local: false,
            can_auto_hide: false,
            import: ImportKind::Definition,
        }
    }
}

/// A reference to a global.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reference {
    /// The global.
    pub global: Guid,
    /// How its content is accessed.
    pub access: Access,
}

keyword_enum! {
    /// The access to the content of a referenced variable.
    Access {
        Any = "",
        ReadOnly = "readonly",
        WriteOnly = "writeonly",
    }
}

/// The summary of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionSummary {
    /// The number of instructions.
    pub instructions: u32,
    /// The flags.
    pub flags: FunctionFlags,
    /// The calls.
    pub calls: Vec<CallEdge>,
    /// The type ids that it tests.
    pub type_tests: Vec<Guid>,
    /// The virtual calls, by the kind of type test; see [`VirtualCalls`].
    pub virtual_calls: VirtualCalls,
    /// The allocation sites, with memory profiles.
    pub allocations: Vec<Allocation>,
    /// The calls that lead to profiled allocation sites.
    pub call_sites: Vec<CallSite>,
    /// The accessed offsets of pointer parameters.
    pub params: Vec<ParamAccess>,
}

bitflags::bitflags! {
    /// Flags of a function.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct FunctionFlags: u16 {
        /// Does not access memory.
        const READ_NONE = 1;
        /// Does not write memory.
        const READ_ONLY = 2;
        /// Does not recurse.
        const NO_RECURSE = 4;
        /// The returned pointer does not alias.
        const RETURN_DOES_NOT_ALIAS = 8;
        /// Must not be inlined.
        const NO_INLINE = 16;
        /// Must be inlined.
        const ALWAYS_INLINE = 32;
        /// Does not unwind.
        const NO_UNWIND = 64;
        /// Contains an instruction that may throw.
        const MAY_THROW = 128;
        /// Has a call of an unknown function.
        const HAS_UNKNOWN_CALL = 256;
        /// Must be unreachable.
        const MUST_BE_UNREACHABLE = 512;
    }
}

impl FunctionFlags {
    /// The flags with their names in the text, in order.
    pub const NAMES: [(FunctionFlags, &'static str); 10] = [
        (FunctionFlags::READ_NONE, "readNone"),
        (FunctionFlags::READ_ONLY, "readOnly"),
        (FunctionFlags::NO_RECURSE, "noRecurse"),
        (FunctionFlags::RETURN_DOES_NOT_ALIAS, "returnDoesNotAlias"),
        (FunctionFlags::NO_INLINE, "noInline"),
        (FunctionFlags::ALWAYS_INLINE, "alwaysInline"),
        (FunctionFlags::NO_UNWIND, "noUnwind"),
        (FunctionFlags::MAY_THROW, "mayThrow"),
        (FunctionFlags::HAS_UNKNOWN_CALL, "hasUnknownCall"),
        (FunctionFlags::MUST_BE_UNREACHABLE, "mustBeUnreachable"),
    ];
}

/// A call edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallEdge {
    /// The callee.
    pub callee: Guid,
    /// The hotness, from the profile.
    pub hotness: Hotness,
    /// The frequency relative to the function's entry, times 2^8, in 28 bits; 0 if unknown.
    pub relative_frequency: u32,
    /// Whether one of the calls is a tail call.
    pub tail: bool,
}

keyword_enum! {
    /// The hotness of a call.
    Hotness {
        Unknown = "unknown",
        Cold = "cold",
        None = "none",
        Hot = "hot",
        Critical = "critical",
    }
}

/// Virtual calls, by the kind of type test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VirtualCalls {
    /// `typeTestAssumeVCalls`: a type test whose result is assumed.
    pub assumed: Vec<VirtualFunction>,
    /// `typeCheckedLoadVCalls`: `llvm.type.checked.load`.
    pub checked: Vec<VirtualFunction>,
    /// `typeTestAssumeConstVCalls`: as `assumed`, with constant arguments.
    pub assumed_const: Vec<ConstVirtualCall>,
    /// `typeCheckedLoadConstVCalls`: as `checked`, with constant arguments.
    pub checked_const: Vec<ConstVirtualCall>,
}

/// A virtual function: an offset in the virtual tables of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VirtualFunction {
    /// The type id.
    pub type_id: Guid,
    /// The byte offset from the address point.
    pub offset: u64,
}

/// A call of a virtual function with constant integer arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConstVirtualCall {
    /// The function.
    pub function: VirtualFunction,
    /// The arguments after `this`.
    pub args: Vec<u64>,
}

keyword_enum! {
    /// The profiled hotness of allocated memory.
    AllocationKind {
        None = "none",
        NotCold = "notcold",
        Cold = "cold",
        Hot = "hot",
    }
}

/// An allocation site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// The allocation kind in each clone of the function.
    pub versions: Vec<AllocationKind>,
    /// The profiled kinds, by calling context.
    pub contexts: Vec<AllocationContext>,
}

/// The profile of an allocation site in one calling context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllocationContext {
    /// The allocation kind.
    pub kind: AllocationKind,
    /// The calls of the context, innermost first.
    pub stack_ids: Vec<u64>,
}

/// A call in the context of an allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// The callee, if known.
    pub callee: Option<Guid>,
    /// The clone of the callee that each clone of the function calls.
    pub clones: Vec<u32>,
    /// The stack ids of the call, with those of calls inlined there.
    pub stack_ids: Vec<u64>,
}

/// The accesses of a function through a pointer parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamAccess {
    /// The index of the parameter.
    pub param: u64,
    /// The byte offsets that the function itself accesses.
    pub offsets: OffsetRange,
    /// The calls to which the parameter is passed.
    pub calls: Vec<ParamCall>,
}

/// A call to which a pointer parameter is passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamCall {
    /// The callee.
    pub callee: Guid,
    /// The index of the callee's parameter.
    pub param: u64,
    /// The offsets added to the pointer.
    pub offsets: OffsetRange,
}

/// A range of signed offsets: empty, full, or half-open from a start to an end, which may be less than the start (a wrapped
/// range).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OffsetRange {
    start: i64,
    end: i64,
}

impl OffsetRange {
    /// The empty range.
    pub const EMPTY: OffsetRange = OffsetRange { start: 0, end: 0 };
    /// The full range.
    pub const FULL: OffsetRange = OffsetRange { start: -1, end: -1 };

    /// The range between two offsets, both included, as in the text. If the second directly precedes the first, the range is
    /// empty, but full if the first is -1.
    ///
    /// ```
    /// use lindworm_ir::summary::OffsetRange;
    /// assert_eq!(OffsetRange::inclusive(-3, 7).hull(), (-3, 7));
    /// assert_eq!(OffsetRange::inclusive(5, 4), OffsetRange::EMPTY);
    /// assert_eq!(OffsetRange::inclusive(5, 2).hull(), (i64::MIN, i64::MAX));
    /// ```
    pub fn inclusive(first: i64, last: i64) -> OffsetRange {
        match last.wrapping_add(1) {
            end if end == first && first == -1 => Self::FULL,
            end if end == first => Self::EMPTY,
            end => OffsetRange { start: first, end },
        }
    }

    /// The half-open range from `start` to `end`. If both are equal, the range is empty if they are 0, otherwise full.
    pub fn new(start: i64, end: i64) -> OffsetRange {
        match start == end && start != 0 {
            true => Self::FULL,
            false => OffsetRange { start, end },
        }
    }

    /// The start and the end (exclusive): 0 and 0 for the empty range, -1 and -1 for the full range.
    pub fn bounds(self) -> (i64, i64) {
        (self.start, self.end)
    }

    /// The minimum and the maximum; 0 and -1 for the empty range.
    pub fn hull(self) -> (i64, i64) {
        let last = self.end.wrapping_sub(1);
        if self.start <= last || self == Self::EMPTY { (self.start, last) } else { (i64::MIN, i64::MAX) }
    }
}

/// The summary of a variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariableSummary {
    /// Whether it may be read-only.
    pub read_only: bool,
    /// Whether it may be write-only.
    pub write_only: bool,
    /// Whether it is `constant`.
    pub constant: bool,
    /// For a virtual table, the visibility of virtual calls: 0 for public, 1 for the linkage unit, 2 for the translation unit
    /// (`!vcall_visibility`).
    pub vcall_visibility: u8,
    /// For a virtual table, its functions.
    pub functions: Vec<VTableFunction>,
}

/// A function in a virtual table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VTableFunction {
    /// The function.
    pub function: Guid,
    /// The byte offset.
    pub offset: u64,
}

/// A virtual table that is compatible with a type id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VTableAddress {
    /// The byte offset of the address point for the type.
    pub offset: u64,
    /// The variable.
    pub vtable: Guid,
}

/// The resolution of a type id in whole-program optimization.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeIdSummary {
    /// The resolution of type tests.
    pub test: TypeTest,
    /// The resolutions of virtual calls, by byte offset in the virtual tables.
    pub devirtualized: BTreeMap<u64, Devirtualization>,
}

keyword_enum! {
    /// The implementation of a type test.
    TypeTestKind {
        Unsat = "unsat",
        ByteArray = "byteArray",
        Inline = "inline",
        Single = "single",
        AllOnes = "allOnes",
        Unknown = "unknown",
    }
}

/// The implementation of a type test, with its constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TypeTest {
    /// The kind.
    pub kind: TypeTestKind,
    /// The bit width of `size_m1`.
    pub size_m1_bit_width: u32,
    /// The alignment of the addresses, as log2.
    pub align_log2: u64,
    /// The number of addresses minus one.
    pub size_m1: u64,
    /// The mask of the bit to test in the byte array.
    pub bit_mask: u8,
    /// The bit vector, if it fits into a register.
    pub inline_bits: u64,
}

impl Default for TypeTest {
    fn default() -> Self {
        let kind = TypeTestKind::Unknown;
        TypeTest { kind, size_m1_bit_width: 0, align_log2: 0, size_m1: 0, bit_mask: 0, inline_bits: 0 }
    }
}

keyword_enum! {
    /// The resolution of the calls of a virtual function.
    DevirtualizationKind {
        Indirect = "indir",
        SingleImplementation = "singleImpl",
        BranchFunnel = "branchFunnel",
    }
}

/// The resolution of the calls of a virtual function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Devirtualization {
    /// The kind.
    pub kind: DevirtualizationKind,
    /// The name of the only implementation, for [`DevirtualizationKind::SingleImplementation`].
    pub implementation: Box<[u8]>,
    /// The resolutions of calls with constant integer arguments, by argument values.
    pub by_args: BTreeMap<Vec<u64>, ConstResult>,
}

keyword_enum! {
    /// The resolution of a virtual call with constant arguments.
    ConstResultKind {
        Indirect = "indir",
        UniformReturnValue = "uniformRetVal",
        UniqueReturnValue = "uniqueRetVal",
        VirtualConstant = "virtualConstProp",
    }
}

/// The resolution of a virtual call with constant arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConstResult {
    /// The kind.
    pub kind: ConstResultKind,
    /// The result of all implementations, or of the one that differs.
    pub info: u64,
    /// The byte offset of the result from the table's address point.
    pub byte: u32,
    /// The bit index in that byte.
    pub bit: u32,
}

impl SummaryIndex {
    /// Whether the index is empty.
    pub fn is_empty(&self) -> bool {
        *self == SummaryIndex::default()
    }

    /// Calls `f` with every reference to a global, mutable.
    pub fn for_each_global_mut(&mut self, mut f: impl FnMut(&mut Guid)) {
        for summary in self.globals.values_mut().flat_map(|g| &mut g.summaries) {
            summary.refs.iter_mut().for_each(|r| f(&mut r.global));
            match &mut summary.kind {
                SummaryKind::Function(function) => {
                    function.calls.iter_mut().for_each(|c| f(&mut c.callee));
                    function.call_sites.iter_mut().filter_map(|c| c.callee.as_mut()).for_each(&mut f);
                    function.params.iter_mut().flat_map(|p| &mut p.calls).for_each(|c| f(&mut c.callee));
                }
                SummaryKind::Variable(variable) => variable.functions.iter_mut().for_each(|v| f(&mut v.function)),
                SummaryKind::Alias(aliasee) => aliasee.iter_mut().for_each(&mut f),
            }
        }
        self.compatible_vtables.values_mut().flatten().for_each(|v| f(&mut v.vtable));
    }

    /// Calls `f` with every reference to a type id, mutable.
    pub fn for_each_type_id_mut(&mut self, mut f: impl FnMut(&mut Guid)) {
        for summary in self.globals.values_mut().flat_map(|g| &mut g.summaries) {
            let SummaryKind::Function(function) = &mut summary.kind else { continue };
            function.type_tests.iter_mut().for_each(&mut f);
            let calls = &mut function.virtual_calls;
            let plain = calls.assumed.iter_mut().chain(&mut calls.checked);
            let with_args = calls.assumed_const.iter_mut().chain(&mut calls.checked_const);
            plain.chain(with_args.map(|c| &mut c.function)).for_each(|v| f(&mut v.type_id));
        }
    }
}
