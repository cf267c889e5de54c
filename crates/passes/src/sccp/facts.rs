//! What `sccp` finds out about the values of a function.

use cranelift_entity::SecondaryMap;
use lindworm_ir::eval::IntPredicate;
use lindworm_ir::eval::range::ConstantRange;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::uses::Uses;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Body, Global, Inst, Module, Type, Value};

use crate::lattice::State;

/// The maximum number of elements of a struct that are tracked one by one.
const MAX_FIELDS: usize = 64;

/// What a copy of a value is known to be: the value compares to `other` by `predicate`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constraint {
    pub predicate: IntPredicate,
    pub other: Value,
}

/// A function under analysis.
#[derive(Clone, Copy)]
pub(super) struct Code<'a> {
    pub function: Global,
    pub body: &'a Body,
    pub uses: &'a Uses,
    /// The copies of values that hold only where a condition does.
    pub copies: &'a HashMap<Inst, Constraint>,
}

/// What is known about the values of a function.
#[derive(Default)]
pub(super) struct Facts {
    pub args: Vec<State>,
    pub insts: States,
    /// The elements of structs.
    pub fields: HashMap<(Value, u32), State>,
    pub reached: SecondaryMap<Block, bool>,
    /// The reached blocks whose instructions were visited once, or are visited now.
    pub visited: SecondaryMap<Block, bool>,
    pub edges: HashSet<(Block, Block)>,
    /// The result, or its elements, if all calls are known.
    pub result: Option<Vec<State>>,
    /// Whether all callers are known.
    pub tracks_args: bool,
}

/// The states of instructions. Most are unknown or anything: these take four bytes each.
#[derive(Default)]
pub(super) struct States {
    /// 0 for an unknown state, 1 for anything; otherwise the place in `list`, plus 2.
    places: SecondaryMap<Inst, u32>,
    list: Vec<State>,
}

impl States {
    pub fn get(&self, inst: Inst) -> &State {
        match self.places[inst] {
            0 => &State::Unknown,
            1 => &State::Anything,
            n => &self.list[n as usize - 2],
        }
    }

    pub fn set(&mut self, inst: Inst, state: State) {
        let place = &mut self.places[inst];
        match (*place, state) {
            (_, State::Anything) => *place = 1,
            (0, State::Unknown) => {}
            (0 | 1, state) => {
                self.list.push(state);
                *place = self.list.len() as u32 + 1;
            }
            (n, state) => self.list[n as usize - 2] = state,
        }
    }

    /// Merges another state into that of an instruction, and returns whether that changed.
    pub fn merge(&mut self, module: &Module, inst: Inst, new: &State, widen: Option<u32>) -> bool {
        let mut state = self.get(inst).clone();
        let is_changed = state.merge(module, new, widen);
        if is_changed {
            self.set(inst, state);
        }
        is_changed
    }
}

impl Facts {
    /// Nothing is known about the values of a body.
    pub fn of(body: &Body) -> Facts {
        let mut facts = Facts { args: vec![State::Unknown; body.args().len()], ..Facts::default() };
        facts.insts.places.resize(body.inst_count());
        facts.reached.resize(body.block_count());
        facts.visited.resize(body.block_count());
        facts
    }

    /// The state of a value that is not a struct.
    pub fn state(&self, module: &Module, value: Value) -> State {
        match value.kind() {
            ValueKind::Inst(inst) => self.insts.get(inst).clone(),
            ValueKind::Arg(n) => self.args.get(n as usize).cloned().unwrap_or(State::Anything),
            ValueKind::Constant(_) | ValueKind::Global(_) => State::of_constant(module, value),
            _ => State::Anything,
        }
    }

    pub fn field(&self, module: &Module, value: Value, index: u32) -> State {
        if let ValueKind::Constant(_) = value.kind() {
            let element = module.constants().element(module.context(), value, index.into());
            return element.map_or(State::Anything, |element| State::of_constant(module, element));
        }
        self.fields.get(&(value, index)).cloned().unwrap_or_default()
    }

    /// The constant that a value always is; undef if it is not computed.
    pub fn constant(&self, module: &Module, value: Value, ty: Type) -> Option<Value> {
        let of = |state: &State, ty| match state {
            State::Unknown | State::Undef => Some(module.constants().undef(ty)),
            state => state.constant(module, ty),
        };
        let Some(fields) = tracked_fields(module, ty) else {
            return match is_aggregate(module, ty) {
                true => None,
                false => of(&self.state(module, value), ty),
            };
        };
        let elements: Option<Vec<Value>> =
            (0..).zip(fields).map(|(n, &ty)| of(&self.field(module, value, n), ty)).collect();
        Some(module.constants().aggregate(module.context(), ty, &elements?))
    }

    /// The range of an integer that is not undef.
    pub fn range(&self, module: &Module, value: Value, ty: Type) -> Option<ConstantRange> {
        Some(self.state(module, value).range(module, module.context().scalar_int_width(ty)?))
    }
}

pub(super) fn is_aggregate(module: &Module, ty: Type) -> bool {
    module.context().is_struct(ty)
}

/// The types of the elements of a struct, if they are tracked: there are not too many, and none is a struct itself.
pub(super) fn tracked_fields(module: &Module, ty: Type) -> Option<&[Type]> {
    let (fields, _) = module.context().struct_parts(ty)?;
    let is_flat = fields.iter().all(|&field| !module.context().is_struct(field));
    (is_flat && fields.len() <= MAX_FIELDS).then_some(fields)
}
