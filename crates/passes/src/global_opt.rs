//! `globalopt`: variables and functions that only this module can refer to.

mod aliases;
mod constructors;
mod leaks;
mod split;
mod stored_once;

use std::collections::hash_map::Entry;

use cranelift_entity::SecondaryMap;
use lindworm_ir::attributes::{AttrKind, AttrKinds, AttributeSet};
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::editor::Editor;
use lindworm_ir::eval::CastOp;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::{AtomicOrdering, TailCall};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::module::{GlobalKind, GlobalValue, Linkage, UnnamedAddr};
use lindworm_ir::use_list::Use;
use lindworm_ir::uses::Uses;
use lindworm_ir::{Body, Global, Inst, InstData, Module, Type, Value};

use crate::bodies::map_bodies;
use crate::function_attrs::{called, has};
use crate::pass::ModulePass;
use crate::references::{References, is_discardable, may_mention_globals};
use crate::value_tracking::Query;

/// Removes dead globals, evaluates static constructors, makes variables constant that are never written, replaces loads from them, removes stores to variables
/// that are never read, turns variables into local variables or `i1`s, resolves aliases, and gives local functions a faster calling
/// convention.
pub struct GlobalOpt;

impl ModulePass for GlobalOpt {
    fn name(&self) -> &'static str {
        "globalopt"
    }

    fn class(&self) -> &'static str {
        "GlobalOptPass"
    }

    fn run(&self, module: &mut Module) {
        aliases::sort_lists(module);
        // Each round can enable the next, in practice one or two do.
        for _ in 0..4 {
            let mut uses = map_bodies(module, |body| UsesOfGlobals::of(module, body));
            let mentions = uses.iter_mut().map(|(function, uses)| (*function, std::mem::take(&mut uses.mentions)));
            let references = References::of_mentions(module, mentions);
            remove_dead(module, references);
            let is_evaluated = constructors::evaluate(module);
            let statuses = survey(module, &uses);
            let is_changed = optimize(module, &statuses) | aliases::resolve(module);
            if !is_evaluated && !is_changed {
                break;
            }
        }
    }
}

/// Removes unused globals that may be removed.
fn remove_dead(module: &mut Module, mut references: References) {
    let used = module.used_globals();
    // The members of a comdat are kept or discarded together.
    let is_discarded_unused = |data: &GlobalValue| {
        is_discardable(data) || matches!(data.linkage, Linkage::LinkOnceAny | Linkage::LinkOnceOdr)
    };
    let members = module.global_values().filter_map(|global| Some((global, module.global(global)?)));
    let kept_comdats: HashSet<_> = members
        .filter(|(global, data)| !is_discarded_unused(data) || used.contains(global) || references.count(*global) > 0)
        .filter_map(|(_, data)| data.comdat)
        .collect();
    let mut dead: HashSet<Global> = HashSet::default();
    let mut pending: Vec<Global> = module.global_values().collect();
    while let Some(global) = pending.pop() {
        let Some(data) = module.global(global) else { continue };
        let is_intrinsic_variable = data.name().starts_with(b"llvm.") && data.as_function().is_none();
        let is_of_kept = !data.linkage.is_local() && data.comdat.is_some_and(|comdat| kept_comdats.contains(&comdat));
        if !(data.is_declaration() || is_discarded_unused(data) && !is_of_kept)
            || is_intrinsic_variable
            || used.contains(&global)
            || references.count(global) > 0
            || !dead.insert(global)
        {
            continue;
        }
        pending.extend(references.forget(global));
    }
    module.remove_unused_globals(&dead);
}

/// What is stored in a variable, besides its initial value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stored {
    #[default]
    Nothing,
    /// One constant.
    Once(Value),
    Anything,
}

/// How the module uses a global.
#[derive(Clone, Debug, Default)]
struct Status {
    is_loaded: bool,
    stored: Stored,
    is_compared: bool,
    is_atomic: bool,
    /// Whether there are other uses, which may use the address in any way.
    escapes: bool,
    /// The direct calls, of a function.
    calls: Vec<(Global, Inst)>,
    has_must_tail: bool,
    /// The loads and stores, and other users, of a variable and of addresses in it.
    users: Vec<(Global, Inst)>,
}

/// The variable or function that a constant address lies in, if it is its base; `None` for other constants.
fn base_of(module: &Module, mut value: Value) -> Option<Global> {
    loop {
        if let Some(global) = value.as_global() {
            return Some(global);
        }
        let ConstantData::Expr(expr) = &module.constants().node(value)?.data else { return None };
        value = match &**expr {
            ConstantExpr::GetElementPtr { operands, .. } => *operands.first()?,
            ConstantExpr::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. } => *value,
            _ => return None,
        };
    }
}

/// How the module uses each global. `uses` are those of the bodies; functions that were removed since are skipped.
fn survey(module: &Module, uses: &[(Global, UsesOfGlobals)]) -> SecondaryMap<Global, Status> {
    let mut survey = Survey { module, statuses: SecondaryMap::new(), mentioned: HashSet::default() };
    for global in module.global_values() {
        let Some(data) = module.global(global) else { continue };
        for value in data.operands().into_iter().flatten() {
            survey.escape(value);
        }
    }
    for (function, uses) in uses {
        if let Some(body) = module.body(*function) {
            survey.body(*function, body, uses);
        }
    }
    for global in module.used_globals() {
        survey.statuses[global].escapes = true;
    }
    survey.statuses
}

/// The uses of globals by the instructions of a body.
struct UsesOfGlobals {
    /// The direct calls of functions.
    calls: Box<[(Global, Inst)]>,
    /// The other uses of globals, and of constants that may mention globals, in order.
    direct: Box<[(Use, Value)]>,
    /// The uses of addresses that are derived from these.
    of_derived: HashMap<Inst, Box<[Use]>>,
    /// The globals and constants of all these uses, each with the number of uses.
    mentions: Box<[(Value, u32)]>,
}

impl UsesOfGlobals {
    fn of(module: &Module, body: &Body) -> UsesOfGlobals {
        let (mut calls, mut direct, mut pending) = (Vec::new(), Vec::new(), Vec::new());
        let mut mentions: HashMap<Value, u32> = HashMap::default();
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            let is_call = matches!(body.inst(inst), InstData::Call { .. } | InstData::Invoke { .. });
            let callee = called(module, body, inst).filter(|_| is_call);
            let (first, mut operand) = (direct.len(), 0);
            body.inst(inst).for_each_operand(body.values(), |value| {
                if may_mention_globals(module, value) {
                    direct.push((Use { user: inst, operand }, value));
                    *mentions.entry(value).or_default() += 1;
                }
                operand += 1;
            });
            // The callee is the last operand.
            if let Some(callee) = callee {
                calls.push((callee, inst));
                direct.pop();
            }
            pending.extend(direct[first..].iter().filter(|(at, _)| is_derived(body, *at)).map(|_| inst));
        }
        let mut of_derived = HashMap::default();
        if !pending.is_empty() {
            let uses = Uses::new(body);
            while let Some(inst) = pending.pop() {
                if let Entry::Vacant(entry) = of_derived.entry(inst) {
                    let of_inst: Box<[Use]> = uses.of(inst.into()).collect();
                    pending.extend(of_inst.iter().filter(|&&at| is_derived(body, at)).map(|at| at.user));
                    entry.insert(of_inst);
                }
            }
        }
        let mentions = mentions.into_iter().collect();
        UsesOfGlobals { calls: calls.into(), direct: direct.into(), of_derived, mentions }
    }
}

/// Whether the result of an instruction is an address that is derived from an operand.
fn is_derived(body: &Body, at: Use) -> bool {
    use InstData::*;
    match *body.inst(at.user) {
        GetElementPtr { .. } => at.operand == 0,
        Cast { op, .. } => matches!(op, CastOp::BitCast | CastOp::AddrSpaceCast),
        Phi { .. } | Select { .. } => true,
        _ => false,
    }
}

struct Survey<'m> {
    module: &'m Module,
    statuses: SecondaryMap<Global, Status>,
    /// The constants whose globals are known to escape.
    mentioned: HashSet<Value>,
}

impl Survey<'_> {
    /// Everything that a constant mentions escapes.
    fn escape(&mut self, value: Value) {
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            if let Some(global) = value.as_global() {
                self.statuses[global].escapes = true;
            } else if self.module.constants().node(value).is_some() && self.mentioned.insert(value) {
                let node = self.module.constants().node(value);
                node.into_iter().for_each(|node| node.data.for_each_operand(|operand| pending.push(operand)));
            }
        }
    }

    /// Notes the uses of globals in a body.
    fn body(&mut self, function: Global, body: &Body, uses: &UsesOfGlobals) {
        for &(callee, inst) in &uses.calls {
            let status = &mut self.statuses[callee];
            if !status.escapes {
                status.calls.push((function, inst));
                status.has_must_tail |= matches!(body.inst(inst), InstData::Call { tail: TailCall::MustTail, .. });
            }
        }
        let mut followed = HashSet::default();
        for &(at, value) in &uses.direct {
            let is_object = |g: &Global| {
                self.module.global(*g).is_some_and(|g| g.as_variable().is_some() || g.as_function().is_some())
            };
            match base_of(self.module, value).filter(is_object) {
                Some(global) => self.uses(function, body, uses, &mut followed, global, at),
                None => self.escape(value),
            }
        }
    }

    /// Notes the use of an address in a global, and the uses of addresses that are derived from it.
    /// `followed` holds the instructions whose uses are noted already, each with the global.
    fn uses(
        &mut self,
        function: Global,
        body: &Body,
        uses: &UsesOfGlobals,
        followed: &mut HashSet<(Global, Inst)>,
        global: Global,
        at: Use,
    ) {
        let mut pending = vec![at];
        while let Some(at) = pending.pop() {
            let status = &mut self.statuses[global];
            if status.escapes {
                return;
            }
            if self.one(function, body, global, at) && followed.insert((global, at.user)) {
                pending.extend(uses.of_derived.get(&at.user).into_iter().flatten());
            }
        }
    }

    /// Notes one use. Returns whether the result of the user is derived from the address.
    fn one(&mut self, function: Global, body: &Body, global: Global, at: Use) -> bool {
        use InstData::*;
        let module = self.module;
        let status = &mut self.statuses[global];
        status.users.push((function, at.user));
        match *body.inst(at.user) {
            _ if is_derived(body, at) => return true,
            Load { volatile: false, ordering, .. } => {
                status.is_loaded = true;
                status.is_atomic |= ordering != AtomicOrdering::NotAtomic;
            }
            Store { volatile: false, ordering, value: stored, pointer, .. } if at.operand == 1 => {
                status.is_atomic |= ordering != AtomicOrdering::NotAtomic;
                let variable = module.global(global).and_then(|g| g.as_variable());
                let is_whole = pointer == Value::from(global);
                let is_own = stored.as_inst().is_some_and(
                    |inst| matches!(*body.inst(inst), Load { pointer, .. } if pointer == Value::from(global)),
                );
                let is_initial = variable.and_then(|v| v.initializer) == Some(stored);
                status.stored = match status.stored {
                    old if is_whole && (is_own || is_initial) => old,
                    Stored::Nothing if is_whole && !stored.is_local() => Stored::Once(stored),
                    Stored::Once(known) if is_whole && known == stored => Stored::Once(known),
                    _ => Stored::Anything,
                };
            }
            ICmp { .. } => status.is_compared = true,
            Call { ref call, .. } | Invoke { ref call, .. } => {
                let operand = at.operand as usize;
                let id = module.callee(call.callee).and_then(|f| f.intrinsic);
                let is_static = body.call_args(call).last().is_some_and(|&v| module.constants().is_zero(v));
                match id {
                    Some(IntrinsicId::MEMCPY | IntrinsicId::MEMMOVE) if is_static && operand == 0 => {
                        status.stored = Stored::Anything;
                    }
                    Some(IntrinsicId::MEMCPY | IntrinsicId::MEMMOVE) if is_static && operand == 1 => {
                        status.is_loaded = true;
                    }
                    Some(IntrinsicId::MEMSET) if is_static && operand == 0 => status.stored = Stored::Anything,
                    _ => status.escapes = true,
                }
            }
            _ => status.escapes = true,
        }
        false
    }
}

/// Applies what the survey found. Returns whether something changed that a further round may build on.
fn optimize(module: &mut Module, statuses: &SecondaryMap<Global, Status>) -> bool {
    let (mut is_changed, mut cleaning) = (false, Cleaning::default());
    for global in module.global_values().collect::<Vec<_>>() {
        let status = &statuses[global];
        let Some(data) = module.global(global) else { continue };
        let is_named = data.name().starts_with(b"llvm.");
        let is_object = matches!(data.kind, GlobalKind::Variable(_) | GlobalKind::Function(_));
        if is_named || !is_object || status.escapes {
            continue;
        }
        let is_local = data.linkage.is_local();
        let new = if is_local { UnnamedAddr::Global } else { UnnamedAddr::Local };
        if !status.is_compared
            && data.unnamed_addr < new
            && let Some(data) = module.global_mut(global)
        {
            data.unnamed_addr = new;
        }
        if !is_local {
            continue;
        }
        match module.global(global).map(|g| &g.kind) {
            Some(GlobalKind::Function(_)) => {
                remove_passing(module, global, status);
                make_fast(module, global, status);
            }
            Some(GlobalKind::Variable(variable)) if !variable.constant => {
                let Some(initializer) = variable.initializer else { continue };
                is_changed |= optimize_variable(module, global, initializer, status, &mut cleaning);
            }
            _ => {}
        }
    }
    is_changed | clean_users(module, &cleaning)
}

/// Removes `inalloca` and `nest` from the parameters of a function that is only called directly: its calls pass plain pointers then.
fn remove_passing(module: &mut Module, function: Global, status: &Status) {
    let cx = module.context().clone();
    let variadic = module.global(function).and_then(|g| cx.function_parts(g.value_type)).is_none_or(|(.., v)| v);
    let Some(list) = module.function(function).map(|f| f.attributes) else { return };
    let removed = AttrKinds::of(&[AttrKind::IN_ALLOCA, AttrKind::NEST]);
    let is_special = |set: &AttributeSet| cx.attribute_kinds(*set).intersects(removed);
    if variadic || status.has_must_tail || !cx.attribute_list(list).params.iter().any(is_special) {
        return;
    }
    let plain = |list| cx.map_attribute_list(list, |_, set| cx.without_attributes(set, removed));
    if let Some(data) = module.global_mut(function).and_then(|g| g.as_function_mut()) {
        data.attributes = plain(list);
    }
    for &(caller, inst) in &status.calls {
        let body = module.global_mut(caller).and_then(|g| g.as_function_mut()).and_then(|f| f.body.as_deref_mut());
        if let Some(call) = body.and_then(|body| body.inst_mut(inst).call_info_mut()) {
            call.attributes = plain(call.attributes);
        }
    }
}

fn has_must_tail(body: &Body) -> bool {
    let mut insts = body.blocks().flat_map(|block| body.insts(block));
    insts.any(|inst| matches!(body.inst(inst), InstData::Call { tail: TailCall::MustTail, .. }))
}

/// Gives a function that is only called directly the calling convention `fastcc`, and its calls too.
fn make_fast(module: &mut Module, function: Global, status: &Status) {
    let Some(fast) = CallingConvention::from_name(b"fastcc") else { return };
    let variadic =
        module.global(function).and_then(|g| module.context().function_parts(g.value_type)).is_none_or(|(.., v)| v);
    let Some(data) = module.function(function) else { return };
    let is_naked = has(module, function, AttrKind::NAKED);
    let is_plain = data.convention == CallingConvention::default();
    let is_kept = variadic || is_naked || !is_plain || status.has_must_tail || status.calls.is_empty();
    if is_kept || module.body(function).is_none_or(has_must_tail) {
        return;
    }
    let mut by_caller: HashMap<Global, Vec<Inst>> = HashMap::default();
    for &(caller, inst) in &status.calls {
        by_caller.entry(caller).or_default().push(inst);
    }
    for (caller, calls) in by_caller {
        if let Some(body) =
            module.global_mut(caller).and_then(|g| g.as_function_mut()).and_then(|f| f.body.as_deref_mut())
        {
            for call in calls {
                if let InstData::Call { convention, .. } | InstData::Invoke { convention, .. } = body.inst_mut(call) {
                    *convention = fast;
                }
            }
        }
    }
    if let Some(data) = module.global_mut(function).and_then(|g| g.as_function_mut()) {
        data.convention = fast;
    }
}

/// The users to clean in each function, with the variable and its value, if that is known.
type Cleaning = HashMap<Global, Vec<(Inst, Global, Option<Value>)>>;

/// Optimizes a local variable. Returns whether it changed. `cleaning` receives users that are to be erased or replaced.
fn optimize_variable(
    module: &mut Module,
    global: Global,
    initializer: Value,
    status: &Status,
    cleaning: &mut Cleaning,
) -> bool {
    let externally = module.global(global).and_then(|g| g.as_variable()).is_none_or(|v| v.externally_initialized);
    if externally || status.users.is_empty() {
        return false;
    }
    if stored_once::localize(module, global, initializer, status) {
        return true;
    }
    let mut clean = |value| {
        for &(function, inst) in &status.users {
            cleaning.entry(function).or_default().push((inst, global, value));
        }
    };
    if !status.is_loaded {
        clean(None);
        return false;
    }
    let undef = module.constants().is_undef_or_poison(initializer);
    let ty = module.global(global).map_or(Type::VOID, |g| g.value_type);
    let value = match status.stored {
        Stored::Nothing => initializer,
        _ if split::split(module, global, initializer, status) => return true,
        Stored::Once(value) if undef && module.value_type(None, value) == ty => value,
        Stored::Once(value) => {
            return stored_once::forward_store(module, global, value, status)
                || stored_once::shrink_to_bool(module, global, initializer, value, status);
        }
        _ => return false,
    };
    // A variable without stores is constant, so that a load synchronizes with nothing.
    let is_atomic = status.is_atomic && status.stored != Stored::Nothing;
    if is_atomic || is_thread_dependent(module, value) {
        return false;
    }
    if let Some(variable) = module.global_mut(global).and_then(|g| g.as_variable_mut()) {
        variable.constant = true;
        variable.initializer = Some(value);
    }
    clean(Some(value));
    true
}

/// Whether a constant mentions a thread-local variable, whose address differs between threads.
fn is_thread_dependent(module: &Module, value: Value) -> bool {
    let mut pending = vec![value];
    let mut seen = HashSet::default();
    while let Some(value) = pending.pop() {
        let of_thread = value.as_global().and_then(|g| module.global(g));
        if of_thread.is_some_and(|g| g.tls != lindworm_ir::module::TlsModel::None) {
            return true;
        }
        if seen.insert(value)
            && let Some(node) = module.constants().node(value)
        {
            node.data.for_each_operand(|operand| pending.push(operand));
        }
    }
    false
}

/// Erases the stores to variables; replaces loads of a whole variable by its value, if that is known. All variables are handled at
/// once, because an edit is linear in the function. Returns whether anything changed.
fn clean_users(module: &mut Module, cleaning: &Cleaning) -> bool {
    let mut functions: Vec<Global> = cleaning.keys().copied().collect();
    functions.sort_unstable_by_key(|f| f.as_u32());
    let changed = module.edit_bodies(&functions, |module, body, additions| {
        let mut editor = Editor::new(module, body);
        let mut is_changed = false;
        for &(inst, global, value) in cleaning.get(&additions.function()).into_iter().flatten() {
            if editor.body().inst_block(inst).is_none() {
                continue;
            }
            let keeps = |editor: &Editor<'_>, stored: Value| {
                value.is_none() && leaks::is_root(module, global) && !leaks::is_removable(editor, stored)
            };
            match *editor.body().inst(inst) {
                InstData::Store { value: stored, .. } if keeps(&editor, stored) => {}
                InstData::Store { pointer, .. } if is_only_base(module, editor.body(), pointer, global) => {
                    erase_with_operands(&mut editor, inst);
                    is_changed = true;
                }
                // `memset`, or `memcpy` to the variable.
                InstData::Call { ref call, .. } if value.is_none() => {
                    let args = editor.body().call_args(call);
                    let (dest, source) = (args.first().copied(), args.get(1).copied());
                    if dest.is_some_and(|dest| is_only_base(module, editor.body(), dest, global))
                        && source.is_some_and(|source| !keeps(&editor, source))
                    {
                        erase_with_operands(&mut editor, inst);
                        is_changed = true;
                    }
                }
                InstData::Load { pointer, .. } => {
                    if let Some(value) = value.and_then(|value| {
                        loaded_value(
                            &editor,
                            additions.function(),
                            global,
                            value,
                            pointer,
                            editor.body().inst_type(inst),
                        )
                    }) {
                        editor.replace_all(inst.into(), value);
                        erase_with_operands(&mut editor, inst);
                        is_changed = true;
                    }
                }
                _ => {}
            }
        }
        is_changed
    });
    changed.contains(&true)
}

/// The value of a load from a variable that has a known value.
fn loaded_value(
    editor: &Editor<'_>,
    function: Global,
    variable: Global,
    value: Value,
    pointer: Value,
    ty: Type,
) -> Option<Value> {
    let (module, constants) = (editor.module(), editor.module().constants());
    if pointer == Value::from(variable) && module.value_type(None, value) == ty {
        return Some(value);
    }
    // Whichever part of zero is loaded is zero.
    let is_scalar = !module.context().is_aggregate(ty) && ty != Type::X86_AMX;
    if is_scalar && constants.is_zero(value) && is_only_base(module, editor.body(), pointer, variable) {
        return Some(constants.zero(module.context(), ty));
    }
    Query::new(editor, function).simplify_load(pointer, ty)
}

/// Erases an instruction, and its operands if these become dead.
fn erase_with_operands(editor: &mut Editor<'_>, inst: Inst) {
    let mut dead = vec![inst];
    while let Some(inst) = dead.pop() {
        if editor.body().inst_block(inst).is_none() {
            continue;
        }
        let mut operands: smallvec::SmallVec<[Value; 4]> = smallvec::SmallVec::new();
        editor.body().inst(inst).for_each_operand(editor.body().values(), |value| operands.push(value));
        editor.erase(inst);
        let is_dead = |operand: &Inst| {
            editor.uses().is_unused((*operand).into()) && crate::effects::is_trivially_dead(editor, *operand)
        };
        dead.extend(operands.into_iter().filter_map(|operand| operand.as_inst()).filter(is_dead));
    }
}

/// Whether an address lies in a variable, whichever way control took.
fn is_only_base(module: &Module, body: &Body, mut address: Value, global: Global) -> bool {
    while let Some(inst) = address.as_inst() {
        address = match *body.inst(inst) {
            InstData::GetElementPtr { ref operands, .. } => match body.list_values(operands).first() {
                Some(&base) => base,
                None => return false,
            },
            InstData::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. } => value,
            _ => return false,
        };
    }
    base_of(module, address) == Some(global)
}
