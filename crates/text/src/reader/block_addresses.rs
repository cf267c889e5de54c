//! `blockaddress(@f, %block)`, which may be read long before the function that it names.

use lindworm_ir::Type;
use lindworm_ir::hash::HashMap;

use super::symbols::SymbolName;

/// A block whose address was taken.
#[derive(Clone, Debug)]
pub struct Request {
    /// The function.
    pub function: SymbolName,
    /// The block.
    pub label: SymbolName,
    /// The type that the address is wanted as.
    pub ty: Type,
    /// Where the function is named.
    pub function_pos: usize,
    /// Where the block is named.
    pub label_pos: usize,
}

/// The blocks whose addresses were taken. Their places in the list are those in [`lindworm_ir::Module::block_addresses`].
#[derive(Default)]
pub struct BlockAddresses {
    /// In the order in which they were first named.
    pub requests: Vec<Request>,
    by_name: HashMap<(SymbolName, SymbolName, Type), u32>,
}

impl BlockAddresses {
    /// The place in the list of this block.
    pub fn request(&mut self, request: Request) -> u32 {
        let key = (request.function.clone(), request.label.clone(), request.ty);
        *self.by_name.entry(key).or_insert_with(|| {
            self.requests.push(request);
            self.requests.len() as u32 - 1
        })
    }
}
