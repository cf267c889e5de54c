//! `blockaddress(@f, %block)`, which may precede the definition of the function.

use lindworm_ir::Type;
use lindworm_ir::hash::HashMap;

use super::symbols::SymbolName;

/// A block whose address is taken.
#[derive(Clone, Debug)]
pub struct Request {
    /// The function.
    pub function: SymbolName,
    /// The block.
    pub label: SymbolName,
    /// The pointer type of the address.
    pub ty: Type,
    /// Byte offset of the function name.
    pub function_pos: usize,
    /// Byte offset of the block name.
    pub label_pos: usize,
}

/// The blocks whose addresses are taken. Indices are those of [`lindworm_ir::Module::block_addresses`].
#[derive(Default)]
pub struct BlockAddresses {
    /// In the order of the first reference.
    pub requests: Vec<Request>,
    by_name: HashMap<(SymbolName, SymbolName, Type), u32>,
}

impl BlockAddresses {
    /// The index of a block in the list; adds the block if it is new.
    pub fn request(&mut self, request: Request) -> u32 {
        let key = (request.function.clone(), request.label.clone(), request.ty);
        *self.by_name.entry(key).or_insert_with(|| {
            self.requests.push(request);
            self.requests.len() as u32 - 1
        })
    }
}
