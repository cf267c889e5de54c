//! Function bodies ([FUNCTION_BLOCK](https://llvm.org/docs/BitCodeFormat.html#function-block-contents)).
//!
//! The blocks are declared first, then the constants and metadata that only this function uses are defined, then the
//! instructions follow in order. Those with a result get the next number each; operands are given by how far back their numbers
//! are. Names, attachments and use-list orders come last, as they are about what was read until then.

use lindworm_ir::{Body, Global, Module, Type, Value};

use super::abbreviations::symtab as abbreviation;
use super::ids::{FunctionIds, ModuleIds};
use super::{constants, use_list};
use crate::bitstream::{StreamWriter, char6};
use crate::codes::{self, block, symtab};

/// Writes the contents of a function's block. `local` is used for one function after the other.
pub(crate) fn write_body(local: &mut FunctionIds, module: &Module, function: Global, out: &mut StreamWriter) {
    let Some(body) = module.body(function) else { return };
    local.enter(module, function, body);
    let (ids, next) = (local.ids, local.first_inst());
    let mut writer =
        BodyWriter { ids, module, function, body, local, next, ops: Vec::new(), last_debug_loc: None, out };
    writer.body();
}

/// Writes a function body.
pub(super) struct BodyWriter<'a> {
    pub ids: &'a ModuleIds,
    pub module: &'a Module,
    pub function: Global,
    pub body: &'a Body,
    pub local: &'a FunctionIds<'a>,
    /// The number that the next instruction with a result gets.
    pub next: u32,
    /// The operands of the record that is being made.
    pub ops: Vec<u64>,
    pub last_debug_loc: Option<u32>,
    pub out: &'a mut StreamWriter,
}

impl BodyWriter<'_> {
    fn body(&mut self) {
        let body = self.body;
        self.push(body.blocks().count() as u64);
        self.record(codes::function::DECLAREBLOCKS);
        constants::write_function(self.local, self.module, self.out);
        self.metadata_block();
        for block in body.blocks() {
            for inst in body.insts(block) {
                self.inst(inst);
                if body.inst_type(inst) != Type::VOID {
                    self.next += 1;
                }
                self.debug_loc(inst);
                self.debug_records(inst);
            }
        }
        self.block_address_users();
        self.names();
        self.attachments();
        self.use_list_orders();
    }

    /// Writes the record whose operands were pushed, without an abbreviation.
    #[inline]
    pub(super) fn record(&mut self, code: u32) {
        self.out.record(code, &self.ops);
        self.ops.clear();
    }

    /// Writes the record whose operands were pushed.
    #[inline]
    pub(super) fn abbreviated(&mut self, abbreviation: u32, code: u32) {
        self.out.abbreviated(abbreviation, code, &self.ops);
        self.ops.clear();
    }

    /// Metadata that only this function uses.
    fn metadata_block(&mut self) {
        if let Some(metadata) = &self.local.metadata {
            let value = |v| (self.ids.ty(self.module.value_type(Some(self.body), v)), self.local.value(v) as u64);
            metadata.write_block(self.module, self.body, &value, self.out);
        }
    }

    /// The metadata that is attached to the function and its instructions.
    fn attachments(&mut self) {
        if let Some(metadata) = &self.local.metadata {
            metadata.write_attachments(self.module, self.function, self.body, self.out);
        }
    }

    /// The functions that use addresses of this one's blocks: a reader that reads bodies one by one must read them too.
    fn block_address_users(&mut self) {
        let users = self.ids.block_address_users.of(self.function);
        if !users.is_empty() {
            self.ops.extend(users.iter().map(|&user| self.local.value(user.into()) as u64));
            self.record(codes::function::BLOCKADDR_USERS);
        }
    }

    /// The names of arguments, blocks and instructions.
    fn names(&mut self) {
        let body = self.body;
        let args = (0..body.args().len() as u32).map(Value::arg);
        let rest = body.blocks().flat_map(|b| std::iter::once(Value::from(b)).chain(body.insts(b).map(Value::from)));
        let mut any = false;
        for value in args.chain(rest) {
            let name = body.name(value);
            if name.is_empty() {
                continue;
            }
            if !any {
                self.out.enter_block(block::VALUE_SYMTAB, 4);
                any = true;
            }
            self.name(value, name);
        }
        if any {
            self.out.end_block();
        }
    }

    fn name(&mut self, value: Value, name: &[u8]) {
        self.push(self.local.value(value) as u64);
        self.ops.extend(name.iter().map(|&c| c as u64));
        let is_char6 = name.iter().all(|&c| char6(c).is_some());
        let (code, abbreviation) = match value.as_block().is_some() {
            true if is_char6 => (symtab::BBENTRY, abbreviation::BBENTRY_6),
            true => (symtab::BBENTRY, abbreviation::ENTRY_8),
            false if is_char6 => (symtab::ENTRY, abbreviation::ENTRY_6),
            false if name.is_ascii() => (symtab::ENTRY, abbreviation::ENTRY_7),
            false => (symtab::ENTRY, abbreviation::ENTRY_8),
        };
        self.abbreviated(abbreviation, code);
    }

    /// The orders of uses that a reader would not have by itself.
    fn use_list_orders(&mut self) {
        if let Some(orders) = self.ids.use_list_orders.functions.get(&self.function) {
            use_list::write(orders, |value| self.local.value(value), self.out);
        }
    }
}
