//! The effects of instructions on memory.

use lindworm_ir::attributes::{AttrKind, MemoryEffects, MemoryLocation, ModRef};
use lindworm_ir::instruction::{AtomicOrdering, CallInfo, TailCall};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::library::LibraryFunction;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Inst, InstData, Type, Value};

use super::{AccessSize, AliasAnalysis, AliasTags, Aliasing, Location};

const NONE: ModRef = ModRef::empty();

impl AliasAnalysis<'_> {
    /// The extent of an access of a type.
    pub fn size_of(&self, ty: Type) -> AccessSize {
        match self.module.data_layout().store_size(self.module.context(), ty) {
            Some(size) if !size.scalable => AccessSize::Precise(size.min),
            _ => AccessSize::AfterPointer,
        }
    }

    /// The location that a load, store, atomic operation or `va_arg` accesses.
    pub fn location(&self, inst: Inst) -> Option<Location> {
        let (pointer, size) = match *self.body.inst(inst) {
            InstData::Load { pointer, .. } => (pointer, self.size_of(self.body.inst_type(inst))),
            InstData::Store { pointer, value, .. }
            | InstData::AtomicRmw { pointer, value, .. }
            | InstData::CmpXchg { pointer, new: value, .. } => (pointer, self.size_of(self.type_of(value))),
            InstData::VaArg { list } => (list, AccessSize::AfterPointer),
            _ => return None,
        };
        Some(Location { pointer, size, tags: AliasTags::of(self.body, inst) })
    }

    /// The location that a call may access through an argument.
    pub fn arg_location(&self, inst: Inst, call: &CallInfo, n: usize) -> Location {
        let args = self.body.call_args(call);
        let constant = |n: usize| self.module.constants().as_u64(*args.get(n)?);
        let exact = |bytes: Option<u64>| bytes.map_or(AccessSize::AfterPointer, AccessSize::Precise);
        use IntrinsicId as I;
        let size = match self.intrinsic(call) {
            Some(
                I::MEMCPY
                | I::MEMMOVE
                | I::MEMSET
                | I::MEMCPY_INLINE
                | I::MEMSET_INLINE
                | I::MEMCPY_ELEMENT_UNORDERED_ATOMIC
                | I::MEMMOVE_ELEMENT_UNORDERED_ATOMIC
                | I::MEMSET_ELEMENT_UNORDERED_ATOMIC,
            ) => exact(constant(2)),
            Some(I::LIFETIME_START | I::LIFETIME_END) => {
                exact(self.object_size(args[n]).or(constant(0).filter(|_| n == 1)))
            }
            Some(I::INVARIANT_START) => exact(constant(0).filter(|&bytes| bytes != u64::MAX)),
            Some(I::MASKED_STORE) => match self.size_of(self.type_of(args[0])) {
                AccessSize::Precise(bytes) => AccessSize::AtMost(bytes),
                other => other,
            },
            Some(I::MASKED_LOAD) => match self.size_of(self.body.inst_type(inst)) {
                AccessSize::Precise(bytes) => AccessSize::AtMost(bytes),
                other => other,
            },
            Some(I::EXPERIMENTAL_MEMSET_PATTERN) => {
                let size = |n: usize| match self.size_of(self.type_of(*args.get(n)?)) {
                    AccessSize::Precise(bytes) => Some(bytes),
                    _ => None,
                };
                exact(size(1).zip(constant(2)).and_then(|(size, count)| size.checked_mul(count)))
            }
            Some(_) => AccessSize::BeforeOrAfterPointer,
            None => {
                let at_most = |bytes: Option<u64>| bytes.map_or(AccessSize::AfterPointer, AccessSize::AtMost);
                match self.library_function(call) {
                    Some(b"strcpy" | b"strcat" | b"strncat") => AccessSize::AfterPointer,
                    Some(b"strncpy" | b"memchr") => at_most(constant(2)),
                    Some(b"memccpy") => at_most(constant(3)),
                    Some(b"__memset_chk" | b"__memcpy_chk" | b"memcmp" | b"bcmp") => exact(constant(2)),
                    Some(b"memset_pattern4") if n == 1 => AccessSize::Precise(4),
                    Some(b"memset_pattern8") if n == 1 => AccessSize::Precise(8),
                    Some(b"memset_pattern16") if n == 1 => AccessSize::Precise(16),
                    Some(b"memset_pattern4" | b"memset_pattern8" | b"memset_pattern16") => exact(constant(2)),
                    _ => AccessSize::BeforeOrAfterPointer,
                }
            }
        };
        Location { pointer: args[n], size, tags: AliasTags::of(self.body, inst) }
    }

    /// The name of the function of the C library that is called, if it may be assumed to be that function.
    pub fn library_function(&self, call: &CallInfo) -> Option<&[u8]> {
        let callee = self.module.global(call.callee.as_global()?)?;
        let name = callee.name();
        let is_known = matches!(name.first(), Some(b's' | b'm' | b'b' | b'c' | b'_'))
            && LibraryFunction::of(self.module, callee).is_some()
            && !self.call_has(call, AttrKind::NO_BUILTIN);
        is_known.then_some(name)
    }

    /// The memory effects of a call, by its attributes and bundles.
    pub fn call_effects(&self, call: &CallInfo) -> MemoryEffects {
        let cx = self.module.context();
        let effects = |list| cx.memory_effects(cx.attribute_list(list).function);
        let mut own = effects(call.attributes);
        let bundles = self.body.bundles(call.bundles);
        let is_assume = self.intrinsic(call) == Some(IntrinsicId::ASSUME);
        let matters = |tags: &[&[u8]]| !is_assume && bundles.iter().any(|bundle| !tags.contains(&&*bundle.tag));
        let of_callee = self.module.callee(call.callee).map_or(MemoryEffects::UNKNOWN, |f| effects(f.attributes));
        let mut of_callee = of_callee;
        // Bundles may add effects to those of the function.
        if matters(&[b"ptrauth", b"kcfi", b"convergencectrl"]) {
            let access = match matters(&[b"ptrauth", b"kcfi", b"convergencectrl", b"deopt", b"funclet"]) {
                true => ModRef::all(),
                false => ModRef::REF,
            };
            of_callee = of_callee | MemoryEffects::all(access);
            if access == ModRef::all() {
                own = own | MemoryEffects::all(access);
            }
        }
        own & of_callee
    }

    /// Whether a call or its callee has a function attribute.
    pub(super) fn call_has(&self, call: &CallInfo, kind: AttrKind) -> bool {
        let cx = self.module.context();
        let declared = self.module.callee(call.callee).map(|f| f.attributes);
        let lists = [Some(call.attributes), declared].into_iter().flatten();
        lists.map(|list| cx.attribute_list(list).function).any(|set| cx.has_attribute(set, kind))
    }

    /// The access of a call through a pointer argument.
    fn arg_access(&self, call: &CallInfo, n: usize) -> ModRef {
        let has = |kind| self.arg_has(call, n, kind);
        if has(AttrKind::READ_NONE) {
            return NONE;
        }
        if has(AttrKind::READ_ONLY) || has(AttrKind::BY_VAL) {
            return ModRef::REF;
        }
        if has(AttrKind::WRITE_ONLY) { ModRef::MOD } else { ModRef::all() }
    }

    /// The accesses to a location that are possible at all: none for constant memory.
    pub fn possible_access(&self, at: &Location) -> ModRef {
        if self.is_constant_by_type(&at.tags) {
            return NONE;
        }
        if !self.rules.basic {
            return ModRef::all();
        }
        let object = self.underlying_object(at.pointer);
        match object.kind() {
            ValueKind::Global(g) => {
                let variable = self.module.global(g).and_then(|g| g.as_variable());
                if variable.is_some_and(|variable| variable.constant) { NONE } else { ModRef::all() }
            }
            // Nobody writes to memory that is only read through its only pointer.
            ValueKind::Arg(n) if self.has_param(n, AttrKind::NO_ALIAS) && self.has_param(n, AttrKind::READ_ONLY) => {
                ModRef::REF
            }
            _ => ModRef::all(),
        }
    }

    /// How an instruction may access a location.
    pub fn mod_ref(&self, inst: Inst, at: &Location) -> ModRef {
        let data = self.body.inst(inst);
        if let Some(call) = data.call_info() {
            return self.call_mod_ref(inst, call, at);
        }
        let (access, ordering) = match *data {
            InstData::Load { ordering, .. } => (ModRef::REF, ordering),
            InstData::Store { ordering, .. } => (ModRef::MOD, ordering),
            InstData::CmpXchg { success, .. } => (ModRef::all(), success),
            InstData::AtomicRmw { ordering, .. } => (ModRef::all(), ordering),
            InstData::VaArg { .. } => (ModRef::all(), AtomicOrdering::NotAtomic),
            InstData::Fence { .. } | InstData::CatchPad { .. } | InstData::CatchRet { .. } => {
                return self.possible_access(at);
            }
            _ => return NONE,
        };
        if ordering > AtomicOrdering::Monotonic {
            return ModRef::all();
        }
        let overlaps = self.location(inst).is_none_or(|own| self.alias(&own, at) != Aliasing::No);
        if !overlaps {
            return NONE;
        }
        // Accesses of one location by several threads have an order.
        if ordering == AtomicOrdering::Monotonic {
            return ModRef::all();
        }
        if access == ModRef::REF { access } else { access & self.possible_access(at) }
    }

    fn call_mod_ref(&self, inst: Inst, call: &CallInfo, at: &Location) -> ModRef {
        let mut result = if self.rules.basic { self.basic_call_mod_ref(inst, call, at) } else { ModRef::all() };
        let tags = AliasTags::of(self.body, inst);
        if self.is_excluded_by_tags(&tags, &at.tags) {
            return NONE;
        }
        if result.is_empty() {
            return NONE;
        }
        let effects = self.call_effects(call);
        let mut others = NONE;
        for location in [MemoryLocation::Errno, MemoryLocation::Other] {
            others |= effects.get(location);
        }
        let mut through_args = effects.get(MemoryLocation::Arg);
        if !others.contains(through_args) {
            let args = self.body.call_args(call);
            let mut any = NONE;
            for (n, &arg) in args.iter().enumerate() {
                if !self.module.context().is_pointer(self.type_of(arg)) {
                    continue;
                }
                let own = self.arg_location(inst, call, n);
                if self.alias(&own, at) != Aliasing::No {
                    any |= self.arg_access(call, n);
                }
            }
            through_args &= any;
        }
        result &= through_args | others;
        if result.is_empty() { NONE } else { result & self.possible_access(at) }
    }

    /// Whether the metadata of a call excludes an access of a location.
    fn is_excluded_by_tags(&self, call: &AliasTags, at: &AliasTags) -> bool {
        !self.may_alias_by_tags(call, at)
    }

    /// The rules of `basic-aa` for calls: a local object is accessed only if the call has its address.
    fn basic_call_mod_ref(&self, inst: Inst, call: &CallInfo, at: &Location) -> ModRef {
        let object = self.underlying_object(at.pointer);
        let data = self.body.inst(inst);
        let args = self.body.call_args(call);
        let is_tail = matches!(data, InstData::Call { tail: TailCall::Tail | TailCall::MustTail, .. });
        if is_tail
            && matches!(self.inst(object), Some(InstData::Alloca { .. }))
            && !(0..args.len()).any(|n| self.arg_has(call, n, AttrKind::BY_VAL))
        {
            return NONE;
        }
        use IntrinsicId as I;
        let intrinsic = self.intrinsic(call);
        if object != inst.into()
            && object.is_local()
            && intrinsic != Some(I::STACKRESTORE)
            && self.is_not_captured_before(object, Some(inst), false)
        {
            let mut result = NONE;
            let operands = args.len() + self.body.bundles(call.bundles).iter().map(|b| b.len as usize).sum::<usize>();
            for n in 0..operands {
                let Some(value) = self.body.operand(inst, n) else { break };
                if !self.module.context().is_pointer_or_pointer_vector(self.type_of(value)) {
                    continue;
                }
                let around = |v| Location::around(v);
                if self.alias(&around(value), &around(object)) != Aliasing::No {
                    result |= if n < args.len() { self.arg_access(call, n) } else { ModRef::all() };
                }
            }
            if result != ModRef::all() {
                return result;
            }
        }
        match intrinsic {
            Some(I::ASSUME | I::EXPERIMENTAL_NOALIAS_SCOPE_DECL | I::PSEUDOPROBE | I::SIDEEFFECT) => NONE,
            // These are modelled as writes to keep the control flow.
            Some(I::EXPERIMENTAL_GUARD | I::EXPERIMENTAL_DEOPTIMIZE | I::INVARIANT_START) => ModRef::REF,
            _ if self.is_no_alias_call(inst.into()) && self.is_allocation(call) => {
                match self.alias(&Location::around(inst.into()), at) {
                    Aliasing::No => NONE,
                    _ => ModRef::all(),
                }
            }
            _ => ModRef::all(),
        }
    }

    fn is_allocation(&self, call: &CallInfo) -> bool {
        let name = call.callee.as_global().and_then(|g| self.module.global(g)).map(|g| g.name());
        name.is_some_and(|name| matches!(name, b"malloc" | b"calloc"))
    }

    /// How a call may access memory that another call accesses.
    pub fn calls_mod_ref(&self, first: Inst, second: Inst) -> ModRef {
        let [Some(a), Some(b)] = [first, second].map(|inst| self.body.inst(inst).call_info()) else {
            return ModRef::all();
        };
        if self.is_excluded_by_tags(&AliasTags::of(self.body, first), &AliasTags::of(self.body, second)) {
            return NONE;
        }
        let (ea, eb) = (self.call_effects(a), self.call_effects(b));
        // A guard reads what the code reads that it may continue with.
        let is_guard = |call| self.intrinsic(call) == Some(IntrinsicId::EXPERIMENTAL_GUARD);
        match (ea.any().contains(ModRef::MOD), eb.any().contains(ModRef::MOD)) {
            (_, writes) if is_guard(a) => return if writes { ModRef::REF } else { NONE },
            (writes, _) if is_guard(b) => return if writes { ModRef::MOD } else { NONE },
            _ => {}
        }
        let (any_a, any_b) = (ea.any(), eb.any());
        if any_a.is_empty() || any_b.is_empty() || any_a == ModRef::REF && any_b == ModRef::REF {
            return NONE;
        }
        let result = any_a;
        let only_args = |effects: lindworm_ir::attributes::MemoryEffects| {
            MemoryLocation::ALL.iter().all(|&at| at == MemoryLocation::Arg || effects.get(at).is_empty())
        };
        let pointers = |call: &CallInfo| {
            let args = self.body.call_args(call);
            (0..args.len())
                .filter(|&n| self.module.context().is_pointer(self.type_of(args[n])))
                .collect::<smallvec::SmallVec<[usize; 8]>>()
        };
        if only_args(eb) {
            let mut found = NONE;
            for n in pointers(b) {
                let access = self.arg_access(b, n) & eb.get(MemoryLocation::Arg);
                if !access.is_empty() {
                    found |= self.call_mod_ref(first, a, &self.arg_location(second, b, n)) & result;
                }
                if found == result {
                    break;
                }
            }
            return found;
        }
        if only_args(ea) {
            let mut found = NONE;
            for n in pointers(a) {
                let access = self.arg_access(a, n) & ea.get(MemoryLocation::Arg);
                let other = self.call_mod_ref(second, b, &self.arg_location(first, a, n));
                let meets = access.contains(ModRef::MOD) && !other.is_empty()
                    || access.contains(ModRef::REF) && other.contains(ModRef::MOD);
                if meets {
                    found |= access & result;
                }
                if found == result {
                    break;
                }
            }
            return found;
        }
        result
    }

    /// The value that a pointer operand of a call has, if the call may only read it: see [`AliasAnalysis::mod_ref`].
    pub fn is_read_only_argument(&self, call: &CallInfo, n: usize) -> bool {
        !self.arg_access(call, n).contains(ModRef::MOD)
    }

    /// Whether a value is the address of memory that nobody writes.
    pub fn is_constant_memory(&self, pointer: Value) -> bool {
        !self.possible_access(&Location::around(pointer)).contains(ModRef::MOD)
    }
}
