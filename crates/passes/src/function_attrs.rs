//! `function-attrs` and `rpo-function-attrs`: attributes of functions and parameters that follow from the bodies.

mod captures;
mod initializes;
mod memory;
mod no_recurse;
mod returned;

use std::cell::OnceCell;

use lindworm_ir::attributes::{
    AttrKind, Attribute, AttributeOwner, AttributeSet, MemoryEffects, MemoryLocation, ModRef,
};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::{AtomicOrdering, CallInfo};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::module::Linkage;
use lindworm_ir::uses::Uses;
use lindworm_ir::{Body, Global, Inst, InstData, Module, Type};

pub use self::no_recurse::NoRecurseLtoInference;
use crate::effects::{call_has, call_memory};
use crate::infer_attrs::{implied, with};
use crate::pass::{CgsccPass, Component, ModulePass};

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
        let mut functions: Vec<Global> = component.functions.clone();
        functions.retain(|&f| module.body(f).is_some());
        let count = functions.len();
        functions.retain(|&f| {
            let excluded = [AttrKind::OPT_NONE, AttrKind::NAKED, AttrKind::PRESPLIT_COROUTINE];
            !excluded.iter().any(|&kind| has(module, f, kind))
        });
        let is_whole = functions.len() == count;
        if functions.is_empty() {
            return;
        }
        let scc: HashSet<Global> = functions.iter().copied().collect();
        let chains = Chains::of(&functions);
        let is_recursive = functions.len() > 1
            || insts(module, functions[0]).any(|(body, i)| called(module, body, i) == Some(functions[0]));
        if self.skip_non_recursive && !is_recursive {
            captures::add(module, &functions, &chains);
            return;
        }
        returned::add_returned(module, &functions);
        memory::add(module, &functions, &scc);
        captures::add(module, &functions, &chains);
        initializes::add(module, &functions, &chains);
        remove_convergent(module, &functions, &scc);
        for &function in &functions {
            if is_exact(module, function) {
                add_control_flow(module, function);
            }
        }
        returned::add_no_undef(module, &functions, &chains);
        returned::add_no_alias(module, &functions, &scc, &chains);
        returned::add_non_null(module, &functions, &scc, &chains);
        add_from_instructions(module, &functions, &scc);
        if is_whole {
            add_no_recurse(module, &functions);
        }
        for &function in &functions {
            edit(module, function, AttributeOwner::Function, |module, set| implied(module.context(), set));
        }
    }
}

/// The def-use chains of the functions of a component, each made when it is needed first.
struct Chains(HashMap<Global, OnceCell<Uses>>);

impl Chains {
    fn of(functions: &[Global]) -> Chains {
        Chains(functions.iter().map(|&function| (function, OnceCell::new())).collect())
    }

    fn get(&self, function: Global, body: &Body) -> &Uses {
        self.0[&function].get_or_init(|| Uses::new(body))
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
    edit(module, function, AttributeOwner::Function, |module, set| change(module.context(), set));
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

/// Changes one attribute set of a function.
fn edit(
    module: &mut Module,
    function: Global,
    owner: AttributeOwner,
    change: impl FnOnce(&Module, AttributeSet) -> AttributeSet,
) {
    let Some(old) = module.function(function).map(|f| f.attributes) else { return };
    let new = with(module.context(), old, owner, |set| change(module, set));
    if new != old
        && let Some(f) = module.global_mut(function).and_then(|g| g.as_function_mut())
    {
        f.attributes = new;
    }
}

fn add(module: &mut Module, function: Global, owner: AttributeOwner, attribute: Attribute) {
    edit(module, function, owner, |module, set| module.context().with_attribute(set, attribute));
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

/// Adds `noreturn` and `willreturn`.
fn add_control_flow(module: &mut Module, function: Global) {
    let set = function_set(module, function);
    let cx = module.context();
    let Some(body) = module.body(function) else { return };
    let cfg = lindworm_analysis::Cfg::new(body);
    let is_no_return =
        |inst: Inst| body.inst(inst).call_info().is_some_and(|call| call_has(module, call, AttrKind::NO_RETURN));
    let mut new = set;
    if !cx.has_attribute(set, AttrKind::NO_RETURN) {
        // Successors of a block with such a call count, because the call may unwind to one of them.
        let mut seen: HashSet<lindworm_ir::Block> = cfg.entry().into_iter().collect();
        let mut pending: Vec<_> = cfg.entry().into_iter().collect();
        let mut returns = false;
        while let Some(block) = pending.pop() {
            let is_ret = body.terminator(block).is_some_and(|t| matches!(body.inst(t), InstData::Ret { .. }));
            returns |= is_ret && !body.insts(block).any(is_no_return);
            pending.extend(cfg.successors(block).iter().copied().filter(|&to| seen.insert(to)));
        }
        if !returns {
            new = cx.with_attribute(new, Attribute::Enum(AttrKind::NO_RETURN));
        }
    }
    if !cx.has_attribute(set, AttrKind::WILL_RETURN) {
        let only_reads = !cx.memory_effects(set).any().contains(ModRef::MOD);
        let is_progress = cx.has_attribute(set, AttrKind::MUST_PROGRESS) && only_reads;
        let all = || body.blocks().flat_map(|block| body.insts(block)).all(|inst| may_not_stall(module, body, inst));
        if is_progress || !has_back_edge(&cfg) && all() {
            new = cx.with_attribute(new, Attribute::Enum(AttrKind::WILL_RETURN));
        }
    }
    let is_rated = cx.has_attribute(set, AttrKind::COLD) || cx.has_attribute(set, AttrKind::HOT);
    if !is_rated && is_cold(module, body, &cfg) {
        new = cx.with_attribute(new, Attribute::Enum(AttrKind::COLD));
    }
    edit(module, function, AttributeOwner::Function, |_, _| new);
}

/// Whether each way through a function leads to a call of a `cold` function, before control meets a block for the second time.
fn is_cold(module: &Module, body: &Body, cfg: &lindworm_analysis::Cfg) -> bool {
    let calls_cold = |block| {
        let mut calls = body.insts(block).filter_map(|inst| body.inst(inst).call_info());
        calls.any(|call| call_has(module, call, AttrKind::COLD))
    };
    // The blocks that were met, with whether they call a `cold` function.
    let mut met: HashMap<lindworm_ir::Block, bool> = Default::default();
    let mut pending: Vec<_> = cfg.entry().into_iter().collect();
    met.extend(pending.iter().map(|&entry| (entry, false)));
    while let Some(block) = pending.pop() {
        if calls_cold(block) {
            met.insert(block, true);
            continue;
        }
        if cfg.successors(block).is_empty() {
            return false;
        }
        for &to in cfg.successors(block) {
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

fn has_back_edge(cfg: &lindworm_analysis::Cfg) -> bool {
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
fn remove_convergent(module: &mut Module, functions: &[Global], scc: &HashSet<Global>) {
    let keeps = |&function: &Global| {
        has(module, function, AttrKind::CONVERGENT)
            && (!is_exact(module, function)
                || insts(module, function).any(|(body, inst)| {
                    let Some(call) = body.inst(inst).call_info() else { return false };
                    let is_own = called(module, body, inst).is_some_and(|callee| scc.contains(&callee));
                    !is_own && call_has(module, call, AttrKind::CONVERGENT)
                }))
    };
    if functions.iter().any(keeps) {
        return;
    }
    for &function in functions {
        edit(module, function, AttributeOwner::Function, |module, set| {
            module.context().without_attribute(set, AttrKind::CONVERGENT)
        });
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
fn add_from_instructions(module: &mut Module, functions: &[Global], scc: &HashSet<Global>) {
    for (kind, may_do) in FROM_INSTRUCTIONS {
        let fails = |&function: &Global| {
            !has(module, function, kind)
                && (!is_exact(module, function)
                    || insts(module, function).any(|(body, inst)| {
                        let is_own = called(module, body, inst).is_some_and(|callee| scc.contains(&callee));
                        !is_own && may_do(module, body, inst)
                    }))
        };
        if !functions.iter().any(fails) {
            functions.iter().for_each(|&f| add(module, f, AttributeOwner::Function, Attribute::Enum(kind)));
        }
    }
}

/// Adds `norecurse` to a function that calls only functions that cannot call it.
fn add_no_recurse(module: &mut Module, functions: &[Global]) {
    let &[function] = functions else { return };
    if !is_exact(module, function) || has(module, function, AttrKind::NO_RECURSE) {
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
        add(module, function, AttributeOwner::Function, Attribute::Enum(AttrKind::NO_RECURSE));
    }
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
        let mut callers: HashMap<Global, Vec<Global>> = Default::default();
        let mut direct: HashMap<Global, usize> = Default::default();
        for &function in module.functions() {
            for (body, inst) in insts(module, function) {
                if let Some(callee) = called(module, body, inst) {
                    callers.entry(callee).or_default().push(function);
                    *direct.entry(callee).or_default() += 1;
                }
            }
        }
        let references = crate::references::References::new(module);
        for component in lindworm_analysis::call_graph_components(module).into_iter().rev() {
            let &[function] = &component[..] else { continue };
            let is_local = module.global(function).is_some_and(|g| g.linkage.is_local());
            if !is_local || has(module, function, AttrKind::NO_RECURSE) {
                continue;
            }
            // Other uses than direct calls may be calls from anywhere.
            let is_called_only = references.count(function) == direct.get(&function).copied().unwrap_or(0);
            let all = callers.get(&function);
            let is_safe =
                all.is_none_or(|all| all.iter().all(|&f| f != function && has(module, f, AttrKind::NO_RECURSE)));
            if is_called_only && is_safe {
                add(module, function, AttributeOwner::Function, Attribute::Enum(AttrKind::NO_RECURSE));
            }
        }
    }
}

/// Whether a value of this type is a pointer.
fn is_pointer(module: &Module, ty: Type) -> bool {
    module.context().is_pointer(ty)
}
