//! Copies of values at the places where a condition says more about them: LLVM's `PredicateInfo`.
//!
//! A conditional branch, a switch and `llvm.assume` hold for the uses that they dominate. These uses get a copy of the value, a bit
//! cast to the same type, with a constraint. The copies are removed after the analysis.

use cranelift_entity::SecondaryMap;
use lindworm_analysis::DominatorTree;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, IntFlags, IntPredicate};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::facts::Constraint;
use crate::effects::is_lifetime_marker;
use crate::pass::FunctionEdit;

/// The maximum number of conditions that one branch combines.
const MAX_CONDITIONS: usize = 8;

/// Where a condition holds.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// In the target of an edge and what it dominates.
    Target(Block),
    /// Only on the edge.
    Edge(Block, Block),
    /// Behind an instruction.
    Behind(Inst),
}

/// A fact about a value.
#[derive(Clone, Copy)]
struct Fact {
    place: Place,
    /// The instruction before which the copy is placed; behind which, for `Place::Behind`.
    at: Inst,
    condition: Value,
    holds: bool,
    says: Says,
}

/// What a fact says about its value.
#[derive(Clone, Copy)]
enum Says {
    /// The value is the condition.
    Condition,
    /// The value is the left or right operand of the comparison.
    Left,
    Right,
    /// The value was truncated to the condition without loss.
    Truncated,
    /// The value is equal to the case of a switch.
    Case(Value),
}

/// The positions of blocks in a walk of the dominator tree: when it enters and leaves the subtree of the block.
#[derive(Default)]
struct Walk {
    enter: SecondaryMap<Block, u32>,
    leave: SecondaryMap<Block, u32>,
    order: Vec<Block>,
}

impl Walk {
    fn of(tree: &DominatorTree, entry: Block) -> Walk {
        let mut walk = Walk::default();
        let mut clock = 0;
        let mut pending = vec![(entry, false)];
        while let Some((block, is_left)) = pending.pop() {
            clock += 1;
            if is_left {
                walk.leave[block] = clock;
                continue;
            }
            walk.enter[block] = clock;
            walk.order.push(block);
            pending.push((block, true));
            pending.extend(tree.children(block).map(|child| (child, false)));
        }
        walk
    }
}

/// Inserts the copies. Returns them with their constraints.
pub(super) fn insert_copies(f: &mut FunctionEdit<'_, '_>) -> HashMap<Inst, Constraint> {
    let Some(entry) = f.editor.body().entry() else { return HashMap::default() };
    let mut facts = Facts::default();
    let tree = f.analyses.get::<DominatorTree>(&f.editor);
    let walk = Walk::of(&tree, entry);
    let mut number: SecondaryMap<Inst, u32> = SecondaryMap::default();
    let mut next = 0;
    for &block in &walk.order {
        for inst in f.editor.body().insts(block) {
            next += 1;
            number[inst] = next;
        }
        facts.collect(f, block);
    }
    let mut copies: Vec<(Inst, Fact)> = Vec::new();
    f.editor.pause_record(true);
    for (value, of_value) in facts.list {
        rename(f, &walk, &number, value, &of_value, &mut copies);
    }
    f.editor.pause_record(false);
    copies.into_iter().filter_map(|(copy, fact)| Some((copy, constraint(f, &fact)?))).collect()
}

#[derive(Default)]
struct Facts {
    list: Vec<(Value, Vec<Fact>)>,
    index: HashMap<Value, usize>,
}

impl Facts {
    fn collect(&mut self, f: &FunctionEdit<'_, '_>, block: Block) {
        let (module, body) = (f.editor.module(), f.editor.body());
        for inst in body.insts(block) {
            let Some(call) = body.inst(inst).call_info() else { continue };
            if module.callee(call.callee).is_some_and(|f| f.intrinsic == Some(IntrinsicId::ASSUME))
                && let Some(&condition) = body.call_args(call).first()
            {
                self.conditions(f, condition, true, Place::Behind(inst), inst);
            }
        }
        let Some(terminator) = body.terminator(block) else { return };
        let place = |to: Block| match f.editor.single_predecessor(to) {
            Some(_) => Place::Target(to),
            None => Place::Edge(block, to),
        };
        match *body.inst(terminator) {
            InstData::CondBr { condition, if_true, if_false } if if_true != if_false => {
                for (to, holds) in [(if_true, true), (if_false, false)] {
                    if to != block {
                        self.conditions(f, condition, holds, place(to), terminator);
                    }
                }
            }
            InstData::Switch { condition, default, ref cases } => {
                if !is_renamed(f, condition) {
                    return;
                }
                let mut counts: HashMap<Block, u32> = HashMap::default();
                *counts.entry(default).or_default() += 1;
                for pair in body.list_values(cases).chunks_exact(2) {
                    pair[1].as_block().into_iter().for_each(|to| *counts.entry(to).or_default() += 1);
                }
                for pair in body.list_values(cases).chunks_exact(2) {
                    let Some(to) = pair[1].as_block().filter(|to| *to != block && counts.get(to) == Some(&1)) else {
                        continue;
                    };
                    let fact =
                        Fact { place: place(to), at: terminator, condition, holds: true, says: Says::Case(pair[0]) };
                    self.add(condition, fact);
                }
            }
            _ => {}
        }
    }

    /// Adds what a condition says: about itself, the operands of its comparison, and the conditions that it combines.
    fn conditions(&mut self, f: &FunctionEdit<'_, '_>, condition: Value, holds: bool, place: Place, at: Inst) {
        let body = f.editor.body();
        let mut pending = vec![condition];
        let mut seen: HashSet<Value> = HashSet::default();
        while let Some(condition) = pending.pop() {
            if !seen.insert(condition) {
                continue;
            }
            if seen.len() > MAX_CONDITIONS {
                return;
            }
            let mut add = |value: Value, says: Says| {
                if is_renamed(f, value) {
                    self.add(value, Fact { place, at, condition, holds, says });
                }
            };
            add(condition, Says::Condition);
            match condition.as_inst().map(|inst| *body.inst(inst)) {
                Some(InstData::ICmp { lhs, rhs, .. }) if lhs != rhs => {
                    add(lhs, Says::Left);
                    add(rhs, Says::Right);
                }
                Some(InstData::Cast { op: CastOp::Trunc, flags, value, .. }) if flags.contains(IntFlags::NUW) => {
                    add(value, Says::Truncated);
                }
                Some(data) => pending.extend(combined(f, &data, holds).into_iter().flatten().rev()),
                None => {}
            }
        }
    }

    fn add(&mut self, value: Value, fact: Fact) {
        let place = *self.index.entry(value).or_insert(self.list.len());
        if place == self.list.len() {
            self.list.push((value, Vec::new()));
        }
        self.list[place].1.push(fact);
    }
}

/// The operands of a logical `and` that holds, or of a logical `or` that does not.
fn combined(f: &FunctionEdit<'_, '_>, data: &InstData, holds: bool) -> Option<[Value; 2]> {
    let op = if holds { BinaryOp::And } else { BinaryOp::Or };
    match *data {
        InstData::Binary { op: of, lhs, rhs, .. } if of == op => Some([lhs, rhs]),
        InstData::Select { condition, if_true, if_false, .. } => {
            let is = |value: Value, n: u64| f.editor.module().constants().as_u64(value) == Some(n);
            match holds {
                true if is(if_false, 0) => Some([condition, if_true]),
                false if is(if_true, 1) => Some([condition, if_false]),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a value is local and has several uses, so that some may be behind the condition.
fn is_renamed(f: &FunctionEdit<'_, '_>, value: Value) -> bool {
    value.is_local() && value.as_block().is_none() && !f.editor.uses().has_one_use(value)
}

/// What a fact says about its value, after all uses were renamed.
fn constraint(f: &FunctionEdit<'_, '_>, fact: &Fact) -> Option<Constraint> {
    let (module, body) = (f.editor.module(), f.editor.body());
    let compared = || match *body.inst(fact.condition.as_inst()?) {
        InstData::ICmp { predicate, lhs, rhs, .. } => {
            Some((if fact.holds { predicate } else { predicate.inverse() }, lhs, rhs))
        }
        _ => None,
    };
    Some(match fact.says {
        Says::Case(other) => Constraint { predicate: IntPredicate::Eq, other },
        Says::Condition => {
            let other = module.constants().int(module.context(), Type::I1, fact.holds.into());
            Constraint { predicate: IntPredicate::Eq, other }
        }
        Says::Truncated => {
            let InstData::Cast { value, .. } = *body.inst(fact.condition.as_inst()?) else { return None };
            let other = module.constants().zero(module.context(), f.editor.type_of(value));
            Constraint { predicate: if fact.holds { IntPredicate::Ne } else { IntPredicate::Eq }, other }
        }
        Says::Left => compared().map(|(predicate, _, other)| Constraint { predicate, other })?,
        Says::Right => compared().map(|(predicate, other, _)| Constraint { predicate: predicate.swapped(), other })?,
    })
}

/// A position of a use, or the start of a fact. The order is that of the walk, and within a block.
struct Entry {
    enter: u32,
    leave: u32,
    /// 0 at the start of a block, 1 at an instruction, 2 on an edge out of the block.
    part: u8,
    number: u32,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    Fact(usize),
    Use(Use),
}

/// Lets the uses of a value that facts hold for use copies.
fn rename(
    f: &mut FunctionEdit<'_, '_>,
    walk: &Walk,
    number: &SecondaryMap<Inst, u32>,
    value: Value,
    facts: &[Fact],
    copies: &mut Vec<(Inst, Fact)>,
) {
    let body = f.editor.body();
    let mut entries: Vec<Entry> = Vec::new();
    let entry = |block: Block, part: u8, number: u32, what: What| Entry {
        enter: walk.enter[block],
        leave: walk.leave[block],
        part,
        number,
        what,
    };
    for (n, fact) in facts.iter().enumerate() {
        let what = What::Fact(n);
        entries.extend(match fact.place {
            Place::Target(to) => Some(entry(to, 0, 0, what)),
            Place::Edge(from, _) => Some(entry(from, 2, 0, what)),
            // Behind the uses of the instruction itself.
            Place::Behind(inst) => body.inst_block(inst).map(|block| entry(block, 1, 2 * number[inst] + 1, what)),
        });
    }
    for at in f.editor.uses().of(value) {
        // A lifetime marker takes only an alloca.
        if is_lifetime_marker(&f.editor, at.user) {
            continue;
        }
        let what = What::Use(at);
        let from = match body.inst(at.user) {
            InstData::Phi { incoming, .. } => {
                body.list_values(incoming).get(at.operand as usize + 1).and_then(|v| v.as_block())
            }
            _ => None,
        };
        entries.extend(match from {
            Some(from) => Some(entry(from, 2, 1, what)),
            None => body.inst_block(at.user).map(|block| entry(block, 1, 2 * number[at.user], what)),
        });
    }
    // Unreachable blocks have no position.
    entries.retain(|entry| entry.enter != 0);
    entries.sort_by_key(|entry| (entry.enter, entry.part, entry.number));
    // The facts that hold, inner ones last. Outer facts get their copies before inner ones.
    let mut holding: Vec<(usize, u32)> = Vec::new();
    let mut made: Vec<Value> = Vec::new();
    for entry in entries {
        while let Some(&(n, leave)) = holding.last() {
            let holds = entry.leave <= leave
                && match (facts[n].place, entry.what) {
                    (Place::Edge(from, to), What::Use(at)) => is_on_edge(f, at, from, to),
                    (Place::Edge(..), What::Fact(other)) => facts[other].place == facts[n].place,
                    _ => true,
                };
            if holds {
                break;
            }
            holding.pop();
            made.truncate(holding.len());
        }
        match entry.what {
            What::Fact(n) => holding.push((n, entry.leave)),
            What::Use(at) => {
                for &(n, _) in &holding[made.len()..] {
                    let copy = insert_copy(f, made.last().copied().unwrap_or(value), &facts[n]);
                    copies.push((copy, facts[n]));
                    made.push(copy.into());
                }
                if let Some(&copy) = made.last() {
                    f.editor.set_operand(at, copy);
                }
            }
        }
    }
}

/// Whether a use is the incoming value of a phi for an edge.
fn is_on_edge(f: &FunctionEdit<'_, '_>, at: Use, from: Block, to: Block) -> bool {
    let body = f.editor.body();
    let InstData::Phi { incoming, .. } = body.inst(at.user) else { return false };
    let source = body.list_values(incoming).get(at.operand as usize + 1).and_then(|v| v.as_block());
    source == Some(from) && body.inst_block(at.user) == Some(to)
}

fn insert_copy(f: &mut FunctionEdit<'_, '_>, value: Value, fact: &Fact) -> Inst {
    let ty = f.editor.type_of(value);
    let data =
        InstData::Cast { op: CastOp::BitCast, flags: IntFlags::empty(), fast_math: FastMathFlags::empty(), value };
    let behind = match fact.place {
        Place::Behind(inst) => f.editor.body().next_inst(inst),
        _ => None,
    };
    f.editor.insert(Point::Before(behind.unwrap_or(fact.at)), data, ty)
}

/// Removes the copies.
pub(super) fn remove_copies(f: &mut FunctionEdit<'_, '_>, copies: &HashMap<Inst, Constraint>) {
    let mut copies: Vec<Inst> = copies.keys().copied().collect();
    copies.sort_unstable_by_key(|inst| inst.as_u32());
    f.editor.pause_record(true);
    for copy in copies {
        if f.editor.body().inst_block(copy).is_some()
            && let InstData::Cast { value, .. } = *f.editor.body().inst(copy)
        {
            f.editor.replace_all(copy.into(), value);
            f.editor.erase(copy);
        }
    }
    f.editor.pause_record(false);
}
