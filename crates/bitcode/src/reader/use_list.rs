//! Use-list orders ([`UseListOrder`]). A record is equivalent to a `uselistorder` directive: both refer to the uses in the
//! order of reading, which is the same in both readers.

use lindworm_ir::Value;
use lindworm_ir::body::UseListOrder;
use lindworm_ir::use_list::UseCounts;

use super::Slot;
use super::function::FunctionReader;
use super::operand::INVALID;
use crate::bitstream::{BlockInfo, Record, Stream};
use crate::codes::{block, use_list};
use crate::error::Result;

/// A use-list order of the value or block with this id.
pub(super) struct Order {
    pub of_block: bool,
    pub id: u64,
    pub order: Box<[u32]>,
}

/// Reads a block of use-list orders, after its block id. Orders that are not permutations are dropped.
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
    /// Reads a block of use-list orders, after its block id.
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

    /// Drops orders whose value has a different number of uses, which can result from upgrades.
    pub(super) fn check_use_list_orders(&mut self) {
        // Uses of blocks by `blockaddress`, and uses of non-local values, are not known here.
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
