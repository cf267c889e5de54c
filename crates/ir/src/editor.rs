//! Editing function bodies.
//!
//! An [`Editor`] changes a [`Body`] and keeps the derived data valid: def-use chains ([`Uses`]), the taken names, the order of
//! instructions, and the debug records, which belong to positions. A [`Listener`] is notified of each change. An editor checks
//! neither types nor dominance: [`Builder`] knows the types that instructions accept, and the verifier all rules.
//!
//! The LLVM equivalents: `Value::replaceAllUsesWith` is [`Editor::replace_all`], `User::setOperand` is [`Editor::set_operand`],
//! `Instruction::eraseFromParent` is [`Editor::erase`], `moveBefore` is [`Editor::move_inst`], `comesBefore` is
//! [`Editor::comes_before`], `BasicBlock::splitBasicBlock` is [`Editor::split_block`], `SplitEdge` is [`Editor::split_edge`], and
//! `MergeBlockIntoPredecessor` is [`Editor::merge_into_predecessor`].
//!
//! Handles of erased instructions and blocks are not reused. A new operand or type that belongs neither to the body nor to its
//! module, such as a value of another module, causes a panic.
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

use smallvec::SmallVec;

pub use self::changes::{CfgChange, Changes, Epoch, Parts};
use self::changes::{parts_of, parts_of_operand};
use self::order::InstOrder;
pub use self::splice::ValueMap;
use crate::body::{Body, DebugRecord, DebugRecordData, Mark, RecordPosition};
use crate::builder::{Builder, Names};
use crate::instruction::InstData;
use crate::metadata::{Attachments, Metadata};
use crate::module::Module;
use crate::types::Type;
use crate::use_list::Use;
use crate::uses::Uses;
use crate::value::{Block, Inst, Value, ValuePool};

/// Is notified of the changes that an [`Editor`] makes. Examples are a worklist and a table of available values.
pub trait Listener {
    /// A new instruction was inserted.
    fn inserted(&mut self, _body: &Body, _inst: Inst) {}
    /// The operands, flags, type or position of an instruction changed.
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

/// An insertion point for instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// Between an instruction and its debug records. These records then precede the new instruction.
    Before(Inst),
    /// Before an instruction and its debug records.
    BeforeRecords(Inst),
    /// At the end of a block. Debug records at the end of the block then precede the new instruction.
    End(Block),
}

/// The derived data that an [`Editor`] keeps of a body, for the next editor of the same body.
#[derive(Clone, Default)]
pub struct EditState {
    uses: Uses,
    names: Option<Names>,
    order: InstOrder,
    changes: Changes,
}

impl EditState {
    /// The def-use chains of the body.
    pub fn uses(&self) -> &Uses {
        &self.uses
    }
}

/// Edits a body: see the [module](self).
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
    /// An editor that notifies `listener` of each change.
    pub fn with_listener(module: &'b Module, body: &'b mut Body, listener: L) -> Editor<'b, L> {
        let state = EditState { uses: Uses::new(body), ..EditState::default() };
        Editor::resume(module, body, state, listener)
    }

    /// An editor that starts from the state that [`Editor::finish`] of another returned. The body must be unchanged since then.
    pub fn resume(module: &'b Module, body: &'b mut Body, state: EditState, listener: L) -> Editor<'b, L> {
        Editor { module, body, state, listener }
    }

    /// Ends editing. Returns the state and the listener.
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

    /// Sets a mark: [`Body::edits_since`] then has the edits from here on.
    ///
    /// ```
    /// use lindworm_ir::body::Mark;
    /// use lindworm_ir::editor::{Editor, Point};
    /// use lindworm_ir::{Body, Context, InstData, Module, Type};
    ///
    /// let module = Module::new(&Context::new(), "m");
    /// let mut body = Body::new(&[]);
    /// let mut editor = Editor::new(&module, &mut body);
    /// let entry = editor.create_block(None);
    /// editor.mark(Mark::named("my-pass"));
    /// let ret = editor.insert(Point::End(entry), InstData::Ret { value: None.into() }, Type::VOID);
    /// assert!(body.edits_since(Mark::named("my-pass")).is_some_and(|edits| edits.has_inst(ret)));
    /// ```
    pub fn mark(&mut self, mark: Mark) {
        self.body.mark_edits(mark);
    }

    /// Pauses or resumes the record of edits: for edits that other edits undo, which are made in a pause too.
    pub fn pause_record(&mut self, is_paused: bool) {
        self.body.pause_edits(is_paused);
    }

    /// The def-use chains of the body, including those of constants, globals, metadata and inline assembler.
    pub fn all_uses(&mut self) -> &Uses {
        self.state.uses.include_module_values(self.body);
        &self.state.uses
    }

    /// The listener.
    pub fn listener(&mut self) -> &mut L {
        &mut self.listener
    }

    /// All instructions, in program order.
    pub fn insts(&self) -> Vec<Inst> {
        self.body.blocks().flat_map(|block| self.body.insts(block)).collect()
    }

    /// A function-local value as metadata.
    pub fn local_metadata(&mut self, value: Value) -> Metadata {
        self.state.uses.local_metadata(self.body, value)
    }

    /// A list of values as metadata, for a debug record that uses several values.
    pub fn arg_list(&mut self, values: Box<[Metadata]>) -> Metadata {
        self.body.add_arg_list(values)
    }

    /// The type of a value.
    #[inline]
    pub fn type_of(&self, value: Value) -> Type {
        self.module.value_type(Some(self.body), value)
    }

    /// Whether `a` comes before `b` in their block. Constant time, except for the first query of a block, which is linear in it.
    ///
    /// # Panics
    /// If the instructions are not in the same block.
    pub fn comes_before(&mut self, a: Inst, b: Inst) -> bool {
        let block = self.body.inst_block(a);
        assert!(block.is_some() && block == self.body.inst_block(b), "{a:?} and {b:?} are not in one block");
        block.is_some_and(|block| self.state.order.comes_before(self.body, block, a, b))
    }

    // Names.

    /// Names an argument, block or instruction. If the name is taken, a number is appended as in LLVM. The empty name removes the
    /// name.
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

    /// Moves the name of one value to another, as `Value::takeName` does.
    pub fn take_name(&mut self, from: Value, to: Value) {
        if from == to {
            return;
        }
        let name: SmallVec<[u8; 32]> = SmallVec::from_slice(self.body.name(from));
        self.free_name(to);
        // The name stays taken.
        self.body.set_free_name(from, b"");
        self.body.set_free_name(to, &name);
    }

    fn free_name(&mut self, value: Value) {
        if !self.body.name(value).is_empty() {
            self.set_name(value, b"");
        }
    }

    // Instructions.

    /// Checks that a new operand belongs to the body or to its module.
    fn expect_value(&self, value: Value) {
        assert!(self.module.has_value(self.body, value), "{value:?} is neither of the body nor of its module");
    }

    /// Creates an instruction with result type `ty` at an insertion point.
    ///
    /// # Panics
    /// If an operand belongs neither to the body nor to its module, or the type to another context.
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
        self.body.note_edit(inst.into());
        if self.body.records_edits() && self.body.inst(inst).is_terminator() {
            self.note_edit_of_operands(inst);
        }
    }

    fn operands(&self, inst: Inst) -> SmallVec<[Value; 8]> {
        let mut operands = SmallVec::new();
        self.body.inst(inst).for_each_operand(&self.body.values, |value| operands.push(value));
        operands
    }

    /// Records an edit of the operands of an instruction, because the number of their uses changes.
    fn note_edit_of_operands(&mut self, inst: Inst) {
        self.operands(inst).into_iter().for_each(|value| self.body.note_edit_of_uses(value));
    }

    /// Records what [`Editor::change`] changed.
    fn note_edits_of_change(&mut self, inst: Inst, data: InstData, old: &[Value]) {
        let new = self.operands(inst);
        if *self.body.inst(inst) != data || new[..] != *old {
            self.body.note_edit(inst.into());
        }
        let is_edge = self.body.inst(inst).is_terminator();
        // Of a long list, little changes: only what differs from the other list in the same place is looked for.
        let is_kept = |list: &[Value], other: &[Value], place: usize| {
            let from_end = list.len() - place;
            let is_same = |at: Option<usize>| at.and_then(|at| other.get(at)) == Some(&list[place]);
            is_same(Some(place)) || is_same(other.len().checked_sub(from_end)) || other.contains(&list[place])
        };
        let lost = (0..old.len()).filter(|&n| !is_kept(old, &new, n)).map(|n| &old[n]);
        let won = (0..new.len()).filter(|&n| is_edge && !is_kept(&new, old, n)).map(|n| &new[n]);
        lost.chain(won).for_each(|&value| self.body.note_edit_of_uses(value));
    }

    /// Records that an operand of an instruction was or will be set to `new`.
    #[inline]
    fn note_edit_of_operand(body: &mut Body, user: Inst, old: Option<Value>, new: Value) {
        if old == Some(new) {
            return;
        }
        body.note_edit(user.into());
        old.into_iter().chain(new.as_block().map(Value::from)).for_each(|value| body.note_edit_of_uses(value));
    }

    /// Inserts a detached instruction at an insertion point.
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

    /// Allocates a list of operands for a new instruction.
    pub fn list(&mut self, values: &[Value]) -> crate::value::ValueList {
        self.body.list(values)
    }

    /// Stores operand bundles for a new call.
    pub fn add_bundles(&mut self, bundles: Box<[crate::instruction::Bundle]>) -> crate::instruction::Bundles {
        self.body.add_bundles(bundles)
    }

    /// Inserts a copy of an instruction, with its operands, debug location and attachments, but without its name and debug
    /// records.
    pub fn clone_inst(&mut self, inst: Inst, at: Point) -> Inst {
        let data = self.body.inst(inst).with_own_lists(&mut self.body.values);
        let copy = self.insert(at, data, self.body.inst_type(inst));
        self.body.set_debug_loc(copy, self.body.debug_loc(inst));
        let attachments: Attachments = self.body.attachments(inst).iter().copied().collect();
        self.body.set_attachments(copy, attachments);
        copy
    }

    /// Creates instructions with a [`Builder`], which has the taken names, and as debug location that of the instruction at the
    /// insertion point. Returns the result of `build`, which must only add to the body and change only its additions.
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

    /// Like [`Editor::build`], at the end of a block and without a debug location.
    pub fn build_at_end<R>(&mut self, block: Block, build: impl FnOnce(&mut Builder<'_>) -> R) -> R {
        self.build(Point::End(block), None, build)
    }

    /// Creates instructions with a [`Builder`], at an insertion point and with a debug location.
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

    /// Sets all operands. Their number stays the same.
    ///
    /// # Panics
    /// If the number of operands differs, or an operand belongs neither to the body nor to its module.
    pub fn set_operands(&mut self, inst: Inst, operands: &[Value]) {
        assert_eq!(self.body.operand_count(inst), operands.len());
        for (operand, &value) in (0..).zip(operands) {
            self.expect_value(value);
            Self::note_edit_of_operand(self.body, inst, self.body.operand(inst, operand as usize), value);
            self.state.uses.set(self.body, Use { user: inst, operand }, value);
            self.state.changes.note(parts_of_operand(self.body.inst(inst), value));
        }
        self.listener.changed(self.body, inst);
    }

    /// Sets an operand. The use becomes the first in the chain of `value`, as in LLVM. Constant time.
    ///
    /// # Panics
    /// If the value belongs neither to the body nor to its module.
    pub fn set_operand(&mut self, at: Use, value: Value) {
        self.expect_value(value);
        Self::note_edit_of_operand(self.body, at.user, self.body.operand(at.user, at.operand as usize), value);
        self.state.uses.set(self.body, at, value);
        self.state.changes.note(parts_of_operand(self.body.inst(at.user), value));
        self.listener.changed(self.body, at.user);
    }

    /// Replaces `old` by `new`, which has the same type, in all operands and in the metadata of the body. Incoming blocks of phis
    /// are unchanged: see [`Editor::replace_incoming`]. Linear in the uses of `old`.
    ///
    /// # Panics
    /// If `new` belongs neither to the body nor to its module.
    pub fn replace_all(&mut self, old: Value, new: Value) {
        self.expect_value(new);
        let EditState { uses, changes, .. } = &mut self.state;
        uses.replace_all(self.body, old, new, |body, user| {
            changes.note(parts_of_operand(body.inst(user), new));
            Self::note_edit_of_operand(body, user, Some(old), new);
            self.listener.changed(body, user);
        });
    }

    /// Replaces the incoming block `old` by `new` in all phis. Linear in the number of such operands.
    pub fn replace_incoming(&mut self, old: Block, new: Block) {
        self.expect_value(new.into());
        let EditState { uses, changes, .. } = &mut self.state;
        uses.replace_incoming(self.body, old, new, |body, user| {
            changes.note(Parts::OPERANDS);
            body.note_edit(user.into());
            self.listener.changed(body, user);
        });
    }

    /// Changes anything of an instruction except its type: flags, alignment, operand lists. Linear in its operands; use
    /// [`Editor::set_operand`] for a single operand.
    pub fn change(&mut self, inst: Inst, f: impl FnOnce(&mut InstData, &mut ValuePool)) {
        let before = self.body.records_edits().then(|| (*self.body.inst(inst), self.operands(inst)));
        self.state.uses.unlink_all(self.body, inst);
        let (data, values) = self.body.inst_and_values_mut(inst);
        f(data, values);
        self.state.uses.relink_all(self.body, inst);
        self.state.changes.note(parts_of(self.body.inst(inst)) - Parts::ORDER);
        if let Some((data, operands)) = before {
            self.note_edits_of_change(inst, data, &operands);
        }
        self.listener.changed(self.body, inst);
    }

    /// Sets the operand bundles of a call, keeping its operands.
    pub fn set_bundles(&mut self, call: Inst, bundles: Vec<crate::instruction::Bundle>) {
        let new = self.body.add_bundles(bundles.into());
        self.change(call, |data, _| {
            if let Some(call) = data.call_info_mut() {
                call.bundles = new.into();
            }
        });
    }

    /// Sets the result type of an instruction.
    pub fn set_type(&mut self, inst: Inst, ty: Type) {
        self.body.set_inst_type(inst, ty);
        self.body.note_edit(inst.into());
        self.state.changes.note(Parts::OPERANDS);
        self.listener.changed(self.body, inst);
    }

    /// Sets or removes the debug location of an instruction.
    pub fn set_debug_loc(&mut self, inst: Inst, loc: Option<Metadata>) {
        self.body.set_debug_loc(inst, loc);
        self.state.changes.note(Parts::empty());
    }

    /// Sets or removes an attachment of an instruction, which may be `!dbg`.
    pub fn set_attachment(&mut self, inst: Inst, kind: crate::context::MetadataKind, metadata: Option<Metadata>) {
        if kind != crate::context::MetadataKind::DBG && self.body.attachment(inst, kind) != metadata {
            self.body.note_edit(inst.into());
        }
        self.body.set_attachment(inst, kind, metadata);
        self.state.changes.note(Parts::empty());
    }

    /// Moves an instruction to an insertion point. Its debug records stay in place.
    pub fn move_inst(&mut self, inst: Inst, to: Point) {
        if matches!(to, Point::Before(next) | Point::BeforeRecords(next) if next == inst) {
            return;
        }
        self.note_edit_of_block(inst);
        self.body.remove_inst(inst);
        self.place(inst, to);
        self.note_moved(inst);
        self.listener.changed(self.body, inst);
    }

    /// Records an edit of the block that an instruction is about to leave.
    fn note_edit_of_block(&mut self, inst: Inst) {
        if let Some(block) = self.body.inst_block(inst).filter(|_| self.body.records_edits()) {
            self.body.note_edit(block.into());
        }
    }

    fn note_moved(&mut self, inst: Inst) {
        self.body.note_edit(inst.into());
        self.state.changes.note(parts_of(self.body.inst(inst)) - Parts::OPERANDS);
    }

    /// Moves the instructions from `first` to `last`, which are in the same block and in this order, to a point outside the
    /// range. Debug records before `first` stay in place; records between the moved instructions move with them. Linear in the
    /// moved instructions.
    pub fn move_range(&mut self, first: Inst, last: Inst, to: Point) {
        let (behind, block) = (self.body.next_inst(last), self.body.inst_block(first));
        if let Some(block) = block.filter(|_| self.body.has_debug_records()) {
            let stay = behind.map_or(RecordPosition::End(block), RecordPosition::Before);
            self.body.move_debug_records(RecordPosition::Before(first), stay);
        }
        let mut next = Some(first);
        while let Some(inst) = next {
            next = self.body.next_inst(inst).filter(|_| inst != last);
            self.note_edit_of_block(inst);
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

    /// Erases an instruction without uses, with its operands, name and attachments. Its debug records move to the next
    /// instruction, or to the end of the block. Metadata that wraps the result wraps poison instead.
    ///
    /// # Panics
    /// If the result has uses.
    pub fn erase(&mut self, inst: Inst) {
        assert!(self.state.uses.is_unused(inst.into()), "{inst:?} is erased, but has uses");
        self.listener.erased(self.body, inst);
        self.state.changes.note(parts_of(self.body.inst(inst)));
        if self.body.records_edits() {
            self.note_edit_of_block(inst);
            self.note_edit_of_operands(inst);
        }
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

    /// Adds an incoming value to a phi. Amortized constant time.
    ///
    /// # Panics
    /// If the instruction is not a phi, or the value or the block does not belong to the body.
    pub fn add_incoming(&mut self, phi: Inst, value: Value, from: Block) {
        self.expect_value(value);
        self.expect_value(from.into());
        let old_count = self.body.operand_count(phi) as u32;
        let (data, values) = self.body.inst_and_values_mut(phi);
        let InstData::Phi { incoming, .. } = data else { panic!("{phi:?} is no phi") };
        incoming.push(value, values);
        incoming.push(from.into(), values);
        self.state.uses.grow(self.body, phi, old_count);
        self.body.note_edit(phi.into());
        self.state.changes.note(Parts::OPERANDS);
        self.listener.changed(self.body, phi);
    }

    /// Removes the incoming values of a phi for which `keep` returns false. Linear in the incoming values.
    ///
    /// # Panics
    /// If the instruction is not a phi.
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

    /// Creates a debug record after the existing records of a position. Constant time.
    pub fn insert_debug_record(&mut self, at: RecordPosition, data: DebugRecordData) -> DebugRecord {
        self.body.append_debug_record(at, data)
    }

    /// Creates a debug record before the existing records of a position. Constant time.
    pub fn prepend_debug_record(&mut self, at: RecordPosition, data: DebugRecordData) -> DebugRecord {
        self.body.prepend_debug_record(at, data)
    }

    /// Removes a debug record from its position. Constant time.
    pub fn remove_debug_record(&mut self, record: DebugRecord) {
        self.body.remove_debug_record(record);
    }

    /// Moves a debug record after the existing records of a position. Constant time.
    pub fn move_debug_record(&mut self, record: DebugRecord, to: RecordPosition) {
        self.body.remove_debug_record(record);
        self.body.place_debug_record(record, to);
    }

    /// The data of a debug record, mutable.
    pub fn debug_record_mut(&mut self, record: DebugRecord) -> &mut DebugRecordData {
        self.body.debug_record_mut(record)
    }
}
