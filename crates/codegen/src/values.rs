//! The state of each value of a function during compilation.

use cranelift_entity::EntityRef;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Inst, Type, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::{Reg, Scale};

/// No part, or no block.
pub const NONE: u32 = u32::MAX;

/// How a value is represented.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// By its parts, in registers and slots.
    #[default]
    Parts,
    /// As an address that is computed at each use. The `slot` of its only part is the index in [`Values::addresses`].
    Address,
    /// Not at all: the next instruction, which is its only user, computes it.
    Fused,
}

/// The state of an instruction's result or an argument.
#[derive(Clone, Copy, Debug)]
pub struct ValueInfo {
    /// The number of remaining uses.
    pub uses: u32,
    /// The position of the block that defines the value.
    pub defined: u32,
    /// The position of the last block where the value is live.
    pub last: u32,
    /// The index of the first part.
    pub first_part: u32,
    /// The number of parts.
    pub parts: u16,
    /// Whether the value is live up to the end of block `last`, regardless of the remaining uses.
    pub through: bool,
    /// The representation of the value.
    pub state: State,
}

impl Default for ValueInfo {
    fn default() -> Self {
        ValueInfo { uses: 0, defined: 0, last: 0, first_part: NONE, parts: 0, through: false, state: State::Parts }
    }
}

/// The location of a part of a value.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The number of the value.
    pub value: u32,
    /// The offset of the slot from the frame pointer; 0 if the part has no slot.
    pub slot: i32,
    /// The kind of the part.
    pub kind: PartKind,
    /// The register that holds the part.
    pub reg: Option<Reg>,
    /// Whether the slot is not yet up to date.
    pub dirty: bool,
}

/// The base of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressBase {
    /// The frame pointer.
    Frame,
    /// A value of the function.
    Value(Value),
}

/// An address that is computed at each use.
#[derive(Clone, Copy, Debug)]
pub struct Address {
    /// The base.
    pub base: AddressBase,
    /// A 64-bit integer that is scaled and added.
    pub index: Option<(Value, Scale)>,
    /// A constant that is added.
    pub disp: i32,
}

/// The values of a function by number: instructions, then arguments, then temporaries that hold intermediate results of one
/// instruction.
#[derive(Default)]
pub struct Values {
    infos: Vec<ValueInfo>,
    insts: u32,
    /// The number of instructions and arguments. Temporaries are numbered after them.
    own: u32,
    /// The types of temporaries.
    temporaries: Vec<Type>,
    /// The parts of defined values.
    pub parts: Vec<Part>,
    /// The addresses of values in [`State::Address`].
    pub addresses: Vec<Address>,
}

impl Values {
    /// Resets to the values of a function with `insts` instructions and `args` arguments.
    pub fn reset(&mut self, insts: usize, args: usize) {
        self.infos.clear();
        self.infos.resize(insts + args, ValueInfo::default());
        self.insts = insts as u32;
        self.own = (insts + args) as u32;
        self.temporaries.clear();
        self.parts.clear();
        self.addresses.clear();
    }

    /// Adds a temporary with one use in the block at `position`. No instruction of the body defines the temporary.
    pub fn add_temporary(&mut self, ty: Type, position: u32) -> Inst {
        let number = self.infos.len();
        self.infos.push(ValueInfo { uses: 1, defined: position, last: position, ..ValueInfo::default() });
        self.temporaries.push(ty);
        Inst::new(number)
    }

    /// The type of a temporary; `None` for an instruction of the body.
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

    /// The state of a value.
    #[inline]
    pub fn info(&self, number: u32) -> &ValueInfo {
        &self.infos[number as usize]
    }

    /// The mutable state of a value.
    #[inline]
    pub fn info_mut(&mut self, number: u32) -> &mut ValueInfo {
        &mut self.infos[number as usize]
    }

    /// The state of an instruction's result.
    #[inline]
    pub fn of_inst(&self, inst: Inst) -> &ValueInfo {
        &self.infos[inst.index()]
    }

    /// Represents a value that has one part by an address.
    pub fn set_address(&mut self, number: u32, address: Address) {
        let info = &mut self.infos[number as usize];
        info.state = State::Address;
        self.parts[info.first_part as usize].slot = self.addresses.len() as i32;
        self.addresses.push(address);
    }

    /// The instruction with a number; `None` for an argument.
    pub fn inst(&self, number: u32) -> Option<Inst> {
        (number < self.insts).then(|| Inst::new(number as usize))
    }
}
