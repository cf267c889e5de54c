//! What is known about a value as control flow merges: LLVM's `ValueLatticeElement`.

use lindworm_ir::attributes::{AttrKind, Attribute, AttributeSet};
use lindworm_ir::eval::range::{ConstantRange, Preferred};
use lindworm_ir::eval::{Int, IntPredicate};
use lindworm_ir::{Module, Type, Value};

/// The lattice state of a value. Each merge goes down: from unknown to undef, constants, ranges, anything.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum State {
    /// No definition was seen.
    #[default]
    Unknown,
    /// Only undef.
    Undef,
    /// A constant that is not an integer: as in LLVM, also a vector of integers.
    Constant(Value),
    /// Not this constant, which is no integer.
    Not(Value),
    /// An integer of a range, or each element of a vector of integers.
    Range(Range),
    /// No information.
    Anything,
}

/// The range of a [`State`].
#[derive(Clone, Debug)]
pub(crate) struct Range {
    pub range: ConstantRange,
    /// Whether the value may be undef. It can be replaced by a constant of the range then, but not be assumed to be in the range.
    pub may_be_undef: bool,
    /// How often a merge extended the range.
    pub growths: u32,
}

impl PartialEq for Range {
    fn eq(&self, other: &Range) -> bool {
        self.range == other.range && self.may_be_undef == other.may_be_undef
    }
}

impl State {
    /// The state of a constant.
    pub fn of_constant(module: &Module, value: Value) -> State {
        let constants = module.constants();
        if constants.is_undef_or_poison(value) {
            return State::Undef;
        }
        match module.constants().as_int(module.context(), value) {
            Some(n) if module.context().is_int(module.value_type(None, value)) => State::of_range(n.into(), false),
            _ => State::Constant(value),
        }
    }

    /// The state of a value in a range. In no range is a value without a definition.
    pub fn of_range(range: ConstantRange, may_be_undef: bool) -> State {
        if range.is_full() {
            State::Anything
        } else if range.is_empty() {
            if may_be_undef { State::Undef } else { State::Unknown }
        } else {
            State::Range(Range { range, may_be_undef, growths: 0 })
        }
    }

    /// The state of an integer, or of the elements of a vector of integers, by the `range` attributes of its definition.
    pub fn of_attributes(module: &Module, sets: &[AttributeSet], ty: Type) -> State {
        let cx = module.context();
        let mut state = State::Anything;
        for &set in sets {
            if let Some(Attribute::Range(_, range)) = cx.attribute(set, AttrKind::RANGE)
                && cx.scalar_int_width(ty) == Some(range.0.width())
            {
                let range = ConstantRange::new(range.0.clone(), range.1.clone());
                state = state.meet(&State::of_range(range, false));
            }
        }
        state
    }

    fn is_single(&self) -> bool {
        match self {
            State::Range(range) => range.range.single().is_some(),
            state => matches!(state, State::Constant(_) | State::Undef),
        }
    }

    pub fn is_unknown_or_undef(&self) -> bool {
        matches!(self, State::Unknown | State::Undef)
    }

    /// The only constant that the value may be.
    pub fn constant(&self, module: &Module, ty: Type) -> Option<Value> {
        match self {
            State::Constant(value) => Some(*value),
            State::Range(of) => {
                let (cx, constants) = (module.context(), module.constants());
                let element = constants.int_or_byte(cx.scalar_type(ty), of.range.single()?);
                Some(if cx.is_vector(ty) { constants.splat(cx, ty, element) } else { element })
            }
            _ => None,
        }
    }

    /// The range of an integer of this width that is not undef, or of the elements of a vector.
    pub fn range(&self, module: &Module, width: u32) -> ConstantRange {
        match self {
            State::Constant(value) => {
                let range = range_of_vector(module, *value).filter(|range| range.width() == width);
                range.unwrap_or_else(|| ConstantRange::full(width))
            }
            State::Range(of) if !of.may_be_undef && of.range.width() == width => of.range.clone(),
            State::Unknown => ConstantRange::empty(width),
            _ => ConstantRange::full(width),
        }
    }

    /// The range, if there is one; for a value that may be undef only if that is allowed.
    pub fn as_range(&self, allow_undef: bool) -> Option<&ConstantRange> {
        match self {
            State::Range(of) if allow_undef || !of.may_be_undef => Some(&of.range),
            _ => None,
        }
    }

    /// Merges the state of another definition, and returns whether this changed the state. A range that was extended `widen` times
    /// becomes all integers.
    pub fn merge(&mut self, module: &Module, other: &State, widen: Option<u32>) -> bool {
        let merged = match (&*self, other) {
            (_, State::Unknown) | (State::Anything, _) => return false,
            (_, State::Anything) => State::Anything,
            (State::Range(old), State::Range(new)) if old == new => return false,
            (State::Unknown, new) => {
                let mut new = new.clone();
                if let State::Range(range) = &mut new {
                    range.growths = 0;
                }
                new
            }
            (State::Undef, State::Range(range)) => {
                State::Range(Range { may_be_undef: true, growths: 0, ..range.clone() })
            }
            (State::Undef, State::Not(_)) => State::Anything,
            (State::Undef, new) => new.clone(),
            (State::Constant(_), State::Undef) => return false,
            (State::Range(range), State::Undef) => State::Range(Range { may_be_undef: true, ..range.clone() }),
            (State::Range(old), State::Range(new)) if old.range.width() == new.range.width() => {
                let may_be_undef = old.may_be_undef || new.may_be_undef;
                State::grown(&old.range, old.growths, &new.range, may_be_undef, widen)
            }
            (old, new) if old == new => return false,
            (old, new) => match (old.elements(module, false), new.elements(module, false)) {
                (Some(a), Some(b)) if a.width() == b.width() => {
                    let growths = if let State::Range(range) = old { range.growths } else { 0 };
                    State::grown(&a, growths, &b, false, widen)
                }
                _ => State::Anything,
            },
        };
        let is_changed = merged != *self;
        *self = merged;
        is_changed
    }

    /// A range that has grown `growths` times, extended by another range. More than `widen` growths give [`State::Anything`], so that
    /// the range of a counter does not grow with each iteration.
    fn grown(old: &ConstantRange, growths: u32, new: &ConstantRange, may_be_undef: bool, widen: Option<u32>) -> State {
        let range = old.union(new, Preferred::Smallest);
        let growths = growths + u32::from(range != *old);
        let is_wide = range != *old && widen.is_some_and(|most| growths > most);
        match range.is_full() || is_wide {
            true => State::Anything,
            false => State::Range(Range { range, may_be_undef, growths }),
        }
    }

    /// The range of integers, also of the elements of a constant vector.
    pub fn elements(&self, module: &Module, allow_undef: bool) -> Option<ConstantRange> {
        match self {
            State::Constant(value) => range_of_vector(module, *value),
            state => state.as_range(allow_undef).cloned(),
        }
    }

    /// What is known about a value with both states.
    pub fn meet(&self, other: &State) -> State {
        match (self, other) {
            (State::Unknown, _) | (_, State::Unknown) => State::Unknown,
            (State::Anything, known) | (known, State::Anything) => known.clone(),
            // A single value says most.
            (known, _) if known.is_single() => known.clone(),
            (_, known) if known.is_single() => known.clone(),
            (State::Range(a), State::Range(b)) if a.range.width() == b.range.width() => {
                let range = a.range.intersect(&b.range, Preferred::Smallest);
                State::of_range(range, a.may_be_undef && b.may_be_undef)
            }
            _ => self.clone(),
        }
    }

    /// The result of a comparison of integers or pointers, where undef may be chosen; any, where the states do not determine it.
    pub fn compare(&self, module: &Module, predicate: IntPredicate, other: &State) -> State {
        let known =
            |value: Option<bool>| value.map_or(State::Anything, |v| State::of_range(Int::from_bool(v).into(), false));
        match (self, other) {
            (State::Constant(a), State::Constant(b)) => {
                module.fold_icmp(predicate, *a, *b).map_or(State::Anything, |value| State::of_constant(module, value))
            }
            (State::Not(not), State::Constant(value)) | (State::Constant(value), State::Not(not))
                if predicate.is_equality() && not == value =>
            {
                known(Some(predicate == IntPredicate::Ne))
            }
            _ => match (self.as_range(true), other.as_range(true)) {
                (Some(a), Some(b)) if a.width() == b.width() => known(a.compare(predicate, b)),
                _ => State::Anything,
            },
        }
    }
}

/// The maximum number of elements of a constant vector of which the range is computed.
const MAX_ELEMENTS: u64 = 64;

/// The range of the elements of a constant vector of integers.
fn range_of_vector(module: &Module, value: Value) -> Option<ConstantRange> {
    let (cx, constants) = (module.context(), module.constants());
    if let Some(n) = int_or_splat(module, value) {
        return Some(n.into());
    }
    let ty = module.value_type(None, value);
    cx.scalar_int_width(ty).filter(|_| cx.is_vector(ty))?;
    if constants.element_count(cx, ty)? > MAX_ELEMENTS {
        return None;
    }
    let mut all: Option<ConstantRange> = None;
    for element in constants.elements(cx, value)? {
        let this = ConstantRange::from(constants.as_int(cx, element)?);
        all = Some(all.map_or(this.clone(), |all| all.union(&this, Preferred::Smallest)));
    }
    all
}

/// A constant integer, or the element of a vector of equal ones.
pub(crate) fn int_or_splat(module: &Module, value: Value) -> Option<Int> {
    let (cx, constants) = (module.context(), module.constants());
    if let Some(n) = constants.as_int(cx, value) {
        return cx.int_width(module.value_type(None, value)).map(|_| n);
    }
    let element = constants.splat_value(cx, value)?;
    cx.int_width(module.value_type(None, element))?;
    constants.as_int(cx, element)
}
