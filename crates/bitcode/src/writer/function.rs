//! Function bodies ([FUNCTION_BLOCK](https://llvm.org/docs/BitCodeFormat.html#function-block-contents)).
//!
//! The blocks are declared first, followed by the function's own constants and metadata, and the instructions in order.
//! Each instruction with a result gets the next value id; operands are relative to it. Names, attachments and use-list
//! orders come last, since they refer to all of these.

use lindworm_ir::{Body, Global, Module, Type, Value};

use super::abbreviations::symtab as abbreviation;
use super::ids::{FunctionIds, ModuleIds};
use super::{constants, use_list};
use crate::bitstream::{StreamWriter, char6};
use crate::codes::{self, block, symtab};

/// Writes the contents of a function block. `local` is reused between functions.
pub(crate) fn write_body(local: &mut FunctionIds, module: &Module, function: Global, out: &mut StreamWriter) {
    let Some(body) = module.body(function) else { return };
    local.enter(module, function, body);
    let (ids, next) = (local.ids, local.first_inst());
    let mut writer =
        BodyWriter { ids, module, function, body, local, next, ops: Vec::new(), last_debug_loc: None, out };
    writer.body();
}

/// A writer of one function body.
pub(super) struct BodyWriter<'a> {
    pub ids: &'a ModuleIds,
    pub module: &'a Module,
    pub function: Global,
    pub body: &'a Body,
    pub local: &'a FunctionIds<'a>,
    /// The value id of the next instruction with a result.
    pub next: u32,
    /// The operands of the record being built.
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

    /// Writes the record with the collected operands, without an abbreviation.
    #[inline]
    pub(super) fn record(&mut self, code: u32) {
        self.out.record(code, &self.ops);
        self.ops.clear();
    }

    /// Writes the record with the collected operands.
    #[inline]
    pub(super) fn abbreviated(&mut self, abbreviation: u32, code: u32) {
        self.out.abbreviated(abbreviation, code, &self.ops);
        self.ops.clear();
    }

    /// Writes the function's own metadata.
    fn metadata_block(&mut self) {
        if let Some(metadata) = &self.local.metadata {
            let value = |v| (self.ids.ty(self.module.value_type(Some(self.body), v)), self.local.value(v) as u64);
            metadata.write_block(self.module, self.body, &value, self.out);
        }
    }

    /// Writes the attachments of the function and its instructions.
    fn attachments(&mut self) {
        if let Some(metadata) = &self.local.metadata {
            metadata.write_attachments(self.module, self.function, self.body, self.out);
        }
    }

    /// Writes the functions that use block addresses of this function: a lazy reader must materialize them, too.
    fn block_address_users(&mut self) {
        let users = self.ids.block_address_users.of(self.function);
        if !users.is_empty() {
            self.ops.extend(users.iter().map(|&user| self.local.value(user.into()) as u64));
            self.record(codes::function::BLOCKADDR_USERS);
        }
    }

    /// Writes the names of arguments, blocks and instructions.
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

    /// Writes the use-list orders that differ from those a reader would produce.
    fn use_list_orders(&mut self) {
        if let Some(orders) = self.ids.use_list_orders.functions.get(&self.function) {
            use_list::write(orders, |value| self.local.value(value), self.out);
        }
    }
}
