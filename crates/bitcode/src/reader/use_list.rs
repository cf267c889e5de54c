//! The order of uses ([`UseListOrder`]). What a record says is what a `uselistorder` directive of the text says: both count the
//! uses as they are when the body was read, and both readers make the same uses in the same order.

use lindworm_ir::Value;
use lindworm_ir::body::UseListOrder;
use lindworm_ir::use_list::UseCounts;

use super::Slot;
use super::function::FunctionReader;
use super::operand::INVALID;
use crate::bitstream::{BlockInfo, Record, Stream};
use crate::codes::{block, use_list};
use crate::error::Result;

/// An order of the uses of the value, or block, of that number.
pub(super) struct Order {
    pub of_block: bool,
    pub id: u64,
    pub order: Box<[u32]>,
}

/// Reads a block of orders, whose number was read. An order that is none is left out, as it is of no use.
pub(super) fn read_use_lists(stream: &mut Stream<'_>, info: &BlockInfo) -> Result<Vec<Order>> {
    stream.enter(block::USELIST, info)?;
    let mut record = Record::default();
    let mut orders = Vec::new();
    while stream.next_record(&mut record)? {
        if !matches!(record.code, use_list::DEFAULT | use_list::BB) {
            continue;
        }
        let Some((&id, order @ [_, _, ..])) = record.ops.split_last() else {
            return Err(stream.error("Invalid record"));
        };
        let mut seen = vec![false; order.len()];
        if order.iter().all(|&i| seen.get_mut(i as usize).is_some_and(|s| !std::mem::replace(s, true))) {
            let order = order.iter().map(|&i| i as u32).collect();
            orders.push(Order { of_block: record.code == use_list::BB, id, order });
        }
    }
    Ok(orders)
}

impl FunctionReader<'_, '_> {
    /// Reads a block of orders, whose number was read.
    pub(super) fn use_lists(&mut self) -> Result<()> {
        for Order { of_block, id, order } in read_use_lists(&mut self.stream, &self.tables.block_info)? {
            let value = match of_block {
                true => self.block_of(id).map(Value::from),
                false => match self.values.slot(id as u32) {
                    Some(Slot::Value(value)) => Some(value.value),
                    Some(Slot::Expression(_)) => continue,
                    None => None,
                },
            };
            let value = value.ok_or_else(|| self.error(INVALID))?;
            if self.module.has_use_list(value) {
                self.body.use_list_orders_mut().push(UseListOrder { value, order });
            }
        }
        Ok(())
    }

    /// Drops the orders of values that have another number of uses, as values may that were brought up to date on the way.
    pub(super) fn check_use_list_orders(&mut self) {
        // Uses of blocks by `blockaddress`, and of what is not of the body, are not known here.
        let is_elsewhere = |o: &UseListOrder| !o.value.is_local() || o.value.as_block().is_some();
        if self.body.use_list_orders().iter().all(is_elsewhere) {
            return;
        }
        let mut orders = std::mem::take(self.body.use_list_orders_mut());
        let uses = UseCounts::new(&self.body);
        orders.retain(|o| is_elsewhere(o) || uses.of(o.value) == o.order.len());
        *self.body.use_list_orders_mut() = orders;
    }
}
