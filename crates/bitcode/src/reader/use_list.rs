//! The order of uses ([`UseListOrder`]). What a record says is what a `uselistorder` directive of the text says: both count the
//! uses as they are when the body was read, and both readers make the same uses in the same order.

use lindworm_ir::body::UseListOrder;
use lindworm_ir::use_list::UseLists;

use super::Slot;
use super::function::FunctionReader;
use super::operand::{Fault, INVALID};
use crate::bitstream::{Entry, Record};
use crate::codes::{block, use_list};
use crate::error::Result;

impl FunctionReader<'_, '_> {
    /// Reads a block of orders, whose number was read.
    pub(super) fn use_lists(&mut self) -> Result<()> {
        self.stream.enter(block::USELIST, &self.tables.block_info)?;
        let mut record = Record::default();
        loop {
            match self.stream.next()? {
                Entry::End => return Ok(()),
                Entry::Block(_) => self.stream.skip_block()?,
                Entry::Record(id) => {
                    self.stream.record(id, &mut record)?;
                    if let use_list::DEFAULT | use_list::BB = record.code {
                        self.use_list(record.code == use_list::BB, &record.ops).map_err(|fault| self.error(fault))?;
                    }
                }
            }
        }
    }

    fn use_list(&mut self, of_block: bool, ops: &[u64]) -> std::result::Result<(), Fault> {
        let Some((&id, order @ [_, _, ..])) = ops.split_last() else { return Err(INVALID) };
        let value = match of_block {
            true => self.block_of(id).ok_or(INVALID)?.into(),
            false => match self.values.slot(id as u32).ok_or(INVALID)? {
                Slot::Value(value) => value.value,
                Slot::Expression(_) => return Ok(()),
            },
        };
        // An order that is none is of no use.
        let mut seen = vec![false; order.len()];
        let is_order = order.iter().all(|&i| seen.get_mut(i as usize).is_some_and(|s| !std::mem::replace(s, true)));
        if is_order && self.module.has_use_list(value) {
            let order = order.iter().map(|&i| i as u32).collect();
            self.body.use_list_orders.push(UseListOrder { value, order });
        }
        Ok(())
    }

    /// Drops the orders of values that have another number of uses, as values may that were brought up to date on the way.
    pub(super) fn check_use_list_orders(&mut self) {
        if self.body.use_list_orders.is_empty() {
            return;
        }
        let mut orders = std::mem::take(&mut self.body.use_list_orders);
        let uses = UseLists::new(&self.body);
        // Uses of blocks by `blockaddress`, and of what is not of the body, are not known here.
        let is_elsewhere = |o: &UseListOrder| !o.value.is_local() || o.value.as_block().is_some();
        orders.retain(|o| is_elsewhere(o) || uses.uses_of(o.value).len() == o.order.len());
        self.body.use_list_orders = orders;
    }
}
