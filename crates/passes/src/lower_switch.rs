//! `lower-switch`: lowers each `switch` to a binary tree of comparisons.

use std::cmp::Ordering;

use cranelift_entity::SecondaryMap;
use lindworm_ir::builder::Builder;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::range::{ConstantRange, Preferred};
use lindworm_ir::eval::{BinaryOp, Int, IntPredicate};
use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::InstData;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, Type, Value};
use smallvec::SmallVec;

use crate::edges::{incoming, keep_successor, phis, predecessors, remove_edges, set_incoming};
use crate::lazy_value_info::LazyValueInfo;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::value_tracking::Query;

/// Lowers each `switch` to comparisons. The depth of the tree is logarithmic in the number of case ranges.
pub struct LowerSwitch;

impl FunctionPass for LowerSwitch {
    fn name(&self) -> &'static str {
        "lower-switch"
    }

    fn class(&self) -> &'static str {
        "LowerSwitchPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let mut info = LazyValueInfo::default();
        let mut dead: Vec<Block> = Vec::new();
        let mut is_dead: SecondaryMap<Block, bool> = SecondaryMap::new();
        for block in f.editor.body().blocks().collect::<Vec<_>>() {
            let switch = f.editor.body().terminator(block).filter(|_| !is_dead[block]);
            if let Some(switch) = switch.filter(|&it| matches!(f.editor.body().inst(it), InstData::Switch { .. }))
                && let Some(unreachable) = lower(f, &mut info, block, switch)
            {
                dead.push(unreachable);
                is_dead[unreachable] = true;
            }
        }
        for block in dead {
            if f.editor.body().is_placed(block) && predecessors(&f.editor, block).iter().all(|&from| from == block) {
                keep_successor(&mut f.editor, block, None);
                f.editor.erase_blocks(&[block]);
            }
        }
    }
}

/// Consecutive case values with the same destination.
#[derive(Clone)]
struct Range {
    low: Int,
    high: Int,
    to: Block,
}

impl Range {
    /// The number of cases, if it is less than 2^64.
    fn len(&self) -> usize {
        self.high.sub(&self.low).to_u64().map_or(usize::MAX, |n| (n as usize).saturating_add(1))
    }
}

/// The case ranges, sorted and merged, without the cases that branch to the default; and the number of cases in the ranges.
fn ranges(f: &FunctionEdit<'_, '_>, cases: &[Value], default: Block) -> (Vec<Range>, usize) {
    let module = f.editor.module();
    let pairs = cases.chunks_exact(2).filter_map(|pair| {
        let value = module.constants().as_int(module.context(), pair[0])?;
        Some((value, pair[1].as_block().filter(|&to| to != default)?))
    });
    let mut all: Vec<(Int, Block)> = pairs.collect();
    all.sort_by(|a, b| a.0.scmp(&b.0));
    let count = all.len();
    let mut ranges: Vec<Range> = Vec::new();
    for (value, to) in all {
        match ranges.last_mut() {
            Some(last) if last.to == to && last.high.add(&Int::one(value.width())) == value => last.high = value,
            _ => ranges.push(Range { low: value.clone(), high: value, to }),
        }
    }
    (ranges, count)
}

/// Lowers the switch that terminates a block. Returns a block that thereby becomes unreachable.
fn lower(f: &mut FunctionEdit<'_, '_>, info: &mut LazyValueInfo, block: Block, switch: Inst) -> Option<Block> {
    let from = predecessors(&f.editor, block);
    let is_entry = f.editor.body().entry() == Some(block);
    if !is_entry && from.is_empty() || from[..] == [block] {
        return Some(block);
    }
    let InstData::Switch { condition, default: old_default, cases } = *f.editor.body().inst(switch) else {
        return None;
    };
    let cases = f.editor.body().list_values(&cases).to_vec();
    let (mut ranges, count) = ranges(f, &cases, old_default);
    let width = f.editor.module().context().int_width(f.editor.type_of(condition)).unwrap_or(1);
    let mut tree = Tree {
        block,
        condition,
        default: old_default,
        unreachable: Vec::new(),
        taken: HashMap::default(),
        added: Vec::new(),
    };
    if ranges.is_empty() {
        tree.take_all(old_default);
        branch(f, switch, old_default);
        tree.update_phis(f);
        return None;
    }
    let (mut low, mut high) = (Int::min_signed(width), Int::max_signed(width));
    let first = f.editor.body().first_non_phi(old_default);
    if first.is_some_and(|inst| matches!(f.editor.body().inst(inst), InstData::Unreachable)) {
        // The default is unreachable, so the value is one of the cases.
        (low, high) = (ranges[0].low.clone(), ranges[ranges.len() - 1].high.clone());
        tree.leave_default(&mut ranges, width);
    } else {
        // All cases are between the bounds, even those that the condition never equals.
        if let Some(mut range) = info.range_at(f, Use { user: switch, operand: 0 }, true) {
            if let Some(known) = Query::new(&f.editor, f.additions.function()).known_bits(condition) {
                let known = ConstantRange::of_known_bits(&known.zero, &known.one, false);
                range = range.intersect(&known, Preferred::Smallest);
            }
            let (first, last) = (&ranges[0].low, &ranges[ranges.len() - 1].high);
            low = std::cmp::min_by(range.signed_min(), first.clone(), Int::scmp);
            high = std::cmp::max_by(range.signed_max(), last.clone(), Int::scmp);
        }
        if high.sub(&low).to_u64() == Some(count as u64 - 1) {
            tree.leave_default(&mut ranges, width);
        }
    }
    if tree.default != old_default {
        let gone = cases.len() / 2 + 1 - count;
        remove_edges(&mut f.editor, old_default, block, gone);
    }
    tree.condition = f.editor.body().operand(switch, 0)?;
    let start = match ranges.is_empty() {
        true => tree.default,
        false => tree.node(f, &ranges, &low, &high, block),
    };
    if start == tree.default {
        tree.take_all(start);
    }
    branch(f, switch, start);
    tree.update_phis(f);
    // As in LLVM, the old default stays if no comparison is needed.
    (!ranges.is_empty() && predecessors(&f.editor, old_default).is_empty()).then_some(old_default)
}

/// Replaces a terminator by a branch.
fn branch(f: &mut FunctionEdit<'_, '_>, terminator: Inst, dest: Block) {
    f.editor.insert(Point::Before(terminator), InstData::Br { dest }, Type::VOID);
    f.editor.erase(terminator);
}

/// A number of edges from a block that are merged into one.
#[derive(Clone, Copy)]
struct Taken {
    count: usize,
    from: Block,
    /// Whether the first or the last of the phi entries is kept.
    keeps_first: bool,
}

/// A comparison tree under construction.
struct Tree {
    /// The block of the switch.
    block: Block,
    condition: Value,
    default: Block,
    /// Ranges of values that the condition cannot have, sorted.
    unreachable: Vec<(Int, Int)>,
    /// For each destination, the edges of the switch that are merged into one edge from another block.
    taken: HashMap<Block, Vec<Taken>>,
    /// The new blocks that branch to the default.
    added: Vec<Block>,
}

impl Tree {
    /// Replaces an unreachable default by the destination with the most cases.
    fn leave_default(&mut self, ranges: &mut Vec<Range>, width: u32) {
        let (min, max) = (Int::min_signed(width), Int::max_signed(width));
        let one = Int::one(width);
        let mut gap = min.clone();
        let mut is_open = true;
        let mut popularity: HashMap<Block, usize> = HashMap::default();
        let mut best = (0, self.default);
        for range in ranges.iter() {
            if is_open && gap.scmp(&range.low) == Ordering::Less {
                self.unreachable.push((gap.clone(), range.low.sub(&one)));
            }
            is_open = range.high != max;
            gap = range.high.add(&one);
            let count = popularity.entry(range.to).or_default();
            *count = count.saturating_add(range.len());
            if *count > best.0 {
                best = (*count, range.to);
            }
        }
        if is_open {
            self.unreachable.push((gap, max));
        }
        self.default = best.1;
        ranges.retain(|range| range.to != best.1);
    }

    /// Merges all remaining edges to a destination into one edge from the block of the switch.
    fn take_all(&mut self, to: Block) {
        self.taken.entry(to).or_default().push(Taken { count: usize::MAX, from: self.block, keeps_first: true });
    }

    fn constant(&self, f: &FunctionEdit<'_, '_>, value: &Int) -> Value {
        f.editor.module().constants().wide_int(f.editor.module().context(), value)
    }

    /// The block to branch to for values between two bounds, given the case ranges between them; other values go to the default.
    fn node(&mut self, f: &mut FunctionEdit<'_, '_>, ranges: &[Range], low: &Int, high: &Int, from: Block) -> Block {
        if let [only] = ranges {
            if only.low == *low && only.high == *high {
                self.taken.entry(only.to).or_default().push(Taken { count: only.len(), from, keeps_first: true });
                return only.to;
            }
            return self.leaf(f, only, low, high);
        }
        let middle = ranges.len() / 2;
        let (left, right) = ranges.split_at(middle);
        let pivot = right[0].low.clone();
        let one = Int::one(pivot.width());
        let mut left_high = pivot.sub(&one);
        let gap = (left[left.len() - 1].high.add(&one), left_high.clone());
        if gap.1.scmp(&gap.0) != Ordering::Less {
            let covering = self.unreachable.partition_point(|range| range.1.scmp(&gap.1) == Ordering::Less);
            if self.unreachable.get(covering).is_some_and(|range| range.0.scmp(&gap.0) != Ordering::Greater) {
                left_high = left[left.len() - 1].high.clone();
            }
        }
        // Child blocks are created and named first, and each block is inserted right after the block of the switch.
        let node = f.editor.create_block(None);
        let to_left = self.node(f, left, low, &left_high, node);
        let to_right = self.node(f, right, &pivot, high, node);
        f.editor.move_block_after(node, self.block);
        f.editor.set_name(node.into(), b"NodeBlock");
        let (condition, pivot) = (self.condition, self.constant(f, &pivot));
        f.editor
            .build_at_end(node, |b| {
                let is_left = compare(b, IntPredicate::Slt, condition, pivot, b"Pivot")?;
                b.cond_br(is_left, to_left, to_right)
            })
            .ok();
        node
    }

    /// Creates a block that compares the value with a range.
    fn leaf(&mut self, f: &mut FunctionEdit<'_, '_>, range: &Range, low: &Int, high: &Int) -> Block {
        let leaf = f.editor.create_block(Some(self.block));
        f.editor.set_name(leaf.into(), b"LeafBlock");
        let (condition, default, to) = (self.condition, self.default, range.to);
        let [first, last] = [&range.low, &range.high].map(|n| self.constant(f, n));
        let [negated, length] = [range.low.neg(), range.high.sub(&range.low)].map(|n| self.constant(f, &n));
        let name = f.editor.body().name(condition);
        let off = if name.is_empty() { b".off".to_vec() } else { [name, b".off"].concat() };
        let name = b"SwitchLeaf";
        f.editor
            .build_at_end(leaf, |b| {
                let is_in = if range.low == range.high {
                    compare(b, IntPredicate::Eq, condition, first, name)?
                } else if range.low == *low {
                    compare(b, IntPredicate::Sle, condition, last, name)?
                } else if range.high == *high {
                    compare(b, IntPredicate::Sge, condition, first, name)?
                } else if range.low.is_zero() {
                    compare(b, IntPredicate::Ule, condition, last, name)?
                } else {
                    b.named(&off);
                    let offset = plain(b, condition, negated)?;
                    compare(b, IntPredicate::Ule, offset, length, name)?
                };
                b.cond_br(is_in, to, default)
            })
            .ok();
        self.taken.entry(to).or_default().push(Taken { count: range.len(), from: leaf, keeps_first: false });
        self.added.push(leaf);
        leaf
    }

    /// Updates phis for the new edges.
    fn update_phis(&mut self, f: &mut FunctionEdit<'_, '_>) {
        let mut blocks: Vec<Block> = self.taken.keys().copied().collect();
        if !self.taken.contains_key(&self.default) {
            blocks.push(self.default);
        }
        for block in blocks {
            let taken = self.taken.remove(&block).unwrap_or_default();
            let is_default = block == self.default;
            for phi in phis(&f.editor, block) {
                let mut entries = incoming(&f.editor, phi);
                let value = entries.iter().find(|&&(_, from)| from == self.block).map(|&(value, _)| value);
                let mut done = 0;
                for &it in &taken {
                    done = self.take(&mut entries, done, it);
                }
                if is_default {
                    let leaves = self.added.iter().filter_map(|&leaf| Some((value?, leaf)));
                    entries.extend(leaves);
                    if taken.is_empty() {
                        self.remove(&mut entries, 0, usize::MAX);
                    }
                }
                set_incoming(&mut f.editor, phi, &entries);
            }
        }
    }

    /// Replaces entries for the block of the switch, from index `start` on, by one entry for another block. Returns the index to
    /// continue from.
    fn take(&self, entries: &mut SmallVec<[(Value, Block); 4]>, start: usize, taken: Taken) -> usize {
        let next = |entries: &[(Value, Block)], start: usize| {
            entries[start..].iter().position(|&(_, from)| from == self.block).map(|found| start + found)
        };
        let mut place = start;
        if !taken.keeps_first {
            for _ in 1..taken.count {
                let Some(found) = next(entries, place) else { return place };
                entries.swap_remove(found);
                place = found;
            }
        }
        let Some(found) = next(entries, place) else { return place };
        entries[found].1 = taken.from;
        if taken.keeps_first {
            self.remove(entries, found + 1, taken.count.saturating_sub(1));
        }
        found + 1
    }

    /// Removes the first `count` entries for the block of the switch, from index `start` on, last one first.
    fn remove(&self, entries: &mut SmallVec<[(Value, Block); 4]>, start: usize, count: usize) {
        let places = (start..entries.len()).filter(|&place| entries[place].1 == self.block).take(count);
        for place in places.collect::<Vec<_>>().into_iter().rev() {
            entries.swap_remove(place);
        }
    }
}

type Built = Result<Value, lindworm_ir::builder::BuildError>;

/// Creates a comparison without folding it.
fn compare(b: &mut Builder<'_>, predicate: IntPredicate, lhs: Value, rhs: Value, name: &[u8]) -> Built {
    b.named(name);
    let data = InstData::ICmp { predicate, same_sign: false, lhs, rhs };
    Ok(b.insert(data, Type::I1)?.into())
}

/// Creates an addition without folding it.
fn plain(b: &mut Builder<'_>, lhs: Value, rhs: Value) -> Built {
    let (flags, fast_math) = Default::default();
    let ty = b.type_of(lhs);
    Ok(b.insert(InstData::Binary { op: BinaryOp::Add, flags, fast_math, lhs, rhs }, ty)?.into())
}
