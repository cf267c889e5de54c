//! Changing the body of a function.
//!
//! An [`Editor`] changes a [`Body`] and keeps true what follows from it: def-use chains ([`Uses`]), the names that are taken, the order
//! of instructions, and the debug records, which belong to positions. A [`Listener`] hears of each change. An editor checks neither
//! types nor dominance: [`Builder`] knows the types that instructions take, the verifier all rules.
//!
//! LLVM's names for what is here: `Value::replaceAllUsesWith` is [`Editor::replace_all`], `User::setOperand` is
//! [`Editor::set_operand`], `Instruction::eraseFromParent` is [`Editor::erase`], `moveBefore` is [`Editor::move_inst`],
//! `comesBefore` is [`Editor::comes_before`], `BasicBlock::splitBasicBlock` is [`Editor::split_block`], `SplitEdge` is
//! [`Editor::split_edge`], and `MergeBlockIntoPredecessor` is [`Editor::merge_into_predecessor`].
//!
//! Handles of instructions and blocks that were erased are not used again. A new operand or type that neither the body nor its module
//! has, such as one of another module, panics with these words.
//!
//! ```
//! use lindworm_ir::builder::Builder;
//! use lindworm_ir::editor::Editor;
//! use lindworm_ir::eval::BinaryOp;
//! use lindworm_ir::{Body, Context, Module, Type, Value};
//!
//! let module = Module::new(&Context::new(), "m");
//! let mut body = Body::new(&[Type::I32, Type::I32]);
//! let entry = body.create_block();
//! body.append_block(entry);
//! let mut builder = Builder::new(&module, &mut body);
//! builder.at_end(entry);
//! let sum = builder.binary(BinaryOp::Add, Value::arg(0), Value::arg(1))?;
//! let square = builder.binary(BinaryOp::Mul, sum, sum)?;
//! builder.ret(Some(square))?;
//!
//! // Squares the first argument instead.
//! let mut editor = Editor::new(&module, &mut body);
//! assert_eq!(editor.uses().of(sum).count(), 2);
//! editor.replace_all(sum, Value::arg(0));
//! editor.erase(sum.as_inst().unwrap());
//! assert!(editor.uses().is_unused(Value::arg(1)));
//! # Ok::<(), lindworm_ir::builder::BuildError>(())
//! ```

mod blocks;
mod changes;
mod order;
mod splice;
#[cfg(test)]
mod tests;

pub use self::changes::{CfgChange, Changes, Epoch, Parts};
use self::changes::{parts_of, parts_of_operand};
use self::order::InstOrder;
pub use self::splice::ValueMap;
use crate::body::{Body, DebugRecord, DebugRecordData, RecordPosition};
use crate::builder::{Builder, Names};
use crate::instruction::InstData;
use crate::metadata::{Attachments, Metadata};
use crate::module::Module;
use crate::types::Type;
use crate::use_list::Use;
use crate::uses::Uses;
use crate::value::{Block, Inst, Value, ValuePool};

/// Hears of the changes that an [`Editor`] makes, such as a worklist or a table of values that are available.
pub trait Listener {
    /// An instruction was placed that was not there before.
    fn inserted(&mut self, _body: &Body, _inst: Inst) {}
    /// Operands, flags, type or position of an instruction changed.
    fn changed(&mut self, _body: &Body, _inst: Inst) {}
    /// An instruction is about to be erased.
    fn erased(&mut self, _body: &Body, _inst: Inst) {}
}

impl Listener for () {}

impl<L: Listener> Listener for &mut L {
    fn inserted(&mut self, body: &Body, inst: Inst) {
        (**self).inserted(body, inst);
    }
    fn changed(&mut self, body: &Body, inst: Inst) {
        (**self).changed(body, inst);
    }
    fn erased(&mut self, body: &Body, inst: Inst) {
        (**self).erased(body, inst);
    }
}

/// Where an instruction goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// Between an instruction and the debug records before it, which then stand before the new instruction.
    Before(Inst),
    /// Before an instruction and the debug records before it.
    BeforeRecords(Inst),
    /// Behind the last instruction of a block. Debug records at the end of the block then stand before the new instruction.
    End(Block),
}

/// What an [`Editor`] knows of a body, to go on with in the next one of the same body.
#[derive(Clone, Default)]
pub struct EditState {
    uses: Uses,
    names: Option<Names>,
    order: InstOrder,
    changes: Changes,
}

/// Changes a body: see the [module](self).
pub struct Editor<'b, L: Listener = ()> {
    module: &'b Module,
    body: &'b mut Body,
    state: EditState,
    listener: L,
}

impl<'b> Editor<'b> {
    /// An editor of a body of a function of `module`. Linear in the operands of the body.
    pub fn new(module: &'b Module, body: &'b mut Body) -> Editor<'b> {
        Editor::with_listener(module, body, ())
    }
}

impl<'b, L: Listener> Editor<'b, L> {
    /// An editor that tells `listener` of each change.
    pub fn with_listener(module: &'b Module, body: &'b mut Body, listener: L) -> Editor<'b, L> {
        let state = EditState { uses: Uses::new(body), ..EditState::default() };
        Editor::resume(module, body, state, listener)
    }

    /// An editor that continues where [`Editor::finish`] of another ended. The body must not have changed since.
    pub fn resume(module: &'b Module, body: &'b mut Body, state: EditState, listener: L) -> Editor<'b, L> {
        Editor { module, body, state, listener }
    }

    /// Ends editing.
    pub fn finish(self) -> (EditState, L) {
        (self.state, self.listener)
    }

    /// The module.
    pub fn module(&self) -> &'b Module {
        self.module
    }

    /// The body.
    pub fn body(&self) -> &Body {
        self.body
    }

    /// The def-use chains of the body.
    pub fn uses(&self) -> &Uses {
        &self.state.uses
    }

    /// The changes that editors have made so far.
    pub fn changes(&self) -> &Changes {
        &self.state.changes
    }

    /// The def-use chains of the body, those of constants, globals, metadata and inline assembler included.
    pub fn all_uses(&mut self) -> &Uses {
        self.state.uses.include_module_values(self.body);
        &self.state.uses
    }

    /// Who hears of the changes.
    pub fn listener(&mut self) -> &mut L {
        &mut self.listener
    }

    /// All instructions, in order.
    pub fn insts(&self) -> Vec<Inst> {
        self.body.blocks().flat_map(|block| self.body.insts(block)).collect()
    }

    /// A value of the body as metadata.
    pub fn local_metadata(&mut self, value: Value) -> Metadata {
        self.state.uses.local_metadata(self.body, value)
    }

    /// The type of a value.
    pub fn type_of(&self, value: Value) -> Type {
        self.module.value_type(Some(self.body), value)
    }

    /// Whether `a` comes before `b`, both in one block. Constant time, but for the first question about a block.
    ///
    /// # Panics
    /// If the two are not in one block.
    pub fn comes_before(&mut self, a: Inst, b: Inst) -> bool {
        let block = self.body.inst_block(a);
        assert!(block.is_some() && block == self.body.inst_block(b), "{a:?} and {b:?} are not in one block");
        block.is_some_and(|block| self.state.order.comes_before(self.body, block, a, b))
    }

    // Names.

    /// Names an argument, block or instruction; a number is put behind a name that is taken, as LLVM does. The empty name takes the
    /// name away.
    pub fn set_name(&mut self, value: Value, name: &[u8]) {
        let body = &mut *self.body;
        let names = self.state.names.get_or_insert_with(|| Names::of(body));
        names.free(body.name(value));
        if name.is_empty() {
            body.set_free_name(value, b"");
        } else {
            body.set_free_name(value, &names.take(name));
        }
    }

    /// Gives the name of one value to another, as `Value::takeName` does.
    pub fn take_name(&mut self, from: Value, to: Value) {
        let name: Box<[u8]> = self.body.name(from).into();
        self.set_name(from, b"");
        self.set_name(to, &name);
    }

    fn free_name(&mut self, value: Value) {
        if !self.body.name(value).is_empty() {
            self.set_name(value, b"");
        }
    }

    // Instructions.

    /// That a new operand is of the body or its module.
    fn expect_value(&self, value: Value) {
        assert!(self.module.has_value(self.body, value), "{value:?} is neither of the body nor of its module");
    }

    /// Makes an instruction, with a result of type `ty`, at a point.
    ///
    /// # Panics
    /// If an operand is neither of the body nor of its module, or the type of another context.
    pub fn insert(&mut self, at: Point, data: InstData, ty: Type) -> Inst {
        assert!(self.module.context().has_type(ty), "the result is of a type of another context");
        data.for_each_operand(&self.body.values, |value| self.expect_value(value));
        let inst = self.body.create_inst(data, ty);
        self.place(inst, at);
        self.state.uses.add(self.body, inst);
        self.note_placed(inst);
        self.listener.inserted(self.body, inst);
        inst
    }

    fn note_placed(&mut self, inst: Inst) {
        self.state.changes.note(parts_of(self.body.inst(inst)));
    }

    /// Puts an instruction that is in no block at a point.
    fn place(&mut self, inst: Inst, at: Point) {
        let from = match at {
            Point::Before(next) | Point::BeforeRecords(next) => {
                self.body.insert_before(inst, next);
                RecordPosition::Before(next)
            }
            Point::End(block) => {
                self.body.append(block, inst);
                RecordPosition::End(block)
            }
        };
        if self.body.has_debug_records() && !matches!(at, Point::BeforeRecords(_)) {
            self.body.move_debug_records(from, RecordPosition::Before(inst));
        }
        if let Some(block) = self.body.inst_block(inst) {
            self.state.order.placed(self.body, block, inst);
        }
    }

    /// A list of operands for an instruction to be made.
    pub fn list(&mut self, values: &[Value]) -> crate::value::ValueList {
        self.body.list(values)
    }

    /// Operand bundles for a call to be made.
    pub fn add_bundles(&mut self, bundles: Box<[crate::instruction::Bundle]>) -> crate::instruction::Bundles {
        self.body.add_bundles(bundles)
    }

    /// Makes a copy of an instruction, with operands, debug location and attachments, but without name and debug records.
    pub fn clone_inst(&mut self, inst: Inst, at: Point) -> Inst {
        let data = self.body.inst(inst).with_own_lists(&mut self.body.values);
        let copy = self.insert(at, data, self.body.inst_type(inst));
        self.body.set_debug_loc(copy, self.body.debug_loc(inst));
        let attachments: Attachments = self.body.attachments(inst).iter().copied().collect();
        self.body.set_attachments(copy, attachments);
        copy
    }

    /// Makes instructions with a [`Builder`], which has the names and hears the debug location of the instruction at the point; gives
    /// what `build` gives. `build` must only add to the body, and change only what it has added.
    ///
    /// ```
    /// use lindworm_ir::editor::{Editor, Point};
    /// use lindworm_ir::eval::BinaryOp;
    /// use lindworm_ir::{Body, Context, InstData, Module, Type, Value};
    ///
    /// let module = Module::new(&Context::new(), "m");
    /// let mut body = Body::new(&[Type::I32]);
    /// let mut editor = Editor::new(&module, &mut body);
    /// let entry = editor.create_block(None);
    /// let ret = editor.insert(Point::End(entry), InstData::Ret { value: Value::arg(0).into() }, Type::VOID);
    /// let double = editor.build_before(ret, |b| b.binary(BinaryOp::Add, Value::arg(0), Value::arg(0)))?;
    /// editor.set_operands(ret, &[double]);
    /// assert!(editor.uses().has_one_use(double));
    /// # Ok::<(), lindworm_ir::builder::BuildError>(())
    /// ```
    pub fn build_before<R>(&mut self, at: Inst, build: impl FnOnce(&mut Builder<'_>) -> R) -> R {
        self.build(Point::Before(at), self.body.debug_loc(at), build)
    }

    /// The same, at the end of a block and without a debug location.
    pub fn build_at_end<R>(&mut self, block: Block, build: impl FnOnce(&mut Builder<'_>) -> R) -> R {
        self.build(Point::End(block), None, build)
    }

    /// The same, at a point and with a debug location.
    pub fn build<R>(&mut self, at: Point, debug_loc: Option<Metadata>, build: impl FnOnce(&mut Builder<'_>) -> R) -> R {
        let first = self.body.inst_count() as u32;
        let mut builder = Builder::new(self.module, self.body);
        builder.share_names(&mut self.state.names);
        builder.set_point(Some(at)).debug_loc = debug_loc;
        let result = build(&mut builder);
        self.state.uses.add_blocks(self.body);
        for inst in (first..self.body.inst_count() as u32).map(Inst::from_u32) {
            if let Some(block) = self.body.inst_block(inst) {
                self.state.order.placed(self.body, block, inst);
                self.state.uses.add(self.body, inst);
                self.note_placed(inst);
                self.listener.inserted(self.body, inst);
            }
        }
        result
    }

    /// Sets all operands, of which there are as many as before.
    ///
    /// # Panics
    /// If there are more or fewer, or one is neither of the body nor of its module.
    pub fn set_operands(&mut self, inst: Inst, operands: &[Value]) {
        assert_eq!(self.body.operand_count(inst), operands.len());
        for (operand, &value) in (0..).zip(operands) {
            self.expect_value(value);
            self.state.uses.set(self.body, Use { user: inst, operand }, value);
            self.state.changes.note(parts_of_operand(self.body.inst(inst), value));
        }
        self.listener.changed(self.body, inst);
    }

    /// Sets an operand. The use comes first in the chain of `value`, as in LLVM. Constant time.
    ///
    /// # Panics
    /// If the value is neither of the body nor of its module.
    pub fn set_operand(&mut self, at: Use, value: Value) {
        self.expect_value(value);
        self.state.uses.set(self.body, at, value);
        self.state.changes.note(parts_of_operand(self.body.inst(at.user), value));
        self.listener.changed(self.body, at.user);
    }

    /// Replaces `old` by `new`, which is of the same type, in all operands and in the metadata of the body. Blocks that phis name
    /// stay: see [`Editor::replace_incoming`]. Costs as much as `old` has uses.
    ///
    /// # Panics
    /// If `new` is neither of the body nor of its module.
    pub fn replace_all(&mut self, old: Value, new: Value) {
        self.expect_value(new);
        let EditState { uses, changes, .. } = &mut self.state;
        uses.replace_all(self.body, old, new, |body, user| {
            changes.note(parts_of_operand(body.inst(user), new));
            self.listener.changed(body, user);
        });
    }

    /// Replaces `old` by `new` in all phis that name `old` as where a value comes from. Costs as much as there are such operands.
    pub fn replace_incoming(&mut self, old: Block, new: Block) {
        self.expect_value(new.into());
        let EditState { uses, changes, .. } = &mut self.state;
        uses.replace_incoming(self.body, old, new, |body, user| {
            changes.note(Parts::OPERANDS);
            self.listener.changed(body, user);
        });
    }

    /// Changes anything of an instruction but its type: flags, alignment, lists of operands. Linear in its operands: for one operand
    /// there is [`Editor::set_operand`].
    pub fn change(&mut self, inst: Inst, f: impl FnOnce(&mut InstData, &mut ValuePool)) {
        self.state.uses.unlink_all(self.body, inst);
        let (data, values) = self.body.inst_and_values_mut(inst);
        f(data, values);
        self.state.uses.relink_all(self.body, inst);
        self.state.changes.note(parts_of(self.body.inst(inst)) - Parts::ORDER);
        self.listener.changed(self.body, inst);
    }

    /// Gives a call operand bundles with the inputs that it has.
    pub fn set_bundles(&mut self, call: Inst, bundles: Vec<crate::instruction::Bundle>) {
        let new = self.body.add_bundles(bundles.into());
        self.change(call, |data, _| {
            if let Some(call) = data.call_info_mut() {
                call.bundles = new.into();
            }
        });
    }

    /// Changes the type of an instruction's result.
    pub fn set_type(&mut self, inst: Inst, ty: Type) {
        self.body.set_inst_type(inst, ty);
        self.state.changes.note(Parts::OPERANDS);
        self.listener.changed(self.body, inst);
    }

    /// Sets the debug location of an instruction, or takes it away.
    pub fn set_debug_loc(&mut self, inst: Inst, loc: Option<Metadata>) {
        self.body.set_debug_loc(inst, loc);
    }

    /// Sets an attachment of an instruction, `!dbg` included, or takes it away.
    pub fn set_attachment(&mut self, inst: Inst, kind: crate::context::MetadataKind, metadata: Option<Metadata>) {
        self.body.set_attachment(inst, kind, metadata);
    }

    /// Moves an instruction to a point. Debug records before it stay where they are.
    pub fn move_inst(&mut self, inst: Inst, to: Point) {
        if matches!(to, Point::Before(next) | Point::BeforeRecords(next) if next == inst) {
            return;
        }
        self.body.remove_inst(inst);
        self.place(inst, to);
        self.note_moved(inst);
        self.listener.changed(self.body, inst);
    }

    fn note_moved(&mut self, inst: Inst) {
        self.state.changes.note(parts_of(self.body.inst(inst)) - Parts::OPERANDS);
    }

    /// Moves the instructions from `first` to `last`, which are in one block and in this order, to a point outside of them. Debug
    /// records before `first` stay where they are, those between the instructions move along. Linear in the instructions.
    pub fn move_range(&mut self, first: Inst, last: Inst, to: Point) {
        let (behind, block) = (self.body.next_inst(last), self.body.inst_block(first));
        if let Some(block) = block.filter(|_| self.body.has_debug_records()) {
            let stay = behind.map_or(RecordPosition::End(block), RecordPosition::Before);
            self.body.move_debug_records(RecordPosition::Before(first), stay);
        }
        let mut next = Some(first);
        while let Some(inst) = next {
            next = self.body.next_inst(inst).filter(|_| inst != last);
            self.body.unlink_inst(inst);
            match to {
                _ if inst == first => self.place(inst, to),
                Point::Before(next) | Point::BeforeRecords(next) => self.body.insert_before(inst, next),
                Point::End(block) => self.body.append(block, inst),
            }
            if let Some(block) = self.body.inst_block(inst) {
                self.state.order.placed(self.body, block, inst);
            }
            self.note_moved(inst);
            self.listener.changed(self.body, inst);
        }
    }

    /// Erases an instruction without uses: operands, name, attachments. Its debug records go to the next instruction, or the end of
    /// the block. Metadata that names the result names poison instead.
    ///
    /// # Panics
    /// If the result has uses.
    pub fn erase(&mut self, inst: Inst) {
        assert!(self.state.uses.is_unused(inst.into()), "{inst:?} is erased, but has uses");
        self.listener.erased(self.body, inst);
        self.note_placed(inst);
        self.state.uses.remove(self.body, inst);
        if !self.body.local_metadata.is_empty() {
            let poison = self.poison(self.body.inst_type(inst));
            self.state.uses.replace_in_metadata(self.body, inst.into(), poison);
        }
        self.free_name(inst.into());
        self.body.set_debug_loc(inst, None);
        self.body.clear_attachments(inst);
        self.body.remove_inst(inst);
    }

    fn poison(&self, ty: Type) -> Value {
        self.module.constants.poison(ty)
    }

    // Phis.

    /// Adds an incoming value to a phi. Constant time, amortized.
    ///
    /// # Panics
    /// If the instruction is no phi, or the value or the block is not of the body.
    pub fn add_incoming(&mut self, phi: Inst, value: Value, from: Block) {
        self.expect_value(value);
        self.expect_value(from.into());
        let old_count = self.body.operand_count(phi) as u32;
        let (data, values) = self.body.inst_and_values_mut(phi);
        let InstData::Phi { incoming, .. } = data else { panic!("{phi:?} is no phi") };
        incoming.push(value, values);
        incoming.push(from.into(), values);
        self.state.uses.grow(self.body, phi, old_count);
        self.state.changes.note(Parts::OPERANDS);
        self.listener.changed(self.body, phi);
    }

    /// Keeps the incoming values of a phi for which `keep` holds. Linear in the incoming values.
    ///
    /// # Panics
    /// If the instruction is no phi.
    pub fn retain_incoming(&mut self, phi: Inst, mut keep: impl FnMut(Value, Block) -> bool) {
        self.change(phi, |data, values| {
            let InstData::Phi { incoming, .. } = data else { panic!("not a phi") };
            let mut len = 0;
            for i in (0..incoming.len(values)).step_by(2) {
                let (Some(value), Some(block)) = (incoming.get(i, values), incoming.get(i + 1, values)) else { break };
                if block.as_block().is_some_and(|b| keep(value, b)) {
                    let all = incoming.as_mut_slice(values);
                    (all[len], all[len + 1]) = (value, block);
                    len += 2;
                }
            }
            incoming.truncate(len, values);
        });
    }

    // Debug records.

    /// Makes a debug record behind those of a position. Constant time.
    pub fn insert_debug_record(&mut self, at: RecordPosition, data: DebugRecordData) -> DebugRecord {
        self.body.append_debug_record(at, data)
    }

    /// Makes a debug record before those of a position. Constant time.
    pub fn prepend_debug_record(&mut self, at: RecordPosition, data: DebugRecordData) -> DebugRecord {
        self.body.prepend_debug_record(at, data)
    }

    /// Takes a debug record out of its position. Constant time.
    pub fn remove_debug_record(&mut self, record: DebugRecord) {
        self.body.remove_debug_record(record);
    }

    /// Moves a debug record behind those of a position. Constant time.
    pub fn move_debug_record(&mut self, record: DebugRecord, to: RecordPosition) {
        self.body.remove_debug_record(record);
        self.body.place_debug_record(record, to);
    }

    /// Changes what a debug record says.
    pub fn debug_record_mut(&mut self, record: DebugRecord) -> &mut DebugRecordData {
        self.body.debug_record_mut(record)
    }
}
