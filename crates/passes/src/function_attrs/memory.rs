//! `memory(...)` of functions.

use lindworm_ir::attributes::{AttrKind, Attribute, AttributeOwner, MemoryEffects, MemoryLocation, ModRef};
use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::instruction::{AtomicOrdering, CallInfo};
use lindworm_ir::module::GlobalKind;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Body, Global, InstData, Module, Value};

use super::{Scc, effects, insts, is_exact, is_pointer};
use crate::call_site::returned_argument;

/// Adds the memory effects that all functions of the component have in common.
pub(super) fn add(scc: &mut Scc<'_>, functions: &[Global]) {
    let (mut all, mut recursive) = (MemoryEffects::NONE, MemoryEffects::NONE);
    for &function in functions {
        let (own, in_calls) = of_function(scc, function);
        (all, recursive) = (all | own, recursive | in_calls);
        if all == MemoryEffects::UNKNOWN {
            return;
        }
    }
    let of_args = all.get(MemoryLocation::Arg);
    if !of_args.is_empty() {
        all = all | recursive & MemoryEffects::all(of_args);
    }
    for &function in functions {
        let old = scc.cx().memory_effects(scc.function_set(function));
        let new = old & all;
        if new == old {
            continue;
        }
        scc.add(function, AttributeOwner::Function, Attribute::memory(new));
        if !new.get(MemoryLocation::Arg).contains(ModRef::MOD) {
            let count = scc.module.body(function).map_or(0, |body| body.args().len());
            for n in 0..count {
                scc.edit(function, AttributeOwner::Param(n), |cx, set| cx.without_attribute(set, AttrKind::WRITABLE));
            }
        }
    }
}

/// The effects of a function, and those that it has on the arguments of calls within the component if these access arguments.
fn of_function(scc: &Scc<'_>, function: Global) -> (MemoryEffects, MemoryEffects) {
    let (module, cx) = (scc.module, scc.cx());
    let declared = cx.memory_effects(scc.function_set(function));
    if declared == MemoryEffects::NONE || !is_exact(module, function) {
        return (declared, MemoryEffects::NONE);
    }
    let (mut all, mut recursive) = (MemoryEffects::NONE, MemoryEffects::NONE);
    let clobbers = |set| cx.has_attribute(set, AttrKind::IN_ALLOCA) || cx.has_attribute(set, AttrKind::PREALLOCATED);
    if scc.param_sets(function).iter().any(|&set| clobbers(set)) {
        all = MemoryEffects::only(MemoryLocation::Arg, ModRef::all());
    }
    for (body, inst) in insts(module, function) {
        if all == MemoryEffects::UNKNOWN && declared == MemoryEffects::UNKNOWN {
            break;
        }
        let data = body.inst(inst);
        if let Some(call) = data.call_info() {
            if scc.members.is_called(module, body, inst) && body.bundles(call.bundles).is_empty() {
                add_args(module, body, call, &mut recursive, ModRef::all());
                continue;
            }
            let of_call = effects(module, body, call);
            if of_call == MemoryEffects::NONE || is_pseudo_probe(module, call) {
                continue;
            }
            let other = of_call.get(MemoryLocation::Other);
            all = all | of_call.with(MemoryLocation::Arg, other);
            let of_args = of_call.get(MemoryLocation::Arg);
            if !of_args.is_empty() {
                add_args(module, body, call, &mut all, of_args);
            }
            continue;
        }
        use AtomicOrdering::Unordered;
        let (address, access, is_volatile) = match *data {
            InstData::Load { pointer, ordering, volatile, .. } => {
                let writes = volatile || ordering > Unordered;
                (pointer, if writes { ModRef::all() } else { ModRef::REF }, volatile)
            }
            InstData::Store { pointer, ordering, volatile, .. } => {
                let reads = volatile || ordering > Unordered;
                (pointer, if reads { ModRef::all() } else { ModRef::MOD }, volatile)
            }
            InstData::CmpXchg { pointer, volatile, .. } | InstData::AtomicRmw { pointer, volatile, .. } => {
                (pointer, ModRef::all(), volatile)
            }
            InstData::VaArg { list } => (list, ModRef::all(), false),
            InstData::Fence { .. } | InstData::CatchPad { .. } | InstData::CatchRet { .. } => {
                return (declared, MemoryEffects::NONE);
            }
            _ => continue,
        };
        if is_volatile {
            all = all | MemoryEffects::only(MemoryLocation::Inaccessible, access);
        }
        add_access(module, body, &mut all, address, access);
    }
    (declared & all, recursive)
}

fn is_pseudo_probe(module: &Module, call: &CallInfo) -> bool {
    let id = module.callee(call.callee).and_then(|f| f.intrinsic);
    id == Some(lindworm_ir::intrinsics::IntrinsicId::PSEUDOPROBE)
}

fn add_args(module: &Module, body: &Body, call: &CallInfo, all: &mut MemoryEffects, access: ModRef) {
    for &arg in body.call_args(call) {
        if is_pointer(module, module.context().scalar_type(module.value_type(Some(body), arg))) {
            add_access(module, body, all, arg, access);
        }
    }
}

/// Adds an access of an address.
fn add_access(module: &Module, body: &Body, all: &mut MemoryEffects, address: Value, access: ModRef) {
    let add = |all: &mut MemoryEffects, location| *all = *all | MemoryEffects::only(location, access);
    let found = bases(module, body, address);
    // Addresses in several objects count as unknown, unless none of them matters, as in LLVM.
    let matters = |base: &Base| !(*base == Base::Local || *base == Base::Constant && !access.contains(ModRef::MOD));
    if !found.iter().any(matters) {
        return;
    }
    let base = if let [base] = found[..] { base } else { Base::Unknown };
    if matches!(base, Base::Argument | Base::Unknown) {
        add(all, MemoryLocation::Arg);
    }
    let is_other = base != Base::Argument;
    if is_other {
        add(all, MemoryLocation::Errno);
        add(all, MemoryLocation::Other);
    }
}

/// What an address may be derived from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    /// An alloca.
    Local,
    Argument,
    /// A variable that is never written.
    Constant,
    Global,
    Unknown,
}

/// The objects that an address may point into, found by following few operands.
fn bases(module: &Module, body: &Body, address: Value) -> smallvec::SmallVec<[Base; 4]> {
    const LIMIT: usize = 16;
    let mut found = smallvec::SmallVec::new();
    let mut seen: smallvec::SmallVec<[Value; 16]> = smallvec::SmallVec::new();
    let mut pending: smallvec::SmallVec<[Value; 8]> = smallvec::SmallVec::from_slice(&[address]);
    while let Some(value) = pending.pop() {
        if seen.contains(&value) {
            continue;
        }
        if seen.len() >= LIMIT {
            found.push(Base::Unknown);
            break;
        }
        seen.push(value);
        let base = match value.kind() {
            ValueKind::Arg(_) => Base::Argument,
            ValueKind::Inst(inst) => match *body.inst(inst) {
                InstData::Alloca { .. } => Base::Local,
                InstData::GetElementPtr { ref operands, .. } if is_pointer(module, body.inst_type(inst)) => {
                    pending.extend(body.list_values(operands).first().copied());
                    continue;
                }
                InstData::Cast { op: lindworm_ir::eval::CastOp::AddrSpaceCast, value, .. } => {
                    pending.push(value);
                    continue;
                }
                InstData::Call { ref call, .. } | InstData::Invoke { ref call, .. } => {
                    match returned_argument(module, body, call) {
                        Some(arg) => {
                            pending.push(arg);
                            continue;
                        }
                        None => Base::Unknown,
                    }
                }
                InstData::Select { if_true, if_false, .. } => {
                    pending.extend([if_true, if_false]);
                    continue;
                }
                InstData::Phi { ref incoming, .. } if body.list_values(incoming).len() <= 2 * LIMIT => {
                    pending.extend(body.list_values(incoming).iter().copied().step_by(2));
                    continue;
                }
                _ => Base::Unknown,
            },
            ValueKind::Global(_) | ValueKind::Constant(_) => {
                let mut base = value;
                while let Some(ConstantData::Expr(expr)) = module.constants().node(base).map(|node| &node.data)
                    && let ConstantExpr::GetElementPtr { operands, .. } = &**expr
                    && let Some(&inner) = operands.first()
                {
                    base = inner;
                }
                match base.as_global().and_then(|global| module.global(global)).map(|global| &global.kind) {
                    Some(GlobalKind::Variable(variable)) if variable.constant => Base::Constant,
                    Some(GlobalKind::Variable(_) | GlobalKind::Function(_)) => Base::Global,
                    _ => Base::Unknown,
                }
            }
            _ => Base::Unknown,
        };
        found.push(base);
    }
    found
}
