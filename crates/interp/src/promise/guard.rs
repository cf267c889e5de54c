//! Promises of functions and calls about all operations until they return, without those that are statically known to hold. The
//! remaining promises are checked at run time.

use std::sync::Arc;

use lindworm_ir::attributes::{
    AttrKind, Attribute, AttributeListData, AttributeSet, CaptureComponents, Captures, MemoryEffects, MemoryLocation,
    ModRef,
};
use lindworm_ir::{Context, Type};

use super::effects::{ALL_CAPTURED, ArgumentEffects, Effects};

/// The promises about a pointer argument.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ArgumentPromises {
    /// The number of the argument.
    pub(crate) argument: u32,
    /// The register, relative to the first register of the first argument.
    pub(crate) register: u32,
    pub(crate) noalias: bool,
    /// The permitted accesses through the argument. With `writeonly`, bytes may be read after they were written.
    pub(crate) access: ModRef,
    pub(crate) captures: Captures,
    pub(crate) nofree: bool,
    /// The initialized byte ranges, relative to the argument.
    pub(crate) initializes: Vec<(i64, i64)>,
    pub(crate) dead_on_return: bool,
    /// Set for `dead_on_unwind`: the number of `writable` bytes, which count as written from the start of the function.
    pub(crate) dead_on_unwind: Option<u64>,
}

impl ArgumentPromises {
    fn new(cx: &Context, set: AttributeSet, argument: u32, register: u32) -> ArgumentPromises {
        let has = |kind| cx.has_attribute(set, kind);
        let mut access = ModRef::all();
        if has(AttrKind::READ_NONE) || has(AttrKind::READ_ONLY) {
            access -= ModRef::MOD;
        }
        if has(AttrKind::READ_NONE) || has(AttrKind::WRITE_ONLY) {
            access -= ModRef::REF;
        }
        let initializes = match cx.attribute(set, AttrKind::INITIALIZES) {
            Some(Attribute::Ranges(_, ranges)) => {
                ranges.iter().filter_map(|(from, to)| Some((from.to_i64()?, to.to_i64()?))).collect()
            }
            _ => Vec::new(),
        };
        let writable = if has(AttrKind::WRITABLE) { cx.attribute_int(set, AttrKind::DEREFERENCEABLE) } else { None };
        ArgumentPromises {
            argument,
            register,
            noalias: has(AttrKind::NO_ALIAS),
            access,
            captures: cx.attribute_int(set, AttrKind::CAPTURES).map_or(ALL_CAPTURED, Captures::from_bits),
            nofree: has(AttrKind::NO_FREE),
            initializes,
            dead_on_return: has(AttrKind::DEAD_ON_RETURN),
            dead_on_unwind: has(AttrKind::DEAD_ON_UNWIND).then(|| writable.unwrap_or(0)),
        }
    }

    /// The same argument without promises.
    fn nothing(&self) -> ArgumentPromises {
        ArgumentPromises {
            argument: self.argument,
            register: self.register,
            noalias: false,
            access: ModRef::all(),
            captures: ALL_CAPTURED,
            nofree: false,
            initializes: Vec::new(),
            dead_on_return: false,
            dead_on_unwind: None,
        }
    }

    /// Removes the promises that `other` contains.
    fn without(&mut self, other: &ArgumentPromises) {
        self.noalias &= !other.noalias;
        // `readnone` is kept as a whole: a half of it would be a different promise.
        if self.access.contains(other.access) {
            self.access = ModRef::all();
        }
        self.nofree &= !other.nofree;
        self.dead_on_return &= !other.dead_on_return;
        self.dead_on_unwind = self.dead_on_unwind.filter(|_| self.dead_on_unwind != other.dead_on_unwind);
        if other.captures == self.captures {
            self.captures = ALL_CAPTURED;
        }
        if other.initializes == self.initializes {
            self.initializes.clear();
        }
    }

    /// Removes the promises that hold according to the effects.
    fn without_kept(&mut self, effects: &ArgumentEffects, unwinds: bool) {
        let ArgumentEffects { own, foreign, escapes, returned, freed, special } = *effects;
        let conflict = own.contains(ModRef::MOD) && !foreign.is_empty()
            || own.contains(ModRef::REF) && foreign.contains(ModRef::MOD);
        self.noalias &= conflict;
        if self.access.contains(own) {
            self.access = ModRef::all();
        }
        self.nofree &= freed;
        let writes = own.contains(ModRef::MOD);
        self.dead_on_return &= writes;
        self.dead_on_unwind = self.dead_on_unwind.filter(|&writable| unwinds && (writes || writable > 0));
        let kept = |captured: CaptureComponents, used: bool| !used || captured.contains(CaptureComponents::PROVENANCE);
        let hidden = self.captures.other.contains(CaptureComponents::ADDRESS) || !special;
        if kept(self.captures.other, escapes) && kept(self.captures.result, returned) && hidden {
            self.captures = ALL_CAPTURED;
        }
    }
}

/// The promises about all operations until a function returns.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The permitted memory accesses.
    pub(crate) memory: MemoryEffects,
    pub(crate) speculatable: bool,
    pub(crate) nofree: bool,
    pub(crate) nosync: bool,
    pub(crate) norecurse: bool,
    /// Whether the result is `noalias`.
    pub(crate) noalias_result: bool,
    /// `vscale_range`: minimum and maximum.
    pub(crate) vscale: Option<(u32, u32)>,
    pub(crate) arguments: Vec<ArgumentPromises>,
}

impl Guard {
    /// The promises of attributes of a function whose parameters have these types and first registers.
    pub(crate) fn of(cx: &Context, list: &AttributeListData, params: &[(Type, u32)]) -> Guard {
        let has = |kind| cx.has_attribute(list.function, kind);
        let argument = |(i, &(ty, register)): (usize, &(Type, u32))| {
            cx.is_pointer(ty).then(|| ArgumentPromises::new(cx, list.param(i), i as u32, register))
        };
        let vscale = cx.attribute_int(list.function, AttrKind::VSCALE_RANGE).map(|bits| {
            let range = lindworm_ir::attributes::VscaleRange::from_bits(bits);
            (range.min, if range.max == 0 { u32::MAX } else { range.max })
        });
        Guard {
            memory: cx.memory_effects(list.function),
            speculatable: has(AttrKind::SPECULATABLE),
            nofree: has(AttrKind::NO_FREE),
            nosync: has(AttrKind::NO_SYNC),
            norecurse: has(AttrKind::NO_RECURSE),
            noalias_result: cx.has_attribute(list.result, AttrKind::NO_ALIAS),
            vscale,
            arguments: params.iter().enumerate().filter_map(argument).collect(),
        }
    }

    /// Removes the promises that `other`, with the same parameters, contains.
    pub(crate) fn without(mut self, other: &Guard) -> Guard {
        self.memory = self.memory | not(other.memory);
        self.speculatable &= !other.speculatable;
        self.nofree &= !other.nofree;
        self.nosync &= !other.nosync;
        self.norecurse &= !other.norecurse;
        self.noalias_result &= !other.noalias_result;
        self.vscale = self.vscale.filter(|_| self.vscale != other.vscale);
        for argument in &mut self.arguments {
            if let Some(its) = other.arguments.iter().find(|o| o.argument == argument.argument) {
                argument.without(its);
            }
        }
        self
    }

    /// Whether there are no promises that could be checked against effects.
    pub(crate) fn is_nothing(&self) -> bool {
        self.memory == MemoryEffects::UNKNOWN
            && !(self.speculatable || self.nofree || self.nosync || self.norecurse || self.noalias_result)
            && self.vscale.is_none()
            && self.arguments.iter().all(|a| *a == a.nothing())
    }

    /// The promises that do not hold according to the effects; `None` if there are none.
    pub(crate) fn left(
        mut self,
        effects: &Effects,
        vscale: u32,
        may_recurse: impl FnOnce() -> bool,
    ) -> Option<Arc<Guard>> {
        let any = effects.memory.any();
        // Memory effects are checked as a whole.
        if effects.memory & not(self.memory) == MemoryEffects::NONE {
            self.memory = MemoryEffects::UNKNOWN;
        }
        self.speculatable &= any.contains(ModRef::MOD);
        self.nofree &= effects.frees;
        self.nosync &= effects.synchronizes;
        self.norecurse = self.norecurse && may_recurse();
        self.noalias_result &= !effects.fresh_result;
        self.vscale = self.vscale.filter(|(from, to)| !(*from..=*to).contains(&vscale));
        for argument in &mut self.arguments {
            if let Some(its) = effects.arguments.get(argument.argument as usize) {
                argument.without_kept(its, effects.unwinds);
            }
        }
        if self.is_nothing() {
            return None;
        }
        // The checks of memory effects need the provenances of all arguments to recognize accesses through them.
        if self.memory == MemoryEffects::UNKNOWN {
            self.arguments.retain(|a| *a != a.nothing());
        }
        Some(Arc::new(self))
    }

    /// Whether all memory accesses must be checked.
    pub(crate) fn looks_at_memory(&self) -> bool {
        self.memory != MemoryEffects::UNKNOWN || self.speculatable
    }

    /// Whether there are checks other than those of arguments.
    pub(crate) fn is_watched(&self) -> bool {
        self.looks_at_memory() || self.nofree || self.nosync || self.norecurse
    }
}

/// The complement of `effects`.
fn not(effects: MemoryEffects) -> MemoryEffects {
    MemoryLocation::ALL
        .into_iter()
        .fold(MemoryEffects::NONE, |all, location| all.with(location, !effects.get(location)))
}
