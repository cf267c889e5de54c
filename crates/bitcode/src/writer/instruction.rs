//! Instructions ([Instruction Reference](https://llvm.org/docs/LangRef.html#instref)), one record each. Calls are in
//! [`super::call`].

use lindworm_ir::eval::{CastOp, FastMathFlags};
use lindworm_ir::instruction::{AtomicOrdering, InstData};
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Inst, Type, Value};

use super::abbreviations::function as abbreviation;
use super::function::BodyWriter;
use super::ids::shuffle_mask;
use crate::codes::function::*;
use crate::encoding;

impl BodyWriter<'_> {
    /// Writes an instruction.
    pub(super) fn inst(&mut self, inst: Inst) {
        use InstData::*;
        let body = self.body;
        let ty = body.inst_type(inst);
        match *body.inst(inst) {
            Ret { value } => {
                let abbreviation = match value.expand() {
                    None => abbreviation::RET_VOID,
                    Some(value) if self.typed_value(value) => abbreviation::RET_VAL,
                    Some(_) => 0,
                };
                self.abbreviated(abbreviation, INST_RET);
            }
            Br { dest } => {
                self.block(dest);
                self.abbreviated(abbreviation::BR_UNCOND, INST_BR);
            }
            CondBr { condition, if_true, if_false } => {
                self.block(if_true);
                self.block(if_false);
                self.value(condition);
                self.abbreviated(abbreviation::BR_COND, INST_BR);
            }
            Switch { condition, default, cases } => {
                self.ty(self.module.value_type(Some(body), condition));
                self.value(condition);
                self.block(default);
                // Case values also have absolute ids here.
                self.absolute_values(body.list_values(&cases));
                self.record(INST_SWITCH);
            }
            IndirectBr { address, dests } => {
                self.ty(self.module.value_type(Some(body), address));
                self.value(address);
                self.absolute_values(body.list_values(&dests));
                self.record(INST_INDIRECTBR);
            }
            Call { call, convention, tail, fast_math } => self.call(&call, convention, tail, fast_math),
            Invoke { call, convention, normal, unwind } => self.invoke(&call, convention, normal, unwind),
            CallBr { call, convention, default, indirect } => self.callbr(&call, convention, default, &indirect),
            Resume { value } => self.one_operand(INST_RESUME, value),
            Freeze { value } => self.one_operand(INST_FREEZE, value),
            Unreachable => self.abbreviated(abbreviation::UNREACHABLE, INST_UNREACHABLE),
            CleanupRet { pad, unwind } => {
                self.value(pad);
                unwind.expand().into_iter().for_each(|b| self.block(b));
                self.record(INST_CLEANUPRET);
            }
            CatchRet { pad, dest } => {
                self.value(pad);
                self.block(dest);
                self.record(INST_CATCHRET);
            }
            CatchSwitch { parent, handlers, unwind } => {
                let handlers = body.list_values(&handlers);
                self.value(parent);
                self.push(handlers.len() as u64);
                self.absolute_values(handlers);
                unwind.expand().into_iter().for_each(|b| self.block(b));
                self.record(INST_CATCHSWITCH);
            }
            CatchPad { parent, args } => self.funclet_pad(INST_CATCHPAD, parent, body.list_values(&args)),
            CleanupPad { parent, args } => self.funclet_pad(INST_CLEANUPPAD, parent, body.list_values(&args)),
            LandingPad { cleanup, clauses } => {
                let clauses = body.list_values(&clauses);
                self.ty(ty);
                self.push(cleanup as u64);
                self.push(clauses.len() as u64);
                for &clause in clauses {
                    let clause_type = self.module.value_type(Some(body), clause);
                    let is_filter = matches!(self.module.context().kind(clause_type), TypeKind::Array { .. });
                    self.push(is_filter as u64);
                    self.typed_value(clause);
                }
                self.record(INST_LANDINGPAD);
            }
            FNeg { value, fast_math } => {
                let known = self.typed_value(value);
                self.push(encoding::FNEG);
                let flags = encoding::fast_math_code(fast_math);
                self.flagged(INST_UNOP, known, flags, [abbreviation::UNOP, abbreviation::UNOP_FLAGS]);
            }
            Binary { op, flags, fast_math, lhs, rhs } => {
                let known = self.typed_value(lhs);
                self.value(rhs);
                self.push(encoding::binary_code(op));
                let flags = match op.is_float() {
                    true => encoding::fast_math_code(fast_math),
                    false => encoding::int_flags_code(flags & op.allowed_flags()),
                };
                self.flagged(INST_BINOP, known, flags, [abbreviation::BINOP, abbreviation::BINOP_FLAGS]);
            }
            Cast { op, flags, fast_math, value } => {
                let known = self.typed_value(value);
                self.ty(ty);
                self.push(encoding::cast_code(op));
                let behind = (op == CastOp::UIToFP) as u32;
                let fast_math = encoding::fast_math_code(fast_math) << behind;
                let flags = encoding::int_flags_code(flags & op.allowed_flags()) | fast_math;
                self.flagged(INST_CAST, known, flags, [abbreviation::CAST, abbreviation::CAST_FLAGS]);
            }
            ICmp { predicate, same_sign, lhs, rhs } => {
                self.compare(lhs, rhs, encoding::int_predicate_code(predicate), same_sign as u64);
            }
            FCmp { predicate, fast_math, lhs, rhs } => {
                self.compare(lhs, rhs, predicate as u64, encoding::fast_math_code(fast_math));
            }
            Select { condition, if_true, if_false, fast_math } => {
                self.typed_value(if_true);
                self.value(if_false);
                self.typed_value(condition);
                self.fast_math(fast_math);
                self.record(INST_VSELECT);
            }
            Phi { incoming, fast_math } => {
                self.ty(ty);
                for pair in body.list_values(&incoming).chunks_exact(2) {
                    self.signed_value(pair[0]);
                    self.absolute_values(&pair[1..]);
                }
                self.fast_math(fast_math);
                self.record(INST_PHI);
            }
            ExtractElement { vector, index } => {
                self.typed_value(vector);
                self.typed_value(index);
                self.record(INST_EXTRACTELT);
            }
            InsertElement { vector, element, index } => {
                self.typed_value(vector);
                self.value(element);
                self.typed_value(index);
                self.record(INST_INSERTELT);
            }
            ShuffleVector { v1, v2, mask } => {
                self.typed_value(v1);
                self.value(v2);
                self.value(shuffle_mask(self.module, ty, body.list_ints(&mask)));
                self.record(INST_SHUFFLEVEC);
            }
            ExtractValue { aggregate, indices } => {
                self.typed_value(aggregate);
                self.ops.extend(body.list_ints(&indices).iter().map(|i| i.0 as u64));
                self.record(INST_EXTRACTVAL);
            }
            InsertValue { aggregate, value, indices } => {
                self.typed_value(aggregate);
                self.typed_value(value);
                self.ops.extend(body.list_ints(&indices).iter().map(|i| i.0 as u64));
                self.record(INST_INSERTVAL);
            }
            GetElementPtr { source, flags, operands } => {
                self.push(flags.bits() as u64);
                self.ty(source);
                self.typed_values(body.list_values(&operands));
                self.abbreviated(abbreviation::GEP, INST_GEP);
            }
            VaArg { list } => {
                self.ty(self.module.value_type(Some(body), list));
                self.value(list);
                self.ty(ty);
                self.record(INST_VAARG);
            }
            Alloca { .. } | Load { .. } | Store { .. } => self.memory(inst, ty),
            Fence { .. } | CmpXchg { .. } | AtomicRmw { .. } => self.atomic(inst),
        }
    }

    fn memory(&mut self, inst: Inst, ty: Type) {
        use encoding::alloca;
        let body = self.body;
        match *body.inst(inst) {
            InstData::Alloca { allocated, count, align, in_alloca, swift_error } => {
                self.ty(allocated);
                self.ty(self.module.value_type(Some(body), count));
                self.absolute_values(&[count]);
                let align = encoding::align_code(align);
                let low = align & ((1 << alloca::ALIGN_LOW_BITS) - 1);
                let high = align >> alloca::ALIGN_LOW_BITS << alloca::ALIGN_HIGH_SHIFT;
                let flag = |is: bool, bit| if is { bit } else { 0 };
                let flags = flag(in_alloca, alloca::IN_ALLOCA) | flag(swift_error, alloca::SWIFT_ERROR);
                self.push(low | high | flags | alloca::EXPLICIT_TYPE);
                let space = self.module.context().addr_space(ty).unwrap_or(0);
                if space != self.module.data_layout().alloca_addr_space {
                    self.push(space as u64);
                }
                self.record(INST_ALLOCA);
            }
            InstData::Load { pointer, align, ordering, scope, volatile } => {
                let known = self.typed_value(pointer);
                self.ty(ty);
                self.push(encoding::align_code(align));
                self.push(volatile as u64);
                if ordering == AtomicOrdering::NotAtomic {
                    self.abbreviated(if known { abbreviation::LOAD } else { 0 }, INST_LOAD);
                } else {
                    self.push(ordering as u64);
                    self.push(scope.0 as u64);
                    self.record(INST_LOADATOMIC);
                }
            }
            InstData::Store { value, pointer, align, ordering, scope, volatile } => {
                let known = self.typed_value(pointer) & self.typed_value(value);
                self.push(encoding::align_code(align));
                self.push(volatile as u64);
                if ordering == AtomicOrdering::NotAtomic {
                    self.abbreviated(if known { abbreviation::STORE } else { 0 }, INST_STORE);
                } else {
                    self.push(ordering as u64);
                    self.push(scope.0 as u64);
                    self.record(INST_STOREATOMIC);
                }
            }
            _ => {}
        }
    }

    fn atomic(&mut self, inst: Inst) {
        match *self.body.inst(inst) {
            InstData::Fence { ordering, scope } => {
                self.push(ordering as u64);
                self.push(scope.0 as u64);
                self.record(INST_FENCE);
            }
            InstData::CmpXchg { pointer, expected, new, align, success, failure, scope, weak, volatile } => {
                self.typed_value(pointer);
                self.typed_value(expected);
                self.value(new);
                self.push(volatile as u64);
                self.push(success as u64);
                self.push(scope.0 as u64);
                self.push(failure as u64);
                self.push(weak as u64);
                self.push(encoding::align_code(align));
                self.record(INST_CMPXCHG);
            }
            InstData::AtomicRmw { op, pointer, value, align, ordering, scope, volatile, elementwise } => {
                self.typed_value(pointer);
                self.typed_value(value);
                self.push(encoding::atomic_rmw_code(op) | (elementwise as u64 * encoding::ATOMIC_RMW_ELEMENTWISE));
                self.push(volatile as u64);
                self.push(ordering as u64);
                self.push(scope.0 as u64);
                self.push(encoding::align_code(align));
                self.record(INST_ATOMICRMW);
            }
            _ => {}
        }
    }

    fn one_operand(&mut self, code: u32, value: Value) {
        self.typed_value(value);
        self.record(code);
    }

    fn funclet_pad(&mut self, code: u32, parent: Value, args: &[Value]) {
        self.value(parent);
        self.push(args.len() as u64);
        self.typed_values(args);
        self.record(code);
    }

    fn compare(&mut self, lhs: Value, rhs: Value, predicate: u64, flags: u64) {
        let known = self.typed_value(lhs);
        self.value(rhs);
        self.push(predicate);
        self.flagged(INST_CMP2, known, flags, [abbreviation::CMP, abbreviation::CMP_FLAGS]);
    }

    /// Adds non-zero flags and writes the record. The abbreviation, without or with flags, applies only if the first
    /// operand is not a forward reference.
    fn flagged(&mut self, code: u32, known: bool, flags: u64, abbreviations: [u32; 2]) {
        if flags != 0 {
            self.push(flags);
        }
        // The flags of `uitofp` can exceed the width in the abbreviation.
        let fits = known && flags >> abbreviation::FLAG_BITS == 0;
        self.abbreviated(if fits { abbreviations[(flags != 0) as usize] } else { 0 }, code);
    }

    fn fast_math(&mut self, flags: FastMathFlags) {
        if !flags.is_empty() {
            self.push(encoding::fast_math_code(flags));
        }
    }

    /// Values and blocks by absolute id.
    fn absolute_values(&mut self, values: &[Value]) {
        let local = self.local;
        self.ops.extend(values.iter().map(|&v| local.value(v) as u64));
    }
}
