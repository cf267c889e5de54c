//! The order of uses (`USELIST_BLOCK`), and which functions use addresses of blocks of others.

use lindworm_ir::body::UseListOrder;
use lindworm_ir::constant::ConstantData;
use lindworm_ir::{Constant, Global, Module, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bitstream::StreamWriter;
use crate::codes::{block, use_list};

/// Writes a `USELIST` block, if there are any orders. `id` gives the number of a value.
pub(crate) fn write(orders: &[UseListOrder], id: impl Fn(Value) -> u32, out: &mut StreamWriter) {
    if orders.is_empty() {
        return;
    }
    out.enter_block(block::USELIST, 3);
    let mut ops = Vec::new();
    // As LLVM does: what was found last comes first.
    for UseListOrder { value, order } in orders.iter().rev() {
        ops.clear();
        ops.extend(order.iter().map(|&place| place as u64));
        ops.push(id(*value) as u64);
        out.record(if value.as_block().is_some() { use_list::BB } else { use_list::DEFAULT }, &ops);
    }
    out.end_block();
}

/// For each function, the others whose instructions use addresses of its blocks.
#[derive(Default)]
pub(crate) struct BlockAddressUsers(FxHashMap<Global, Vec<Global>>);

impl BlockAddressUsers {
    /// Looks for `blockaddress` in what instructions use.
    pub fn new(module: &Module) -> BlockAddressUsers {
        let mut users = BlockAddressUsers::default();
        if module.block_addresses.is_empty() {
            return users;
        }
        // Whether there is an address in a constant. What it is made of was made before it.
        let mut has_address = vec![false; module.constants.len()];
        for i in 0..has_address.len() {
            let data = &module.constants.get(Constant::from_u32(i as u32)).data;
            let mut has = matches!(data, ConstantData::BlockAddress(_));
            data.for_each_operand(|v| has |= is_marked(&has_address, v));
            has_address[i] = has;
        }
        let mut stack = Vec::new();
        let mut seen = FxHashSet::default();
        for &user in &module.functions {
            let Some(body) = module.body(user) else { continue };
            seen.clear();
            for inst in body.blocks().flat_map(|b| body.insts(b)) {
                body.inst(inst).for_each_operand(&body.values, |v| stack.push(v));
                while let Some(value) = stack.pop() {
                    if is_marked(&has_address, value) && seen.insert(value) {
                        users.constant(module, user, value, &mut stack);
                    }
                }
            }
        }
        users
    }

    fn constant(&mut self, module: &Module, user: Global, constant: Value, stack: &mut Vec<Value>) {
        match module.constants.node(constant).map(|n| &n.data) {
            Some(ConstantData::BlockAddress(index)) => {
                if let Some(&(function, _)) = module.block_addresses.get(*index as usize)
                    && function != user
                {
                    let list = self.0.entry(function).or_default();
                    if list.last() != Some(&user) {
                        list.push(user);
                    }
                }
            }
            Some(data) => data.for_each_operand(|v| stack.push(v)),
            None => {}
        }
    }

    /// Those of a function.
    pub fn of(&self, function: Global) -> &[Global] {
        self.0.get(&function).map_or(&[], |list| list)
    }
}

fn is_marked(marks: &[bool], value: Value) -> bool {
    value.as_constant().and_then(|c| marks.get(c.as_u32() as usize)).is_some_and(|&mark| mark)
}
