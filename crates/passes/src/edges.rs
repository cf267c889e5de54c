//! Removal and splitting of control-flow edges.

use cranelift_entity::EntitySet;
use lindworm_ir::editor::{Editor, Listener, Point};
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::value::replace_list;
use lindworm_ir::{Block, Body, Inst, InstData, Metadata, Type, Value};
use smallvec::SmallVec;

use crate::effects::is_pad;
use crate::erase::erase_all;
use crate::pass::FunctionEdit;

/// The phis of a block.
pub(crate) fn phis<L: Listener>(editor: &Editor<'_, L>, block: Block) -> SmallVec<[Inst; 8]> {
    let body = editor.body();
    body.insts(block).take_while(|&inst| matches!(body.inst(inst), InstData::Phi { .. })).collect()
}

/// The incoming values of a phi, each with its incoming block.
pub(crate) fn incoming<L: Listener>(editor: &Editor<'_, L>, phi: Inst) -> SmallVec<[(Value, Block); 4]> {
    let body = editor.body();
    let InstData::Phi { incoming, .. } = body.inst(phi) else { return SmallVec::new() };
    body.list_values(incoming).chunks_exact(2).filter_map(|pair| Some((pair[0], pair[1].as_block()?))).collect()
}

/// The value that a phi has when its block is entered from another one.
pub(crate) fn incoming_from<L: Listener>(editor: &Editor<'_, L>, phi: Inst, from: Block) -> Option<Value> {
    let body = editor.body();
    let InstData::Phi { incoming, .. } = body.inst(phi) else { return None };
    let mut entries = body.list_values(incoming).chunks_exact(2);
    entries.find(|pair| pair[1] == from.into()).map(|pair| pair[0])
}

/// Sets the value that a phi has when its block is entered from another one.
pub(crate) fn set_incoming_from<L: Listener>(editor: &mut Editor<'_, L>, phi: Inst, from: Block, value: Value) {
    let places = (1..).step_by(2).zip(incoming(editor, phi)).filter(|&(_, (_, source))| source == from);
    for (place, _) in places {
        editor.set_operand(Use { user: phi, operand: place - 1 }, value);
    }
}

/// Renames an incoming block of a phi.
pub(crate) fn rename_incoming<L: Listener>(editor: &mut Editor<'_, L>, phi: Inst, old: Block, new: Block) {
    let places = (1..).step_by(2).zip(incoming(editor, phi)).filter(|&(_, (_, source))| source == old);
    for (place, _) in places {
        editor.set_operand(Use { user: phi, operand: place }, new.into());
    }
}

/// Merges a block into its only predecessor, if that branches to it unconditionally, and returns whether it did. A block that starts
/// with `llvm.experimental.convergence.loop` is not merged: the call must remain the first instruction of its block.
pub(crate) fn merge_into_predecessor<L: Listener>(editor: &mut Editor<'_, L>, block: Block) -> bool {
    let body = editor.body();
    let first = body.first_non_phi(block);
    let callee = first.and_then(|inst| editor.module().callee(body.inst(inst).call_info()?.callee));
    let is_heart = callee.is_some_and(|f| f.intrinsic == Some(IntrinsicId::EXPERIMENTAL_CONVERGENCE_LOOP));
    !is_heart && editor.merge_into_predecessor(block)
}

/// The name of a block on a critical edge.
pub(crate) fn critical_edge_name(body: &Body, from: Block, to: Block) -> Vec<u8> {
    [body.name(from.into()), b".", body.name(to.into()), b"_crit_edge"].concat()
}

/// Replaces the incoming values of a phi.
pub(crate) fn set_incoming<L: Listener>(editor: &mut Editor<'_, L>, phi: Inst, entries: &[(Value, Block)]) {
    let list: Vec<Value> = entries.iter().flat_map(|&(value, from)| [value, from.into()]).collect();
    editor.change(phi, |data, values| {
        if let InstData::Phi { incoming, .. } = data {
            replace_list(incoming, &list, values);
        }
    });
}

/// Removes `count` entries for `from` from each phi of `block`, after as many edges from `from` were removed: LLVM's
/// `BasicBlock::removePredecessor`. As there, the last entry takes the place of a removed one. A phi with a single remaining
/// value is replaced by that value, a phi without entries by poison. Linear in the entries.
pub(crate) fn remove_edges<L: Listener>(editor: &mut Editor<'_, L>, block: Block, from: Block, count: usize) {
    for phi in phis(editor, block) {
        let mut entries = incoming(editor, phi);
        let old_count = entries.len();
        let mut place = 0;
        for _ in 0..count {
            let Some(found) = entries[place..].iter().position(|&(_, source)| source == from) else { break };
            place += found;
            // As if the edges were removed one by one: the phi is replaced by its value before its last entry is removed.
            if let [_] = entries[..]
                && old_count > 1
            {
                break;
            }
            entries.swap_remove(place);
        }
        if entries.len() == old_count {
            continue;
        }
        set_incoming(editor, phi, &entries);
        if let Some(value) = only_value(editor, phi) {
            editor.replace_all(phi.into(), value);
            editor.erase(phi);
        }
    }
}

/// Removes an entry for `from` from each phi of `block`. Phis with one entry stay, as loop-closed form requires.
pub(crate) fn remove_edge_of_exit<L: Listener>(editor: &mut Editor<'_, L>, block: Block, from: Block) {
    for phi in phis(editor, block) {
        let mut entries = incoming(editor, phi);
        if let Some(place) = entries.iter().position(|&(_, source)| source == from) {
            entries.swap_remove(place);
            set_incoming(editor, phi, &entries);
        }
    }
}

/// Removes the entries for the outgoing edges of a block from phis, except one edge to `kept`, before its terminator is changed.
pub(crate) fn remove_outgoing_edges<L: Listener>(editor: &mut Editor<'_, L>, block: Block, kept: Option<Block>) {
    let body = editor.body();
    let Some(terminator) = body.terminator(block) else { return };
    let mut gone: Vec<Block> = Vec::new();
    body.inst(terminator).for_each_successor(body.values(), |to| gone.push(to));
    if let Some(place) = gone.iter().position(|&to| Some(to) == kept) {
        gone.remove(place);
    }
    remove_edges_to(editor, block, &gone);
}

/// Removes the entries for one edge from `from` to each of `targets` from phis.
pub(crate) fn remove_edges_to<L: Listener>(editor: &mut Editor<'_, L>, from: Block, targets: &[Block]) {
    let mut counts: HashMap<Block, usize> = HashMap::default();
    targets.iter().for_each(|&to| *counts.entry(to).or_default() += 1);
    for to in targets {
        if let Some(count) = counts.remove(to) {
            remove_edges(editor, *to, from, count);
        }
    }
}

/// Replaces the terminator of a block by a branch to the successor `kept`, or by `unreachable`. Removes its other edges from
/// phis. Returns the new terminator.
pub(crate) fn keep_successor<L: Listener>(
    editor: &mut Editor<'_, L>,
    block: Block,
    kept: Option<Block>,
) -> Option<Inst> {
    remove_outgoing_edges(editor, block, kept);
    let old = editor.body().terminator(block)?;
    let loc = editor.body().debug_loc(old);
    let new =
        editor.insert(Point::Before(old), kept.map_or(InstData::Unreachable, |dest| InstData::Br { dest }), Type::VOID);
    editor.set_debug_loc(new, loc.filter(|_| kept.is_some()));
    erase_all(editor, &[old]);
    Some(new)
}

/// The unique incoming value of a phi, ignoring the phi itself; poison if the phi has no other incoming values.
pub(crate) fn only_value<L: Listener>(editor: &Editor<'_, L>, phi: Inst) -> Option<Value> {
    let mut values = incoming(editor, phi).into_iter().map(|(value, _)| value).filter(|&value| value != phi.into());
    let Some(first) = values.next() else {
        return Some(editor.module().constants().poison(editor.body().inst_type(phi)));
    };
    values.all(|value| value == first).then_some(first)
}

/// The predecessors of a block, one entry for each edge, in LLVM's order.
pub(crate) fn predecessors<L: Listener>(editor: &Editor<'_, L>, block: Block) -> SmallVec<[Block; 4]> {
    editor.uses().of(block.into()).filter_map(|at| editor.body().inst_block(at.user)).collect()
}

/// The successors of a block, one entry for each edge.
pub(crate) fn successors<L: Listener>(editor: &Editor<'_, L>, block: Block) -> SmallVec<[Block; 4]> {
    successors_in(editor.body(), block)
}

/// Like [`successors`], of a body that is not edited.
pub(crate) fn successors_in(body: &Body, block: Block) -> SmallVec<[Block; 4]> {
    let mut found = SmallVec::new();
    if let Some(terminator) = body.terminator(block) {
        body.inst(terminator).for_each_successor(body.values(), |to| found.push(to));
    }
    found
}

/// Splits the edges from `from` to `block`: LLVM's `SplitBlockPredecessors`. The new block is placed before `block`, branches to
/// it, and has a phi for each phi of `block` whose incoming values from these predecessors differ. `None` if one of the edges
/// cannot be split.
pub(crate) fn split_predecessors<L: Listener>(
    editor: &mut Editor<'_, L>,
    block: Block,
    from: &[Block],
    suffix: &[u8],
    debug_loc: Option<Metadata>,
) -> Option<Block> {
    split(editor, block, from, suffix, debug_loc, false)
}

/// Like [`split_predecessors`], with a phi in the new block for each phi of `block`, as loop-closed form requires if the edges
/// leave a loop.
pub(crate) fn split_exit<L: Listener>(
    editor: &mut Editor<'_, L>,
    block: Block,
    from: &[Block],
    suffix: &[u8],
) -> Option<Block> {
    let body = editor.body();
    let loc = body.first_non_phi(block).and_then(|first| body.debug_loc(first));
    split(editor, block, from, suffix, loc, true)
}

fn split<L: Listener>(
    editor: &mut Editor<'_, L>,
    block: Block,
    from: &[Block],
    suffix: &[u8],
    debug_loc: Option<Metadata>,
    closes: bool,
) -> Option<Block> {
    let body = editor.body();
    let is_indirect = |&from: &Block| {
        let terminator = body.terminator(from).map(|inst| body.inst(inst));
        matches!(terminator, None | Some(InstData::IndirectBr { .. }))
    };
    let first = body.first_non_phi(block);
    if first.is_some_and(|inst| is_pad(body.inst(inst))) || from.iter().any(is_indirect) {
        return None;
    }
    let name = [body.name(block.into()), suffix].concat();
    let new = match body.prev_block(block) {
        Some(before) => editor.create_block(Some(before)),
        None => return None,
    };
    editor.set_name(new.into(), &name);
    let branch = editor.insert(Point::End(new), InstData::Br { dest: block }, Type::VOID);
    editor.set_debug_loc(branch, debug_loc);
    let is_moved: HashSet<Block> = from.iter().copied().collect();
    // In the order of `from`, which becomes that of the predecessors of the new block.
    let mut edges: HashMap<Block, SmallVec<[Use; 2]>> = HashMap::default();
    for edge in editor.uses().of(block.into()) {
        if let Some(from) = editor.body().inst_block(edge.user) {
            edges.entry(from).or_default().push(edge);
        }
    }
    for one in from {
        for edge in edges.remove(one).unwrap_or_default() {
            editor.set_operand(edge, new.into());
        }
    }
    for phi in phis(editor, block) {
        let mut entries = incoming(editor, phi);
        let mut values = entries.iter().filter(|(_, from)| is_moved.contains(from)).map(|&(value, _)| value);
        let Some(first) = values.next() else { continue };
        let value = if !closes && values.all(|value| value == first) {
            entries.retain(|(_, from)| !is_moved.contains(from));
            first
        } else {
            // As in LLVM, entries are removed from the last to the first; the last entry takes the place of a removed one.
            let mut moved = Vec::new();
            for place in (0..entries.len()).rev() {
                if is_moved.contains(&entries[place].1) {
                    moved.push(entries.swap_remove(place));
                }
            }
            insert_phi(editor, Point::Before(branch), phi, b".ph", &moved)
        };
        entries.push((value, new));
        set_incoming(editor, phi, &entries);
    }
    Some(new)
}

/// Inserts a phi with the type of another phi, and its name with a suffix.
pub(crate) fn insert_phi<L: Listener>(
    editor: &mut Editor<'_, L>,
    at: Point,
    like: Inst,
    suffix: &[u8],
    values: &[(Value, Block)],
) -> Value {
    let list: Vec<Value> = values.iter().flat_map(|&(value, from)| [value, from.into()]).collect();
    let incoming = editor.list(&list);
    let ty = editor.body().inst_type(like);
    let new = editor.insert(at, InstData::Phi { incoming, fast_math: FastMathFlags::empty() }, ty);
    let name = editor.body().name(like.into());
    if !name.is_empty() {
        let name = [name, suffix].concat();
        editor.set_name(new.into(), &name);
    }
    new.into()
}

/// Erases the blocks that cannot be reached from the entry. Returns whether there were any. Linear in the body.
pub(crate) fn erase_unreachable(f: &mut FunctionEdit<'_, '_>) -> bool {
    let body = f.editor.body();
    let Some(entry) = body.entry() else { return false };
    let mut reached: EntitySet<Block> = EntitySet::with_capacity(body.block_count());
    reached.insert(entry);
    let mut pending = vec![entry];
    while let Some(block) = pending.pop() {
        if let Some(inst) = body.terminator(block) {
            body.inst(inst).for_each_successor(body.values(), |next| {
                if reached.insert(next) {
                    pending.push(next);
                }
            });
        }
    }
    let gone: Vec<Block> = body.blocks().filter(|&block| !reached.contains(block)).collect();
    for &block in &gone {
        remove_outgoing_edges(&mut f.editor, block, None);
        if f.additions.is_address_taken(block) {
            f.additions.replace_address(block);
        }
    }
    f.editor.erase_blocks(&gone);
    !gone.is_empty()
}
