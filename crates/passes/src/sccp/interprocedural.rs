//! `ipsccp`: propagation into functions whose calls are known, and out of functions.

use std::sync::Mutex;

use lindworm_analysis::Analyses;
use lindworm_ir::attributes::{
    AttrKind, AttrKinds, Attribute, AttributeList, AttributeSet, MemoryEffects, MemoryLocation,
};
use lindworm_ir::editor::{EditState, Editor};
use lindworm_ir::eval::range::{ConstantRange, Preferred};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::TailCall;
use lindworm_ir::{Body, Context, Global, Inst, InstData, Module, Type, Value};

use super::facts::{Code, Constraint, Facts, is_aggregate, tracked_fields};
use super::predicates::{insert_copies, remove_copies};
use super::rewrite::{Rewritten, rewrite};
use super::solver::Solver;
use crate::bodies::map_bodies;
use crate::dead_arg_elim::Calls;
use crate::function_attrs::is_exact;
use crate::lattice::State;
use crate::pass::{FunctionEdit, ModulePass};
use crate::references::may_mention_globals;

/// Attributes of results that make a call undefined behaviour if the result is poison.
const DEMANDS: AttrKinds =
    AttrKinds::of(&[AttrKind::NO_UNDEF, AttrKind::DEREFERENCEABLE, AttrKind::DEREFERENCEABLE_OR_NULL]);

/// Propagates constants and ranges through a module: through functions, their arguments and results, and local variables.
pub struct IpSccp;

impl ModulePass for IpSccp {
    fn name(&self) -> &'static str {
        "ipsccp"
    }

    fn class(&self) -> &'static str {
        "IPSCCPPass"
    }

    fn run(&self, module: &mut Module) {
        let functions: Vec<Global> = module
            .functions()
            .iter()
            .copied()
            .filter(|&f| module.body(f).is_some_and(|b| b.entry().is_some()))
            .collect();
        let prepared: Vec<Prepared> = module.edit_bodies(&functions, |module, body, additions| {
            let editor = Editor::new(module, body);
            let mut f = FunctionEdit { editor, analyses: Analyses::default(), additions };
            let copies = insert_copies(&mut f);
            Prepared { copies, state: f.editor.finish().0 }
        });
        let calls = Calls::of(module);
        let (facts, variables) = solve(module, &functions, &prepared, &calls);
        let results: HashMap<Global, Vec<State>> =
            functions.iter().zip(&facts).filter_map(|(&f, facts)| Some((f, facts.result.clone()?))).collect();
        let are_tracked: HashSet<Global> =
            functions.iter().zip(&facts).filter(|(_, facts)| facts.tracks_args).map(|(&f, _)| f).collect();
        infer_attributes(module, &functions, &facts);
        let solved = facts.into_iter().zip(prepared).map(|solved| Mutex::new(Some(solved)));
        let solved: HashMap<Global, Mutex<Option<(Facts, Prepared)>>> = functions.iter().copied().zip(solved).collect();
        let rewritten: Vec<Rewritten> = module.edit_bodies(&functions, |module, body, additions| {
            let solved = solved.get(&additions.function()).and_then(|solved| solved.lock().ok()?.take());
            let Some((facts, Prepared { copies, state })) = solved else { return Rewritten::default() };
            let editor = Editor::resume(module, body, state, ());
            let mut f = FunctionEdit { editor, analyses: Analyses::default(), additions };
            let result = rewrite(&mut f, facts);
            remove_copies(&mut f, &copies);
            result
        });
        let replaced: HashSet<Global> =
            functions.iter().zip(&rewritten).filter(|(_, r)| r.replaced_pointer).map(|(&f, _)| f).collect();
        let needed: HashSet<Global> = rewritten.iter().flat_map(|r| r.needed_results.iter().copied()).collect();
        let mut dropped: HashSet<Global> = HashSet::default();
        for &function in functions.iter().filter(|f| are_tracked.contains(f) && !needed.contains(f)) {
            let is_known = results.get(&function).is_some_and(|states| is_known(module, function, states));
            if is_known && drop_results(module, function) {
                dropped.insert(function);
            }
        }
        change_attributes(module, &replaced, &dropped);
        remove_variables(module, &variables);
    }
}

/// A body with a copy of each value behind the conditions that say something about the value.
struct Prepared {
    copies: HashMap<Inst, Constraint>,
    state: EditState,
}

fn edit<T: Send>(
    module: &mut Module,
    functions: &[Global],
    run: impl Fn(&mut FunctionEdit<'_, '_>) -> T + Sync + Send,
) -> Vec<T> {
    module.edit_bodies(functions, |module, body, additions| {
        let editor = Editor::new(module, body);
        run(&mut FunctionEdit { editor, analyses: Analyses::default(), additions })
    })
}

fn insts(body: &Body) -> impl Iterator<Item = Inst> + '_ {
    body.blocks().flat_map(|block| body.insts(block))
}

fn solve(
    module: &Module,
    functions: &[Global],
    prepared: &[Prepared],
    calls: &Calls,
) -> (Vec<Facts>, HashMap<Global, State>) {
    let mut code = Vec::new();
    for (&function, Prepared { copies, state }) in functions.iter().zip(prepared) {
        if let Some(body) = module.body(function) {
            code.push(Code { function, body, uses: state.uses(), copies });
        }
    }
    let mut solver = Solver::new(module, code);
    for global in tracked_variables(module) {
        if let Some(initializer) = module[global].as_variable().and_then(|v| v.initializer) {
            solver.track_variable(global, State::of_constant(module, initializer));
        }
    }
    for (at, &function) in functions.iter().enumerate() {
        let data = &module[function];
        let is_naked = has_attribute(module, function, AttrKind::NAKED);
        let result = module.context().function_parts(data.value_type).map_or(Type::VOID, |(result, ..)| result);
        let count = match tracked_fields(module, result) {
            Some(fields) => Some(fields.len()),
            None => (result != Type::VOID && !is_aggregate(module, result)).then_some(1),
        };
        if let Some(count) = count.filter(|_| is_exact(module, function) && !is_naked) {
            solver.track_result(at, count);
        }
        // Calls of functions with another type take the address too.
        if data.linkage.is_local() && !calls.taken.contains(&function) {
            solver.track_args(at);
        } else {
            solver.enter(at);
        }
    }
    solver.run()
}

/// The local variables that are only loaded and stored as a whole.
pub(crate) fn tracked_variables(module: &Module) -> Vec<Global> {
    let cx = module.context();
    let mut candidates: HashSet<Global> = HashSet::default();
    for &global in module.variables() {
        let data = &module[global];
        let ty = data.value_type;
        let is_simple = !cx.is_aggregate(ty) && cx.is_first_class(ty);
        if data.linkage.is_local()
            && is_simple
            && data.as_variable().is_some_and(|v| !v.constant && !v.externally_initialized && v.initializer.is_some())
        {
            candidates.insert(global);
        }
    }
    let mut pending: Vec<Value> = Vec::new();
    let mut seen: HashSet<Value> = HashSet::default();
    let mut exclude = |value: Value| {
        pending.push(value);
        while let Some(value) = pending.pop() {
            if !seen.insert(value) {
                continue;
            }
            if let Some(global) = value.as_global() {
                candidates.remove(&global);
            }
            if let Some(node) = module.constants().node(value) {
                node.data.for_each_operand(|operand| pending.push(operand));
            }
        }
    };
    for global in module.global_values() {
        module[global].operands().into_iter().flatten().for_each(&mut exclude);
    }
    for (_, used_otherwise) in map_bodies(module, |body| used_otherwise(module, body)) {
        used_otherwise.into_iter().for_each(&mut exclude);
    }
    module.variables().iter().copied().filter(|global| candidates.contains(global)).collect()
}

/// The constants and globals that the instructions of a body use otherwise than to load or store a variable as a whole.
fn used_otherwise(module: &Module, body: &Body) -> Box<[Value]> {
    let mut found: HashSet<Value> = HashSet::default();
    for inst in insts(body) {
        let (address, ty, is_volatile) = match *body.inst(inst) {
            InstData::Load { pointer, volatile, .. } => (Some(pointer), body.inst_type(inst), volatile),
            InstData::Store { value, pointer, volatile, .. } => {
                let ty = module.value_type(Some(body), value);
                (Some(pointer).filter(|&pointer| value != pointer), ty, volatile)
            }
            _ => (None, Type::VOID, false),
        };
        let is_whole = |global: Global| !is_volatile && module[global].value_type == ty;
        let address = address.filter(|value| value.as_global().is_some_and(is_whole));
        body.inst(inst).for_each_operand(body.values(), |operand| {
            if Some(operand) != address && may_mention_globals(module, operand) {
                found.insert(operand);
            }
        });
    }
    found.into_iter().collect()
}

fn has_attribute(module: &Module, function: Global, kind: AttrKind) -> bool {
    let list = module.function(function).map(|f| f.attributes).unwrap_or_default();
    module.context().has_attribute(module.context().attribute_list(list).function, kind)
}

/// Declares the ranges of parameters and results, and that pointers are not null.
fn infer_attributes(module: &mut Module, functions: &[Global], facts: &[Facts]) {
    for (&function, facts) in functions.iter().zip(facts) {
        let Some(body) = module.body(function) else { continue };
        let Some((result, ..)) = module.context().function_parts(module[function].value_type) else { continue };
        let cx = module.context();
        let Some(data) = module.function(function) else { continue };
        let mut list = data.attributes;
        if facts.tracks_args && body.entry().is_some_and(|entry| facts.reached[entry]) {
            for (n, &ty) in body.args().iter().enumerate() {
                if !cx.is_struct(ty) {
                    let set = cx.attribute_list(list).param(n);
                    let state = facts.state(module, Value::arg(n as u32));
                    list = cx.with_param_attributes(list, n, with_state(module, set, &state));
                }
            }
        }
        if let Some([state]) = facts.result.as_deref()
            && !cx.is_struct(result)
        {
            let set = cx.attribute_list(list).result;
            list = cx.with_result_attributes(list, with_state(module, set, state));
        }
        if let Some(data) = module.global_mut(function).and_then(|g| g.as_function_mut()) {
            data.attributes = list;
        }
    }
}

/// An attribute set that also says what a state does.
pub(super) fn with_state(module: &Module, set: AttributeSet, state: &State) -> AttributeSet {
    let cx = module.context();
    match state {
        State::Range(range) if range.range.single().is_none() && !range.may_be_undef => {
            let mut both = range.range.clone();
            if let Some(Attribute::Range(_, old)) = cx.attribute(set, AttrKind::RANGE) {
                let old = ConstantRange::new(old.0.clone(), old.1.clone());
                both = both.intersect(&old, Preferred::Smallest);
            }
            if both.is_empty() || both.is_full() {
                return set;
            }
            let bounds = (both.lower().clone(), both.upper().clone());
            cx.with_attribute(set, Attribute::Range(AttrKind::RANGE, Box::new(bounds)))
        }
        State::Not(value) if module.constants().is_zero(*value) && !cx.has_attribute(set, AttrKind::NON_NULL) => {
            cx.with_attribute(set, Attribute::Enum(AttrKind::NON_NULL))
        }
        _ => set,
    }
}

/// Whether the result of a function is constant, or never used where it is not.
fn is_known(module: &Module, function: Global, states: &[State]) -> bool {
    let Some((result, ..)) = module.context().function_parts(module[function].value_type) else { return false };
    let types: Vec<Type> = match tracked_fields(module, result) {
        Some(fields) => fields.to_vec(),
        None => vec![result],
    };
    states.iter().zip(types).all(|(state, ty)| state.is_unknown_or_undef() || state.constant(module, ty).is_some())
}

/// Replaces the results that a function returns by poison. Returns whether there were any.
fn drop_results(module: &mut Module, function: Global) -> bool {
    let changed = edit(module, &[function], |f| {
        let body = f.editor.body();
        let is_must_tail = |&inst: &Inst| matches!(body.inst(inst), InstData::Call { tail: TailCall::MustTail, .. });
        if insts(body).any(|inst| is_must_tail(&inst)) {
            return false;
        }
        let returns: Vec<(Inst, Value)> = insts(body)
            .filter_map(|inst| match body.inst(inst) {
                InstData::Ret { value } => Some((inst, value.expand()?)),
                _ => None,
            })
            .filter(|&(_, value)| !f.editor.module().constants().is_undef_or_poison(value))
            .collect();
        for &(inst, value) in &returns {
            let poison = f.editor.module().constants().poison(f.editor.type_of(value));
            f.editor.set_operands(inst, &[poison]);
        }
        !returns.is_empty()
    });
    changed.contains(&true)
}

/// Adapts the attributes of functions and their calls: those in `replaced` may access globals instead of arguments, those in
/// `dropped` return poison.
fn change_attributes(module: &mut Module, replaced: &HashSet<Global>, dropped: &HashSet<Global>) {
    if replaced.is_empty() && dropped.is_empty() {
        return;
    }
    for function in module.functions().to_vec() {
        let mut changed = Vec::new();
        let cx = module.context();
        let adapted = |callee: Global, mut list: AttributeList| {
            if replaced.contains(&callee) {
                list = with_other_memory(cx, list);
            }
            if dropped.contains(&callee) {
                list = without_result(cx, list);
            }
            list
        };
        if let Some(body) = module.body(function) {
            for inst in insts(body) {
                if let Some(call) = body.inst(inst).call_info()
                    && let Some(callee) = call.callee.as_global()
                {
                    let list = adapted(callee, call.attributes);
                    if list != call.attributes {
                        changed.push((inst, list));
                    }
                }
            }
        }
        let own = module.function(function).map(|data| adapted(function, data.attributes));
        let Some(data) = module.global_mut(function).and_then(|g| g.as_function_mut()) else { continue };
        data.attributes = own.unwrap_or_default();
        if let Some(body) = &mut data.body {
            for (inst, list) in changed {
                if let Some(call) = body.inst_mut(inst).call_info_mut() {
                    call.attributes = list;
                }
            }
        }
    }
}

fn with_other_memory(cx: &Context, list: AttributeList) -> AttributeList {
    let set = cx.attribute_list(list).function;
    let effects = cx.memory_effects(set);
    if effects == MemoryEffects::UNKNOWN {
        return list;
    }
    let of_args = effects.get(MemoryLocation::Arg);
    let effects = [MemoryLocation::Errno, MemoryLocation::Other]
        .into_iter()
        .fold(effects, |effects, location| effects.with(location, effects.get(location) | of_args));
    cx.with_function_attributes(list, cx.with_attribute(set, Attribute::memory(effects)))
}

fn without_result(cx: &Context, list: AttributeList) -> AttributeList {
    let data = cx.attribute_list(list);
    let mut new = cx.with_result_attributes(list, cx.without_attributes(data.result, DEMANDS));
    for n in 0..data.params.len() {
        let set = cx.attribute_list(new).param(n);
        new = cx.with_param_attributes(new, n, cx.without_attribute(set, AttrKind::RETURNED));
    }
    new
}

/// Removes the variables whose contents are always the same constant.
fn remove_variables(module: &mut Module, variables: &HashMap<Global, State>) {
    let is_constant = |global: Global, state: &State| {
        state.is_unknown_or_undef() || state.constant(module, module[global].value_type).is_some()
    };
    let removed: HashSet<Global> =
        variables.iter().filter(|&(&global, state)| is_constant(global, state)).map(|(&global, _)| global).collect();
    if removed.is_empty() {
        return;
    }
    let functions = module.functions().to_vec();
    edit(module, &functions, |f| {
        for inst in f.editor.insts() {
            if let InstData::Store { pointer, .. } = *f.editor.body().inst(inst)
                && pointer.as_global().is_some_and(|global| removed.contains(&global))
            {
                f.editor.erase(inst);
            }
        }
    });
    let mut used: HashSet<Global> = HashSet::default();
    for body in module.functions().iter().filter_map(|&f| module.body(f)) {
        for inst in insts(body) {
            body.inst(inst).for_each_operand(body.values(), |operand| used.extend(operand.as_global()));
        }
    }
    let gone: HashSet<Global> = removed.difference(&used).copied().collect();
    module.remove_unused_globals(&gone);
}
