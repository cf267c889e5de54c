//! The value symbol table of a function: the names of its arguments, blocks and instructions.

use std::borrow::Cow;

use hashbrown::HashTable;
use lindworm_ir::hash::hash_one;
use lindworm_ir::name_limit::NameLimit;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Body, Type, Value};

use super::Slot;
use super::function::FunctionReader;
use super::operand::INVALID;
use crate::bitstream::Record;
use crate::codes::{block, symtab};
use crate::error::Result;

/// What LLVM is built to say of a name that needs a number behind it, where names may not even be as long as the number.
const NO_ROOM: &str = "Can't generate unique name: MaxNameSize is too small.";

/// The values of a body that have a name, by name.
pub(super) struct LocalNames {
    limit: NameLimit,
    named: HashTable<Value>,
    /// The last number that was put behind a name that was taken.
    last: u32,
    of_next_edge: Option<Box<[u8]>>,
}

impl LocalNames {
    /// No names yet, and how long they may be.
    pub fn new(limit: NameLimit) -> LocalNames {
        LocalNames { limit, named: HashTable::new(), last: 0, of_next_edge: None }
    }

    /// Names a value. If the name is taken, the value gets it with a number behind it, as in LLVM. `None` if there is no room for
    /// the number.
    pub fn set(&mut self, body: &mut Body, value: Value, name: &[u8]) -> Option<()> {
        self.forget(body, value);
        let name = self.unique(body, name)?;
        self.insert(body, value, &name);
        Some(())
    }

    fn insert(&mut self, body: &mut Body, value: Value, name: &[u8]) {
        body.set_free_name(value, name);
        if name.is_empty() {
            return;
        }
        let hash = |name: &[u8]| hash_one(name);
        self.named.insert_unique(hash(name), value, |&v| hash(body.name(v)));
    }

    /// The name, or the name with the next number behind it for which that is free.
    fn unique<'n>(&mut self, body: &Body, name: &'n [u8]) -> Option<Cow<'n, [u8]>> {
        let name = self.limit.cut(name);
        if !self.is_taken(body, name) {
            return Some(name.into());
        }
        let mut last = self.last;
        let free = self.limit.numbered(name, &mut last, |name| !self.is_taken(body, name));
        self.last = last;
        free.map(Cow::from)
    }

    fn is_taken(&self, body: &Body, name: &[u8]) -> bool {
        self.named.find(hash_one(name), |&v| body.name(v) == name).is_some()
            || self.of_next_edge.as_deref() == Some(name)
    }

    /// Takes the name of the next block for the expressions of a phi. LLVM makes that block for each phi, and so takes the name,
    /// also where there is nothing to be computed in it.
    #[inline]
    pub fn expect_edge(&mut self, body: &Body) -> Option<()> {
        if self.of_next_edge.is_none() {
            self.of_next_edge = Some(self.unique(body, b"phi.constexpr")?.into());
        }
        Some(())
    }

    /// Names the block for the expressions of a phi, which was expected.
    pub fn set_edge(&mut self, body: &mut Body, block: Block) {
        if let Some(name) = self.of_next_edge.take() {
            self.insert(body, block.into(), &name);
        }
    }

    /// Frees the name that a value has.
    fn forget(&mut self, body: &Body, value: Value) {
        let old = body.name(value);
        if !old.is_empty()
            && let Ok(entry) = self.named.find_entry(hash_one(old), |&v| v == value)
        {
            entry.remove();
        }
    }
}

impl FunctionReader<'_, '_> {
    /// Reads the value symbol table, whose number was read.
    pub(super) fn value_symbol_table(&mut self) -> Result<()> {
        self.stream.enter(block::VALUE_SYMTAB, &self.tables.block_info)?;
        let mut record = Record::default();
        let mut name = Vec::new();
        while self.stream.next_record(&mut record)? {
            let chars = record.ops.iter().skip(1);
            name.clear();
            match record.code {
                symtab::ENTRY => {
                    name.extend(chars.map(|&c| c as u8));
                    self.name_value(record.ops.first().copied(), &name)
                }
                symtab::FNENTRY => {
                    name.extend(chars.skip(1).map(|&c| c as u8));
                    self.name_value(record.ops.first().copied(), &name)
                }
                symtab::BBENTRY => {
                    name.extend(chars.map(|&c| c as u8));
                    self.name_block(record.ops.first().copied(), &name)
                }
                _ => Ok(()),
            }
            .map_err(|fault| self.error(fault))?;
        }
        Ok(())
    }

    fn name_value(&mut self, id: Option<u64>, name: &[u8]) -> std::result::Result<(), &'static str> {
        let slot = id.and_then(|id| self.values.slot(id as u32)).ok_or(INVALID)?;
        if name.contains(&0) {
            return Err("Invalid value name");
        }
        // Constants have no names, and nobody can name what is no value.
        if let Slot::Value(value) = slot {
            let is_named = match value.value.kind() {
                ValueKind::Arg(_) => true,
                ValueKind::Inst(inst) => self.body.inst_type(inst) != Type::VOID,
                ValueKind::Global(global) => {
                    self.renamed.push((global, name.into()));
                    false
                }
                _ => false,
            };
            if is_named {
                return self.names.set(&mut self.body, value.value, name).ok_or(NO_ROOM);
            }
        }
        Ok(())
    }

    fn name_block(&mut self, number: Option<u64>, name: &[u8]) -> std::result::Result<(), &'static str> {
        let block = number.and_then(|n| self.block_of(n)).ok_or("Invalid bbentry record")?;
        self.names.set(&mut self.body, block.into(), name).ok_or(NO_ROOM)
    }
}
