//! A table of numbers, by value.

use cranelift_entity::SecondaryMap;
use lindworm_ir::hash::HashMap;
use lindworm_ir::{Inst, Value};

/// A number for each value; 0 for values that have none. The numbers of instructions are in an array, because passes ask for these most.
#[derive(Default)]
pub(crate) struct ValueNumbers {
    of_inst: SecondaryMap<Inst, u32>,
    of_other: HashMap<Value, u32>,
}

impl ValueNumbers {
    /// An empty table for a body with `insts` instructions.
    pub fn for_insts(insts: usize) -> ValueNumbers {
        let mut numbers = ValueNumbers::default();
        numbers.of_inst.resize(insts);
        numbers
    }

    pub fn get(&self, value: Value) -> u32 {
        match value.as_inst() {
            Some(inst) => self.of_inst[inst],
            None => self.of_other.get(&value).copied().unwrap_or(0),
        }
    }

    pub fn set(&mut self, value: Value, number: u32) {
        match value.as_inst() {
            Some(inst) => self.of_inst[inst] = number,
            None => drop(self.of_other.insert(value, number)),
        }
    }
}
