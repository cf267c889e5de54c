//! Maps from the numbers of a module's globals to values.

use std::collections::HashMap;

/// A map from numbers to values, by index if most numbers have values, so that building an object of one function does not take
/// time in the size of the module.
pub enum Table<T> {
    Dense(Vec<Option<T>>),
    Sparse(HashMap<u32, T>),
}

impl<T: Copy> Table<T> {
    /// A map with space for values of all numbers below `count`.
    pub fn dense(count: usize) -> Table<T> {
        Table::Dense(vec![None; count])
    }

    /// A map for few values.
    pub fn sparse() -> Table<T> {
        Table::Sparse(HashMap::new())
    }

    pub fn get(&self, number: u32) -> Option<T> {
        match self {
            Table::Dense(values) => values.get(number as usize).copied().flatten(),
            Table::Sparse(values) => values.get(&number).copied(),
        }
    }

    /// Sets the value of a number, which is less than the `count` of a dense map.
    pub fn set(&mut self, number: u32, value: T) {
        match self {
            Table::Dense(values) => values[number as usize] = Some(value),
            Table::Sparse(values) => _ = values.insert(number, value),
        }
    }
}
