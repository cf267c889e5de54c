//! `captures(...)`, `readonly`, `writeonly` and `readnone` of pointer parameters.

use lindworm_ir::attributes::{
    AttrKind, AttrKinds, Attribute, AttributeOwner, CaptureComponents, Captures, MemoryLocation, ModRef,
};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::uses::Uses;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Body, Global, InstData, Module, Value};

use super::{Scc, called, effects, is_exact, is_pointer, is_volatile_transfer};
use crate::call_site::{param_has, param_sets};

/// The number of rounds after which nothing is added.
const MANY_ROUNDS: usize = 16;

/// A parameter of a function.
type Param = (Global, usize);

/// What a function does with a pointer parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Conduct {
    captures: Captures,
    access: Access,
}

/// The accesses through a pointer and pointers derived from it; `None` if they are not known.
type Access = Option<ModRef>;

impl Conduct {
    const NOTHING: Conduct = Conduct { captures: Captures::NONE, access: Some(ModRef::empty()) };

    fn and(self, other: Conduct) -> Conduct {
        let captures = Captures {
            other: self.captures.other | other.captures.other,
            result: self.captures.result | other.captures.result,
        };
        Conduct { captures, access: join(self.access, other.access) }
    }
}

fn join(a: Access, b: Access) -> Access {
    // Both reads and writes: no attribute says so.
    Some(a? | b?).filter(|both| *both != ModRef::all())
}

/// Adds what all functions of the component do with their pointer parameters. Calls within the component are assumed to do nothing
/// at first; then what the callee was found to do, until nothing changes.
pub(super) fn add(scc: &mut Scc<'_>, functions: &[Global]) {
    let module = scc.module;
    let mut known: HashMap<Param, Conduct> = HashMap::default();
    let mut params = Vec::new();
    for &function in functions.iter().filter(|&&f| is_exact(module, f)) {
        let Some(body) = module.body(function) else { continue };
        for n in 0..body.args().len() {
            if is_pointer(module, body.args()[n]) {
                params.push((function, n));
                known.insert((function, n), Conduct::NOTHING);
            }
        }
    }
    // The parameters whose conduct may still change: those that are passed on within the component.
    let mut left = params.clone();
    let mut is_changed = true;
    for round in 0.. {
        if !is_changed {
            break;
        }
        if round == MANY_ROUNDS {
            return;
        }
        is_changed = false;
        left.retain(|&(function, n)| {
            let Some(body) = module.body(function) else { return false };
            let old = known[&(function, n)];
            let (found, depends) = conduct(module, body, scc.members.chains(function, body), n, &known);
            let new = old.and(found);
            is_changed |= new != old;
            known.insert((function, n), new);
            depends && new != UNKNOWN
        });
    }
    for (function, n) in params {
        add_conduct(scc, function, n, known[&(function, n)]);
    }
}

fn add_conduct(scc: &mut Scc<'_>, function: Global, n: usize, mut found: Conduct) {
    let cx = scc.cx();
    let only_reads = !cx.memory_effects(scc.function_set(function)).any().contains(ModRef::MOD);
    let returns_nothing = scc
        .module
        .global(function)
        .and_then(|g| cx.function_parts(g.value_type))
        .is_some_and(|(r, ..)| r == lindworm_ir::Type::VOID);
    let is_silent =
        returns_nothing && scc.has(function, AttrKind::NO_UNWIND) && scc.has(function, AttrKind::WILL_RETURN);
    if only_reads && is_silent {
        found.captures = Captures::NONE;
    }
    scc.edit(function, AttributeOwner::Param(n), |cx, mut set| {
        let all = Captures { other: CaptureComponents::all(), result: CaptureComponents::all() };
        let old = cx.attribute_int(set, AttrKind::CAPTURES).map_or(all, Captures::from_bits);
        let new = Captures { other: old.other & found.captures.other, result: old.result & found.captures.result };
        if new != old {
            set = cx.with_attribute(set, Attribute::captures(new));
        }
        let kind = match found.access {
            Some(access) if access.is_empty() => AttrKind::READ_NONE,
            Some(ModRef::REF) => AttrKind::READ_ONLY,
            Some(ModRef::MOD) => AttrKind::WRITE_ONLY,
            _ => return set,
        };
        let is_known = cx.has_attribute(set, kind) || cx.has_attribute(set, AttrKind::READ_NONE);
        let is_left = [AttrKind::IN_ALLOCA, AttrKind::PREALLOCATED].iter().any(|&kind| cx.has_attribute(set, kind));
        let is_readable = kind == AttrKind::WRITE_ONLY && cx.has_attribute(set, AttrKind::READ_ONLY);
        let is_written = kind == AttrKind::READ_ONLY && cx.has_attribute(set, AttrKind::WRITE_ONLY);
        if is_known || is_left {
            return set;
        }
        // Neither read nor written, by two attributes that exclude each other.
        let kind = if is_readable || is_written { AttrKind::READ_NONE } else { kind };
        let mut replaced = vec![AttrKind::READ_NONE, AttrKind::READ_ONLY, AttrKind::WRITE_ONLY];
        if kind != AttrKind::WRITE_ONLY {
            replaced.push(AttrKind::WRITABLE);
        }
        let set = cx.without_attributes(set, AttrKinds::of(&replaced));
        cx.with_attribute(set, Attribute::Enum(kind))
    });
}

/// What the body does with a parameter, and whether that depends on what is known of the parameters of the component.
fn conduct(module: &Module, body: &Body, uses: &Uses, n: usize, known: &HashMap<Param, Conduct>) -> (Conduct, bool) {
    const MANY_USES: usize = 1000;
    let (mut all, mut depends) = (Conduct::NOTHING, false);
    let param = |at: Use| called(module, body, at.user).map(|callee| (callee, at.operand as usize));
    let arg = Value::arg(n as u32);
    let mut seen: HashSet<Value> = HashSet::from_iter([arg]);
    let mut pending = vec![arg];
    let mut count = 0;
    while let Some(pointer) = pending.pop() {
        for at in uses.of(pointer) {
            count += 1;
            let (conduct, passes_on) = match count > MANY_USES {
                true => (UNKNOWN, false),
                false => of_use(module, body, at, known),
            };
            all = all.and(conduct);
            depends = depends || param(at).is_some_and(|param| known.contains_key(&param));
            if passes_on && seen.insert(at.user.into()) {
                pending.push(at.user.into());
            }
            if all == UNKNOWN {
                return (all, depends);
            }
        }
    }
    (all, depends)
}

const UNKNOWN: Conduct =
    Conduct { captures: Captures { other: CaptureComponents::all(), result: CaptureComponents::all() }, access: None };

fn captured(components: CaptureComponents) -> Conduct {
    Conduct { captures: Captures { other: components, result: components }, ..Conduct::NOTHING }
}

fn accessed(access: ModRef) -> Conduct {
    Conduct { access: Some(access), ..Conduct::NOTHING }
}

/// What a use does with a pointer, and whether the result of the user is derived from the pointer.
fn of_use(module: &Module, body: &Body, at: Use, known: &HashMap<Param, Conduct>) -> (Conduct, bool) {
    use InstData::*;
    match *body.inst(at.user) {
        Ret { .. } => {
            let result = CaptureComponents::all();
            (Conduct { captures: Captures { other: CaptureComponents::empty(), result }, ..Conduct::NOTHING }, false)
        }
        Load { volatile: false, .. } => (accessed(ModRef::REF), false),
        Store { volatile: false, .. } if at.operand == 1 => (accessed(ModRef::MOD), false),
        CmpXchg { volatile: false, .. } | AtomicRmw { volatile: false, .. } if at.operand == 0 => {
            (Conduct { access: None, ..Conduct::NOTHING }, false)
        }
        GetElementPtr { .. } if at.operand == 0 && is_pointer(module, body.inst_type(at.user)) => {
            (Conduct::NOTHING, true)
        }
        Phi { .. } | Select { .. } => (Conduct::NOTHING, true),
        Cast { op: lindworm_ir::eval::CastOp::AddrSpaceCast | lindworm_ir::eval::CastOp::BitCast, .. } => {
            (Conduct::NOTHING, true)
        }
        ICmp { lhs, rhs, .. } => {
            let other = if at.operand == 0 { rhs } else { lhs };
            let is_null = !other.is_local() && module.constants().is_zero(other);
            let components = if is_null { CaptureComponents::ADDRESS_IS_NULL } else { CaptureComponents::ADDRESS };
            (captured(components), false)
        }
        Call { ref call, .. } | Invoke { ref call, .. } => of_call(module, body, call, at, known),
        _ => (UNKNOWN, false),
    }
}

fn of_call(module: &Module, body: &Body, call: &CallInfo, at: Use, known: &HashMap<Param, Conduct>) -> (Conduct, bool) {
    let cx = module.context();
    let operand = at.operand as usize;
    if operand + 1 == body.operand_count(at.user) {
        // The callee.
        return (accessed(ModRef::REF), false);
    }
    if operand >= body.call_args(call).len() {
        return (UNKNOWN, false);
    }
    if let Some(callee) = called(module, body, at.user)
        && let Some(&conduct) = known.get(&(callee, operand))
    {
        let derived = !conduct.captures.result.is_empty();
        let captures = Captures { other: conduct.captures.other, result: CaptureComponents::empty() };
        let of_arg = effects(module, body, call).get(MemoryLocation::Arg);
        let access = conduct.access.map(|access| access & of_arg);
        return (Conduct { captures: widened(captures), access }, derived);
    }
    let id = module.callee(call.callee).and_then(|f| f.intrinsic);
    use IntrinsicId as I;
    if matches!(id, Some(I::LAUNDER_INVARIANT_GROUP | I::STRIP_INVARIANT_GROUP | I::PTRMASK | I::THREADLOCAL_ADDRESS)) {
        return (Conduct::NOTHING, true);
    }
    if is_volatile_transfer(module, body, call) == Some(true) {
        return (UNKNOWN, false);
    }
    let memory = effects(module, body, call);
    let declared = param_sets(module, call, operand)
        .filter_map(|set| cx.attribute_int(set, AttrKind::CAPTURES).map(Captures::from_bits))
        .reduce(|a, b| Captures { other: a.other & b.other, result: a.result & b.result });
    let has_result = body.inst_type(at.user) != lindworm_ir::Type::VOID;
    // A callee that writes nothing can keep no copy, but what it does next may depend on the address.
    let is_silent = !memory.any().contains(ModRef::MOD) && !has_result;
    let captures = match declared {
        Some(captures) => captures,
        None if is_silent => Captures { other: CaptureComponents::ADDRESS, result: CaptureComponents::ADDRESS },
        None => UNKNOWN.captures,
    };
    let of_arg = memory.get(MemoryLocation::Arg);
    let allowed = [
        (AttrKind::READ_NONE, ModRef::empty()),
        (AttrKind::READ_ONLY, ModRef::REF),
        (AttrKind::WRITE_ONLY, ModRef::MOD),
    ];
    let limits = allowed.iter().filter(|(kind, _)| param_has(module, call, operand, *kind));
    let mut access = limits.fold(of_arg, |access, (_, limit)| access & *limit);
    let by_value = param_has(module, call, operand, AttrKind::BY_VAL);
    if by_value {
        access = ModRef::REF;
    }
    // A callee that keeps the pointer may access it whenever it writes memory.
    let is_kept =
        captures.other.intersects(CaptureComponents::PROVENANCE) && memory.any().contains(ModRef::MOD) && !by_value;
    let access = if is_kept { None } else { Some(access).filter(|access| *access != ModRef::all()) };
    let derived = has_result && !captures.result.is_empty() && !by_value;
    (Conduct { captures: widened(Captures { result: CaptureComponents::empty(), ..captures }), access }, derived)
}

/// What is captured other than through the result may be captured in any way.
fn widened(captures: Captures) -> Captures {
    Captures { other: captures.other, result: captures.result | captures.other }
}

/// Whether an argument, or a pointer derived from a call's result, may be captured other than by being returned.
pub(super) fn is_captured(module: &Module, body: &Body, uses: &Uses, pointer: Value) -> bool {
    let mut seen: HashSet<Value> = HashSet::from_iter([pointer]);
    let mut pending = vec![pointer];
    let none = HashMap::default();
    while let Some(pointer) = pending.pop() {
        for at in uses.of(pointer) {
            let (conduct, passes_on) = of_use(module, body, at, &none);
            let is_comparison = matches!(body.inst(at.user), InstData::ICmp { .. });
            if !conduct.captures.other.is_empty() && !is_comparison || seen.len() > 100 {
                return true;
            }
            if passes_on && seen.insert(at.user.into()) {
                pending.push(at.user.into());
            }
        }
    }
    !matches!(pointer.kind(), ValueKind::Inst(_) | ValueKind::Arg(_))
}
