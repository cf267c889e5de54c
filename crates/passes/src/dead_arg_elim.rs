//! `deadargelim`: removes dead parameters and return values.
//!
//! Each parameter, and each element of a result, is live if its function may have unknown callers, or if a use makes it live. A
//! use that only passes the value on, as an argument or as a result, makes it live only if that parameter or result is live.

use lindworm_ir::attributes::{AttrKind, AttrKinds, AttributeSet};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::editor::{EditState, Editor, Point};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::{CallInfo, TailCall};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::metadata::Attachments;
use lindworm_ir::module::Linkage;
use lindworm_ir::types::TypeKind;
use lindworm_ir::use_list::Use;
use lindworm_ir::uses::Uses;
use lindworm_ir::value::ValueKind;
use lindworm_ir::value::{Imm, replace_list};
use lindworm_ir::{Body, Context, Global, Inst, InstData, Module, Type, Value};

use crate::bodies::map_bodies;
use crate::function_attrs::called;
use crate::pass::ModulePass;
use crate::references::may_mention_globals;

/// Attributes that make a call undefined behaviour if the argument is poison.
const DEMANDS: AttrKinds =
    AttrKinds::of(&[AttrKind::NO_UNDEF, AttrKind::DEREFERENCEABLE, AttrKind::DEREFERENCEABLE_OR_NULL]);

/// The maximum number of elements of a result. A result with more elements is live.
const MAX_PARTS: u32 = 1024;

/// Removes dead parameters and results from local functions whose callers are all direct calls. For other functions, arguments
/// that the function does not use become poison.
pub struct DeadArgElim;

impl ModulePass for DeadArgElim {
    fn name(&self) -> &'static str {
        "deadargelim"
    }

    fn class(&self) -> &'static str {
        "DeadArgumentEliminationPass"
    }

    fn run(&self, module: &mut Module) {
        let mut states = States::default();
        remove_variadic(module, &mut states);
        let calls = Calls::of(module);
        let survey = Survey::new(module, &calls).finish();
        for function in module.functions().to_vec() {
            if !survey.live_functions.contains(&function) {
                change_signature(module, &calls, &survey, function, &mut states);
            }
        }
        for function in module.functions().to_vec() {
            forget_unused(module, &calls, &survey, function, &mut states);
        }
    }
}

/// A parameter, or an element of the result, of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Param(Global, u32),
    Result(Global, u32),
}

/// The call graph of direct calls.
#[derive(Default)]
pub(crate) struct Calls {
    /// The call sites of each function, in order.
    of: HashMap<Global, Vec<(Global, Inst)>>,
    /// Functions with uses other than direct calls.
    pub taken: HashSet<Global>,
    /// Functions whose only other uses are block addresses.
    block_addresses: HashSet<Global>,
    /// The `musttail` calls in each function that has some.
    must_tails: HashMap<Global, Box<[Inst]>>,
}

impl Calls {
    pub fn of(module: &Module) -> Calls {
        let mut calls = Calls::default();
        let mut taken = Taken { module, constants: HashSet::default(), globals: HashSet::default() };
        for global in module.global_values() {
            module[global].operands().into_iter().flatten().for_each(|value| taken.by(value));
        }
        for (function, in_body) in map_bodies(module, |body| CallsOfBody::of(module, body)) {
            for (callee, inst) in in_body.calls {
                calls.of.entry(callee).or_default().push((function, inst));
            }
            in_body.others.into_iter().for_each(|value| taken.by(value));
            if !in_body.must_tails.is_empty() {
                calls.must_tails.insert(function, in_body.must_tails);
            }
        }
        calls.taken = taken.globals;
        calls.block_addresses.extend(module.block_addresses().iter().map(|&(function, _)| function));
        calls
    }

    pub fn to(&self, function: Global) -> &[(Global, Inst)] {
        self.of.get(&function).map_or(&[], |calls| calls)
    }

    fn must_tails_in(&self, function: Global) -> &[Inst] {
        self.must_tails.get(&function).map_or(&[], |calls| calls)
    }
}

/// The direct calls in a body, and the other constants and globals that the body uses.
struct CallsOfBody {
    calls: Box<[(Global, Inst)]>,
    must_tails: Box<[Inst]>,
    others: Box<[Value]>,
}

impl CallsOfBody {
    fn of(module: &Module, body: &Body) -> CallsOfBody {
        let (mut calls, mut must_tails, mut others) = (Vec::new(), Vec::new(), HashSet::default());
        for inst in insts(body) {
            let callee = called(module, body, inst);
            calls.extend(callee.map(|callee| (callee, inst)));
            must_tails.extend(Some(inst).filter(|&inst| is_must_tail(body, inst)));
            let mut is_callee = true;
            body.inst(inst).for_each_operand(body.values(), |value| {
                // The callee is the last operand; the same value may be an argument too.
                let is_own_callee = callee.map(Value::from) == Some(value) && std::mem::take(&mut is_callee);
                if !is_own_callee && may_mention_globals(module, value) {
                    others.insert(value);
                }
            });
        }
        CallsOfBody { calls: calls.into(), must_tails: must_tails.into(), others: others.into_iter().collect() }
    }
}

/// Finds functions whose addresses are taken. Each constant is visited once; block addresses do not count.
struct Taken<'m> {
    module: &'m Module,
    constants: HashSet<Value>,
    globals: HashSet<Global>,
}

impl Taken<'_> {
    fn by(&mut self, value: Value) {
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            match value.kind() {
                ValueKind::Global(global) => drop(self.globals.insert(global)),
                ValueKind::Constant(constant) if self.constants.insert(value) => {
                    self.module.constants().get(constant).data.for_each_operand(|operand| pending.push(operand));
                }
                _ => {}
            }
        }
    }
}

fn insts(body: &Body) -> impl Iterator<Item = Inst> + '_ {
    body.blocks().flat_map(|block| body.insts(block))
}

fn has_attribute(module: &Module, function: Global, kind: AttrKind) -> bool {
    let list = module.function(function).map(|f| f.attributes).unwrap_or_default();
    module.context().has_attribute(module.context().attribute_list(list).function, kind)
}

fn is_must_tail(body: &Body, inst: Inst) -> bool {
    matches!(body.inst(inst), InstData::Call { tail: TailCall::MustTail, .. })
}

/// The number of elements of a result whose liveness is tracked separately.
fn result_count(cx: &Context, function_type: Type) -> u32 {
    let Some((result, ..)) = cx.function_parts(function_type) else { return 0 };
    let count = match cx.kind(result) {
        TypeKind::Void => 0,
        TypeKind::Struct { fields, .. } => fields.len() as u64,
        TypeKind::Identified(id) => cx.struct_def(*id).body().map_or(0, |body| body.fields.len() as u64),
        TypeKind::Array { len, .. } => *len,
        _ => 1,
    };
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn result_part(cx: &Context, function_type: Type, index: u32) -> Type {
    let result = cx.function_parts(function_type).map_or(Type::VOID, |(result, ..)| result);
    match cx.is_aggregate(result) {
        true => cx.element_type(result, u64::from(index)).unwrap_or(Type::VOID),
        false => result,
    }
}

/// The liveness analysis.
struct Survey<'m> {
    module: &'m Module,
    calls: &'m Calls,
    uses: HashMap<Global, Uses>,
    live: HashSet<Part>,
    live_functions: HashSet<Global>,
    /// Parts that become live if a part does.
    waiting: HashMap<Part, Vec<Part>>,
}

/// The result of the liveness analysis.
struct Needed {
    /// The def-use chains of the bodies before they change.
    uses: HashMap<Global, Uses>,
    live: HashSet<Part>,
    live_functions: HashSet<Global>,
}

impl<'m> Survey<'m> {
    fn new(module: &'m Module, calls: &'m Calls) -> Survey<'m> {
        let uses = map_bodies(module, Uses::new).into_iter().collect();
        Survey {
            module,
            calls,
            uses,
            live: HashSet::default(),
            live_functions: HashSet::default(),
            waiting: HashMap::default(),
        }
    }

    fn finish(mut self) -> Needed {
        for &function in self.module.functions() {
            self.function(function);
        }
        self.keep_must_tail_callers();
        Needed { uses: self.uses, live: self.live, live_functions: self.live_functions }
    }

    fn is_live(&self, part: Part) -> bool {
        let (Part::Param(function, _) | Part::Result(function, _)) = part;
        self.live_functions.contains(&function) || self.live.contains(&part)
    }

    fn mark(&mut self, part: Part) {
        let mut pending = vec![part];
        while let Some(part) = pending.pop() {
            if !self.is_live(part) {
                self.live.insert(part);
                pending.extend(self.waiting.remove(&part).unwrap_or_default());
            }
        }
    }

    fn mark_function(&mut self, function: Global) {
        if !self.live_functions.insert(function) {
            return;
        }
        let ty = self.module[function].value_type;
        let params = self.module.context().function_parts(ty).map_or(0, |(_, params, _)| params.len() as u32);
        let parts = (0..params).map(|n| Part::Param(function, n));
        // No part waits for an element of a result with more elements.
        let results = result_count(self.module.context(), ty).min(MAX_PARTS);
        let parts = parts.chain((0..results).map(|n| Part::Result(function, n)));
        for part in parts {
            let waiting = self.waiting.remove(&part).unwrap_or_default();
            waiting.into_iter().for_each(|part| self.mark(part));
        }
    }

    /// Marks a part as live, or records the parts that it depends on.
    fn note(&mut self, part: Part, needed_with: Option<Vec<Part>>) {
        match needed_with {
            Some(others) if !others.iter().any(|&other| self.is_live(other)) => {
                others.into_iter().for_each(|other| self.waiting.entry(other).or_default().push(part));
            }
            _ => self.mark(part),
        }
    }

    fn function(&mut self, function: Global) {
        let (module, calls) = (self.module, self.calls);
        let (cx, data) = (module.context(), &module[function]);
        let Some(code) = data.as_function() else { return };
        let attributes = cx.attribute_list(code.attributes);
        let has_layout = |set: &AttributeSet| {
            cx.has_attribute(*set, AttrKind::IN_ALLOCA) || cx.has_attribute(*set, AttrKind::PREALLOCATED)
        };
        let is_used_otherwise = calls.taken.contains(&function) || calls.block_addresses.contains(&function);
        if attributes.params.iter().any(has_layout)
            || has_attribute(module, function, AttrKind::NAKED)
            || !data.linkage.is_local()
            || is_used_otherwise
        {
            return self.mark_function(function);
        }
        // A `musttail` call of a function that is not local fixes the type of the caller.
        let is_bound = |&inst: &Inst| {
            let call = module.body(function).and_then(|body| body.inst(inst).call_info());
            !call.and_then(|call| call.callee.as_global()).is_some_and(|callee| module[callee].linkage.is_local())
        };
        if calls.must_tails_in(function).iter().any(is_bound) {
            return self.mark_function(function);
        }
        let count = result_count(cx, data.value_type);
        if count > MAX_PARTS {
            return self.mark_function(function);
        }
        let mut results: Vec<Option<Vec<Part>>> = vec![Some(Vec::new()); count as usize];
        let mut has_must_tail = false;
        for &(caller, call) in calls.to(function) {
            let Some(body) = module.body(caller) else { continue };
            has_must_tail |= is_must_tail(body, call);
            let uses: Vec<Use> = self.uses.get(&caller).map_or(Vec::new(), |uses| uses.of(call.into()).collect());
            for at in uses {
                if let InstData::ExtractValue { indices, .. } = body.inst(at.user) {
                    let index = body.list_ints(indices).first().map_or(0, |index| index.0 as usize);
                    let found = self.value(caller, at.user.into());
                    if let Some(result) = results.get_mut(index) {
                        merge(result, found);
                    }
                } else {
                    let found = self.one_use(caller, at);
                    results.iter_mut().for_each(|result| merge(result, found.clone()));
                }
            }
        }
        for (n, found) in (0..).zip(results) {
            self.note(Part::Result(function, n), found);
        }
        let Some((_, params, is_variadic)) = cx.function_parts(data.value_type) else { return };
        has_must_tail |= !calls.must_tails_in(function).is_empty();
        for n in 0..params.len() as u32 {
            let found = match is_variadic || has_must_tail {
                true => None,
                false => self.value(function, Value::arg(n)),
            };
            self.note(Part::Param(function, n), found);
        }
    }

    /// The parts that a value's liveness depends on; `None` if the value is live.
    fn value(&self, function: Global, value: Value) -> Option<Vec<Part>> {
        let mut found = Vec::new();
        for at in self.uses.get(&function)?.of(value) {
            found.extend(self.one_use(function, at)?);
        }
        Some(found)
    }

    fn one_use(&self, function: Global, at: Use) -> Option<Vec<Part>> {
        let (module, body) = (self.module, self.module.body(function)?);
        let uses = self.uses.get(&function)?;
        let mut found = Vec::new();
        // Each use, with the index of the aggregate element that holds the value, if any.
        let mut pending: Vec<(Use, Option<u32>)> = vec![(at, None)];
        let mut seen: HashSet<(Use, Option<u32>)> = HashSet::default();
        while let Some((at, element)) = pending.pop() {
            if !seen.insert((at, element)) {
                continue;
            }
            match body.inst(at.user) {
                InstData::Ret { .. } => {
                    let count = result_count(module.context(), module[function].value_type);
                    if count > MAX_PARTS {
                        return None;
                    }
                    let parts = element.map_or(0..count, |n| n..n + 1);
                    found.extend(parts.map(|n| Part::Result(function, n)));
                }
                InstData::InsertValue { indices, .. } => {
                    let index = body.list_ints(indices).first().map(|index| index.0);
                    let element = if at.operand == 1 { index.or(element) } else { element };
                    pending.extend(uses.of(at.user.into()).map(|at| (at, element)));
                }
                data => {
                    let call = data.call_info()?;
                    let callee = call.callee.as_global().filter(|&callee| {
                        module[callee].as_function().is_some() && module[callee].value_type == call.function_type
                    })?;
                    let params = module.context().function_parts(call.function_type)?.1.len();
                    let is_arg = (at.operand as usize) < params.min(body.call_args(call).len());
                    found.push(is_arg.then_some(Part::Param(callee, at.operand))?);
                }
            }
        }
        (!found.iter().any(|&part| self.is_live(part))).then_some(found)
    }

    /// Keeps the types of functions that must match the type of an unchanged function because of `musttail` calls.
    fn keep_must_tail_callers(&mut self) {
        let mut pending: Vec<Global> = self.live_functions.iter().copied().collect();
        while let Some(function) = pending.pop() {
            for &(caller, call) in self.calls.to(function) {
                let is_bound = self.module.body(caller).is_some_and(|body| is_must_tail(body, call));
                if is_bound && !self.live_functions.contains(&caller) {
                    self.mark_function(caller);
                    pending.push(caller);
                }
            }
        }
    }
}

fn merge(all: &mut Option<Vec<Part>>, found: Option<Vec<Part>>) {
    match (all.as_mut(), found) {
        (Some(parts), Some(found)) => parts.extend(found),
        _ => *all = None,
    }
}

/// Editor states of changed bodies, so that a body with many calls is not scanned once for each call.
#[derive(Default)]
struct States(HashMap<Global, EditState>);

impl States {
    fn edit<R>(
        &mut self,
        module: &mut Module,
        function: Global,
        change: impl FnOnce(&mut Editor<'_>) -> R,
    ) -> Option<R> {
        let state = self.0.remove(&function);
        module
            .change_body(function, |module, body| {
                let mut editor = match state {
                    Some(state) => Editor::resume(module, body, state, ()),
                    None => Editor::new(module, body),
                };
                let result = change(&mut editor);
                (result, editor.finish().0)
            })
            .map(|(result, state)| {
                self.0.insert(function, state);
                result
            })
    }
}

/// A new function type.
struct Signature {
    ty: Type,
    old: Type,
    /// Whether each parameter is kept.
    is_left: Vec<bool>,
    /// For each element of the old result, its index in the new result.
    places: Vec<Option<u32>>,
    result: Type,
    count: usize,
}

fn change_signature(module: &mut Module, calls: &Calls, survey: &Needed, function: Global, states: &mut States) {
    let cx = module.context().clone();
    let old = module[function].value_type;
    let Some((old_result, params, variadic)) = cx.function_parts(old) else { return };
    let params = params.to_vec();
    let Some(list) = module.function(function).map(|f| f.attributes) else { return };
    let attributes = cx.attribute_list(list).clone();
    let is_left: Vec<bool> =
        (0..params.len() as u32).map(|n| survey.live.contains(&Part::Param(function, n))).collect();
    let types: Vec<Type> = params.iter().zip(&is_left).filter(|(_, left)| **left).map(|(&ty, _)| ty).collect();
    let returns_arg =
        (0..params.len()).any(|n| is_left[n] && cx.has_attribute(attributes.param(n), AttrKind::RETURNED));
    let parts = result_count(&cx, old);
    let (mut places, mut results) = (vec![None; parts as usize], Vec::new());
    let mut result = old_result;
    if old_result != Type::VOID && !returns_arg {
        for n in 0..parts {
            if survey.live.contains(&Part::Result(function, n)) {
                places[n as usize] = Some(results.len() as u32);
                results.push(result_part(&cx, old, n));
            }
        }
        result = match results[..] {
            [] => Type::VOID,
            [only] => only,
            [first, ..] => match cx.kind(old_result) {
                TypeKind::Struct { packed, .. } => cx.struct_type(&results, *packed),
                TypeKind::Identified(id) => {
                    cx.struct_type(&results, cx.struct_def(*id).body().is_some_and(|body| body.packed))
                }
                _ => cx.array(first, results.len() as u64),
            },
        };
    }
    let ty = cx.function_type(result, &types, variadic);
    if ty == old {
        return;
    }
    let signature = Signature { ty, old, is_left, places, result, count: results.len() };
    // Calls are rewritten first, the last one before the others.
    for &(caller, call) in calls.to(function).iter().rev() {
        states.edit(module, caller, |editor| change_call(editor, call, &signature));
    }
    let kept = |n: &usize| signature.is_left[*n];
    let sets: Vec<AttributeSet> = (0..params.len()).filter(kept).map(|n| attributes.param(n)).collect();
    let function_set = cx.without_attribute(attributes.function, AttrKind::ALLOC_SIZE);
    let result_set = match result == Type::VOID {
        true => cx.without_attributes(attributes.result, cx.incompatible_attributes(result, attributes.result)),
        false => attributes.result,
    };
    if let Some(data) = module[function].as_function_mut() {
        data.attributes = cx.make_attribute_list(function_set, result_set, &sets);
    }
    module[function].value_type = ty;
    if result != old_result {
        states.edit(module, function, |editor| change_returns(editor, &signature));
    }
    if signature.is_left.contains(&false) {
        states.0.remove(&function);
        let mut next = 0;
        let values: Vec<Value> = params
            .iter()
            .zip(&signature.is_left)
            .map(|(&ty, &left)| match left {
                true => {
                    next += 1;
                    Value::arg(next - 1)
                }
                false => module.constants().poison(ty),
            })
            .collect();
        if let Some(body) = module[function].as_function_mut().and_then(|f| f.body.as_deref_mut()) {
            body.change_args(&types, &values);
        }
    }
    set_nocall(module, function);
}

/// Marks the debug information of a function as not following the calling convention (`DW_CC_nocall`).
fn set_nocall(module: &mut Module, function: Global) {
    use lindworm_ir::debug_info::{subprogram, subroutine_type};
    const NOCALL: u64 = 3;
    let program = module[function].metadata.iter().find(|(kind, _)| *kind == MetadataKind::DBG);
    let Some(program) = program.and_then(|&(_, m)| m.as_node()) else { return };
    let store = module.metadata_mut();
    let Some(ty) = store.node(program).get_ref(subprogram::TYPE).and_then(|m| m.as_node()) else { return };
    let (kind, distinct, words) = {
        let node = store.node(ty);
        (node.kind, node.distinct, node.words.to_vec())
    };
    let copy = store.add_node(kind, true, &words);
    let Some(copy) = copy.as_node() else { return };
    store.set_field(copy, subroutine_type::CC_, NOCALL);
    let words = store.node(copy).words.to_vec();
    let new = store.add_node(kind, distinct, &words);
    store.set_field(program, subprogram::TYPE, new.bits().into());
}

fn change_call(editor: &mut Editor<'_>, inst: Inst, signature: &Signature) {
    let cx = editor.module().context();
    let Some(call) = editor.body().inst(inst).call_info().copied() else { return };
    let old_type = editor.body().inst_type(inst);
    let all = editor.body().list_values(&call.args).to_vec();
    let attributes = cx.attribute_list(call.attributes).clone();
    let fixed = signature.is_left.len();
    let changes_result = signature.result != old_type;
    let (mut args, mut sets) = (Vec::new(), Vec::new());
    let count = editor.body().call_args(&call).len();
    for (n, &arg) in all.iter().enumerate() {
        if n < fixed && !signature.is_left[n] {
            continue;
        }
        args.push(arg);
        if n < count {
            let set = attributes.param(n);
            sets.push(if changes_result && n < fixed { cx.without_attribute(set, AttrKind::RETURNED) } else { set });
        }
    }
    let result = attributes.result;
    let result = cx.without_attributes(result, cx.incompatible_attributes(signature.result, result));
    let function = cx.without_attribute(attributes.function, AttrKind::ALLOC_SIZE);
    let list = cx.make_attribute_list(function, result, &sets);
    let name = editor.body().name(inst.into()).to_vec();
    if changes_result {
        give_old_result(editor, inst, old_type, signature);
        if signature.result == Type::VOID && !name.is_empty() {
            editor.set_name(inst.into(), b"");
        }
        editor.set_type(inst, signature.result);
    }
    editor.change(inst, |data, values| {
        if let Some(call) = data.call_info_mut() {
            replace_list(&mut call.args, &args, values);
            call.function_type = signature.ty;
            call.attributes = list;
        }
    });
    keep_call_metadata(editor, inst);
}

/// Keeps only the metadata of a call that is valid for a call of another function.
pub(crate) fn keep_call_metadata(editor: &mut Editor<'_>, inst: Inst) {
    let other: Attachments =
        editor.body().attachments(inst).iter().copied().filter(|&(kind, _)| kind != MetadataKind::PROF).collect();
    other.into_iter().for_each(|(kind, _)| editor.set_attachment(inst, kind, None));
}

/// Provides the users of a call with a result of the old type, whose dead elements are poison.
fn give_old_result(editor: &mut Editor<'_>, inst: Inst, old_type: Type, signature: &Signature) {
    let poison = editor.module().constants().poison(old_type);
    // Debug records may use the result, too.
    if signature.result == Type::VOID {
        return editor.replace_all(inst.into(), poison);
    }
    if editor.uses().is_unused(inst.into()) {
        return;
    }
    let next = match *editor.body().inst(inst) {
        InstData::Invoke { normal, .. } => {
            let edges: Vec<Use> = editor.uses().of(normal.into()).filter(|at| at.user == inst).collect();
            let block = edges.first().and_then(|&edge| editor.split_edge(edge, b""));
            block.and_then(|block| editor.body().first_inst(block))
        }
        _ => editor.body().next_inst(inst),
    };
    let Some(next) = next else { return };
    let uses: Vec<Use> = editor.uses().of(inst.into()).collect();
    let mut value = poison;
    for (old, new) in (0..).zip(&signature.places) {
        let Some(new) = *new else { continue };
        let part = match signature.count > 1 {
            true => insert_extract(
                editor,
                next,
                inst.into(),
                new,
                result_part(editor.module().context(), signature.ty, new),
                b"newret",
            ),
            false => inst.into(),
        };
        value = insert_insert(editor, next, value, part, old, old_type, b"oldret");
    }
    uses.into_iter().for_each(|at| editor.set_operand(at, value));
}

fn insert_extract(editor: &mut Editor<'_>, at: Inst, aggregate: Value, index: u32, ty: Type, name: &[u8]) -> Value {
    let made = editor.build_before(at, |b| {
        b.debug_loc = None;
        let indices = b.body().int_list(&[Imm(index)]);
        b.named(name);
        b.insert(InstData::ExtractValue { aggregate, indices }, ty)
    });
    made.map_or(aggregate, Value::from)
}

fn insert_insert(
    editor: &mut Editor<'_>,
    at: Inst,
    aggregate: Value,
    value: Value,
    index: u32,
    ty: Type,
    name: &[u8],
) -> Value {
    let made = editor.build_before(at, |b| {
        b.debug_loc = None;
        let indices = b.body().int_list(&[Imm(index)]);
        b.named(name);
        b.insert(InstData::InsertValue { aggregate, value, indices }, ty)
    });
    made.map_or(aggregate, Value::from)
}

/// Makes a function return only the live elements of its result.
fn change_returns(editor: &mut Editor<'_>, signature: &Signature) {
    let returns: Vec<Inst> =
        editor.insts().into_iter().filter(|&inst| matches!(editor.body().inst(inst), InstData::Ret { .. })).collect();
    for inst in returns {
        let InstData::Ret { value } = *editor.body().inst(inst) else { continue };
        let Some(old) = value.expand() else { continue };
        let mut new = None;
        if signature.result != Type::VOID {
            let mut all = editor.module().constants().poison(signature.result);
            for (from, to) in (0..).zip(&signature.places) {
                let Some(to) = *to else { continue };
                let ty = result_part(editor.module().context(), signature.old, from);
                let part = insert_extract(editor, inst, old, from, ty, b"oldret");
                all = match signature.count > 1 {
                    true => insert_insert(editor, inst, all, part, to, signature.result, b"newret"),
                    false => part,
                };
            }
            new = Some(all);
        }
        let loc = editor.body().debug_loc(inst);
        let ret = editor.insert(Point::Before(inst), InstData::Ret { value: new.into() }, Type::VOID);
        editor.set_debug_loc(ret, loc);
        editor.erase(inst);
    }
}

/// Removes `...` from functions that never access variadic arguments.
fn remove_variadic(module: &mut Module, states: &mut States) {
    let cx = module.context().clone();
    let is_variadic = |ty| cx.function_parts(ty).is_some_and(|(.., variadic)| variadic);
    let looks = |body: &Body, inst: Inst| {
        let callee = body.inst(inst).call_info().and_then(|call| module.callee(call.callee)?.intrinsic);
        is_must_tail(body, inst) || callee == Some(IntrinsicId::VA_START)
    };
    let is_candidate = |&function: &Global| {
        let data = &module[function];
        is_variadic(data.value_type)
            && data.linkage.is_local()
            && !has_attribute(module, function, AttrKind::NAKED)
            && module.body(function).is_some_and(|body| !insts(body).any(|inst| looks(body, inst)))
    };
    let candidates: Vec<Global> = module.functions().iter().copied().filter(is_candidate).collect();
    if candidates.is_empty() {
        return;
    }
    let calls = Calls::of(module);
    for function in candidates.into_iter().filter(|function| !calls.taken.contains(function)) {
        let old = module[function].value_type;
        let Some((result, params, _)) = cx.function_parts(old) else { continue };
        let (params, ty) = (params.len(), cx.function_type(result, params, false));
        module[function].value_type = ty;
        for &(caller, inst) in calls.to(function) {
            states.edit(module, caller, |editor| {
                let Some(call) = editor.body().inst(inst).call_info().copied() else { return };
                let count = editor.body().call_args(&call).len();
                let mut args = editor.body().list_values(&call.args).to_vec();
                args.drain(params.min(count)..count);
                let list = cx.attribute_list(call.attributes);
                let sets: Vec<AttributeSet> = (0..params).map(|n| list.param(n)).collect();
                let attributes = cx.make_attribute_list(list.function, list.result, &sets);
                editor.change(inst, |data, values| {
                    if let Some(call) = data.call_info_mut() {
                        replace_list(&mut call.args, &args, values);
                        (call.function_type, call.attributes) = (ty, attributes);
                    }
                });
                keep_call_metadata(editor, inst);
            });
        }
    }
}

/// Replaces arguments by poison that a function with a fixed type does not use.
fn forget_unused(module: &mut Module, calls: &Calls, survey: &Needed, function: Global, states: &mut States) {
    let cx = module.context().clone();
    let data = &module[function];
    let is_exact =
        matches!(data.linkage, Linkage::External | Linkage::Internal | Linkage::Private | Linkage::Appending);
    if !is_exact {
        return;
    }
    let Some((_, params, variadic)) = cx.function_parts(data.value_type) else { return };
    let is_changed = data.linkage.is_local() && !survey.live_functions.contains(&function);
    let has_calls = calls.of.contains_key(&function) || calls.taken.contains(&function);
    if is_changed && !variadic || has_attribute(module, function, AttrKind::NAKED) || !has_calls {
        return;
    }
    let state = states.0.get(&function).map(EditState::uses);
    let Some(uses) = state.or_else(|| survey.uses.get(&function)) else { return };
    let list = module.function(function).map(|f| f.attributes).unwrap_or_default();
    let by_value = [AttrKind::SWIFT_ERROR, AttrKind::BY_VAL, AttrKind::IN_ALLOCA, AttrKind::PREALLOCATED];
    let is_special = |n: usize| {
        let set = cx.attribute_list(list).param(n);
        by_value.into_iter().any(|kind| cx.has_attribute(set, kind))
    };
    let unused: Vec<usize> =
        (0..params.len()).filter(|&n| uses.is_unused(Value::arg(n as u32)) && !is_special(n)).collect();
    if unused.is_empty() {
        return;
    }
    let poison: Vec<Value> = params.iter().map(|&ty| module.constants().poison(ty)).collect();
    let demand_less = |list| {
        unused.iter().fold(list, |list, &n| {
            let set = cx.without_attributes(cx.attribute_list(list).param(n), DEMANDS);
            cx.with_param_attributes(list, n, set)
        })
    };
    if let Some(data) = module[function].as_function_mut() {
        data.attributes = demand_less(list);
    }
    if let Some(body) = module[function].as_function_mut().and_then(|f| f.body.as_deref_mut()) {
        // Debug records of an unused parameter state that the value is unknown.
        for value in body.local_metadata_mut() {
            if let ValueKind::Arg(n) = value.kind()
                && unused.binary_search(&(n as usize)).is_ok()
            {
                *value = poison[n as usize];
                states.0.remove(&function);
            }
        }
    }
    for &(caller, inst) in calls.to(function) {
        states.edit(module, caller, |editor| {
            let Some(call): Option<CallInfo> = editor.body().inst(inst).call_info().copied() else { return };
            for &n in &unused {
                editor.set_operand(Use { user: inst, operand: n as u32 }, poison[n]);
            }
            let attributes = demand_less(call.attributes);
            editor.change(inst, |data, _| {
                if let Some(call) = data.call_info_mut() {
                    call.attributes = attributes;
                }
            });
        });
    }
}
