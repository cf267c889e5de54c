//! Unwind destinations of funclets: all edges out of a funclet have the same destination, and siblings do not handle each
//! other's exceptions.

use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Block, Inst, InstData, Value};

use super::nesting::with_nesting;
use super::{first_of, is_pad, parent_of};
use crate::check::{Breach, Checked, FunctionCheck, check};
use crate::finding::Entity;
use crate::rules::unwinding as rules;

/// The pads that unwind to another pad with the same parent, each with the unwinding instruction.
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

/// The exits of nested pads: the first instruction that leaves the pad, and its destination. Each pad is examined once, so that
/// the cost does not depend on the nesting depth.
pub type Exits = HashMap<Inst, Option<(Inst, Option<Block>)>>;

/// The information that a use of a pad gives about its unwind destination.
enum UseOfPad {
    /// None.
    Neutral,
    /// The user is a cleanup nested in the pad, whose uses must be examined.
    Nested,
    /// The user unwinds to this block, or to the caller.
    Unwinds(Option<Block>),
    /// An invalid use of a pad.
    Bogus,
}

fn use_of_pad(data: &InstData) -> UseOfPad {
    match data {
        InstData::CleanupRet { unwind, .. } => UseOfPad::Unwinds(unwind.expand()),
        // A nested `catchswitch` that unwinds to the caller may never do so.
        InstData::CatchSwitch { unwind, .. } if unwind.is_none() => UseOfPad::Neutral,
        InstData::CatchSwitch { unwind, .. } => UseOfPad::Unwinds(unwind.expand()),
        InstData::Invoke { unwind, .. } => UseOfPad::Unwinds(Some(*unwind)),
        InstData::CleanupPad { .. } => UseOfPad::Nested,
        InstData::Call { .. } | InstData::CatchRet { .. } => UseOfPad::Neutral,
        _ => UseOfPad::Bogus,
    }
}

/// The first non-phi instruction of an unwind destination; `None` for the caller.
fn target(f: &FunctionCheck, block: Option<Block>) -> Option<Value> {
    block.and_then(|b| f.first_non_phi(b)).map(Value::from)
}

/// The search for the unwind destination of a funclet, through its uses and those of nested cleanups.
struct Scan {
    funclet: Inst,
    /// The first instruction that leaves the funclet, and the destination pad.
    exit: Option<(Inst, Option<Value>)>,
    /// The pads to examine: the funclet, then nested pads.
    todo: Vec<Inst>,
}

/// Checks that all edges that leave a funclet, from itself or from nested pads, have the same destination.
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
        // The pad was examined completely, and has no exit.
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

/// Examines the uses of a pad: all uses of the funclet itself; for a nested pad, up to the first that leaves the pad.
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

/// Examines an instruction with an edge from `current` to a block or to the caller. Returns whether the edge leaves `current`.
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

/// Checks that an instruction that leaves the funclet has the same destination as the others.
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

/// The innermost pad that an edge from a nested pad of a funclet does not leave.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StaysIn {
    /// The edge leaves the funclet itself.
    Nothing,
    /// This pad, which is the funclet or nested in it.
    Pad(Value),
    /// The nesting of the pads is invalid.
    Unknown,
}

/// The innermost pad that an edge from `current` to a pad with parent `outer` does not leave.
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

/// Removes pads from the end of `todo` whose parent is left by the edge: `current` and its ancestors below `unresolved`.
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

/// Checks that sibling pads do not handle each other's exceptions, after all instructions.
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
