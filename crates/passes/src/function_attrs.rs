//! `function-attrs` and `rpo-function-attrs`: attributes of functions and parameters that follow from the bodies.

mod captures;
mod initializes;
mod memory;
mod no_recurse;
mod returned;
mod scc;

use lindworm_analysis::Cfg;
use lindworm_ir::attributes::{
    AttrKind, Attribute, AttributeList, AttributeOwner, AttributeSet, MemoryEffects, MemoryLocation, ModRef,
};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::{AtomicOrdering, CallInfo};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::module::Linkage;
use lindworm_ir::{Block, Body, Global, Inst, InstData, Module, Type, parallel};

pub use self::no_recurse::NoRecurseLtoInference;
use self::scc::{Members, Scc};
use crate::dead_arg_elim::Calls;
use crate::edges::successors_in;
use crate::effects::{call_has, call_memory};
use crate::infer_attrs::{implied, with};
use crate::pass::{CgsccPass, Component, Components, ModulePass};
use crate::references::References;

/// Adds attributes to functions, callees before callers.
#[derive(Default)]
pub struct FunctionAttrs {
    /// Whether only parameters of functions that are not recursive get attributes: `skip-non-recursive-function-attrs`.
    pub skip_non_recursive: bool,
}

impl CgsccPass for FunctionAttrs {
    fn name(&self) -> &'static str {
        "function-attrs"
    }

    fn class(&self) -> &'static str {
        "PostOrderFunctionAttrsPass"
    }

    fn text(&self) -> String {
        let parameter = if self.skip_non_recursive { "<skip-non-recursive-function-attrs>" } else { "" };
        format!("function-attrs{parameter}")
    }

    fn updates_references(&self) -> bool {
        true
    }

    fn run(&self, component: &mut Component<'_>) {
        let module = &mut *component.module;
        let Some(mut members) = members(module, &component.functions) else { return };
        let is_recursive = is_recursive(module, component.references, &members);
        if members.functions.len() > 1 {
            members.make_chains(module);
        }
        for &(step, each) in self.steps(is_recursive) {
            // The next step, or the next function, may depend on the attributes that this one adds.
            let size = if each { 1 } else { members.functions.len() };
            for functions in members.functions.chunks(size) {
                let mut scc = Scc::new(module, &members);
                step(&mut scc, functions);
                let changed = scc.changed;
                set_attributes(module, changed);
            }
        }
    }

    /// The attributes of a function that does not call itself depend only on those of functions in earlier waves: they are found in
    /// parallel.
    fn run_on(&self, components: &mut Components<'_>) {
        let (module, references) = (&*components.module, &*components.references);
        let size = |functions: &&Vec<Global>| {
            functions.iter().filter_map(|&function| module.body(function)).map(Body::inst_count).sum()
        };
        let found = parallel::map_by_weight(components.components.iter().collect(), size, |functions| {
            let Some(members) = members(module, functions) else { return Some(HashMap::default()) };
            if is_recursive(module, references, &members) {
                return None;
            }
            let mut scc = Scc::new(module, &members);
            for (step, _) in self.steps(false) {
                step(&mut scc, &members.functions);
            }
            Some(scc.changed)
        });
        let mut found = found.into_iter();
        components.for_each(|component| match found.next().flatten() {
            Some(changed) => set_attributes(component.module, changed),
            None => self.run(component),
        });
    }
}

/// A step of the pass: finds attributes of the given functions of a component.
type Step = fn(&mut Scc<'_>, &[Global]);

/// The steps in order, each with whether the attributes of a function may depend on those that the step adds to functions before it.
const STEPS: &[(Step, bool)] = &[
    (returned::add_returned, false),
    (memory::add, false),
    (captures::add, false),
    (initializes::add, true),
    (remove_convergent, false),
    (add_control_flow, true),
    (returned::add_no_undef, true),
    (returned::add_no_alias, false),
    (returned::add_non_null, false),
    (add_from_instructions, false),
    (add_no_recurse, false),
    (add_implied, false),
];

/// The steps for functions that are not recursive with `skip-non-recursive-function-attrs`.
const STEPS_OF_PARAMETERS: &[(Step, bool)] = &[(captures::add, false)];

impl FunctionAttrs {
    fn steps(&self, is_recursive: bool) -> &'static [(Step, bool)] {
        if self.skip_non_recursive && !is_recursive { STEPS_OF_PARAMETERS } else { STEPS }
    }
}

/// The functions of a component that get attributes; `None` if there are none.
fn members(module: &Module, functions: &[Global]) -> Option<Members> {
    const EXCLUDED: [AttrKind; 3] = [AttrKind::OPT_NONE, AttrKind::NAKED, AttrKind::PRESPLIT_COROUTINE];
    let mut functions: Vec<Global> = functions.iter().copied().filter(|&f| module.body(f).is_some()).collect();
    let count = functions.len();
    functions.retain(|&f| !EXCLUDED.iter().any(|&kind| has(module, f, kind)));
    let is_whole = functions.len() == count;
    (!functions.is_empty()).then(|| Members::new(functions, is_whole))
}

/// Whether the functions of a component may call themselves.
fn is_recursive(module: &Module, references: &References, members: &Members) -> bool {
    let [function] = members.functions[..] else { return true };
    references.of(function).any(|global| global == function)
        && insts(module, function).any(|(body, inst)| called(module, body, inst) == Some(function))
}

fn set_attributes(module: &mut Module, lists: HashMap<Global, AttributeList>) {
    for (function, list) in lists {
        if let Some(f) = module.global_mut(function).and_then(|g| g.as_function_mut()) {
            f.attributes = list;
        }
    }
}

// Helpers of the parts.

/// The attributes of a function, without those of the result and the parameters.
pub(crate) fn function_set(module: &Module, function: Global) -> AttributeSet {
    let list = module.function(function).map(|f| f.attributes).unwrap_or_default();
    module.context().attribute_list(list).function
}

/// Whether a function has an attribute.
pub(crate) fn has(module: &Module, function: Global, kind: AttrKind) -> bool {
    module.context().has_attribute(function_set(module, function), kind)
}

/// The value of a string attribute of a function.
pub(crate) fn text_attribute<'m>(module: &'m Module, function: Global, key: &[u8]) -> Option<&'m [u8]> {
    module.context().attribute_value(function_set(module, function), key)
}

/// Changes the attributes of a function, other than those of the result and the parameters.
pub(crate) fn edit_attributes(
    module: &mut Module,
    function: Global,
    change: impl FnOnce(&lindworm_ir::Context, AttributeSet) -> AttributeSet,
) {
    let Some(old) = module.function(function).map(|f| f.attributes) else { return };
    let new = with(module.context(), old, AttributeOwner::Function, |set| change(module.context(), set));
    if new != old
        && let Some(f) = module.global_mut(function).and_then(|g| g.as_function_mut())
    {
        f.attributes = new;
    }
}

/// Adds `norecurse` to a function.
fn set_no_recurse(module: &mut Module, function: Global) {
    edit_attributes(module, function, |cx, set| cx.with_attribute(set, Attribute::Enum(AttrKind::NO_RECURSE)));
}

/// Whether the definition is the one that runs: the linker cannot replace it by another.
pub(crate) fn is_exact(module: &Module, function: Global) -> bool {
    module.global(function).is_some_and(|g| {
        let is_final = match g.linkage {
            Linkage::Internal | Linkage::Private | Linkage::Appending => true,
            Linkage::External => g.dso_local || module.integer_flag(b"SemanticInterposition") != Some(1),
            _ => false,
        };
        is_final && !g.is_declaration()
    })
}

fn insts(module: &Module, function: Global) -> impl Iterator<Item = (&Body, Inst)> {
    let body = module.body(function);
    body.into_iter().flat_map(|body| body.blocks().flat_map(|block| body.insts(block)).map(move |inst| (body, inst)))
}

/// The function that an instruction calls directly.
pub(crate) fn called(module: &Module, body: &Body, inst: Inst) -> Option<Global> {
    let call = body.inst(inst).call_info()?;
    let callee = call.callee.as_global()?;
    module.global(callee).filter(|g| g.value_type == call.function_type && g.as_function().is_some()).map(|_| callee)
}

/// Whether a call of `llvm.memcpy`, `llvm.memmove` or `llvm.memset` is volatile; `None` for other calls.
fn is_volatile_transfer(module: &Module, body: &Body, call: &CallInfo) -> Option<bool> {
    let id = module.callee(call.callee)?.intrinsic?;
    matches!(id, IntrinsicId::MEMCPY | IntrinsicId::MEMMOVE | IntrinsicId::MEMSET)
        .then(|| body.call_args(call).last().is_none_or(|&v| !module.constants().is_zero(v)))
}

/// The memory effects of a call, including those of operand bundles.
fn effects(module: &Module, body: &Body, call: &CallInfo) -> MemoryEffects {
    let harmless: [&[u8]; 5] = [b"ignore", b"funclet", b"kcfi", b"ptrauth", b"convergencectrl"];
    let is_harmless = |tag: &[u8]| harmless.contains(&tag);
    if is_volatile_transfer(module, body, call) == Some(true) {
        // A volatile access may access inaccessible memory.
        return call_memory(module, call) | MemoryEffects::only(MemoryLocation::Inaccessible, ModRef::all());
    }
    match body.bundles(call.bundles) {
        [] => call_memory(module, call),
        bundles if bundles.iter().all(|b| is_harmless(&b.tag)) => call_memory(module, call),
        bundles if bundles.iter().all(|b| is_harmless(&b.tag) || *b.tag == *b"deopt") => {
            call_memory(module, call) | MemoryEffects::all(ModRef::REF)
        }
        _ => MemoryEffects::UNKNOWN,
    }
}

// Attributes of control flow.

/// Adds `noreturn`, `willreturn` and `cold`.
fn add_control_flow(scc: &mut Scc<'_>, functions: &[Global]) {
    for &function in functions.iter().filter(|&&f| is_exact(scc.module, f)) {
        let new = with_control_flow(scc.module, function, scc.function_set(function));
        scc.edit(function, AttributeOwner::Function, |_, _| new);
    }
}

fn with_control_flow(module: &Module, function: Global, set: AttributeSet) -> AttributeSet {
    let cx = module.context();
    let Some(body) = module.body(function) else { return set };
    let is_no_return =
        |inst: Inst| body.inst(inst).call_info().is_some_and(|call| call_has(module, call, AttrKind::NO_RETURN));
    let mut new = set;
    if !cx.has_attribute(set, AttrKind::NO_RETURN) {
        // Successors of a block with such a call count, because the call may unwind to one of them.
        let mut seen: HashSet<Block> = body.entry().into_iter().collect();
        let mut pending: Vec<Block> = body.entry().into_iter().collect();
        let mut returns = false;
        while let Some(block) = pending.pop().filter(|_| !returns) {
            let is_ret = body.terminator(block).is_some_and(|t| matches!(body.inst(t), InstData::Ret { .. }));
            returns = is_ret && !body.insts(block).any(is_no_return);
            pending.extend(successors_in(body, block).into_iter().filter(|&to| seen.insert(to)));
        }
        if !returns {
            new = cx.with_attribute(new, Attribute::Enum(AttrKind::NO_RETURN));
        }
    }
    if !cx.has_attribute(set, AttrKind::WILL_RETURN) {
        let only_reads = !cx.memory_effects(set).any().contains(ModRef::MOD);
        let is_progress = cx.has_attribute(set, AttrKind::MUST_PROGRESS) && only_reads;
        let all = || body.blocks().flat_map(|block| body.insts(block)).all(|inst| may_not_stall(module, body, inst));
        if is_progress || all() && !has_back_edge(&Cfg::new(body)) {
            new = cx.with_attribute(new, Attribute::Enum(AttrKind::WILL_RETURN));
        }
    }
    let is_rated = cx.has_attribute(set, AttrKind::COLD) || cx.has_attribute(set, AttrKind::HOT);
    if !is_rated && is_cold(module, body) {
        new = cx.with_attribute(new, Attribute::Enum(AttrKind::COLD));
    }
    new
}

/// Whether each way through a function leads to a call of a `cold` function, before control meets a block for the second time.
fn is_cold(module: &Module, body: &Body) -> bool {
    let calls_cold = |block| {
        let mut calls = body.insts(block).filter_map(|inst| body.inst(inst).call_info());
        calls.any(|call| call_has(module, call, AttrKind::COLD))
    };
    // The blocks that were met, with whether they call a `cold` function.
    let mut met: HashMap<Block, bool> = Default::default();
    let mut pending: Vec<Block> = body.entry().into_iter().collect();
    met.extend(pending.iter().map(|&entry| (entry, false)));
    while let Some(block) = pending.pop() {
        if calls_cold(block) {
            met.insert(block, true);
            continue;
        }
        let successors = successors_in(body, block);
        if successors.is_empty() {
            return false;
        }
        for to in successors {
            match met.get(&to) {
                Some(true) => {}
                Some(false) => return false,
                None => {
                    met.insert(to, false);
                    pending.push(to);
                }
            }
        }
    }
    true
}

fn has_back_edge(cfg: &Cfg) -> bool {
    let order = cfg.reverse_postorder();
    let place: HashMap<_, _> = order.iter().zip(0..).collect();
    order.iter().any(|block| cfg.successors(*block).iter().any(|to| place.get(to) <= place.get(block)))
}

/// Whether an instruction transfers control in finite time.
pub(crate) fn may_not_stall(module: &Module, body: &Body, inst: Inst) -> bool {
    match body.inst(inst) {
        InstData::Store { volatile, .. } => !volatile,
        data => data.call_info().is_none_or(|call| call_has(module, call, AttrKind::WILL_RETURN)),
    }
}

/// Removes `convergent` from functions without convergent calls to others.
fn remove_convergent(scc: &mut Scc<'_>, functions: &[Global]) {
    let module = scc.module;
    let keeps = |&function: &Global| {
        scc.has(function, AttrKind::CONVERGENT)
            && (!is_exact(module, function)
                || insts(module, function).any(|(body, inst)| {
                    let Some(call) = body.inst(inst).call_info() else { return false };
                    !scc.members.is_called(module, body, inst) && call_has(module, call, AttrKind::CONVERGENT)
                }))
    };
    if functions.iter().any(keeps) {
        return;
    }
    for &function in functions {
        scc.edit(function, AttributeOwner::Function, |cx, set| cx.without_attribute(set, AttrKind::CONVERGENT));
    }
}

// Attributes that hold if they hold for all instructions.

pub(crate) fn may_throw(module: &Module, body: &Body, inst: Inst) -> bool {
    match body.inst(inst) {
        InstData::Call { call, .. } => !call_has(module, call, AttrKind::NO_UNWIND),
        // The search for a handler passes by a cleanup.
        InstData::Resume { .. } | InstData::CleanupPad { .. } => true,
        InstData::CleanupRet { unwind, .. } | InstData::CatchSwitch { unwind, .. } => unwind.is_none(),
        InstData::Invoke { unwind, .. } => may_unwind_past(module, body, *unwind),
        _ => false,
    }
}

/// Whether an exception may not be caught at a landing pad. The search for a handler passes by one that only cleans up.
fn may_unwind_past(module: &Module, body: &Body, pad: lindworm_ir::Block) -> bool {
    let first = body.first_non_phi(pad);
    let Some(InstData::LandingPad { cleanup, clauses }) = first.map(|inst| body.inst(inst)) else { return false };
    let catches_all = |&clause: &lindworm_ir::Value| {
        let cx = module.context();
        match cx.kind(module.value_type(None, clause)) {
            lindworm_ir::types::TypeKind::Array { len, .. } => *len == 0,
            _ => module.constants().is_zero(clause),
        }
    };
    *cleanup || !body.list_values(clauses).iter().any(catches_all)
}

fn may_free(module: &Module, body: &Body, inst: Inst) -> bool {
    body.inst(inst).call_info().is_some_and(|call| !call_has(module, call, AttrKind::NO_FREE))
}

fn may_synchronize(module: &Module, body: &Body, inst: Inst) -> bool {
    use AtomicOrdering::Unordered;
    match *body.inst(inst) {
        InstData::Load { volatile, ordering, .. } | InstData::Store { volatile, ordering, .. } => {
            volatile || ordering > Unordered
        }
        InstData::CmpXchg { .. } | InstData::AtomicRmw { .. } => true,
        InstData::Fence { scope, .. } => scope != lindworm_ir::context::SyncScope::SINGLE_THREAD,
        ref data => data.call_info().is_some_and(|call| {
            is_volatile_transfer(module, body, call).unwrap_or_else(|| !call_has(module, call, AttrKind::NO_SYNC))
        }),
    }
}

type MayDo = fn(&Module, &Body, Inst) -> bool;

const FROM_INSTRUCTIONS: [(AttrKind, MayDo); 3] =
    [(AttrKind::NO_UNWIND, may_throw), (AttrKind::NO_FREE, may_free), (AttrKind::NO_SYNC, may_synchronize)];

/// Adds `nounwind`, `nofree` and `nosync`. Calls within the component are assumed to have the attribute.
fn add_from_instructions(scc: &mut Scc<'_>, functions: &[Global]) {
    let module = scc.module;
    for (kind, may_do) in FROM_INSTRUCTIONS {
        let fails = |&function: &Global| {
            !scc.has(function, kind)
                && (!is_exact(module, function)
                    || insts(module, function)
                        .any(|(body, inst)| may_do(module, body, inst) && !scc.members.is_called(module, body, inst)))
        };
        if !functions.iter().any(fails) {
            functions.iter().for_each(|&f| scc.add(f, AttributeOwner::Function, Attribute::Enum(kind)));
        }
    }
}

/// Adds `norecurse` to a function that calls only functions that cannot call it.
fn add_no_recurse(scc: &mut Scc<'_>, functions: &[Global]) {
    let module = scc.module;
    let &[function] = functions else { return };
    if !scc.members.is_whole || !is_exact(module, function) || scc.has(function, AttrKind::NO_RECURSE) {
        return;
    }
    let is_safe = insts(module, function).all(|(body, inst)| {
        body.inst(inst).call_info().is_none()
            || called(module, body, inst).is_some_and(|callee| {
                let is_leaf = module.body(callee).is_none() && has(module, callee, AttrKind::NO_CALLBACK);
                callee != function && (has(module, callee, AttrKind::NO_RECURSE) || is_leaf)
            })
    });
    if is_safe {
        scc.add(function, AttributeOwner::Function, Attribute::Enum(AttrKind::NO_RECURSE));
    }
}

/// Adds what other attributes of a function imply.
fn add_implied(scc: &mut Scc<'_>, functions: &[Global]) {
    functions.iter().for_each(|&function| scc.edit(function, AttributeOwner::Function, implied));
}

/// Adds `norecurse` to local functions all of whose callers are `norecurse`, callers before callees.
pub struct RpoFunctionAttrs;

impl ModulePass for RpoFunctionAttrs {
    fn name(&self) -> &'static str {
        "rpo-function-attrs"
    }

    fn class(&self) -> &'static str {
        "ReversePostOrderFunctionAttrsPass"
    }

    fn run(&self, module: &mut Module) {
        let calls = Calls::of(module);
        for component in lindworm_analysis::call_graph_components(module).into_iter().rev() {
            let &[function] = &component[..] else { continue };
            let is_local = module.global(function).is_some_and(|g| g.linkage.is_local());
            if !is_local || has(module, function, AttrKind::NO_RECURSE) {
                continue;
            }
            // Other uses than direct calls may be calls from anywhere.
            let is_safe = !calls.taken.contains(&function)
                && calls.to(function).iter().all(|&(f, _)| f != function && has(module, f, AttrKind::NO_RECURSE));
            if is_safe {
                set_no_recurse(module, function);
            }
        }
    }
}

/// Whether a value of this type is a pointer.
fn is_pointer(module: &Module, ty: Type) -> bool {
    module.context().is_pointer(ty)
}
