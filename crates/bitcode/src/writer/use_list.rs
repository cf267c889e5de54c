//! Use-list orders (`USELIST_BLOCK`), and the functions that use block addresses of others.

use lindworm_ir::body::UseListOrder;
use lindworm_ir::constant::ConstantData;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::use_list::{ModuleUses, User};
use lindworm_ir::value::Constant;
use lindworm_ir::{Block, Global, Module, Value};

use crate::bitstream::StreamWriter;
use crate::codes::{block, use_list};

/// Writes a `USELIST` block, if there are any orders. `id` gives the id of a value.
pub(crate) fn write(orders: &[UseListOrder], id: impl Fn(Value) -> u32, out: &mut StreamWriter) {
    if orders.is_empty() {
        return;
    }
    out.enter_block(block::USELIST, 3);
    let mut ops = Vec::new();
    // In reverse order of discovery, as in LLVM.
    for UseListOrder { value, order } in orders.iter().rev() {
        ops.clear();
        ops.extend(order.iter().map(|&place| place as u64));
        ops.push(id(*value) as u64);
        out.record(if value.as_block().is_some() { use_list::BB } else { use_list::DEFAULT }, &ops);
    }
    out.end_block();
}

/// For each function, the other functions whose instructions use its block addresses.
#[derive(Default)]
pub(crate) struct BlockAddressUsers(HashMap<Global, Vec<Global>>);

impl BlockAddressUsers {
    /// Collects the users of each block address, in LLVM's order, that of the use lists.
    pub fn new(module: &Module) -> BlockAddressUsers {
        let mut users = BlockAddressUsers::default();
        if module.block_addresses().is_empty() {
            return users;
        }
        let constants = (0..module.constants().len() as u32).map(Constant::from_u32);
        let address = |constant| match module.constants().get(constant).data {
            ConstantData::BlockAddress(index) => {
                Some((*module.block_addresses().get(index as usize)?, constant.into()))
            }
            _ => None,
        };
        let addresses: HashMap<(Global, Block), Value> = constants.filter_map(address).collect();
        let uses = ModuleUses::new(module);
        let functions: HashSet<Global> = addresses.keys().map(|&(function, _)| function).collect();
        let mut stack = Vec::new();
        for function in functions {
            let Some(body) = module.body(function) else { continue };
            let (mut list, mut listed, mut seen) = (Vec::new(), HashSet::default(), HashSet::default());
            for block in body.blocks() {
                stack.extend(addresses.get(&(function, block)));
                while let Some(value) = stack.pop() {
                    for user in uses.users_of(value) {
                        match user {
                            User::Inst(user, _) if user != function && listed.insert(user) => list.push(user),
                            User::Constant(user) if seen.insert(user) => stack.push(user.into()),
                            _ => {}
                        }
                    }
                }
            }
            if !list.is_empty() {
                users.0.insert(function, list);
            }
        }
        users
    }

    /// The users of block addresses of a function.
    pub fn of(&self, function: Global) -> &[Global] {
        self.0.get(&function).map_or(&[], |list| list)
    }
}
