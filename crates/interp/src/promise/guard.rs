//! What functions and calls promise about all that happens while they run, as far as it was not seen to be kept when they
//! were decoded: the rest is looked at when it happens.

use std::sync::Arc;

use lindworm_ir::attributes::{
    AttrKind, Attribute, AttributeListData, AttributeSet, CaptureComponents, Captures, MemoryEffects, MemoryLocation,
    ModRef,
};
use lindworm_ir::{Context, Type};

use super::effects::{ALL_CAPTURED, ArgumentEffects, Effects};

/// What is promised about a pointer argument.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ArgumentPromises {
    /// Its number.
    pub(crate) argument: u32,
    /// Its register, counted from that of the first argument.
    pub(crate) register: u32,
    pub(crate) noalias: bool,
    /// How memory may be accessed through it; what is only written may be read again.
    pub(crate) access: ModRef,
    pub(crate) captures: Captures,
    pub(crate) nofree: bool,
    /// Bytes that are written, counted from where it points to.
    pub(crate) initializes: Vec<(i64, i64)>,
    pub(crate) dead_on_return: bool,
    /// Whether what is written through it is of no use when an exception leaves the function; then, how many bytes count
    /// as written before the function does anything, because they are `writable`.
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

    /// That nothing is promised.
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

    /// Leaves out what another one says too.
    fn without(&mut self, other: &ArgumentPromises) {
        self.noalias &= !other.noalias;
        // Of `readnone` no half is left: that would be another promise.
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

    /// Leaves out what is seen to be kept.
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

/// What is promised about all that happens while a function runs.
#[derive(Clone, Debug)]
pub struct Guard {
    /// Which memory may be accessed.
    pub(crate) memory: MemoryEffects,
    pub(crate) speculatable: bool,
    pub(crate) nofree: bool,
    pub(crate) nosync: bool,
    pub(crate) norecurse: bool,
    /// Whether the result is memory that nobody else has a pointer to.
    pub(crate) noalias_result: bool,
    /// What `vscale` is said to be: from, to.
    pub(crate) vscale: Option<(u32, u32)>,
    pub(crate) arguments: Vec<ArgumentPromises>,
}

impl Guard {
    /// What attributes promise of a function whose parameters have these types and first registers.
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

    /// Leaves out what another one of the same parameters says too.
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

    /// Whether nothing is promised, of which the effects of the function could say that it is kept.
    pub(crate) fn is_nothing(&self) -> bool {
        self.memory == MemoryEffects::UNKNOWN
            && !(self.speculatable || self.nofree || self.nosync || self.norecurse || self.noalias_result)
            && self.vscale.is_none()
            && self.arguments.iter().all(|a| *a == a.nothing())
    }

    /// What is left to be looked at of a function that does this.
    pub(crate) fn left(
        mut self,
        effects: &Effects,
        vscale: u32,
        may_recurse: impl FnOnce() -> bool,
    ) -> Option<Arc<Guard>> {
        let any = effects.memory.any();
        // Either all of it is looked at, or nothing.
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
        // Accesses through arguments are told from others by the provenance of the arguments.
        if self.memory == MemoryEffects::UNKNOWN {
            self.arguments.retain(|a| *a != a.nothing());
        }
        Some(Arc::new(self))
    }

    /// Whether all accesses to memory are looked at.
    pub(crate) fn looks_at_memory(&self) -> bool {
        self.memory != MemoryEffects::UNKNOWN || self.speculatable
    }

    /// Whether there is something to look at while the function runs, other than its arguments.
    pub(crate) fn is_watched(&self) -> bool {
        self.looks_at_memory() || self.nofree || self.nosync || self.norecurse
    }
}

/// What is not in `effects`.
fn not(effects: MemoryEffects) -> MemoryEffects {
    MemoryLocation::ALL
        .into_iter()
        .fold(MemoryEffects::NONE, |all, location| all.with(location, !effects.get(location)))
}
