//! Calls.

use lindworm_ir::attributes::{AttrKind, AttributeList, AttributeSet};
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::instruction::{CallInfo, TailCall};
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Inst, InstData, Type, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::system_v::{
    Arguments, CALLEE_SAVED, Convention, INTEGER_RESULTS, Location, NEST, Results, SWIFT_ASYNC, SWIFT_ERROR,
    SWIFT_SELF, VECTOR_RESULTS,
};
use lindworm_target::x86_64::{Mem, Reg, RegSet, Size, op};
use smallvec::SmallVec;

use super::Pass;
use super::moves::RegisterMove;
use super::operands::Source;
use super::registers::{ALLOCATABLE, SCRATCH};
use crate::constants::PartOfConstant;
use crate::error::Result;
use crate::relocation::{Relocation, RelocationKind, Runtime, Symbol};

/// The end offset of the last compiled call, and the size in bytes of its stack arguments.
#[derive(Clone, Copy, Default)]
pub struct CallEnd {
    pub code: u32,
    pub stack: u32,
}

/// The ABI-relevant properties of a call.
#[derive(Clone, Copy)]
pub struct Signature {
    pub attributes: AttributeList,
    /// The number of the first argument of the callee among those that have attributes.
    pub first_argument: usize,
    pub variadic: bool,
    pub convention: Convention,
    /// The address to which the result is written, if it does not fit in registers.
    pub result: Option<Source>,
}

impl Default for Signature {
    fn default() -> Self {
        Signature {
            attributes: AttributeList::default(),
            first_argument: 0,
            variadic: false,
            convention: Convention::C,
            result: None,
        }
    }
}

/// The callee.
#[derive(Clone, Copy)]
pub enum Callee {
    Symbol(Symbol),
    Value(Value),
    Patch(Patch),
}

/// A place in the code that a runtime may overwrite with a call: a call of the target, if any, and no-operations up to `size` bytes.
#[derive(Clone, Copy)]
pub struct Patch {
    pub target: Option<PartOfConstant>,
    pub size: u32,
}

impl From<Runtime> for Callee {
    fn from(runtime: Runtime) -> Callee {
        Callee::Symbol(Symbol::Runtime(runtime))
    }
}

/// The locations of an argument.
pub enum Locations {
    /// A copy of the object that the argument points to: offset among the stack arguments, and size in bytes.
    Copy { at: u32, size: u32 },
    /// The register of `swifterror`, which holds what the argument points to, before and after the call.
    Error,
    /// The address of the stack arguments (`inalloca`), which the caller has allocated and filled.
    Allocated,
    /// The location of each part.
    Parts(SmallVec<[Location; 4]>),
}

/// A part of an argument: destination, kind, argument, number of the part, and extension.
type Passed<To> = (To, PartKind, Value, usize, Option<bool>);

/// `x86_intrcc`
pub const INTERRUPT: CallingConvention = CallingConvention(83);

/// The registers that a call of a convention clobbers.
fn clobbered(convention: Convention) -> RegSet {
    ALLOCATABLE.without(convention.kept)
}

/// The register of the argument that takes the frame pointer, until the call.
pub const FRAME_POINTER_ARGUMENT: Reg = Reg::RAX;
/// The maximum size in bytes of the stack arguments of a call.
const MAX_STACK: u32 = 1 << 30;
/// The maximum size in bytes of a copy by moves rather than a loop.
const MAX_MOVES: u64 = 128;

impl<'m> Pass<'m> {
    pub fn call(&mut self, inst: Inst, call: &CallInfo, convention: CallingConvention, tail: TailCall) -> Result {
        let callee = match call.callee.kind() {
            ValueKind::Global(global) => {
                let function = self.module.globals()[global].as_function();
                if let Some(intrinsic) = function.and_then(|f| f.intrinsic) {
                    return self.intrinsic(inst, intrinsic, self.body.call_args(call));
                }
                Callee::Symbol(Symbol::Global(global))
            }
            ValueKind::InlineAsm(asm) => return self.inline_asm(inst, asm, self.body.call_args(call)),
            _ => Callee::Value(call.callee),
        };
        const WITHOUT_CODE: [&[u8]; 5] =
            [b"align", b"clang.arc.attachedcall", b"convergencectrl", b"deopt", b"funclet"];
        if self.body.bundles(call.bundles).iter().any(|bundle| !WITHOUT_CODE.contains(&&*bundle.tag)) {
            return Err("operand bundles of a call".into());
        }
        if convention == INTERRUPT {
            return Err("a call of an interrupt handler".into());
        }
        let convention = super::convention(convention)?;
        let (_, params, variadic) =
            self.module.context().function_parts(call.function_type).ok_or("a call of no function")?;
        let args = self.body.call_args(call);
        if args.len() < params.len() {
            return Err("a call with too few arguments".into());
        }
        let ty = self.inst_type(inst);
        let result = match self.is_in_memory(ty, convention)? {
            true if tail == TailCall::MustTail => self.result_pointer.map(Source::Slot),
            true => {
                let (size, align) = (self.types.size(ty).unwrap_or(0), self.types.align(ty));
                Some(Source::Frame(self.frame.allocate(size, align)?))
            }
            false => None,
        };
        let signature = Signature { attributes: call.attributes, first_argument: 0, variadic, convention, result };
        // Functions of `ghccc` never return: their tail calls are jumps.
        let goes_on = tail == TailCall::Tail
            && convention.passes_frame_pointer
            && self.convention.passes_frame_pointer
            && self.body.next_inst(inst).is_some_and(|next| matches!(self.body.inst(next), InstData::Ret { .. }));
        if tail == TailCall::MustTail || goes_on && ty == Type::VOID {
            return self.tail_call(callee, args, signature);
        }
        match self.body.bundles(call.bundles).iter().any(|bundle| *bundle.tag == *b"deopt") {
            false => self.emit_call(callee, args, signature)?,
            true => self.call_with_state(callee, args, signature, call)?,
        }
        match result {
            Some(Source::Frame(disp)) => self.result_from_memory(inst, disp),
            _ => self.call_result(inst, convention),
        }
    }

    /// Whether a result does not fit in registers and is written to memory, whose address is the first argument.
    pub fn is_in_memory(&self, ty: Type, convention: Convention) -> Result<bool> {
        let parts = self.types.parts(ty)?;
        let mut results = Results::new(convention);
        Ok(parts.len() > 2 && parts.iter().any(|part| results.next(part.kind).is_none()))
    }

    fn result_from_memory(&mut self, inst: Inst, disp: i32) -> Result {
        self.load_value(inst, Mem::base(Reg::RBP, disp).into())
    }

    /// Calls a runtime function. The result of the call is the result of the instruction.
    pub fn call_runtime(&mut self, inst: Inst, runtime: Runtime, args: &[Value]) -> Result {
        self.emit_call(runtime.into(), args, Signature::default())?;
        self.call_result(inst, Convention::C)
    }

    pub fn call_result(&mut self, inst: Inst, convention: Convention) -> Result {
        let parts = self.types.parts(self.inst_type(inst))?;
        if parts.is_empty() {
            return Ok(());
        }
        let at = self.define(inst)?;
        let is_used = self.values.of_inst(inst).uses > 0;
        let mut results = Results::new(convention);
        for (i, part) in parts.iter().enumerate() {
            match results.next(part.kind).ok_or("a result of this type")? {
                Location::Reg(reg) if is_used => self.assign(at + i, reg),
                Location::Reg(_) => {}
                _ if is_used => self.pop_x87(at + i)?,
                // fstp st
                _ => self.code.body.bytes(&[0xdd, 0xd8]),
            }
        }
        Ok(())
    }

    /// How an argument or result is extended; `Some(true)` for sign extension.
    pub fn extension(&self, set: AttributeSet) -> Option<bool> {
        if set.is_empty() {
            return None;
        }
        let cx = self.module.context();
        match () {
            () if cx.has_attribute(set, AttrKind::ZERO_EXT) => Some(false),
            () if cx.has_attribute(set, AttrKind::SIGN_EXT) => Some(true),
            () => None,
        }
    }

    /// Size and alignment of a `byval` argument.
    fn by_value(&self, set: AttributeSet) -> Result<Option<(u32, u32)>> {
        let cx = self.module.context();
        if cx.has_attribute(set, AttrKind::PREALLOCATED) {
            return Err("preallocated".into());
        }
        let Some(ty) = cx.attribute_type(set, AttrKind::BY_VAL) else { return Ok(None) };
        let size = self.types.size(ty).ok_or("byval of a type without a size")?;
        let align = cx.attribute_int(set, AttrKind::ALIGN).unwrap_or(self.types.align(ty));
        let size = u32::try_from(size).ok().filter(|s| *s < 1 << 30).ok_or("byval of more than 1 GB")?;
        Ok(Some((size, align.min(16) as u32)))
    }

    /// Assigns locations to the next argument.
    pub fn locate(
        &self,
        arguments: &mut Arguments,
        set: AttributeSet,
        ty: Type,
        convention: Convention,
    ) -> Result<Locations> {
        let by_value = match set.is_empty() {
            true => None,
            false => {
                let cx = self.module.context();
                let of_swift = [(AttrKind::SWIFT_SELF, SWIFT_SELF), (AttrKind::SWIFT_ASYNC, SWIFT_ASYNC)];
                if cx.has_attribute(set, AttrKind::SWIFT_ERROR) {
                    return Ok(Locations::Error);
                }
                if cx.has_attribute(set, AttrKind::IN_ALLOCA) {
                    return Ok(Locations::Allocated);
                }
                if let Some((_, reg)) = of_swift.into_iter().find(|row| cx.has_attribute(set, row.0)) {
                    return Ok(Locations::Parts(smallvec::smallvec![Location::Reg(reg)]));
                }
                self.by_value(set)?
            }
        };
        if convention.by_position {
            let fits = |kind| matches!(kind, PartKind::Int(_) | PartKind::F32 | PartKind::F64);
            if by_value.is_some() || !matches!(self.types.parts(ty)?, [part] if fits(part.kind)) {
                return Err("an argument of win64cc that is not passed in a register".into());
            }
        }
        let locations = match by_value {
            Some((size, align)) => Locations::Copy { at: arguments.by_value(size, align), size },
            None => {
                let parts = self.types.parts(ty)?;
                let is_nest = !set.is_empty() && self.module.context().has_attribute(set, AttrKind::NEST);
                Locations::Parts(match ty {
                    Type::I128 => SmallVec::from_slice(&arguments.next_pair()),
                    _ if is_nest => parts.iter().map(|_| Location::Reg(NEST)).collect(),
                    _ => parts.iter().map(|part| arguments.next(part.kind)).collect(),
                })
            }
        };
        if arguments.stack_size() > MAX_STACK {
            return Err("stack arguments of more than 1 GB".into());
        }
        Ok(locations)
    }

    /// Emits a call. The results are in their registers afterwards.
    pub fn emit_call(&mut self, callee: Callee, args: &[Value], signature: Signature) -> Result {
        self.makes_calls = true;
        let (area, target) = self.pass_arguments(callee, args, signature, false)?;
        if self.tracker.is_active {
            // A debugger that shows the callers of a function looks at the places before the return address.
            self.watch_values();
        }
        self.registers.used = self.registers.used.union(CALLEE_SAVED.without(signature.convention.kept));
        let passes_frame_pointer = signature.convention.passes_frame_pointer;
        if passes_frame_pointer {
            if area > 0 || signature.variadic {
                return Err("ghccc with arguments on the stack".into());
            }
            // Twice, so that the stack stays aligned.
            self.code.body.push(Reg::RBP);
            self.code.body.push(Reg::RBP);
            self.code.body.rr(op::MOV, Size::B64, Reg::RBP, FRAME_POINTER_ARGUMENT);
        }
        match (callee, target) {
            (Callee::Symbol(symbol), _) => {
                let offset = self.code.body.call();
                self.code.relocations.push(Relocation { offset, kind: RelocationKind::Call, symbol, addend: -4 });
            }
            (_, target) => self.emit_patchable(callee, target)?,
        }
        let stack = area.next_multiple_of(16);
        self.call_end = CallEnd { code: self.code.body.position(), stack };
        let left = if signature.convention.callee_pops { stack - area } else { stack };
        if passes_frame_pointer {
            self.code.body.pop(Reg::RBP);
            self.code.body.pop(Reg::RBP);
        }
        if left > 0 {
            self.code.body.ri(op::ADD, Size::B64, Reg::RSP, left as i32);
        }
        self.forget_clobbered(signature.convention);
        if let Some(pointer) = self.error_argument.take() {
            self.registers.lock(SWIFT_ERROR);
            let results = [RegSet::of(&INTEGER_RESULTS), RegSet::of(&VECTOR_RESULTS)];
            results[0].union(results[1]).for_each(|reg| self.registers.lock(reg));
            let place = self.place(pointer)?;
            self.mr(op::MOV_STORE, Size::B64, place, SWIFT_ERROR);
        }
        self.registers.unlock();
        Ok(())
    }

    /// Detaches the registers that a call clobbers from the parts that they hold.
    pub fn forget_clobbered(&mut self, convention: Convention) {
        for reg in self.registers.owned().and(clobbered(convention)) {
            if let Some(at) = self.registers.owner(reg) {
                self.values.parts[at].reg = None;
                self.registers.release(reg);
            }
        }
    }

    /// Moves arguments to their registers and to the stack; the stack pointer is below the stack arguments afterwards. Returns
    /// the size of the stack arguments in bytes, and the register of the callee's address, if the callee is a value.
    pub fn pass_arguments(
        &mut self,
        callee: Callee,
        args: &[Value],
        signature: Signature,
        is_tail: bool,
    ) -> Result<(u32, Option<Reg>)> {
        let Signature { attributes, first_argument, variadic, convention, result } = signature;
        let list = self.module.context().attribute_list(attributes);
        let mut arguments = Arguments::new(convention);
        let mut moves: SmallVec<[RegisterMove; 8]> = Default::default();
        if let Some(from) = result
            && let Location::Reg(to) = arguments.next(PartKind::Int(64))
        {
            moves.push(RegisterMove { to, kind: PartKind::Int(64), from, extend: None });
        }
        let mut in_registers: SmallVec<[Passed<Reg>; 8]> = Default::default();
        let mut takes_chain = false;
        let mut is_allocated = false;
        let mut error = None;
        let mut on_stack: Vec<Passed<u32>> = Vec::new();
        let mut copies: Vec<(u32, u32, Value)> = Vec::new();
        for (number, &arg) in args.iter().enumerate() {
            let set = list.param(first_argument + number);
            if arg.as_metadata().is_some() {
                return Err("metadata as an argument".into());
            }
            let ty = self.type_of(arg);
            let places = match self.locate(&mut arguments, set, ty, convention)? {
                Locations::Error => {
                    if is_tail {
                        return Err("musttail with swifterror".into());
                    }
                    error = Some(arg);
                    continue;
                }
                Locations::Copy { at, size } => {
                    copies.push((at, size, arg));
                    continue;
                }
                Locations::Allocated => {
                    is_allocated = true;
                    continue;
                }
                Locations::Parts(places) => places,
            };
            let extend = self.extension(set);
            for (i, (part, place)) in self.types.parts(ty)?.iter().zip(places).enumerate() {
                match place {
                    Location::Reg(Reg::RBP) => in_registers.push((FRAME_POINTER_ARGUMENT, part.kind, arg, i, extend)),
                    Location::Reg(SCRATCH) => return Err("so many arguments of preserve_nonecc".into()),
                    Location::Reg(to) => {
                        takes_chain |= to == NEST;
                        in_registers.push((to, part.kind, arg, i, extend));
                    }
                    Location::Stack(at) => on_stack.push((at, part.kind, arg, i, extend)),
                    Location::X87(_) => {}
                }
            }
        }
        for &arg in args {
            self.settle_address(arg)?;
        }
        if let Callee::Value(value) = callee {
            self.settle_address(value)?;
        }
        let area = convention.argument_area(arguments.stack_size());
        if is_allocated && (area > 0 || variadic) {
            return Err("inalloca with other arguments on the stack".into());
        }
        if area > 0 {
            let stack = area.next_multiple_of(16);
            self.code.body.ri(op::SUB, Size::B64, Reg::RSP, stack as i32);
            for (at, size, arg) in copies {
                self.copy_to_stack(at, size, arg)?;
            }
            for (at, kind, arg, part, extend) in on_stack {
                self.pass_on_stack(at, kind, arg, part, extend)?;
            }
        }
        let called = if let Callee::Value(value) = callee { Some(value) } else { None };
        self.spill_before_call(args, called, convention)?;
        let clobbered = clobbered(convention);
        for &(to, ..) in &in_registers {
            if CALLEE_SAVED.contains(to) {
                self.claim(to)?;
            }
        }
        self.error_argument = error;
        if let Some(pointer) = error {
            self.claim(SWIFT_ERROR)?;
            let place = self.place(pointer)?;
            self.rm(op::MOV, Size::B64, SWIFT_ERROR, place);
        }
        // No value is loaded or evicted from here on.
        for (to, kind, arg, part, extend) in in_registers {
            moves.push(RegisterMove { to, kind, from: self.source(arg, part)?, extend });
        }
        let mut target = None;
        if let Callee::Value(value) = callee {
            let from = self.source(value, 0)?;
            match from {
                // A register that the arguments do not use.
                Source::Reg(reg) if !clobbered.contains(reg) && !is_tail => target = Some(reg),
                _ => {
                    let to = match (takes_chain, variadic) {
                        (true, false) if convention.has_own_arguments() => {
                            return Err("an indirect call with nest and such a convention".into());
                        }
                        (false, _) => NEST,
                        (true, false) => Reg::RAX,
                        (true, true) => return Err("an indirect call of a variadic function with nest".into()),
                    };
                    moves.push(RegisterMove { to, kind: PartKind::Int(64), from, extend: None });
                    target = Some(to);
                }
            }
        }
        self.move_to_registers(&moves)?;
        if variadic {
            self.code.body.mov_ri(Reg::RAX, arguments.floats().into());
        }
        Ok((area, target))
    }

    /// Whether a type is an integer of two parts.
    pub fn is_wide_int(&self, ty: Type) -> bool {
        self.module.context().int_or_byte_width(ty).is_some_and(|bits| bits > 64)
    }

    /// Stores values that the call clobbers and that are needed afterwards, that is, all but operands at their last use.
    pub fn spill_before_call(&mut self, args: &[Value], called: Option<Value>, convention: Convention) -> Result {
        let mut dying = RegSet::EMPTY;
        for value in args.iter().copied().chain(called) {
            let Some(number) = self.values.number(value).filter(|&number| self.dies_here(number)) else { continue };
            let info = *self.values.info(number);
            for part in self.values.parts.iter().skip(info.first_part as usize).take(info.parts.into()) {
                part.reg.into_iter().for_each(|reg| dying.insert(reg));
            }
        }
        for reg in self.registers.owned().and(clobbered(convention)).without(dying) {
            if let Some(at) = self.registers.owner(reg) {
                self.spill(at)?;
            }
        }
        Ok(())
    }

    fn pass_on_stack(&mut self, at: u32, kind: PartKind, arg: Value, part: usize, extend: Option<bool>) -> Result {
        let mem = Mem::base(Reg::RSP, at as i32);
        if kind == PartKind::F80 {
            self.push_x87(arg, part)?;
            self.code.body.m(op::FSTP80, Size::B32, mem);
            return Ok(());
        }
        if let (Some(is_signed), PartKind::Int(bits)) = (extend, kind) {
            let reg = self.reg(arg, part)?;
            self.move_register(kind, SCRATCH, reg);
            self.extend(SCRATCH, bits.into(), is_signed);
            self.code.body.mr(op::MOV_STORE, Size::B64, mem, SCRATCH);
            self.registers.unlock_one(reg);
            return Ok(());
        }
        let from = self.source(arg, part)?;
        if let Source::Address(symbol, addend) = from {
            let reg = self.temp_general()?;
            self.load_address(reg, symbol, addend)?;
            self.code.body.mr(op::MOV_STORE, Size::B64, mem, reg);
            self.registers.unlock_one(reg);
            return Ok(());
        }
        self.store_source(kind, mem, from)
    }

    /// Copies an object to the stack argument area.
    fn copy_to_stack(&mut self, at: u32, size: u32, from: Value) -> Result {
        if u64::from(size) <= MAX_MOVES {
            let from = self.place(from)?;
            return self.copy_by_moves(Mem::base(Reg::RSP, at as i32).into(), from, size);
        }
        for reg in [Reg::RSI, Reg::RDI, Reg::RCX] {
            self.claim(reg)?;
        }
        let source = self.reg(from, 0)?;
        let asm = &mut self.code.body;
        asm.rr(op::MOV, Size::B64, Reg::RSI, source);
        asm.rm(op::LEA, Size::B64, Reg::RDI, Mem::base(Reg::RSP, at as i32));
        asm.mov_ri(Reg::RCX, size.into());
        // rep movsb
        asm.bytes(&[0xf3, 0xa4]);
        self.registers.unlock();
        Ok(())
    }
}
