//! `inline` and `always-inline`: calls replaced by the body of the callee.
//!
//! `inline` visits the components of the call graph, callees before callers, so that a callee is in its final form when its cost is
//! estimated.

mod attributes;
mod cost;
mod expand;
mod metadata;
mod scopes;
mod unwind;

use std::collections::VecDeque;

use lindworm_analysis::{Analyses, BlockFrequencies};
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::Editor;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::module::Additions;
use lindworm_ir::{Body, Global, Inst, InstData, Module, Type, Value};

use self::cost::Decision;
pub use self::cost::InlineOptions;
use crate::bodies::map_bodies;
use crate::function_attrs::{called, has};
use crate::pass::{CgsccPass, Component, Components, FunctionEdit, ModulePass};
use crate::references::{References, is_discardable};

/// Inlines calls whose cost is below a threshold, or only those that must be inlined.
#[derive(Clone, Default)]
pub struct Inline {
    /// Whether only calls with `alwaysinline` are inlined.
    pub only_mandatory: bool,
    /// The thresholds.
    pub options: InlineOptions,
}

impl CgsccPass for Inline {
    fn name(&self) -> &'static str {
        "inline"
    }

    fn class(&self) -> &'static str {
        "InlinerPass"
    }

    fn text(&self) -> String {
        format!("inline{}", if self.only_mandatory { "<only-mandatory>" } else { "" })
    }

    fn run(&self, component: &mut Component<'_>) {
        for caller in component.functions.clone() {
            self.inline_into_all(component.module, &[caller], component.references, component.dead);
        }
    }

    fn run_on(&self, components: &mut Components<'_>) {
        let mut batches: Vec<Vec<Global>> = Vec::new();
        for functions in &components.components {
            for (function, batch) in functions.iter().zip(batches_of(functions, components.references)) {
                batches.resize_with(batches.len().max(batch + 1), Vec::new);
                batches[batch].push(*function);
            }
        }
        for callers in batches {
            self.inline_into_all(components.module, &callers, components.references, components.dead);
        }
        components.refresh(&[]);
    }

    fn updates_references(&self) -> bool {
        true
    }
}

/// The batch of each function of a component: functions that call each other are in different batches, in order. A call of a function
/// of the same batch can still come with the body of a third function; such a call is not inlined.
fn batches_of(functions: &[Global], references: &References) -> Vec<usize> {
    if functions.len() == 1 {
        return vec![0];
    }
    // The batch after that of each function.
    let mut after: HashMap<Global, usize> = HashMap::default();
    let mut batches = Vec::with_capacity(functions.len());
    for &function in functions {
        let neighbors = references.of(function).chain(references.users(function));
        let batch = neighbors.filter_map(|other| after.get(&other).copied()).max().unwrap_or(0);
        after.insert(function, batch + 1);
        batches.push(batch);
    }
    batches
}

impl Inline {
    /// Inlines calls into functions that do not call each other, in parallel.
    fn inline_into_all(
        &self,
        module: &mut Module,
        callers: &[Global],
        references: &mut References,
        dead: &mut HashSet<Global>,
    ) {
        let callers: Vec<Global> =
            callers.iter().copied().filter(|caller| !dead.contains(caller) && has_calls(module, *caller)).collect();
        let all: HashSet<Global> = callers.iter().copied().collect();
        let (counted, gone) = (&*references, &*dead);
        let inlined = module.edit_bodies(&callers, |module, body, additions| {
            inline_into(self, module, body, additions, &all, Counts::new(counted, gone))
        });
        let changed = || callers.iter().zip(&inlined).filter(|(_, callees)| !callees.is_empty());
        changed().for_each(|(&caller, callees)| adopt(module, caller, callees));
        // References from removed code are not counted any longer.
        references.update_all(module, changed().map(|(&caller, _)| caller));
        for callee in inlined.into_iter().flatten() {
            if !dead.contains(&callee) && is_unneeded(module, callee, references.count(callee)) {
                references.remove(callee);
                dead.insert(callee);
                make_unreachable(module, callee);
            }
        }
    }
}

/// The numbers of references while calls are inlined into one function: those before, and what changed since. The numbers may be too
/// high, because removed code counts, and too low of globals that the inlined calls passed.
struct Counts<'r> {
    before: &'r References,
    changed: HashMap<Global, isize>,
    dead: &'r HashSet<Global>,
    dead_now: HashSet<Global>,
}

impl<'r> Counts<'r> {
    fn new(before: &'r References, dead: &'r HashSet<Global>) -> Counts<'r> {
        Counts { before, changed: HashMap::default(), dead, dead_now: HashSet::default() }
    }

    fn of(&self, global: Global) -> usize {
        self.before.count(global).saturating_add_signed(self.changed.get(&global).copied().unwrap_or(0))
    }

    fn is_dead(&self, function: Global) -> bool {
        self.dead.contains(&function) || self.dead_now.contains(&function)
    }

    /// Notes that a call of a function was replaced by a copy of the body.
    fn inlined(&mut self, callee: Global) {
        self.add(callee, 1);
        *self.changed.entry(callee).or_default() -= 1;
    }

    /// Notes that a function is to be removed.
    fn remove(&mut self, function: Global) {
        self.add(function, -1);
        self.dead_now.insert(function);
    }

    /// Counts the references of a body once more or less.
    fn add(&mut self, function: Global, sign: isize) {
        for (global, number) in self.before.counts_of(function) {
            *self.changed.entry(global).or_default() += sign * number as isize;
        }
    }
}

/// Inlines calls as [`Inline`] does, as a pass over the module.
#[derive(Clone, Default)]
pub struct ModuleInline(pub Inline);

impl ModulePass for ModuleInline {
    fn name(&self) -> &'static str {
        "module-inline"
    }

    fn class(&self) -> &'static str {
        "ModuleInlinerPass"
    }

    fn run(&self, module: &mut Module) {
        crate::pipeline::run_on_components(module, |component| self.0.run(component));
    }
}

/// Frees the body of a function that is to be removed, as LLVM does: until then, the function has an unreachable block.
fn make_unreachable(module: &mut Module, function: Global) {
    let Some(body) = module.global_mut(function).and_then(|g| g.as_function_mut()).and_then(|f| f.body.as_mut()) else {
        return;
    };
    let args = body.args().to_vec();
    **body = Body::new(&args);
    let entry = body.create_block();
    body.append_block(entry);
    body.append_inst(entry, InstData::Unreachable, Type::VOID);
}

/// Whether a function calls a function with a body.
fn has_calls(module: &Module, function: Global) -> bool {
    let Some(body) = module.body(function) else { return false };
    let mut insts = body.blocks().flat_map(|block| body.insts(block));
    insts.any(|inst| callee_of(module, body, inst).is_some())
}

/// The function with a body that an instruction calls directly.
fn callee_of(module: &Module, body: &Body, inst: Inst) -> Option<Global> {
    called(module, body, inst).filter(|&callee| module.body(callee).is_some())
}

/// The function with a body that an instruction calls directly, if the call or the function is `alwaysinline`.
fn mandatory_callee(module: &Module, body: &Body, inst: Inst) -> Option<Global> {
    let call = body.inst(inst).call_info()?;
    callee_of(module, body, inst).filter(|&callee| cost::is_always_inline(module, call, callee))
}

/// The functions of the calls in a body that must be inlined, in order.
fn mandatory_callees(module: &Module, body: &Body) -> Vec<Global> {
    let insts = body.blocks().flat_map(|block| body.insts(block));
    insts.filter_map(|inst| mandatory_callee(module, body, inst)).collect()
}

/// A pending call, with the place in the history of the call that brought it, if it was inlined itself.
struct Pending {
    call: Inst,
    history: Option<usize>,
    /// The frequency of the call, and that of the caller's entry.
    frequency: Option<(u64, u64)>,
}

/// Inlines calls into one function. Returns the inlined callees. Calls of other `callers` are not inlined, because these change at
/// the same time.
fn inline_into(
    pass: &Inline,
    module: &Module,
    body: &mut Body,
    additions: &mut Additions<'_>,
    callers: &HashSet<Global>,
    mut references: Counts<'_>,
) -> Vec<Global> {
    let caller = additions.function();
    let mut f = FunctionEdit { editor: Editor::new(module, body), analyses: Analyses::default(), additions };
    let body = f.editor.body();
    let all: Vec<Inst> = f.editor.insts();
    let is_caller_recursive =
        all.iter().any(|&inst| body.inst(inst).call_info().is_some_and(|call| call.callee == caller.into()));
    // The frequencies of the caller as it was.
    let frequencies = (!pass.only_mandatory).then(|| BlockFrequencies::new(module, body));
    let frequency = |call| Some(cost::frequency(frequencies.as_ref()?, body.inst_block(call)?));
    let mut pending: VecDeque<Pending> = all
        .into_iter()
        .filter(|&inst| callee_of(module, body, inst).is_some())
        .map(|call| Pending { call, history: None, frequency: frequency(call) })
        .collect();
    // The inlined callees, each with the place of the call that brought the call.
    let mut history: Vec<(Global, Option<usize>)> = Vec::new();
    let mut inlined = Vec::new();
    // The globals that calls passed: the number of references to these may be too low until the caller is counted anew, because
    // the copied body may call and store a parameter.
    let mut passed: HashSet<Global> = HashSet::default();
    let mut needs = Needs::of(module, caller);
    while let Some(next) = pending.pop_front() {
        let body = f.editor.body();
        if body.inst_block(next.call).is_none() {
            continue;
        }
        let Some(callee) = callee_of(module, body, next.call) else { continue };
        let mut at = next.history;
        let mut is_recursive = callee == caller;
        while let Some((known, before)) = at.map(|place| history[place]) {
            is_recursive |= known == callee;
            at = before;
        }
        if is_recursive
            || references.is_dead(callee)
            || callers.contains(&callee)
            || !expand::can_expand(module, body, next.call, callee)
        {
            continue;
        }
        let Some(source) = module.body(callee) else { continue };
        let Some(needs_after) = needs.and(Needs::of(module, callee)) else { continue };
        let question = cost::Question {
            module,
            body,
            call: next.call,
            caller,
            callee,
            source,
            is_only_call: module.global(callee).is_some_and(|g| g.linkage.is_local()) && references.of(callee) == 1,
            has_block_addresses: references.before.has_block_addresses(callee),
            frequency: next.frequency,
            is_caller_recursive,
        };
        let is_wanted = match cost::mandatory(&question) {
            Some(decision) => decision == Decision::Inline,
            None => !pass.only_mandatory && cost::is_cheap(&question, &pass.options),
        };
        if !is_wanted {
            continue;
        }
        if let Some(call) = body.inst(next.call).call_info() {
            body.call_args(call).iter().for_each(|&arg| passed.extend(references.before.mentioned(module, arg)));
        }
        let calls = expand::expand(&mut f, next.call, callee, source, &pass.options);
        inlined.push(callee);
        needs = needs_after;
        history.push((callee, next.history));
        for call in calls {
            if callee_of(module, f.editor.body(), call).is_some() {
                let (history, frequency) = (Some(history.len() - 1), next.frequency);
                pending.push_back(Pending { call, history, frequency });
            }
        }
        // A local function whose last call is gone need not be kept; others may have a single call left now.
        references.inlined(callee);
        if is_unneeded(module, callee, references.of(callee)) && !passed.contains(&callee) {
            references.remove(callee);
        }
    }
    inlined
}

/// Whether a function with this number of references may be removed.
fn is_unneeded(module: &Module, function: Global, count: usize) -> bool {
    count == 0 && module.global(function).is_some_and(is_discardable)
}

/// The personality and the garbage collector that a body needs.
#[derive(Clone, Copy, Default)]
struct Needs<'m> {
    personality: Option<Value>,
    gc: &'m [u8],
}

impl<'m> Needs<'m> {
    fn of(module: &'m Module, function: Global) -> Needs<'m> {
        module.function(function).map(|f| Needs { personality: f.personality, gc: &f.gc }).unwrap_or_default()
    }

    /// The needs of a body that code with other needs is inlined into; `None` if both exclude each other.
    fn and(self, other: Needs<'m>) -> Option<Needs<'m>> {
        let is_same_personality = self.personality == other.personality;
        if !(is_same_personality || self.personality.is_none() || other.personality.is_none())
            || !(self.gc == other.gc || self.gc.is_empty() || other.gc.is_empty())
        {
            return None;
        }
        let gc = if self.gc.is_empty() { other.gc } else { self.gc };
        Some(Needs { personality: self.personality.or(other.personality), gc })
    }
}

/// Gives a caller the properties that its inlined callees need.
pub(crate) fn adopt(module: &mut Module, caller: Global, inlined: &[Global]) {
    let mut seen = HashSet::default();
    for &callee in inlined.iter().filter(|&&callee| seen.insert(callee)) {
        let set = attributes::merged(module, caller, callee);
        let Some((personality, gc)) = module.function(callee).map(|f| (f.personality, f.gc.clone())) else { continue };
        let Some(list) = module.function(caller).map(|f| f.attributes) else { continue };
        let list = module.context().with_function_attributes(list, set);
        if let Some(f) = module.global_mut(caller).and_then(|g| g.as_function_mut()) {
            f.attributes = list;
            f.personality = f.personality.or(personality);
            if f.gc.is_empty() {
                f.gc = gc;
            }
        }
    }
}

/// Whether a call can be inlined, whatever it costs.
pub(crate) fn can_inline(module: &Module, body: &Body, call: Inst, callee: Global) -> bool {
    expand::can_expand(module, body, call, callee)
}

/// Replaces a call that can be inlined by a copy of the callee's body.
pub(crate) fn inline_call(f: &mut FunctionEdit<'_, '_>, call: Inst, callee: Global, source: &Body) {
    expand::expand(f, call, callee, source, &InlineOptions::default());
}

/// Inlines all calls of functions with `alwaysinline`.
#[derive(Clone, Default)]
pub struct AlwaysInline {
    /// Which facts about parameters are kept. The thresholds have no effect.
    pub options: InlineOptions,
}

impl ModulePass for AlwaysInline {
    fn name(&self) -> &'static str {
        "always-inline"
    }

    fn class(&self) -> &'static str {
        "AlwaysInlinerPass"
    }

    fn run(&self, module: &mut Module) {
        let has_block_addresses: HashSet<Global> = module.block_addresses().iter().map(|&(f, _)| f).collect();
        let mut callers: HashMap<Global, Vec<Global>> = HashMap::default();
        let mut known: HashSet<(Global, Global)> = HashSet::default();
        for (function, callees) in map_bodies(module, |body| mandatory_callees(module, body)) {
            for callee in callees {
                if known.insert((callee, function)) {
                    callers.entry(callee).or_default().push(function);
                }
            }
        }
        let mut dead = HashSet::default();
        for callee in module.functions().to_vec() {
            let Some(of_callee) = callers.remove(&callee) else { continue };
            for caller in of_callee {
                if caller == callee || dead.contains(&caller) {
                    continue;
                }
                let inlined = module.edit_bodies(&[caller], |module, body, additions| {
                    self.inline_into(module, body, additions, callee, has_block_addresses.contains(&callee))
                });
                if inlined.contains(&true) {
                    adopt(module, caller, &[callee]);
                    // The inlined calls are new calls by the caller.
                    let Some(body) = module.body(callee) else { continue };
                    for called in mandatory_callees(module, body) {
                        if known.insert((called, caller)) {
                            callers.entry(called).or_default().push(caller);
                        }
                    }
                }
            }
        }
        let always: Vec<Global> =
            module.functions().iter().copied().filter(|&f| has(module, f, AttrKind::ALWAYS_INLINE)).collect();
        if !always.is_empty() {
            let references = References::new(module);
            dead.extend(always.into_iter().filter(|&f| is_unneeded(module, f, references.count(f))));
        }
        module.remove_unused_globals(&dead);
    }
}

impl AlwaysInline {
    /// Inlines the calls of one function that must be inlined. Returns whether there were any.
    fn inline_into(
        &self,
        module: &Module,
        body: &mut Body,
        additions: &mut Additions<'_>,
        callee: Global,
        has_block_addresses: bool,
    ) -> bool {
        let caller = additions.function();
        let Some(source) = module.body(callee) else { return false };
        let mut f = FunctionEdit { editor: Editor::new(module, body), analyses: Analyses::default(), additions };
        let mut is_changed = false;
        for call in f.editor.insts() {
            let body = f.editor.body();
            if callee_of(module, body, call) != Some(callee)
                || !expand::can_expand(module, body, call, callee)
                || Needs::of(module, caller).and(Needs::of(module, callee)).is_none()
            {
                continue;
            }
            let question = cost::Question {
                module,
                body,
                call,
                caller,
                callee,
                source,
                is_only_call: false,
                has_block_addresses,
                frequency: None,
                is_caller_recursive: false,
            };
            if cost::mandatory(&question) == Some(Decision::Inline) {
                expand::expand(&mut f, call, callee, source, &self.options);
                is_changed = true;
            }
        }
        is_changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::references::module_of_calls;

    #[test]
    fn functions_that_call_each_other_are_in_different_batches() {
        let module = module_of_calls(&[("a", &["b"]), ("b", &["c", "d"]), ("c", &["a"]), ("d", &["a"])]);
        // `c` and `d` call `a`, which comes first, and are called by `b`.
        assert_eq!(batches_of(module.functions(), &References::new(&module)), [0, 1, 2, 2]);
        assert_eq!(batches_of(&module.functions()[..1], &References::new(&module)), [0]);
    }
}
