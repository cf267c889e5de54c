//! Lifetimes of allocas in coroutines: where they start, and which allocas share a place in the frame.

use cranelift_entity::SecondaryMap;
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::Point;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::intrinsics::IntrinsicId as I;
use lindworm_ir::{Block, Inst, InstData};

use super::crossing::Crossing;
use super::intrinsic;
use super::shape::Shape;
use super::spills::Spills;
use crate::function_attrs::has;
use crate::pass::FunctionEdit;

/// The maximum number of uses of an alloca whose lifetime is moved.
const MAX_USES: usize = 256;

/// The maximum number of allocas that are examined for places to share.
const MAX_ALLOCAS: usize = 256;

/// Moves the starts of lifetimes behind the suspend points before which an alloca is not used: to the nearest block after a suspend
/// point that dominates all uses, if none of them is after a further suspend point.
pub(super) fn sink_starts(f: &mut FunctionEdit<'_, '_>, shape: &Shape, crossing: &Crossing) {
    let module = f.editor.module();
    if has(module, f.additions.function(), AttrKind::OPT_NONE) {
        return;
    }
    let body = f.editor.body();
    let after = shape.suspends.iter().filter_map(|&suspend| {
        let block = body.inst_block(suspend)?;
        crossing.cfg.successors(block).first().copied()
    });
    let targets: HashSet<Block> = after.chain(body.entry()).collect();
    // The nearest target that dominates each block.
    let mut nearest: SecondaryMap<Block, Option<Block>> = SecondaryMap::new();
    for &block in crossing.cfg.reverse_postorder() {
        nearest[block] = match targets.contains(&block) {
            true => Some(block),
            false => crossing.dominators.idom(block).and_then(|idom| nearest[idom]),
        };
    }
    for alloca in f.editor.insts() {
        let body = f.editor.body();
        if !matches!(body.inst(alloca), InstData::Alloca { .. }) {
            continue;
        }
        let users: Vec<Inst> = f.editor.uses().of(alloca.into()).map(|at| at.user).take(MAX_USES + 1).collect();
        let is_start = |user: Inst| intrinsic(module, body, user) == Some(I::LIFETIME_START);
        if users.len() > MAX_USES || !users.iter().any(|&user| is_start(user)) {
            continue;
        }
        let blocks = users.iter().filter(|&&user| !is_start(user)).filter_map(|&user| body.inst_block(user));
        let common = blocks.map(Some).reduce(|a, b| crossing.dominators.nearest_common_dominator(a?, b?));
        let Some(target) = common.flatten().and_then(|common| nearest[common]) else { continue };
        let is_apart = |user: Inst| {
            let is_dominated = body.inst_block(user).is_some_and(|at| crossing.dominators.dominates(target, at));
            !is_dominated || crossing.use_crosses(module, body, target, user)
        };
        let apart: Vec<Inst> = users.iter().copied().filter(|&user| is_apart(user)).collect();
        if apart.is_empty() || !apart.iter().all(|&user| is_start(user)) {
            continue;
        }
        if let Some(end) = body.terminator(target) {
            f.editor.clone_inst(apart[0], Point::Before(end));
            apart.into_iter().for_each(|start| f.editor.erase(start));
        }
    }
}

/// A set of at most [`MAX_ALLOCAS`] allocas.
type Set = [u64; MAX_ALLOCAS / 64];

/// The places for allocas in the frame: lists of allocas that share one, the largest first.
pub(super) fn slots(
    f: &FunctionEdit<'_, '_>,
    shape: &Shape,
    crossing: &Crossing,
    spills: &mut Spills,
    shares: bool,
) -> Vec<Vec<Inst>> {
    if !shares || spills.allocas.len() > MAX_ALLOCAS {
        return spills.allocas.iter().map(|alloca| vec![alloca.alloca]).collect();
    }
    let (module, body) = (f.editor.module(), f.editor.body());
    let layout = |alloca: Inst| match *body.inst(alloca) {
        InstData::Alloca { allocated, count, align, .. } => {
            let size = module.data_layout().alloc_size(module.context(), allocated).map_or(0, |size| size.min);
            let count = module.constants().as_u64(count).unwrap_or(1);
            (size.saturating_mul(count), align.bytes().unwrap_or(1))
        }
        _ => (0, 1),
    };
    spills.allocas.sort_by_key(|alloca| std::cmp::Reverse(layout(alloca.alloca).0));
    let allocas: Vec<Inst> = spills.allocas.iter().map(|alloca| alloca.alloca).collect();
    let overlaps = overlaps(f, shape, crossing, &allocas);
    let mut slots: Vec<Vec<usize>> = Vec::new();
    for (n, &alloca) in allocas.iter().enumerate() {
        let (_, align) = layout(alloca);
        let fits = |slot: &&mut Vec<usize>| {
            let (_, largest) = layout(allocas[slot[0]]);
            largest % align == 0 && slot.iter().all(|&other| !contains(&overlaps[n], other))
        };
        match slots.iter_mut().find(fits) {
            Some(slot) => slot.push(n),
            None => slots.push(vec![n]),
        }
    }
    slots.into_iter().map(|slot| slot.into_iter().map(|n| allocas[n]).collect()).collect()
}

fn contains(set: &Set, n: usize) -> bool {
    set[n / 64] >> (n % 64) & 1 != 0
}

fn insert(set: &mut Set, n: usize, is_in: bool) {
    let bit = 1 << (n % 64);
    set[n / 64] = if is_in { set[n / 64] | bit } else { set[n / 64] & !bit };
}

/// For each alloca those that may be live at the same time. What follows a suspension in the ramp does not count.
fn overlaps(f: &FunctionEdit<'_, '_>, shape: &Shape, crossing: &Crossing, allocas: &[Inst]) -> Vec<Set> {
    let (module, body) = (f.editor.module(), f.editor.body());
    // The markers of each block, in order.
    let mut markers: HashMap<Block, Vec<(Inst, usize, bool)>> = HashMap::default();
    let mut always: Set = Set::default();
    for (n, &alloca) in allocas.iter().enumerate() {
        let mut is_marked = false;
        for at in f.editor.uses().of(alloca.into()) {
            let is_start = match intrinsic(module, body, at.user) {
                Some(I::LIFETIME_START) => true,
                Some(I::LIFETIME_END) => false,
                _ => continue,
            };
            is_marked |= is_start;
            if let Some(block) = body.inst_block(at.user) {
                markers.entry(block).or_default().push((at.user, n, is_start));
            }
        }
        insert(&mut always, n, !is_marked);
    }
    for (&block, list) in &mut markers {
        let order: HashMap<Inst, usize> = body.insts(block).zip(0..).collect();
        list.sort_by_key(|(inst, ..)| order.get(inst).copied());
    }
    let suspended: HashSet<(Block, Block)> = shape
        .suspends
        .iter()
        .flat_map(|&suspend| f.editor.uses().of(suspend.into()))
        .filter_map(|at| match *body.inst(at.user) {
            InstData::Switch { default, .. } => Some((body.inst_block(at.user)?, default)),
            _ => None,
        })
        .collect();
    let leave = |block: Block, mut live: Set| {
        for &(_, n, is_start) in markers.get(&block).into_iter().flatten() {
            insert(&mut live, n, is_start);
        }
        live
    };
    let mut reached: SecondaryMap<Block, Set> = SecondaryMap::with_default(always);
    let mut is_changed = true;
    while std::mem::take(&mut is_changed) {
        for &block in crossing.cfg.reverse_postorder() {
            let live = leave(block, reached[block]);
            for &to in crossing.cfg.successors(block) {
                if suspended.contains(&(block, to)) {
                    continue;
                }
                for (into, from) in reached[to].iter_mut().zip(live) {
                    is_changed |= *into | from != *into;
                    *into |= from;
                }
            }
        }
    }
    let mut overlaps = vec![Set::default(); allocas.len()];
    let mut note = |live: &Set| {
        for (n, set) in overlaps.iter_mut().enumerate().filter(|(n, _)| contains(live, *n)) {
            set.iter_mut().zip(live).for_each(|(into, from)| *into |= from);
            insert(set, n, false);
        }
    };
    for &block in crossing.cfg.reverse_postorder() {
        let mut live = reached[block];
        note(&live);
        for &(_, n, is_start) in markers.get(&block).into_iter().flatten() {
            insert(&mut live, n, is_start);
            if is_start {
                note(&live);
            }
        }
    }
    overlaps
}
