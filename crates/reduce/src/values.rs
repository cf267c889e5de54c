//! Passes over operands and flags of instructions.

use lindworm_ir::body::RecordPosition;
use lindworm_ir::context::SyncScope;
use lindworm_ir::eval::{FastMathFlags, IntFlags};
use lindworm_ir::instruction::{AtomicOrdering, GepFlags, TailCall};
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Context, InstData, Module, Type, Value};

use crate::body::{edit_all, insts, is_plain, operands};
use crate::delta::Oracle;

/// Replaces operands by the `replacement` for their type and value, where the replacement differs.
fn replace_operands(
    module: &mut Module,
    oracle: &mut Oracle<'_>,
    replacement: impl Fn(&Module, Type, Value) -> Option<Value>,
) {
    edit_all(module, |editor, _| {
        let mut changes = Vec::new();
        for (at, value) in operands(editor.body()) {
            let data = editor.body().inst(at.user);
            // The callee is the last operand of a call; cases of a switch must be distinct constants.
            let is_callee =
                data.call_info().is_some() && at.operand as usize + 1 == editor.body().operand_count(at.user);
            let is_fixed = match data {
                InstData::Switch { .. } | InstData::GetElementPtr { .. } => at.operand > 0,
                InstData::LandingPad { .. } | InstData::CatchPad { .. } | InstData::Alloca { .. } => true,
                InstData::Phi { .. } => at.operand > 0 && value.is_constant(),
                _ => is_callee,
            };
            if is_fixed || value.as_metadata().is_some() {
                continue;
            }
            let Some(new) = replacement(editor.module(), editor.type_of(value), value) else { continue };
            if new != value && !oracle.keep() {
                changes.push((at, new));
            }
        }
        for (at, new) in changes {
            editor.set_operand(at, new);
        }
    });
}

/// Whether an operand is so simple that no pass may replace it by a more complicated operand.
fn is_simple(module: &Module, value: Value) -> bool {
    let constants = module.constants();
    constants.is_zero(value) || constants.is_undef_or_poison(value) || constants.as_u64(value) == Some(1)
}

pub(crate) fn operands_zero(module: &mut Module, oracle: &mut Oracle<'_>) {
    replace_operands(module, oracle, |module, ty, value| {
        let is_zero = module.constants().is_zero(value);
        (is_plain(module.context(), ty) && !is_zero).then(|| module.constants().zero(module.context(), ty))
    });
}

pub(crate) fn operands_one(module: &mut Module, oracle: &mut Oracle<'_>) {
    replace_operands(module, oracle, |module, ty, value| match module.context().kind(ty) {
        TypeKind::Int(_) if !is_simple(module, value) => Some(module.constants().int(module.context(), ty, 1)),
        _ => None,
    });
}

pub(crate) fn operands_nan(module: &mut Module, oracle: &mut Oracle<'_>) {
    replace_operands(module, oracle, |module, ty, value| {
        let format = ty.float_format()?;
        let is_nan = module.constants().as_float(value).is_some_and(|f| f.is_nan());
        (!is_nan && !is_simple(module, value))
            .then(|| module.constants().float(ty, lindworm_ir::eval::Float::nan(format)))
    });
}

pub(crate) fn operands_poison(module: &mut Module, oracle: &mut Oracle<'_>) {
    replace_operands(module, oracle, |module, ty, value| {
        (is_plain(module.context(), ty) && !is_simple(module, value)).then(|| module.constants().poison(ty))
    });
}

/// Replaces uses of an instruction by the instruction's own operands.
pub(crate) fn operands_skip(module: &mut Module, oracle: &mut Oracle<'_>) {
    edit_all(module, |editor, _| {
        let mut changes = Vec::new();
        for (at, value) in operands(editor.body()) {
            let body = editor.body();
            let Some(inst) = value.as_inst().filter(|_| !matches!(body.inst(at.user), InstData::Phi { .. })) else {
                continue;
            };
            let ty = body.inst_type(inst);
            if matches!(body.inst(inst), InstData::Phi { .. }) || !is_plain(editor.module().context(), ty) {
                continue;
            }
            let mut other = None;
            body.inst(inst).for_each_operand(body.values(), |v| {
                if other.is_none() && v != value && editor.type_of(v) == ty && (v.is_local() || v.as_global().is_some())
                {
                    other = Some(v);
                }
            });
            if let Some(other) = other
                && !oracle.keep()
            {
                changes.push((at, other));
            }
        }
        for (at, new) in changes {
            editor.set_operand(at, new);
        }
    });
}

pub(crate) fn bundles(module: &mut Module, oracle: &mut Oracle<'_>) {
    edit_all(module, |editor, _| {
        for inst in insts(editor.body()) {
            let body = editor.body();
            let Some(call) = body.inst(inst).call_info() else { continue };
            let bundles = body.bundles(call.bundles).to_vec();
            if bundles.is_empty() {
                continue;
            }
            // Guards and deoptimization calls require their `deopt` bundle, the state at the call.
            let callee = call.callee.as_global().map(|g| editor.module()[g].name());
            let needs_state = callee.is_some_and(|name| {
                name == b"llvm.experimental.guard" || name.starts_with(b"llvm.experimental.deoptimize")
            });
            let inputs = body.list_values(&call.args).to_vec();
            let mut args = body.call_args(call).to_vec();
            let mut start = args.len();
            let mut left = Vec::new();
            for bundle in &bundles {
                let end = start + bundle.len as usize;
                if needs_state && *bundle.tag == *b"deopt" || oracle.keep() {
                    args.extend_from_slice(&inputs[start..end]);
                    left.push(bundle.clone());
                }
                start = end;
            }
            if left.len() != bundles.len() {
                // An empty list of bundles is equivalent to no list.
                let has_left = !left.is_empty();
                crate::instructions::set_call_arguments(editor, inst, &args, has_left.then_some(left));
            }
        }
    });
}

pub(crate) fn debug_records(module: &mut Module, oracle: &mut Oracle<'_>) {
    edit_all(module, |editor, _| {
        let body = editor.body();
        if !body.has_debug_records() {
            return;
        }
        let mut gone = Vec::new();
        for block in body.blocks() {
            let positions =
                body.insts(block).map(RecordPosition::Before).chain(std::iter::once(RecordPosition::End(block)));
            for position in positions {
                gone.extend(
                    body.debug_records_at(position).handles().map(|(record, _)| record).filter(|_| !oracle.keep()),
                );
            }
        }
        gone.into_iter().for_each(|record| editor.remove_debug_record(record));
    });
}

/// Changes each instruction in place.
fn change_all(module: &mut Module, mut change: impl FnMut(&Context, &mut InstData)) {
    let cx = module.context().clone();
    for function in crate::body::defined(module) {
        module.change_body(function, |_, body| {
            for inst in insts(body) {
                change(&cx, body.inst_mut(inst));
            }
        });
    }
}

pub(crate) fn volatile(module: &mut Module, oracle: &mut Oracle<'_>) {
    change_all(module, |_, data| match data {
        InstData::Load { volatile, .. }
        | InstData::Store { volatile, .. }
        | InstData::CmpXchg { volatile, .. }
        | InstData::AtomicRmw { volatile, .. } => *volatile = *volatile && oracle.keep(),
        _ => {}
    });
}

pub(crate) fn atomic_ordering(module: &mut Module, oracle: &mut Oracle<'_>) {
    let mut weaken = |ordering: &mut AtomicOrdering, weakest| {
        if *ordering != AtomicOrdering::NotAtomic && *ordering != weakest && !oracle.keep() {
            *ordering = weakest;
        }
    };
    change_all(module, |_, data| match data {
        InstData::Load { ordering, .. } | InstData::Store { ordering, .. } => {
            weaken(ordering, AtomicOrdering::NotAtomic);
        }
        InstData::AtomicRmw { ordering, .. } => weaken(ordering, AtomicOrdering::Monotonic),
        InstData::CmpXchg { success, failure, .. } => {
            weaken(success, AtomicOrdering::Monotonic);
            weaken(failure, AtomicOrdering::Monotonic);
        }
        _ => {}
    });
}

pub(crate) fn sync_scopes(module: &mut Module, oracle: &mut Oracle<'_>) {
    change_all(module, |_, data| match data {
        InstData::Load { scope, .. }
        | InstData::Store { scope, .. }
        | InstData::Fence { scope, .. }
        | InstData::CmpXchg { scope, .. }
        | InstData::AtomicRmw { scope, .. }
            if *scope != SyncScope::SYSTEM && !oracle.keep() =>
        {
            *scope = SyncScope::SYSTEM;
        }
        _ => {}
    });
}

pub(crate) fn flags(module: &mut Module, oracle: &mut Oracle<'_>) {
    fn fewer_of<F: bitflags_like::Flags>(flags: &mut F, oracle: &mut Oracle<'_>) {
        flags.retain(&mut || oracle.keep());
    }
    change_all(module, |_, data| {
        match data {
            InstData::Binary { flags, .. } | InstData::Cast { flags, .. } => fewer_of(flags, oracle),
            InstData::GetElementPtr { flags, .. } => fewer_of(flags, oracle),
            InstData::ICmp { same_sign, .. } => *same_sign = *same_sign && oracle.keep(),
            InstData::Call { tail, .. } if matches!(tail, TailCall::Tail | TailCall::NoTail) && !oracle.keep() => {
                *tail = TailCall::None;
            }
            _ => {}
        }
        if let Some(fast_math) = data.fast_math_mut() {
            fewer_of(fast_math, oracle);
        }
    });
}

/// Sets of flags that can be removed individually.
mod bitflags_like {
    use super::{FastMathFlags, GepFlags, IntFlags};

    pub(super) trait Flags {
        fn retain(&mut self, keep: &mut dyn FnMut() -> bool);
    }

    macro_rules! flags {
        ($($type:ty),*) => {
            $(impl Flags for $type {
                fn retain(&mut self, keep: &mut dyn FnMut() -> bool) {
                    for flag in self.iter() {
                        if !keep() {
                            self.remove(flag);
                        }
                    }
                }
            })*
        };
    }

    flags!(FastMathFlags, GepFlags, IntFlags);
}
