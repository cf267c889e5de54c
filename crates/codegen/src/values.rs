//! What is known of each value of a function while it is compiled.

use cranelift_entity::EntityRef;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Inst, Type, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::{Reg, Scale};

/// No part, no block.
pub const NONE: u32 = u32::MAX;

/// What stands for a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Its parts: registers and slots.
    #[default]
    Parts,
    /// An address that is computed where it is used: [`Values::addresses`] at the slot of its one part.
    Address,
    /// Nothing: the next instruction, its only use, computes it.
    Fused,
}

/// An instruction's result or an argument.
#[derive(Clone, Copy, Debug)]
pub struct ValueInfo {
    /// How many uses are still to come.
    pub uses: u32,
    /// The position of its block.
    pub defined: u32,
    /// The position of the last block where it is live.
    pub last: u32,
    /// The first of its parts.
    pub first_part: u32,
    /// How many parts it has.
    pub parts: u16,
    /// Whether it is live up to the end of that block, whatever uses are left.
    pub through: bool,
    /// What stands for it.
    pub state: State,
}

impl Default for ValueInfo {
    fn default() -> Self {
        ValueInfo { uses: 0, defined: 0, last: 0, first_part: NONE, parts: 0, through: false, state: State::Parts }
    }
}

/// A part of a value: where it is.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The number of its value.
    pub value: u32,
    /// Where its slot is, from the frame pointer; 0 where it has none.
    pub slot: i32,
    /// What it is.
    pub kind: PartKind,
    /// The register that it is in.
    pub reg: Option<Reg>,
    /// Whether the slot does not hold it yet.
    pub dirty: bool,
}

/// What an address is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressBase {
    /// The frame pointer.
    Frame,
    /// A value of the function.
    Value(Value),
}

/// An address that is computed where it is used.
#[derive(Clone, Copy, Debug)]
pub struct Address {
    /// What it is relative to.
    pub base: AddressBase,
    /// An integer of 64 bits that is added.
    pub index: Option<(Value, Scale)>,
    /// A constant that is added.
    pub disp: i32,
}

/// The values of a function by their numbers: instructions, then arguments, then temporaries, which steps of one instruction give.
#[derive(Default)]
pub struct Values {
    infos: Vec<ValueInfo>,
    insts: u32,
    /// How many are instructions and arguments: temporaries come behind.
    own: u32,
    /// The types of temporaries.
    temporaries: Vec<Type>,
    /// The parts of values that are defined.
    pub parts: Vec<Part>,
    /// The addresses that values of [`State::Address`] are.
    pub addresses: Vec<Address>,
}

impl Values {
    /// Makes these the values of a function with that many instructions and arguments.
    pub fn reset(&mut self, insts: usize, args: usize) {
        self.infos.clear();
        self.infos.resize(insts + args, ValueInfo::default());
        self.insts = insts as u32;
        self.own = (insts + args) as u32;
        self.temporaries.clear();
        self.parts.clear();
        self.addresses.clear();
    }

    /// A value of one use, in the block at a position, that no instruction of the body gives.
    pub fn add_temporary(&mut self, ty: Type, position: u32) -> Inst {
        let number = self.infos.len();
        self.infos.push(ValueInfo { uses: 1, defined: position, last: position, ..ValueInfo::default() });
        self.temporaries.push(ty);
        Inst::new(number)
    }

    /// The type of a temporary; nothing of an instruction of the body.
    #[inline]
    pub fn temporary_type(&self, inst: Inst) -> Option<Type> {
        let number = inst.index() as u32;
        if number < self.own { None } else { self.temporaries.get((number - self.own) as usize).copied() }
    }

    /// The number of an instruction's result or an argument.
    #[inline]
    pub fn number(&self, value: Value) -> Option<u32> {
        match value.kind() {
            ValueKind::Inst(inst) => Some(inst.index() as u32),
            ValueKind::Arg(arg) => Some(self.insts + arg),
            _ => None,
        }
    }

    /// What is known of a value.
    #[inline]
    pub fn info(&self, number: u32) -> &ValueInfo {
        &self.infos[number as usize]
    }

    /// The same, to change.
    #[inline]
    pub fn info_mut(&mut self, number: u32) -> &mut ValueInfo {
        &mut self.infos[number as usize]
    }

    /// What is known of an instruction's result.
    #[inline]
    pub fn of_inst(&self, inst: Inst) -> &ValueInfo {
        &self.infos[inst.index()]
    }

    /// The instruction of that number, if it is not an argument.
    pub fn inst(&self, number: u32) -> Option<Inst> {
        (number < self.insts).then(|| Inst::new(number as usize))
    }
}
