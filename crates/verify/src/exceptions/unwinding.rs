//! Where funclets unwind to: all edges out of one go to the same place, and siblings do not handle each other's exceptions.

use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Block, Inst, InstData, Value};

use super::nesting::with_nesting;
use super::{first_of, is_pad, parent_of};
use crate::check::{Breach, Checked, FunctionCheck, check};
use crate::finding::Entity;
use crate::rules::unwinding as rules;

/// The pads that unwind to another one with the same parent, each with the instruction that goes there.
#[derive(Default)]
pub struct Siblings {
    order: Vec<Inst>,
    terminators: HashMap<Inst, Inst>,
}

impl Siblings {
    pub fn insert(&mut self, pad: Inst, terminator: Inst) {
        if self.terminators.insert(pad, terminator).is_none() {
            self.order.push(pad);
        }
    }
}

/// Where pads unwind to that were met as nested in another: the first instruction that leaves the pad, and the block that it goes
/// to. So that each is looked at once, however deeply pads are nested.
pub type Exits = HashMap<Inst, Option<(Inst, Option<Block>)>>;

/// What the use of a pad says of where the pad unwinds to.
enum UseOfPad {
    /// Nothing.
    Neutral,
    /// It is a cleanup nested in the pad, whose own uses may say.
    Nested,
    /// To this block, or to the caller.
    Unwinds(Option<Block>),
    /// It is none of the uses that a pad may have.
    Bogus,
}

fn use_of_pad(data: &InstData) -> UseOfPad {
    match data {
        InstData::CleanupRet { unwind, .. } => UseOfPad::Unwinds(unwind.expand()),
        // A nested `catchswitch` that unwinds to the caller may well never do so.
        InstData::CatchSwitch { unwind, .. } if unwind.is_none() => UseOfPad::Neutral,
        InstData::CatchSwitch { unwind, .. } => UseOfPad::Unwinds(unwind.expand()),
        InstData::Invoke { unwind, .. } => UseOfPad::Unwinds(Some(*unwind)),
        InstData::CleanupPad { .. } => UseOfPad::Nested,
        InstData::Call { .. } | InstData::CatchRet { .. } => UseOfPad::Neutral,
        _ => UseOfPad::Bogus,
    }
}

/// The first instruction of a block that is no phi, as the target of an unwind edge; `None` for the caller.
fn target(f: &FunctionCheck, block: Option<Block>) -> Option<Value> {
    block.and_then(|b| f.first_non_phi(b)).map(Value::from)
}

/// Where a funclet unwinds to, as far as its uses and those of the cleanups nested in it were looked at.
struct Scan {
    funclet: Inst,
    /// The first instruction that leaves the funclet, and the pad that it goes to.
    exit: Option<(Inst, Option<Value>)>,
    /// Pads to look at: the funclet, then what is nested in it.
    todo: Vec<Inst>,
}

/// Checks that all edges that leave a funclet, from itself or from the pads nested in it, go to one place.
pub fn check_funclet(f: &mut FunctionCheck, inst: Inst) -> Checked {
    let mut scan = Scan { funclet: inst, exit: None, todo: vec![inst] };
    let mut seen = HashSet::default();
    // Only pads in unreachable code can be nested in themselves.
    let is_reachable = f.body.inst_block(inst).is_some_and(|b| f.cfg.is_reachable(b));
    let is_nested_well = is_reachable || with_nesting(f, |nesting| nesting.is_in(inst.into(), None));
    while let Some(current) = scan.todo.pop() {
        check!(f, seen.insert(current), rules::NESTED_IN_ITSELF, f.value(current));
        match f.exceptions.exits.get(&current).copied().filter(|_| current != inst && is_nested_well) {
            Some(Some((user, block))) => check_use(f, &mut scan, current, user, block).map(|_| ())?,
            Some(None) => {}
            None => check_uses(f, &mut scan, current)?,
        }
    }
    for pad in seen {
        // What was looked at completely, and leaves nothing.
        if pad != inst {
            f.exceptions.exits.entry(pad).or_insert(None);
        }
    }
    let Some((user, pad)) = scan.exit else { return Ok(()) };
    if let InstData::CatchPad { parent, .. } = f.body.inst(inst)
        && let Some(InstData::CatchSwitch { unwind, .. }) = f.inst_of(*parent)
    {
        let is_same = target(f, unwind.expand()) == pad;
        check!(f, is_same, rules::CATCH_UNWINDS_ELSEWHERE, f.value(inst), f.value(user), f.value(*parent));
    }
    Ok(())
}

/// Looks at the uses of a pad: of the funclet itself at all, of a nested one until the first that says where it unwinds to.
fn check_uses(f: &mut FunctionCheck, scan: &mut Scan, current: Inst) -> Checked {
    let users: Vec<Inst> = f.users().users_of(current.into()).collect();
    for user in users {
        let block = match use_of_pad(f.body.inst(user)) {
            UseOfPad::Neutral => continue,
            UseOfPad::Nested => {
                scan.todo.push(user);
                continue;
            }
            UseOfPad::Unwinds(block) => block,
            UseOfPad::Bogus => {
                let shown = [f.value(user)];
                return f.fail(&rules::BOGUS_PAD_USE, &shown);
            }
        };
        let leaves = check_use(f, scan, current, user, block)?;
        if leaves && current != scan.funclet {
            break;
        }
    }
    Ok(())
}

/// Looks at an instruction that goes from `current` to a block, or to the caller. Tells whether that leaves `current`.
fn check_use(
    f: &mut FunctionCheck,
    scan: &mut Scan,
    current: Inst,
    user: Inst,
    block: Option<Block>,
) -> Result<bool, Breach> {
    let stays_in = match block {
        None => StaysIn::Nothing,
        Some(block) => {
            if !first_of(f, block).is_some_and(|(_, data)| is_pad(data)) {
                return Ok(false);
            }
            let outer = target(f, Some(block)).and_then(|pad| parent_of(f, pad));
            if outer == Some(current.into()) {
                return Ok(false);
            }
            stays_in(f, scan.funclet, current, outer)
        }
    };
    if stays_in == StaysIn::Nothing {
        check_exit(f, scan, user, target(f, block))?;
    }
    if current != scan.funclet {
        let unresolved = match stays_in {
            StaysIn::Nothing => scan.funclet.into(),
            StaysIn::Pad(pad) => pad,
            StaysIn::Unknown => return Ok(true),
        };
        let mut left = Some(Value::from(current));
        while let Some(pad) = left.filter(|&pad| pad != unresolved) {
            if let Some(pad) = pad.as_inst() {
                f.exceptions.exits.entry(pad).or_insert(Some((user, block)));
            }
            left = parent_of(f, pad);
        }
        drop_resolved(f, current, unresolved, &mut scan.todo);
    }
    Ok(true)
}

/// Checks that an instruction that leaves the funclet goes where the others go.
fn check_exit(f: &mut FunctionCheck, scan: &mut Scan, user: Inst, pad: Option<Value>) -> Checked {
    let funclet = scan.funclet;
    if let Some((first, expected)) = scan.exit {
        check!(f, pad == expected, rules::FUNCLET_UNWINDS_APART, f.value(funclet), f.value(user), f.value(first));
        return Ok(());
    }
    scan.exit = Some((user, pad));
    let is_cleanup = matches!(f.body.inst(funclet), InstData::CleanupPad { .. });
    if is_cleanup && pad.is_some_and(|pad| parent_of(f, pad) == parent_of(f, funclet.into())) {
        f.exceptions.siblings.insert(funclet, user);
    }
    Ok(())
}

/// What an edge from a pad nested in a funclet does not leave.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StaysIn {
    /// It leaves the funclet itself.
    Nothing,
    /// This pad, which is nested in the funclet, or is it.
    Pad(Value),
    /// The pads are nested in no order.
    Unknown,
}

/// What an edge from `current` to a pad whose parent is `outer` does not leave.
fn stays_in(f: &FunctionCheck, funclet: Inst, current: Inst, outer: Option<Value>) -> StaysIn {
    let mut left = Value::from(current);
    loop {
        if left == funclet.into() {
            return StaysIn::Nothing;
        }
        let Some(parent) = parent_of(f, left) else { return StaysIn::Unknown };
        if Some(parent) == outer {
            return StaysIn::Pad(parent);
        }
        left = parent;
    }
}

/// Drops the pads from the end of the list that are nested in those that an edge left, up to `unresolved`.
fn drop_resolved(f: &FunctionCheck, current: Inst, unresolved: Value, todo: &mut Vec<Inst>) {
    let mut resolved = Some(Value::from(current));
    while let Some(&uncle) = todo.last() {
        let ancestor = parent_of(f, uncle.into());
        while resolved != ancestor {
            let parent = resolved.and_then(|pad| parent_of(f, pad));
            if parent.is_none() || parent == Some(unresolved) {
                break;
            }
            resolved = parent;
        }
        if resolved != ancestor {
            break;
        }
        todo.pop();
    }
}

/// Checks that pads do not handle each other's exceptions, once all of a function was looked at.
pub(crate) fn check_sibling_unwinds(f: &mut FunctionCheck) {
    let Siblings { order, terminators } = std::mem::take(&mut f.exceptions.siblings);
    let successor = |f: &FunctionCheck, terminator: Inst| match f.body.inst(terminator) {
        InstData::Invoke { unwind, .. } => f.first_non_phi(*unwind),
        InstData::CatchSwitch { unwind, .. } | InstData::CleanupRet { unwind, .. } => f.first_non_phi(unwind.expand()?),
        _ => None,
    };
    let mut visited = HashSet::default();
    let mut active = HashSet::default();
    for pad in order {
        if visited.contains(&pad) {
            continue;
        }
        active.clear();
        active.insert(pad);
        let mut next = terminators.get(&pad).copied();
        while let Some(terminator) = next {
            let Some(to) = successor(f, terminator) else { break };
            if active.contains(&to) {
                let mut entities: Vec<Entity> = Vec::new();
                let mut on_cycle = to;
                while let Some(&terminator) = terminators.get(&on_cycle) {
                    entities.push(f.value(on_cycle));
                    if terminator != on_cycle {
                        entities.push(f.value(terminator));
                    }
                    match successor(f, terminator) {
                        Some(pad) if pad != to => on_cycle = pad,
                        _ => break,
                    }
                }
                let _ = f.fail(&rules::SIBLINGS_UNWIND_IN_CIRCLE, &entities);
                return;
            }
            if !visited.insert(to) {
                break;
            }
            active.insert(to);
            next = terminators.get(&to).copied();
        }
    }
}
