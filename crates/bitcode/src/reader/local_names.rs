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

/// LLVM's error if a name needs a numeric suffix, and the name limit is too small for the suffix.
const NO_ROOM: &str = "Can't generate unique name: MaxNameSize is too small.";

/// The named values of a body, by name.
pub(super) struct LocalNames {
    limit: NameLimit,
    named: HashTable<Value>,
    /// The last suffix used to make a name unique.
    last: u32,
    of_next_edge: Option<Box<[u8]>>,
}

impl LocalNames {
    /// An empty table with this limit of the length of names.
    pub fn new(limit: NameLimit) -> LocalNames {
        LocalNames { limit, named: HashTable::new(), last: 0, of_next_edge: None }
    }

    /// Names a value. If the name is taken, a numeric suffix makes it unique, as in LLVM. `None` if the limit leaves no
    /// room for the suffix.
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

    /// The name, or the name with the next suffix that makes it unique.
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

    /// Reserves the name of the next edge block of a phi. LLVM creates the block, and so uses the name, for each phi, even
    /// without expressions to expand.
    #[inline]
    pub fn expect_edge(&mut self, body: &Body) -> Option<()> {
        if self.of_next_edge.is_none() {
            self.of_next_edge = Some(self.unique(body, b"phi.constexpr")?.into());
        }
        Some(())
    }

    /// Gives an edge block the reserved name.
    pub fn set_edge(&mut self, body: &mut Body, block: Block) {
        if let Some(name) = self.of_next_edge.take() {
            self.insert(body, block.into(), &name);
        }
    }

    /// Releases the name of a value.
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
    /// Reads the value symbol table, after its block id.
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
        // Constants have no names, and values of type `void` cannot have one.
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
