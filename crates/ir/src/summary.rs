//! Module summaries ([Language Reference: ThinLTO Summary](https://llvm.org/docs/LangRef.html#thinlto-summary)): what whole
//! programs are optimized by, without their function bodies.
//!
//! A [`SummaryIndex`] stands for itself: it names globals and types by [`Guid`] and needs no module, for it may be about many.

use std::collections::BTreeMap;

use cranelift_entity::{PrimaryMap, entity_impl};

use crate::instruction::keyword_enum;
use crate::module::{Linkage, Visibility};

mod guid;

pub use guid::Guid;

/// The summary of a module, or of several together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SummaryIndex {
    /// The modules that summaries are of.
    pub modules: PrimaryMap<SummaryModule, ModulePath>,
    /// The globals that the modules define or refer to.
    pub globals: BTreeMap<Guid, GlobalSummaries>,
    /// What became of the type ids; the key is that of the name and the name.
    pub type_ids: BTreeMap<(Guid, Box<[u8]>), TypeIdSummary>,
    /// By name of a type id: the virtual tables that are compatible with it.
    pub compatible_vtables: BTreeMap<Box<[u8]>, Vec<VTableAddress>>,
    /// What holds of the whole index.
    pub flags: IndexFlags,
    /// How many basic blocks there are.
    pub block_count: u64,
}

/// A module of an index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SummaryModule(u32);
entity_impl!(SummaryModule, "module");

/// Where a module is, and what it was like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModulePath {
    /// The path of its file; empty for the one that takes in all modules without summaries.
    pub path: Box<[u8]>,
    /// The SHA-1 sum of its content; zero if it was not taken.
    pub hash: [u32; 5],
}

bitflags::bitflags! {
    /// What holds of a whole index.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct IndexFlags: u64 {
        /// It is known which globals are live.
        const DEAD_STRIPPED = 1;
        /// The backend has nothing to do for this module.
        const SKIP_MODULE = 2;
        /// Modules with type metadata are split for LTO.
        const SPLIT_LTO_UNIT = 8;
        /// Some of the modules were split for LTO and some were not.
        const PARTIALLY_SPLIT_LTO_UNITS = 16;
        /// `readonly` and `writeonly` have been worked out.
        const ATTRIBUTES_PROPAGATED = 32;
        /// `dsoLocal` has been worked out.
        const DSO_LOCAL_PROPAGATED = 64;
        /// Whole programs are seen.
        const WHOLE_PROGRAM_VISIBILITY = 128;
        /// The allocator knows hot from cold.
        const HOT_COLD_NEW = 256;
        /// Made for one kind of LTO and the other.
        const UNIFIED_LTO = 512;
        /// Globals have been internalized and promoted.
        const INTERNALIZED_AND_PROMOTED = 1024;
    }
}

/// What is known of one global: one summary per module that defines it, none if none does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GlobalSummaries {
    /// Its name, where that is known.
    pub name: Option<Box<[u8]>>,
    /// Its definitions.
    pub summaries: Vec<GlobalSummary>,
}

/// The summary of one definition of a global.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalSummary {
    /// The module that defines it.
    pub module: SummaryModule,
    /// What every global has.
    pub flags: GlobalFlags,
    /// The globals that it refers to otherwise than by calling them.
    pub refs: Vec<Reference>,
    /// What it is.
    pub kind: SummaryKind,
}

/// What a global is, and what goes with that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SummaryKind {
    /// `function`
    Function(Box<FunctionSummary>),
    /// `variable`
    Variable(VariableSummary),
    /// `alias`, of that global; `None` if the index does not have its definition.
    Alias(Option<Guid>),
}

keyword_enum! {
    /// How the definition of a global is taken over into another module.
    ImportKind {
        Definition = "definition",
        Declaration = "declaration",
    }
}

/// What the summary of every definition has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GlobalFlags {
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// Whether it must stay in its module.
    pub not_eligible_to_import: bool,
    /// Whether something that is needed needs it.
    pub live: bool,
    /// Whether it is resolved within the linked object.
    pub dso_local: bool,
    /// Whether the object's symbol table can do without it.
    pub can_auto_hide: bool,
    /// How it is taken over.
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
    /// What is done with its content.
    pub access: Access,
}

keyword_enum! {
    /// What is done with the content of a variable that is referred to.
    Access {
        Any = "",
        ReadOnly = "readonly",
        WriteOnly = "writeonly",
    }
}

/// What the summary of a function has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionSummary {
    /// How many instructions it has.
    pub instructions: u32,
    /// What holds of it.
    pub flags: FunctionFlags,
    /// What it calls.
    pub calls: Vec<CallEdge>,
    /// The type ids that it tests.
    pub type_tests: Vec<Guid>,
    /// The virtual functions that it calls, by how their tables are looked at; see [`VirtualCalls`].
    pub virtual_calls: VirtualCalls,
    /// The places where it allocates memory, with a profile of what is allocated.
    pub allocations: Vec<Allocation>,
    /// The calls that lead to such places.
    pub call_sites: Vec<CallSite>,
    /// The bytes behind its pointer parameters that it touches.
    pub params: Vec<ParamAccess>,
}

bitflags::bitflags! {
    /// What holds of a function.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct FunctionFlags: u16 {
        /// Touches no memory.
        const READ_NONE = 1;
        /// Writes no memory.
        const READ_ONLY = 2;
        /// Does not come to call itself.
        const NO_RECURSE = 4;
        /// What it returns is new memory.
        const RETURN_DOES_NOT_ALIAS = 8;
        /// Must not be inlined.
        const NO_INLINE = 16;
        /// Must be inlined.
        const ALWAYS_INLINE = 32;
        /// Does not unwind.
        const NO_UNWIND = 64;
        /// Has something in it that may throw.
        const MAY_THROW = 128;
        /// Calls what is not known.
        const HAS_UNKNOWN_CALL = 256;
        /// Is never to be reached.
        const MUST_BE_UNREACHABLE = 512;
    }
}

impl FunctionFlags {
    /// Each with its name in the text, in order.
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

/// That a function calls another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallEdge {
    /// What is called.
    pub callee: Guid,
    /// How often, by profile.
    pub hotness: Hotness,
    /// How often, compared with the function's entry, times 2^8; 0 if that is not known. It has 28 bits.
    pub relative_frequency: u32,
    /// Whether one of the calls is a tail call.
    pub tail: bool,
}

keyword_enum! {
    /// How often something is called.
    Hotness {
        Unknown = "unknown",
        Cold = "cold",
        None = "none",
        Hot = "hot",
        Critical = "critical",
    }
}

/// Virtual functions that are called, by how it is found out which.
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

/// A virtual function: one place in the tables of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VirtualFunction {
    /// The type id.
    pub type_id: Guid,
    /// The place, in bytes from the address point.
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
    /// What is known of memory that is allocated.
    AllocationKind {
        None = "none",
        NotCold = "notcold",
        Cold = "cold",
        Hot = "hot",
    }
}

/// A place where memory is allocated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// What each clone of the function allocates there.
    pub versions: Vec<AllocationKind>,
    /// What was seen, by how the place was reached.
    pub contexts: Vec<AllocationContext>,
}

/// What was seen to be allocated when a place was reached in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllocationContext {
    /// What it was.
    pub kind: AllocationKind,
    /// The calls on the way, the innermost first.
    pub stack_ids: Vec<u64>,
}

/// A call on the way to an allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// What is called, where that is known.
    pub callee: Option<Guid>,
    /// Which clone of it each clone of the function calls.
    pub clones: Vec<u32>,
    /// The ids of the call in the stacks of allocations, with what is inlined there.
    pub stack_ids: Vec<u64>,
}

/// What a function does with the memory behind a pointer parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamAccess {
    /// The number of the parameter.
    pub param: u64,
    /// The bytes that the function itself touches.
    pub offsets: OffsetRange,
    /// The calls that it is handed on to.
    pub calls: Vec<ParamCall>,
}

/// That a pointer parameter is handed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamCall {
    /// What is called.
    pub callee: Guid,
    /// As which of its parameters.
    pub param: u64,
    /// With what added to it.
    pub offsets: OffsetRange,
}

/// A range of signed offsets: no offset, all of them, or those from one to before another, which may be less than the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OffsetRange {
    start: i64,
    end: i64,
}

impl OffsetRange {
    /// No offset.
    pub const EMPTY: OffsetRange = OffsetRange { start: 0, end: 0 };
    /// Every offset.
    pub const FULL: OffsetRange = OffsetRange { start: -1, end: -1 };

    /// From one offset to another, both included, as the text has it: if the second comes just before the first this is none,
    /// but all if the first is -1.
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

    /// From one offset to before another. If both are the same, this is none if they are 0, and else all.
    pub fn new(start: i64, end: i64) -> OffsetRange {
        match start == end && start != 0 {
            true => Self::FULL,
            false => OffsetRange { start, end },
        }
    }

    /// The first offset, and the one behind the last: 0 and 0 for none, -1 and -1 for all.
    pub fn bounds(self) -> (i64, i64) {
        (self.start, self.end)
    }

    /// The least and the greatest offset; 0 and -1 if there is none.
    pub fn hull(self) -> (i64, i64) {
        let last = self.end.wrapping_sub(1);
        if self.start <= last || self == Self::EMPTY { (self.start, last) } else { (i64::MIN, i64::MAX) }
    }
}

/// What the summary of a variable has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariableSummary {
    /// Whether it may turn out to be only read.
    pub read_only: bool,
    /// Whether it may turn out to be only written.
    pub write_only: bool,
    /// Whether it is `constant`.
    pub constant: bool,
    /// For a virtual table: from how far its functions are called. 0 for anywhere, 1 for the linkage unit, 2 for the
    /// translation unit (`!vcall_visibility`).
    pub vcall_visibility: u8,
    /// For a virtual table: the functions in it.
    pub functions: Vec<VTableFunction>,
}

/// A function in a virtual table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VTableFunction {
    /// The function.
    pub function: Guid,
    /// Where it stands, in bytes.
    pub offset: u64,
}

/// A virtual table that is compatible with a type id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VTableAddress {
    /// The address point for the type, in bytes.
    pub offset: u64,
    /// The variable.
    pub vtable: Guid,
}

/// What became of a type id when the program was linked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeIdSummary {
    /// How to test for it.
    pub test: TypeTest,
    /// How to call its virtual functions, by their offset in the tables.
    pub devirtualized: BTreeMap<u64, Devirtualization>,
}

keyword_enum! {
    /// How a type test is done.
    TypeTestKind {
        Unsat = "unsat",
        ByteArray = "byteArray",
        Inline = "inline",
        Single = "single",
        AllOnes = "allOnes",
        Unknown = "unknown",
    }
}

/// How a type test is done, and the constants it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TypeTest {
    /// How.
    pub kind: TypeTestKind,
    /// The width of the number of addresses less one.
    pub size_m1_bit_width: u32,
    /// How the addresses are aligned.
    pub align_log2: u64,
    /// The number of addresses less one.
    pub size_m1: u64,
    /// The bit to test in the byte array.
    pub bit_mask: u8,
    /// The bits to test, if they fit into a register.
    pub inline_bits: u64,
}

impl Default for TypeTest {
    fn default() -> Self {
        let kind = TypeTestKind::Unknown;
        TypeTest { kind, size_m1_bit_width: 0, align_log2: 0, size_m1: 0, bit_mask: 0, inline_bits: 0 }
    }
}

keyword_enum! {
    /// What became of the calls of a virtual function.
    DevirtualizationKind {
        Indirect = "indir",
        SingleImplementation = "singleImpl",
        BranchFunnel = "branchFunnel",
    }
}

/// What became of the calls of a virtual function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Devirtualization {
    /// What.
    pub kind: DevirtualizationKind,
    /// The one function that there is, for [`DevirtualizationKind::SingleImplementation`].
    pub implementation: Box<[u8]>,
    /// What became of those calls that have constant integer arguments, by these.
    pub by_args: BTreeMap<Vec<u64>, ConstResult>,
}

keyword_enum! {
    /// What became of a virtual call with constant arguments.
    ConstResultKind {
        Indirect = "indir",
        UniformReturnValue = "uniformRetVal",
        UniqueReturnValue = "uniqueRetVal",
        VirtualConstant = "virtualConstProp",
    }
}

/// What became of a virtual call with constant arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConstResult {
    /// What.
    pub kind: ConstResultKind,
    /// The result of all implementations, or that of the one that differs.
    pub info: u64,
    /// Where the result stands, from the table's address point.
    pub byte: u32,
    /// Which bit of that byte.
    pub bit: u32,
}

impl SummaryIndex {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        *self == SummaryIndex::default()
    }

    /// Calls `f` with every reference to a global, to change it.
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

    /// Calls `f` with every reference to a type id, to change it.
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
