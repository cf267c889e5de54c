//! `lower-atomic`: lowers atomic operations to non-atomic ones, for programs with one thread.

use lindworm_ir::builder::{BuildError, Builder};
use lindworm_ir::context::SyncScope;
use lindworm_ir::eval::{BinaryOp, IntPredicate};
use lindworm_ir::instruction::{Align, AtomicOrdering, AtomicRmwOp};
use lindworm_ir::value::Imm;
use lindworm_ir::{Inst, InstData, Type, Value};

use crate::pass::{FunctionEdit, FunctionPass};

/// Removes fences, makes loads and stores non-atomic, and replaces `cmpxchg` and `atomicrmw` by a load, an operation and a store.
pub struct LowerAtomic;

impl FunctionPass for LowerAtomic {
    fn name(&self) -> &'static str {
        "lower-atomic"
    }

    fn class(&self) -> &'static str {
        "LowerAtomicPass"
    }

    fn is_required(&self) -> bool {
        true
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        for inst in f.editor.insts() {
            match *f.editor.body().inst(inst) {
                InstData::Fence { .. } => f.editor.erase(inst),
                InstData::Load { ordering, .. } | InstData::Store { ordering, .. }
                    if ordering != AtomicOrdering::NotAtomic =>
                {
                    f.editor.change(inst, |data, _| {
                        if let InstData::Load { ordering, scope, .. } | InstData::Store { ordering, scope, .. } = data {
                            (*ordering, *scope) = (AtomicOrdering::NotAtomic, SyncScope::SYSTEM);
                        }
                    });
                }
                InstData::CmpXchg { .. } => lower_exchange(f, inst),
                InstData::AtomicRmw { .. } => lower_operation(f, inst),
                _ => {}
            }
        }
    }
}

// As in LLVM, the new accesses are not volatile.

fn load(b: &mut Builder<'_>, pointer: Value, ty: Type, align: Align) -> Result<Value, BuildError> {
    let (ordering, scope) = (AtomicOrdering::NotAtomic, SyncScope::SYSTEM);
    Ok(b.insert(InstData::Load { pointer, align, ordering, scope, volatile: false }, ty)?.into())
}

fn store(b: &mut Builder<'_>, value: Value, pointer: Value, align: Align) -> Result<Inst, BuildError> {
    let (ordering, scope) = (AtomicOrdering::NotAtomic, SyncScope::SYSTEM);
    b.insert(InstData::Store { value, pointer, align, ordering, scope, volatile: false }, Type::VOID)
}

fn lower_exchange(f: &mut FunctionEdit<'_, '_>, inst: Inst) {
    let InstData::CmpXchg { pointer, expected, new, align, .. } = *f.editor.body().inst(inst) else { return };
    let (ty, result) = (f.editor.type_of(new), f.editor.body().inst_type(inst));
    let poison = f.editor.module().constants().poison(result);
    let built = f.editor.build_before(inst, |b| {
        let old = load(b, pointer, ty, align)?;
        let is_equal = b.icmp(IntPredicate::Eq, old, expected)?;
        let value = b.select(is_equal, new, old)?;
        store(b, value, pointer, align)?;
        let mut aggregate = poison;
        for (index, value) in [old, is_equal].into_iter().enumerate() {
            let indices = b.body().int_list(&[Imm(index as u32)]);
            aggregate = b.insert(InstData::InsertValue { aggregate, value, indices }, result)?.into();
        }
        Ok::<Value, BuildError>(aggregate)
    });
    if let Ok(value) = built {
        f.editor.replace_all(inst.into(), value);
        f.editor.erase(inst);
    }
}

fn lower_operation(f: &mut FunctionEdit<'_, '_>, inst: Inst) {
    let InstData::AtomicRmw { op, pointer, value, .. } = *f.editor.body().inst(inst) else { return };
    let ty = f.editor.type_of(value);
    let module = f.editor.module();
    let align = module.data_layout().abi_align(module.context(), ty).unwrap_or_default();
    let intrinsic = match op {
        AtomicRmwOp::FMax => Some("llvm.maxnum"),
        AtomicRmwOp::FMin => Some("llvm.minnum"),
        AtomicRmwOp::FMaximum => Some("llvm.maximum"),
        AtomicRmwOp::FMinimum => Some("llvm.minimum"),
        AtomicRmwOp::FMaximumNum => Some("llvm.maximumnum"),
        AtomicRmwOp::FMinimumNum => Some("llvm.minimumnum"),
        AtomicRmwOp::USubSat => Some("llvm.usub.sat"),
        _ => None,
    };
    let callee = match intrinsic.map(|name| f.additions.intrinsic(name, &[ty])) {
        Some(Ok(callee)) => Some(callee),
        Some(Err(_)) => return,
        None => None,
    };
    let built = f.editor.build_before(inst, |b| {
        let old = load(b, pointer, ty, align)?;
        let new = match callee {
            Some(callee) if op == AtomicRmwOp::USubSat => b.named("new").call_function(callee, &[old, value])?.into(),
            Some(callee) => b.call_function(callee, &[old, value])?.into(),
            None => operation(b, op, old, value)?,
        };
        store(b, new, pointer, align)?;
        Ok::<Value, BuildError>(old)
    });
    if let Ok(old) = built {
        f.editor.replace_all(inst.into(), old);
        f.editor.erase(inst);
    }
}

/// The value that an operation stores, other than by an intrinsic.
fn operation(b: &mut Builder<'_>, op: AtomicRmwOp, old: Value, value: Value) -> Result<Value, BuildError> {
    use IntPredicate::{Eq, Sgt, Sle, Uge, Ugt, Ule};
    let ty = b.type_of(old);
    let choose = |b: &mut Builder<'_>, predicate, if_true: Value, if_false: Value| {
        let condition = b.icmp(predicate, old, value)?;
        b.named("new").select(condition, if_true, if_false)
    };
    let binary = |b: &mut Builder<'_>, op| b.named("new").binary(op, old, value);
    match op {
        AtomicRmwOp::Add => binary(b, BinaryOp::Add),
        AtomicRmwOp::Sub => binary(b, BinaryOp::Sub),
        AtomicRmwOp::And => binary(b, BinaryOp::And),
        AtomicRmwOp::Or => binary(b, BinaryOp::Or),
        AtomicRmwOp::Xor => binary(b, BinaryOp::Xor),
        AtomicRmwOp::FAdd => binary(b, BinaryOp::FAdd),
        AtomicRmwOp::FSub => binary(b, BinaryOp::FSub),
        AtomicRmwOp::Nand => {
            let both = b.binary(BinaryOp::And, old, value)?;
            b.named("new").not(both)
        }
        AtomicRmwOp::Max => choose(b, Sgt, old, value),
        AtomicRmwOp::Min => choose(b, Sle, old, value),
        AtomicRmwOp::UMax => choose(b, Ugt, old, value),
        AtomicRmwOp::UMin => choose(b, Ule, old, value),
        AtomicRmwOp::UIncWrap => {
            let (one, zero) = (b.int(ty, 1), b.zero(ty));
            let next = b.binary(BinaryOp::Add, old, one)?;
            choose(b, Uge, zero, next)
        }
        AtomicRmwOp::UDecWrap => {
            let (one, zero) = (b.int(ty, 1), b.zero(ty));
            let next = b.binary(BinaryOp::Sub, old, one)?;
            let is_zero = b.icmp(Eq, old, zero)?;
            let is_above = b.icmp(Ugt, old, value)?;
            let wraps = b.binary(BinaryOp::Or, is_zero, is_above)?;
            b.named("new").select(wraps, value, next)
        }
        AtomicRmwOp::USubCond => {
            let is_enough = b.icmp(Uge, old, value)?;
            let less = b.binary(BinaryOp::Sub, old, value)?;
            b.named("new").select(is_enough, less, old)
        }
        // `xchg` stores the operand. The other operations are intrinsics.
        _ => Ok(value),
    }
}
