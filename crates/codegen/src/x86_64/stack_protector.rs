//! Stack protectors (`ssp`, `sspstrong`, `sspreq`): a function whose variables may overflow keeps a copy of the guard between them and
//! the return address, and compares the copy with the guard before it returns.

use std::collections::HashSet;

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Inst, InstData, Module, Type, Value};
use lindworm_target::x86_64::{Condition, Mem, Op, Reg, Size, op};

use super::Pass;
use super::call::INTERRUPT;
use super::registers::SCRATCH;
use crate::error::Result;
use crate::relocation::{Relocation, RelocationKind, Runtime, Symbol};

/// Size in bytes from which an array of characters is protected, if the function has no attribute that says so.
const BUFFER_SIZE: u64 = 8;

/// The place of the guard: the module flags `stack-protector-guard`, `-reg` and `-offset`.
#[derive(Clone, Copy)]
pub enum Guard {
    /// At an offset from the base of a segment, given by its prefix.
    Segment { prefix: u8, offset: i32 },
    /// The variable `__stack_chk_guard`.
    Variable,
}

impl Guard {
    /// The place of the guard in a module.
    pub fn of(module: &Module) -> Guard {
        let is = |name: &[u8], value: &[u8]| match module.flag(name).map(|flag| flag.open()) {
            Some(MetadataRef::String(text)) => module.metadata().string(text) == value,
            _ => false,
        };
        if is(b"stack-protector-guard", b"global") {
            return Guard::Variable;
        }
        let offset = module.integer_flag(b"stack-protector-guard-offset").map_or(0x28, |offset| offset as i32);
        let prefix = if is(b"stack-protector-guard-reg", b"gs") { 0x65 } else { 0x64 };
        Guard::Segment { prefix, offset }
    }
}

impl Pass<'_> {
    /// Stores the guard in the first slot of the frame, above all variables, if the function is protected.
    pub fn protect_stack(&mut self) -> Result {
        self.guard_slot = None;
        if !self.is_protected() {
            return Ok(());
        }
        let slot = self.frame.allocate(8, 8)?;
        self.guard_slot = Some(slot);
        self.makes_calls = true;
        self.with_guard(op::MOV);
        self.code.body.mr(op::MOV_STORE, Size::B64, Mem::base(Reg::RBP, slot), SCRATCH);
        Ok(())
    }

    /// Ends the program if the copy of the guard has changed. Changes only the scratch register and flags.
    pub fn check_stack(&mut self) {
        let Some(slot) = self.guard_slot else { return };
        self.code.body.rm(op::MOV, Size::B64, SCRATCH, Mem::base(Reg::RBP, slot));
        self.with_guard(op::SUB);
        let unchanged = self.code.body.jcc(Condition::Equal);
        let (offset, symbol) = (self.code.body.call(), Symbol::Runtime(Runtime("__stack_chk_fail")));
        self.code.relocations.push(Relocation { offset, kind: RelocationKind::Call, symbol, addend: -4 });
        self.bind_here(&[unchanged]);
    }

    /// `op scratch, guard`.
    fn with_guard(&mut self, op: Op) {
        match self.around.guard {
            Guard::Segment { prefix, offset } => {
                self.code.body.bytes(&[prefix]);
                self.code.body.rm(op, Size::B64, SCRATCH, Mem::absolute(offset));
            }
            Guard::Variable => {
                self.code.body.push(Reg::RAX);
                self.code.body.rm(op::MOV, Size::B64, Reg::RAX, Mem::rip());
                self.relocate(RelocationKind::Got, Symbol::Runtime(Runtime("__stack_chk_guard")), 0);
                self.code.body.rm(op, Size::B64, SCRATCH, Mem::base(Reg::RAX, 0));
                self.code.body.pop(Reg::RAX);
            }
        }
    }

    fn is_protected(&self) -> bool {
        let cx = self.module.context();
        let set = cx.attribute_list(self.function.attributes).function;
        let has = |kind| cx.has_attribute(set, kind);
        let is_strong = has(AttrKind::STACK_PROTECT_STRONG);
        if has(AttrKind::SAFE_STACK) || has(AttrKind::NAKED) || self.function.convention == INTERRUPT {
            return false;
        }
        if has(AttrKind::STACK_PROTECT_REQ) {
            return true;
        }
        if !is_strong && !has(AttrKind::STACK_PROTECT) {
            return false;
        }
        let asked = cx.attribute_value(set, b"stack-protector-buffer-size");
        let asked = asked.and_then(|size| std::str::from_utf8(size).ok()?.parse().ok());
        let buffer = asked.unwrap_or(BUFFER_SIZE);
        let all = || self.order.blocks().iter().flat_map(|&block| self.body.insts(block));
        all().any(|inst| match *self.body.inst(inst) {
            InstData::Alloca { allocated, count, .. } => match self.constant_int(count) {
                Some(1) => self.has_buffer(allocated, buffer, is_strong),
                Some(count) => is_strong || self.types.size(allocated).unwrap_or(0).saturating_mul(count) >= buffer,
                None => true,
            },
            _ => false,
        }) || is_strong && all().any(|inst| self.takes_address(inst))
    }

    /// Whether a type contains an array that is protected: of characters, or of anything if `is_strong`.
    fn has_buffer(&self, ty: Type, buffer: u64, is_strong: bool) -> bool {
        let cx = self.module.context();
        let (mut open, mut seen) = (vec![ty], HashSet::new());
        while let Some(ty) = open.pop() {
            if !seen.insert(ty) {
                continue;
            }
            match *cx.kind(ty) {
                TypeKind::Array { element, .. } => {
                    if is_strong || element == Type::I8 && self.types.size(ty).unwrap_or(0) >= buffer {
                        return true;
                    }
                }
                _ => open.extend(cx.struct_parts(ty).map_or(&[][..], |(fields, _)| fields)),
            }
        }
        false
    }

    /// Whether an instruction uses the address of a variable for more than an access to that variable.
    fn takes_address(&self, inst: Inst) -> bool {
        let data = self.body.inst(inst);
        let variable = |value: Value| match value.as_inst().map(|inst| self.body.inst(inst)) {
            Some(InstData::Alloca { allocated, .. }) => Some(*allocated),
            _ => None,
        };
        let is_within = |accessed: Type, pointer: Value| {
            variable(pointer).is_none_or(|allocated| self.types.size(accessed) <= self.types.size(allocated))
        };
        match *data {
            InstData::Load { pointer, .. } => !is_within(self.inst_type(inst), pointer),
            InstData::Store { value, pointer, .. } => {
                variable(value).is_some() || !is_within(self.type_of(value), pointer)
            }
            InstData::Call { ref call, .. } if self.is_marker(call.callee) => false,
            _ => {
                let mut found = false;
                data.for_each_operand(self.body.values(), |operand| found |= variable(operand).is_some());
                found
            }
        }
    }

    /// Whether a callee is an intrinsic that marks a lifetime.
    fn is_marker(&self, callee: Value) -> bool {
        use lindworm_ir::intrinsics::IntrinsicId as I;
        let function = callee.as_global().and_then(|global| self.module.globals()[global].as_function());
        matches!(function.and_then(|f| f.intrinsic), Some(I::LIFETIME_START | I::LIFETIME_END))
    }
}
