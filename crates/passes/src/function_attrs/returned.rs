//! Attributes of results: `returned`, `noundef`, `noalias` and `nonnull`.

use lindworm_ir::attributes::{AttrKind, AttrKinds, Attribute, AttributeOwner};
use lindworm_ir::eval::CastOp;
use lindworm_ir::hash::HashSet;
use lindworm_ir::uses::Uses;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Body, Global, InstData, Module, Type, Value};

use super::captures::is_captured;
use super::{Scc, is_exact, is_pointer};
use crate::call_site::result_has;
use crate::value_tracking::Query;

/// The values that a function returns.
fn returned(body: &Body) -> Vec<Value> {
    let ends = body.blocks().filter_map(|block| body.terminator(block));
    let values = ends.filter_map(|inst| match *body.inst(inst) {
        InstData::Ret { value } => value.expand(),
        _ => None,
    });
    values.collect()
}

fn result_type(module: &Module, function: Global) -> Type {
    let parts = module.global(function).and_then(|g| module.context().function_parts(g.value_type));
    parts.map_or(Type::VOID, |(result, ..)| result)
}

/// Adds `returned` to a parameter that every return returns.
pub(super) fn add_returned(scc: &mut Scc<'_>, functions: &[Global]) {
    let (module, cx) = (scc.module, scc.cx());
    for &function in functions {
        let result = result_type(module, function);
        let Some(body) = module.body(function).filter(|_| result != Type::VOID && is_exact(module, function)) else {
            continue;
        };
        let has_one = scc.param_sets(function).iter().any(|&set| cx.has_attribute(set, AttrKind::RETURNED));
        let args: HashSet<Value> = returned(body).into_iter().collect();
        let mut args = args.into_iter();
        if let (Some(arg), None, false) = (args.next(), args.next(), has_one)
            && let ValueKind::Arg(n) = arg.kind()
            && body.args()[n as usize] == result
        {
            scc.add(function, AttributeOwner::Param(n as usize), Attribute::Enum(AttrKind::RETURNED));
        }
    }
}

fn query<'a>(module: &'a Module, function: Global, body: &'a Body, uses: &'a Uses) -> Query<'a> {
    Query::of_body(module, function, body, uses)
}

/// Adds `noundef` to results that are neither undef nor poison.
pub(super) fn add_no_undef(scc: &mut Scc<'_>, functions: &[Global]) {
    let (module, cx) = (scc.module, scc.cx());
    for &function in functions {
        let set = scc.result_set(function);
        // Other attributes of the result may turn a value into poison.
        let makes_poison = [AttrKind::RANGE, AttrKind::NON_NULL, AttrKind::ALIGN, AttrKind::NO_FP_CLASS];
        let is_left = cx.has_attribute(set, AttrKind::NO_UNDEF)
            || cx.attribute_kinds(set).intersects(AttrKinds::of(&makes_poison))
            || scc.has(function, AttrKind::SANITIZE_MEMORY)
            || result_type(module, function) == Type::VOID
            || !is_exact(module, function);
        let Some(body) = module.body(function).filter(|_| !is_left) else { continue };
        let query = query(module, function, body, scc.members.chains(function, body));
        if returned(body).into_iter().all(|value| query.is_not_undef(value)) {
            scc.add(function, AttributeOwner::Result, Attribute::Enum(AttrKind::NO_UNDEF));
        }
    }
}

/// The values that may be returned, through casts, selects and phis; `None` if there are many.
fn sources(body: &Body) -> Option<Vec<Value>> {
    const MANY: usize = 100;
    let mut seen: HashSet<Value> = HashSet::default();
    let mut pending = returned(body);
    let mut found = Vec::new();
    while let Some(value) = pending.pop() {
        if !seen.insert(value) {
            continue;
        }
        if seen.len() > MANY {
            return None;
        }
        match value.as_inst().map(|inst| body.inst(inst)) {
            Some(InstData::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. }) => pending.push(*value),
            Some(InstData::GetElementPtr { operands, .. }) => pending.extend(body.list_values(operands).first()),
            Some(InstData::Select { if_true, if_false, .. }) => pending.extend([*if_true, *if_false]),
            Some(InstData::Phi { incoming, .. }) => pending.extend(body.list_values(incoming).iter().step_by(2)),
            _ => found.push(value),
        }
    }
    Some(found)
}

fn add_result(
    scc: &mut Scc<'_>,
    functions: &[Global],
    kind: AttrKind,
    holds: impl Fn(&Scc<'_>, Global, &Body) -> bool,
) {
    let module = scc.module;
    for &function in functions {
        let is_known = scc.cx().has_attribute(scc.result_set(function), kind);
        if is_known || !is_pointer(module, result_type(module, function)) {
            continue;
        }
        if !is_exact(module, function) || !module.body(function).is_some_and(|body| holds(scc, function, body)) {
            return;
        }
    }
    for &function in functions {
        if is_pointer(module, result_type(module, function)) {
            scc.add(function, AttributeOwner::Result, Attribute::Enum(kind));
        }
    }
}

/// Adds `noalias` to results that are new memory.
pub(super) fn add_no_alias(scc: &mut Scc<'_>, functions: &[Global]) {
    add_result(scc, functions, AttrKind::NO_ALIAS, |scc, function, body| {
        let (module, uses) = (scc.module, scc.members.chains(function, body));
        sources(body).is_some_and(|all| {
            all.into_iter().all(|value| {
                let constants = module.constants();
                if !value.is_local() {
                    return constants.is_zero(value) || constants.is_undef_or_poison(value);
                }
                let Some(inst) = value.as_inst() else { return false };
                let is_new = match body.inst(inst) {
                    InstData::Alloca { .. } => true,
                    data => data.call_info().is_some_and(|call| {
                        result_has(module, call, AttrKind::NO_ALIAS) || scc.members.is_called(module, body, inst)
                    }),
                };
                is_new && !is_captured(module, body, uses, value)
            })
        })
    });
}

/// Adds `nonnull` to results that are never null.
pub(super) fn add_non_null(scc: &mut Scc<'_>, functions: &[Global]) {
    add_result(scc, functions, AttrKind::NON_NULL, |scc, function, body| {
        let query = query(scc.module, function, body, scc.members.chains(function, body));
        let is_own = |value: Value| value.as_inst().is_some_and(|inst| scc.members.is_called(scc.module, body, inst));
        let mut seen: HashSet<Value> = HashSet::default();
        let mut pending = returned(body);
        while let Some(value) = pending.pop() {
            if !seen.insert(value) || query.is_non_zero(value) || is_own(value) {
                continue;
            }
            match value.as_inst().map(|inst| body.inst(inst)) {
                _ if seen.len() > 100 => return false,
                Some(InstData::Cast { op: CastOp::BitCast, value, .. }) => pending.push(*value),
                Some(InstData::Select { if_true, if_false, .. }) => pending.extend([*if_true, *if_false]),
                Some(InstData::Phi { incoming, .. }) => pending.extend(body.list_values(incoming).iter().step_by(2)),
                _ => return false,
            }
        }
        true
    });
}
