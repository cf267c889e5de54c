//! `loop-simplifycfg`: folds branches on constants in loops, and merges the blocks of loops.
//!
//! A loop that would not repeat any more, or of which a part would not, stays as it is: loop-deletion and simplifycfg see to these.
//! Linear in the loop.

use lindworm_analysis::Loops;
use lindworm_ir::editor::Point;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Block, InstData, Type, Value};

use crate::edges::{merge_into_predecessor, phis, remove_edge_of_exit, successors};
use crate::effects::is_pad;
use crate::loop_form::{LoopForm, case_of};
use crate::pass::{FunctionEdit, FunctionPass, LoopPass};
use crate::{Lcssa, LoopSimplify};

/// Folds constant branches of loops.
pub struct LoopSimplifyCfg;

impl LoopPass for LoopSimplifyCfg {
    fn name(&self) -> &'static str {
        "loop-simplifycfg"
    }

    fn class(&self) -> &'static str {
        "LoopSimplifyCFGPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>, header: Block) -> Option<Block> {
        let form = LoopForm::of(f, header)?;
        if fold(f, &form) == Some(true) {
            LoopSimplify.run(f);
            Lcssa.run(f);
        }
        merge(f, header);
        Some(header)
    }
}

/// The successor that a block always branches to.
fn only_successor(f: &FunctionEdit<'_, '_>, block: Block) -> Option<Block> {
    let body = f.editor.body();
    let constants = f.editor.module().constants();
    let terminator = body.terminator(block)?;
    match *body.inst(terminator) {
        InstData::CondBr { if_true, if_false, .. } if if_true == if_false => Some(if_true),
        InstData::CondBr { condition, if_true, if_false } => {
            constants.as_u64(condition).map(|is_true| if is_true == 1 { if_true } else { if_false })
        }
        InstData::Switch { condition, .. } => {
            let targets = successors(&f.editor, block);
            let is_one = targets.iter().all(|&to| to == targets[0]);
            let is_number = || constants.as_int(f.editor.module().context(), condition).is_some();
            match condition.is_constant() && is_number() {
                true => case_of(&f.editor, terminator, condition),
                false => is_one.then_some(targets[0]),
            }
        }
        _ => None,
    }
}

/// Whether a cycle of the loop is no natural loop.
fn is_irreducible(f: &FunctionEdit<'_, '_>, form: &LoopForm, loops: &Loops) -> bool {
    let places: HashMap<Block, usize> = form.blocks.iter().copied().zip(0..).collect();
    form.blocks.iter().any(|&from| {
        successors(&f.editor, from).into_iter().any(|to| {
            let goes_back = places.get(&to).is_some_and(|&at| at <= places[&from]);
            goes_back && !loops.loop_of(to).is_some_and(|one| loops.header(one) == to && loops.contains(one, from))
        })
    })
}

/// Folds the branches of the loop. Returns whether it did, and other loops may have lost their form.
fn fold(f: &mut FunctionEdit<'_, '_>, form: &LoopForm) -> Option<bool> {
    let (preheader, latch) = (form.preheader?, form.latch?);
    let loops = f.analyses.get::<Loops>(&f.editor);
    let of = loops.loop_of(form.header)?;
    if is_irreducible(f, form, &loops) {
        return None;
    }
    let mut live: HashSet<Block> = [form.header].into_iter().collect();
    let mut folded: Vec<(Block, Block)> = Vec::new();
    let live_successors = |f: &FunctionEdit<'_, '_>, block: Block| match only_successor(f, block) {
        Some(only) if loops.loop_of(block) == Some(of) => vec![only],
        _ => successors(&f.editor, block).to_vec(),
    };
    for &block in &form.blocks {
        if !live.contains(&block) {
            continue;
        }
        let is_branch = successors(&f.editor, block).len() > 1;
        if let Some(only) = only_successor(f, block).filter(|_| is_branch && loops.loop_of(block) == Some(of)) {
            folded.push((block, only));
        }
        live.extend(live_successors(f, block));
    }
    if folded.is_empty() || !live.contains(&latch) || !live_successors(f, latch).contains(&form.header) {
        return None;
    }
    // The blocks from which the latch is reached remain in the loop.
    let mut staying: HashSet<Block> = [latch].into_iter().collect();
    for &block in form.blocks.iter().rev().filter(|block| live.contains(block)) {
        if live_successors(f, block).iter().any(|to| *to != form.header && staying.contains(to)) {
            staying.insert(block);
        }
    }
    let dead: Vec<Block> = form.blocks.iter().copied().filter(|block| !live.contains(block)).collect();
    let dead_exits: Vec<Block> = form.exits.iter().copied().filter(|exit| !live.contains(exit)).collect();
    let body = f.editor.body();
    let has_pad = |&exit: &Block| body.first_non_phi(exit).is_none_or(|first| is_pad(body.inst(first)));
    let is_taken = |&block: &Block| f.additions.is_address_taken(block);
    if staying.len() + dead.len() != form.blocks.len() || dead_exits.iter().any(has_pad) || dead.iter().any(is_taken) {
        return None;
    }
    let is_nested = loops.parent(of).is_some() || form.blocks.iter().any(|&block| loops.loop_of(block) != Some(of));
    drop(loops);
    keep_reachable(f, preheader, &dead_exits);
    for (block, only) in folded {
        let mut is_kept = false;
        for to in successors(&f.editor, block) {
            if to != only || std::mem::replace(&mut is_kept, true) {
                remove_edge_of_exit(&mut f.editor, to, block);
            }
        }
        let old = f.editor.body().terminator(block)?;
        let (loc, id) = (f.editor.body().debug_loc(old), f.editor.body().attachment(old, crate::LOOP));
        let new = f.editor.insert(Point::Before(old), InstData::Br { dest: only }, Type::VOID);
        f.editor.set_debug_loc(new, loc);
        f.editor.set_attachment(new, crate::LOOP, id);
        f.editor.erase(old);
    }
    f.editor.erase_blocks(&dead);
    // A phi with one entry is its value, in the loop.
    for &block in form.blocks.iter().filter(|block| live.contains(block) && **block != form.header) {
        for phi in phis(&f.editor, block) {
            let entries = crate::edges::incoming(&f.editor, phi);
            if let [(value, _)] = entries[..]
                && value != phi.into()
            {
                f.editor.replace_all(phi.into(), value);
                f.editor.erase(phi);
            }
        }
    }
    Some(is_nested || !dead_exits.is_empty())
}

/// Makes exits reachable that the loop does not reach any more, by a switch in the preheader that does not go there: loops around
/// the loop keep their blocks.
fn keep_reachable(f: &mut FunctionEdit<'_, '_>, preheader: Block, exits: &[Block]) -> Option<()> {
    let entry = f.editor.body().terminator(preheader).filter(|_| !exits.is_empty())?;
    let name = [f.editor.body().name(preheader.into()), b".split"].concat();
    let new = f.editor.split_block(entry, &name);
    let jump = f.editor.body().terminator(preheader)?;
    let module = f.editor.module();
    let number = |n: u64| module.constants().int(module.context(), Type::I32, n);
    let cases: Vec<Value> = (1..).zip(exits).flat_map(|(n, &exit)| [number(n), exit.into()]).collect();
    for &exit in exits {
        for phi in phis(&f.editor, exit) {
            let poison = module.constants().poison(f.editor.body().inst_type(phi));
            f.editor.replace_all(phi.into(), poison);
            f.editor.erase(phi);
        }
    }
    let data = InstData::Switch { condition: number(0), default: new, cases: f.editor.list(&cases) };
    f.editor.insert(Point::Before(jump), data, Type::VOID);
    f.editor.erase(jump);
    Some(())
}

/// Merges blocks of the loop, which are in no inner loop, with their only predecessors.
fn merge(f: &mut FunctionEdit<'_, '_>, header: Block) -> Option<()> {
    let form = LoopForm::of(f, header)?;
    let loops = f.analyses.get::<Loops>(&f.editor);
    let of = loops.loop_of(header)?;
    let is_own: HashSet<Block> = form.blocks.iter().copied().filter(|&b| loops.loop_of(b) == Some(of)).collect();
    drop(loops);
    for &block in
        form.blocks.iter().filter(|&&block| block != header && !f.additions.is_address_taken(block)).collect::<Vec<_>>()
    {
        let from = f.editor.single_predecessor(block).filter(|from| form.contains(*from));
        // The predecessor may have been merged with a block of this loop.
        if from.is_some_and(|from| is_own.contains(&from)) {
            merge_into_predecessor(&mut f.editor, block);
        }
    }
    Some(())
}
