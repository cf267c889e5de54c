//! Variables that one function accesses, or in which one constant is stored.

use lindworm_analysis::DominatorTree;
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::editor::{Editor, Point};
use lindworm_ir::eval::CastOp;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::{Align, AtomicOrdering};
use lindworm_ir::use_list::Use;
use lindworm_ir::{Global, Inst, InstData, Module, Type, Value};

use super::Status;
use crate::function_attrs::has;
use crate::pass::FunctionEdit;

/// The maximum number of pairs of loads and stores that are compared.
const MAX_PAIRS: usize = 100;

/// The maximum number of instructions of a function whose variables are changed. Each variable costs a walk over the function.
const MAX_BODY: usize = 10_000;

fn is_small(module: &Module, status: &Status) -> bool {
    let mut functions = status.users.iter().map(|&(function, _)| function);
    functions.all(|function| module.body(function).is_some_and(|body| body.inst_count() <= MAX_BODY))
}

/// A load or store of a whole variable.
fn access(module: &Module, variable: Global, function: Global, inst: Inst) -> Option<(Type, bool)> {
    let body = module.body(function)?;
    let (pointer, ty, is_load) = match *body.inst(inst) {
        InstData::Load { pointer, .. } => (pointer, body.inst_type(inst), true),
        InstData::Store { pointer, value, .. } => (pointer, module.value_type(Some(body), value), false),
        _ => return None,
    };
    (pointer == Value::from(variable)).then_some((ty, is_load))
}

/// Turns a variable into a local variable of the only function that accesses it, if that does not recurse and does not read what an
/// earlier call stored. Returns whether it did; the variable is unused then.
pub(super) fn localize(module: &mut Module, variable: Global, initializer: Value, status: &Status) -> bool {
    let Some(&(function, _)) = status.users.first() else { return false };
    let (cx, layout) = (module.context(), module.data_layout());
    let Some(global) = module.global(variable) else { return false };
    let (ty, space) = (global.value_type, layout.alloca_addr_space);
    let is_single = !cx.is_aggregate(ty) && layout.store_size(cx, ty).is_some();
    if !is_single
        || !is_small(module, status)
        || cx.addr_space(global.ty()) != Some(space)
        || !has(module, function, AttrKind::NO_RECURSE)
        || status.users.iter().any(|&(other, _)| other != function)
    {
        return false;
    }
    let size = |ty| layout.store_size(cx, ty).map(|size| (size.scalable, size.min));
    let (mut loads, mut stores, mut users) = (Vec::new(), Vec::new(), HashSet::default());
    for &(_, inst) in &status.users {
        let Some((ty, is_load)) = access(module, variable, function, inst) else { return false };
        let Some((scalable, bytes)) = size(ty) else { return false };
        if scalable || !users.insert(inst) {
            return false;
        }
        if is_load { loads.push((inst, bytes)) } else { stores.push((inst, bytes)) }
    }
    if loads.len() * stores.len() > MAX_PAIRS {
        return false;
    }
    let is_set = !module.constants().is_undef_or_poison(initializer);
    let name = global.name().to_vec();
    let results = module.edit_bodies(&[function], |module, body, additions| {
        let mut f = FunctionEdit { editor: Editor::new(module, body), analyses: Default::default(), additions };
        let dominators = f.analyses.get::<DominatorTree>(&f.editor);
        let mut is_written_before = |load: Inst, bytes: u64| {
            stores.iter().any(|&(store, stored)| stored >= bytes && dominates(&mut f, &dominators, store, load))
        };
        if !loads.iter().all(|&(load, bytes)| is_written_before(load, bytes)) {
            return false;
        }
        let Some(first) = f.editor.body().blocks().next().and_then(|entry| f.editor.body().first_inst(entry)) else {
            return false;
        };
        let (cx, layout) = (module.context(), module.data_layout());
        let count = module.constants().int(cx, Type::I32, 1);
        let align = layout.preferred_align(cx, ty).unwrap_or_default();
        let data = InstData::Alloca { allocated: ty, count, align, in_alloca: false, swift_error: false };
        let alloca = f.editor.insert(Point::BeforeRecords(first), data, cx.ptr(space));
        f.editor.set_name(alloca.into(), &name);
        if is_set {
            let align = layout.abi_align(cx, ty).unwrap_or_default();
            let data = store(initializer, alloca.into(), align, AtomicOrdering::NotAtomic);
            f.editor.insert(Point::BeforeRecords(first), data, Type::VOID);
        }
        for &(user, _) in loads.iter().chain(&stores) {
            let operand = u32::from(matches!(f.editor.body().inst(user), InstData::Store { .. }));
            f.editor.set_operand(Use { user, operand }, alloca.into());
        }
        true
    });
    results.contains(&true)
}

fn store(value: Value, pointer: Value, align: Align, ordering: AtomicOrdering) -> InstData {
    InstData::Store { value, pointer, align, ordering, scope: lindworm_ir::context::SyncScope::SYSTEM, volatile: false }
}

/// Whether an instruction runs before another one, whenever that runs.
fn dominates(f: &mut FunctionEdit<'_, '_>, dominators: &DominatorTree, first: Inst, second: Inst) -> bool {
    let body = f.editor.body();
    let (Some(a), Some(b)) = (body.inst_block(first), body.inst_block(second)) else { return false };
    if a == b { f.editor.comes_before(first, second) } else { dominators.dominates(a, b) }
}

/// Replaces loads after the only store of a constant in a variable by the constant. Returns whether there were any.
pub(super) fn forward_store(module: &mut Module, variable: Global, value: Value, status: &Status) -> bool {
    let stores =
        status.users.iter().filter(|&&(f, inst)| matches!(access(module, variable, f, inst), Some((_, false))));
    let (stores, ty) = (stores.copied().collect::<Vec<_>>(), module.value_type(None, value));
    let [(function, store)] = stores[..] else { return false };
    let of_function = status.users.iter().filter(|&&(f, inst)| {
        let is_simple = module.body(f).is_some_and(|body| {
            matches!(body.inst(inst), InstData::Load { volatile: false, ordering: AtomicOrdering::NotAtomic, .. })
        });
        f == function && is_simple && access(module, variable, f, inst) == Some((ty, true))
    });
    let loads: Vec<Inst> = of_function.map(|&(_, inst)| inst).collect();
    if loads.is_empty() || !is_small(module, status) {
        return false;
    }
    let changed = module.edit_bodies(&[function], |module, body, additions| {
        let mut f = FunctionEdit { editor: Editor::new(module, body), analyses: Default::default(), additions };
        let dominators = f.analyses.get::<DominatorTree>(&f.editor);
        let mut is_changed = false;
        for &load in &loads {
            if dominates(&mut f, &dominators, store, load) {
                f.editor.replace_all(load.into(), value);
                f.editor.erase(load);
                is_changed = true;
            }
        }
        is_changed
    });
    changed.contains(&true)
}

/// Turns an integer variable that has only its initial value and one other constant into an `i1`. Returns whether it did. Variables
/// with debug information are left.
pub(super) fn shrink_to_bool(
    module: &mut Module,
    variable: Global,
    initializer: Value,
    other: Value,
    status: &Status,
) -> bool {
    let cx = module.context();
    let Some(ty) = module.global(variable).map(|g| g.value_type) else { return false };
    let is_described = module[variable].metadata.iter().any(|(kind, _)| *kind == MetadataKind::DBG);
    let is_int = cx.int_width(ty).is_some_and(|width| width > 1);
    if is_described || !is_int || status.is_atomic || module.value_type(None, other) != ty {
        return false;
    }
    let constants = module.constants();
    if constants.as_int(cx, initializer).is_none() || constants.as_int(cx, other).is_none() {
        return false;
    }
    let is_whole = |&(f, inst): &(Global, Inst)| access(module, variable, f, inst).is_some_and(|(of, _)| of == ty);
    if !is_small(module, status) || !status.users.iter().all(is_whole) {
        return false;
    }
    let is_zero_or_one = constants.is_zero(initializer) && constants.as_u64(other) == Some(1);
    let mut by_function: HashMap<Global, Vec<Inst>> = HashMap::default();
    for &(function, inst) in &status.users {
        by_function.entry(function).or_default().push(inst);
    }
    let mut functions: Vec<Global> = by_function.keys().copied().collect();
    functions.sort_unstable_by_key(|f| f.as_u32());
    let [no, yes] = [0, 1].map(|n| constants.int(cx, Type::I1, n));
    if let Some(data) = module.global_mut(variable) {
        data.value_type = Type::I1;
        if let Some(variable) = data.as_variable_mut() {
            variable.initializer = Some(no);
        }
    }
    module.edit_bodies(&functions, |module, body, additions| {
        let users = by_function.get(&additions.function()).map_or(&[][..], |users| users);
        let mut editor = Editor::new(module, body);
        let align = Align::new(1).unwrap_or_default();
        // The new load of each old one.
        let mut loads: HashMap<Value, Value> = HashMap::default();
        for &inst in users {
            let InstData::Load { ordering, scope, .. } = *editor.body().inst(inst) else { continue };
            let loc = editor.body().debug_loc(inst);
            let data = InstData::Load { pointer: variable.into(), align, ordering, scope, volatile: false };
            let load = editor.insert(Point::Before(inst), data, Type::I1);
            editor.set_debug_loc(load, loc);
            editor.set_name(load.into(), &[editor.body().name(inst.into()), b".b"].concat());
            loads.insert(inst.into(), load.into());
        }
        for &inst in users {
            let InstData::Store { value, ordering, .. } = *editor.body().inst(inst) else { continue };
            let flag = match loads.get(&value) {
                Some(&load) => load,
                None if value == other => yes,
                None => no,
            };
            let loc = editor.body().debug_loc(inst);
            let new = editor.insert(Point::Before(inst), store(flag, variable.into(), align, ordering), Type::VOID);
            editor.set_debug_loc(new, loc);
            editor.erase(inst);
        }
        for &inst in users {
            let Some(&flag) = loads.get(&inst.into()) else { continue };
            if editor.body().inst_block(inst).is_none() {
                continue;
            }
            let loc = editor.body().debug_loc(inst);
            let data = match is_zero_or_one {
                true => InstData::Cast {
                    op: CastOp::ZExt,
                    flags: Default::default(),
                    fast_math: Default::default(),
                    value: flag,
                },
                false => InstData::Select {
                    condition: flag,
                    if_true: other,
                    if_false: initializer,
                    fast_math: Default::default(),
                },
            };
            let new = editor.insert(Point::Before(inst), data, ty);
            editor.set_debug_loc(new, loc);
            editor.take_name(inst.into(), new.into());
            editor.replace_all(inst.into(), new.into());
            editor.erase(inst);
        }
    });
    true
}
