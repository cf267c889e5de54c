//! `loop-deletion`: removes loops without effects, and loops that are left in the first iteration.

use lindworm_analysis::Loops;
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::body::{DebugRecordData, RecordPosition};
use lindworm_ir::editor::Point;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::module::Module;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Metadata, Type, Value};

use crate::LOOP;
use crate::edges::{incoming, keep_successor, phis, remove_edge_of_exit, successors};
use crate::edited::is_combined;
use crate::effects::has_side_effects;
use crate::loop_form::LoopForm;
use crate::pass::{FunctionEdit, LoopPass};
use crate::scalar_evolution::ScevInput;
use crate::value_tracking::Query;
use smallvec::SmallVec;

/// Removes dead loops.
pub struct LoopDeletion;

impl LoopPass for LoopDeletion {
    fn name(&self) -> &'static str {
        "loop-deletion"
    }

    fn class(&self) -> &'static str {
        "LoopDeletionPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>, header: Block) -> Option<Block> {
        let form = LoopForm::of(f, header)?;
        let Some(preheader) = form.preheader else { return Some(header) };
        let is_at_pad = |&exit: &Block| {
            let body = f.editor.body();
            body.insts(exit).any(|inst| crate::effects::is_pad(body.inst(inst)))
        };
        // A preheader cannot branch to a landing pad.
        if !form.has_dedicated_exits(&f.editor) || form.exits.iter().any(is_at_pad) {
            return Some(header);
        }
        if is_never_entered(f, preheader) {
            return delete(f, &form, preheader, None);
        }
        match form.exits[..] {
            [] if is_empty_of_effects(f, &form) && must_progress(f, &form) => {
                return delete(f, &form, preheader, None);
            }
            [exit] if is_dead(f, &form, exit) => return delete(f, &form, preheader, Some(exit)),
            _ => {}
        }
        match break_back_edge(f, &form) {
            true => None,
            false => Some(header),
        }
    }
}

/// Whether the preheader is not executed: its predecessors branch elsewhere on a constant.
fn is_never_entered(f: &FunctionEdit<'_, '_>, preheader: Block) -> bool {
    let editor = &f.editor;
    let body = editor.body();
    if body.entry() == Some(preheader) {
        return false;
    }
    let sources = crate::edges::predecessors(editor, preheader);
    !sources.is_empty()
        && sources.iter().all(|&from| {
            let Some(InstData::CondBr { condition, if_true, if_false }) = body.terminator(from).map(|t| *body.inst(t))
            else {
                return false;
            };
            let taken = editor.module().constants().as_u64(condition).map(|c| if c == 1 { if_true } else { if_false });
            taken.is_some_and(|taken| taken != preheader)
        })
}

/// Whether no instruction of the loop has an effect.
fn is_empty_of_effects(f: &FunctionEdit<'_, '_>, form: &LoopForm) -> bool {
    let editor = &f.editor;
    let body = editor.body();
    form.blocks.iter().all(|&block| {
        body.insts(block).all(|inst| {
            let data = body.inst(inst);
            if let InstData::Load { volatile, ordering, .. } = data {
                return !volatile && *ordering <= lindworm_ir::instruction::AtomicOrdering::Unordered;
            }
            data.is_terminator() && data.call_info().is_none()
                || !has_side_effects(editor, inst)
                || is_droppable(editor, inst)
        })
    })
}

/// Whether an instruction has only effects on what is known: `assume` and the like.
fn is_droppable(editor: &lindworm_ir::editor::Editor<'_>, inst: Inst) -> bool {
    use lindworm_ir::intrinsics::IntrinsicId as I;
    let callee = editor.body().inst(inst).call_info().and_then(|call| editor.module().callee(call.callee));
    matches!(callee.and_then(|f| f.intrinsic), Some(I::ASSUME | I::EXPERIMENTAL_NOALIAS_SCOPE_DECL | I::PSEUDOPROBE))
}

/// Whether a loop that has no effects may be assumed to terminate.
fn must_progress(f: &FunctionEdit<'_, '_>, form: &LoopForm) -> bool {
    let module = f.editor.module();
    let list = module.function(f.additions.function()).map(|f| f.attributes).unwrap_or_default();
    let set = module.context().attribute_list(list).function;
    let has = |kind| module.context().has_attribute(set, kind);
    if has(AttrKind::MUST_PROGRESS) || has(AttrKind::WILL_RETURN) {
        return true;
    }
    let body = f.editor.body();
    let id = form.latch.and_then(|latch| body.attachment(body.terminator(latch)?, LOOP));
    id.is_some_and(|id| has_property(module, id, b"llvm.loop.mustprogress"))
}

/// Whether a loop id has a property of this name.
pub(crate) fn has_property(module: &Module, id: Metadata, name: &[u8]) -> bool {
    property(module, id, name).is_some()
}

/// The words of the property of this name in a loop id.
pub(crate) fn property<'m>(module: &'m Module, id: Metadata, name: &[u8]) -> Option<&'m [u32]> {
    use lindworm_ir::metadata::MetadataRef;
    let store = module.metadata();
    // A loop id that the pass created is not in the store.
    let node = id.as_node().filter(|&n| (n as usize) < store.node_count())?;
    store.node(node).words.iter().find_map(|&word| {
        let words = store.node(Metadata::from_word(word)?.as_node()?).words;
        match Metadata::from_word(*words.first()?)?.open() {
            MetadataRef::String(s) => (store.string(s) == name).then_some(words),
            _ => None,
        }
    })
}

/// Whether a loop with a single exit computes nothing that is used, has no effects, and terminates.
fn is_dead(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, exit: Block) -> bool {
    for phi in phis(&f.editor, exit) {
        let entries = incoming(&f.editor, phi);
        let Some(&(first, _)) = entries.first() else { return false };
        if entries.iter().any(|&(value, _)| value != first) || !is_invariant_or_movable(f, form, first, 0) {
            return false;
        }
    }
    if !is_empty_of_effects(f, form) || !is_closed(f, form, exit) {
        return false;
    }
    must_progress(f, form) || all_loops_are_finite(f, form)
}

/// Whether values of the loop are used outside it only by the phis of the exit.
fn is_closed(f: &FunctionEdit<'_, '_>, form: &LoopForm, exit: Block) -> bool {
    let body = f.editor.body();
    let is_fine = |at: Use| {
        let Some(block) = body.inst_block(at.user) else { return true };
        form.contains(block) || block == exit && matches!(body.inst(at.user), InstData::Phi { .. })
    };
    form.blocks.iter().all(|&block| body.insts(block).all(|inst| f.editor.uses().of(inst.into()).all(is_fine)))
}

/// Whether a value is computed outside the loop, or can be.
fn is_invariant_or_movable(f: &FunctionEdit<'_, '_>, form: &LoopForm, value: Value, depth: usize) -> bool {
    if form.is_invariant(&f.editor, value) {
        return true;
    }
    let Some(inst) = value.as_inst() else { return true };
    let body = f.editor.body();
    let query = Query::new(&f.editor, f.additions.function());
    if depth > 8
        || !query.can_speculate(inst)
        || matches!(body.inst(inst), InstData::Load { .. } | InstData::Call { .. })
    {
        return false;
    }
    let mut all = true;
    body.inst(inst).for_each_operand(body.values(), |v| all = all && is_invariant_or_movable(f, form, v, depth + 1));
    all
}

/// Whether the numbers of iterations of the loop and of those nested in it are bounded.
fn all_loops_are_finite(f: &mut FunctionEdit<'_, '_>, form: &LoopForm) -> bool {
    let input = ScevInput::of(f);
    let mut scev = input.analyse(f);
    let headers = form
        .blocks
        .iter()
        .filter_map(|&block| input.loops.loop_of(block).filter(|&one| input.loops.header(one) == block));
    has_no_irreducible_cycle(f, form, &input) && headers.into_iter().all(|one| scev.constant_max_count(one).is_some())
}

/// Whether each cycle in the loop is a natural loop: a cycle with several entries has no known number of iterations.
fn has_no_irreducible_cycle(f: &FunctionEdit<'_, '_>, form: &LoopForm, input: &ScevInput) -> bool {
    // In reverse post-order, only back edges lead backwards; those of natural loops lead to their headers.
    let places: HashMap<Block, usize> = form.blocks.iter().enumerate().map(|(place, &b)| (b, place)).collect();
    form.blocks.iter().enumerate().all(|(place, &from)| {
        successors(&f.editor, from).iter().all(|to| {
            let goes_back = places.get(to).is_some_and(|&at| at <= place);
            !goes_back
                || input
                    .loops
                    .loop_of(*to)
                    .is_some_and(|one| input.loops.header(one) == *to && input.loops.contains(one, from))
        })
    })
}

/// Moves the computation of a value before the loop.
fn make_invariant(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, value: Value, before: Inst) {
    let Some(inst) = value.as_inst().filter(|_| !form.is_invariant(&f.editor, value)) else { return };
    let mut operands = Vec::new();
    f.editor.body().inst(inst).for_each_operand(f.editor.body().values(), |v| operands.push(v));
    operands.into_iter().for_each(|operand| make_invariant(f, form, operand, before));
    crate::licm::drop_assumptions(&mut f.editor, inst);
    f.editor.move_inst(inst, Point::Before(before));
}

/// Deletes the blocks of a loop. The preheader branches to the exit, or is followed by nothing.
fn delete(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, preheader: Block, exit: Option<Block>) -> Option<Block> {
    let entry = f.editor.body().terminator(preheader)?;
    let target = exit.or(match form.exits[..] {
        [only] => Some(only),
        _ => None,
    });
    if let Some(exit) = exit {
        for phi in phis(&f.editor, exit) {
            let value = incoming(&f.editor, phi).first().map(|&(value, _)| value)?;
            make_invariant(f, form, value, entry);
        }
    }
    let loops = f.analyses.get::<Loops>(&f.editor);
    let is_never = exit.is_none() && target.is_some();
    let loc = f.editor.body().debug_loc(entry);
    let jump = match target {
        Some(dest) => InstData::Br { dest },
        None => InstData::Unreachable,
    };
    if target.is_none() && !form.exits.is_empty() {
        return Some(form.header);
    }
    let jump = f.editor.insert(Point::Before(entry), jump, Type::VOID);
    f.editor.set_debug_loc(jump, loc);
    f.editor.erase(entry);
    if let Some(target) = target {
        for phi in phis(&f.editor, target) {
            let entries = incoming(&f.editor, phi);
            let value = match is_never {
                true => f.editor.module().constants().poison(f.editor.body().inst_type(phi)),
                false => entries.first().map(|&(value, _)| value)?,
            };
            f.editor.retain_incoming(phi, |_, _| false);
            f.editor.add_incoming(phi, value, preheader);
        }
    }
    // The edges out of the loop are removed first, so that no block outside refers to one inside.
    for &block in &form.blocks {
        if let Some(terminator) = f.editor.body().terminator(block)
            && successors(&f.editor, block).iter().any(|&to| !form.contains(to))
        {
            f.editor.insert(Point::Before(terminator), InstData::Unreachable, Type::VOID);
            f.editor.erase(terminator);
        }
    }
    for &block in &form.blocks {
        if f.additions.is_address_taken(block) {
            f.additions.replace_address(block);
        }
    }
    if let Some(target) = target {
        move_debug_values(f, form, target);
    }
    // The other loops stay as they are: the preheader leads to the only exit, as the loop did.
    if exit.is_some() {
        f.analyses.amend(loops, &f.editor, |_| {});
    }
    f.editor.erase_blocks(&form.blocks);
    None
}

/// Moves the first record of each variable to the exit, without a location: the values before the loop are no longer current.
fn move_debug_values(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, exit: Block) {
    let body = f.editor.body();
    let Some(at) = body.first_non_phi(exit).filter(|_| body.has_debug_records()) else { return };
    let mut met = HashSet::default();
    let mut moved = Vec::new();
    for inst in form.blocks.iter().flat_map(|&block| body.insts(block)) {
        for (record, data) in body.debug_records(inst).handles() {
            if let DebugRecordData::Value { variable, expression, debug_loc, .. }
            | DebugRecordData::Assign { variable, expression, debug_loc, .. } = *data
                && met.insert((variable, expression, debug_loc))
            {
                moved.push(record);
            }
        }
    }
    for record in moved.into_iter().rev() {
        let mut data = *f.editor.body().debug_record(record);
        if let DebugRecordData::Value { location, .. } | DebugRecordData::Assign { location, .. } = &mut data {
            let value = f.editor.body().local_value(*location);
            let block = value.and_then(|value| f.editor.body().inst_block(value.as_inst()?));
            if let (Some(value), Some(block)) = (value, block)
                && form.contains(block)
            {
                let poison = f.editor.module().constants().poison(f.editor.type_of(value));
                *location = f.value_as_metadata(poison);
            }
        }
        f.editor.remove_debug_record(record);
        f.editor.prepend_debug_record(RecordPosition::Before(at), data);
    }
}

/// Removes the back edge of a loop that is left in the first iteration.
fn break_back_edge(f: &mut FunctionEdit<'_, '_>, form: &LoopForm) -> bool {
    let Some(latch) = form.latch else { return false };
    let Some(preheader) = form.preheader else { return false };
    if is_taken_never(f, form) {
        return remove_back_edge(f, form, latch);
    }
    // The values of the header's phis in the first iteration.
    let mut first: HashMap<Value, Value> = HashMap::default();
    for phi in phis(&f.editor, form.header) {
        let start = incoming(&f.editor, phi).into_iter().find(|&(_, from)| from == preheader);
        start.into_iter().for_each(|(value, _)| {
            first.insert(phi.into(), value);
        });
    }
    let Some(executed) = first_iteration(f, form, &mut first) else { return false };
    !executed && remove_back_edge(f, form, latch)
}

/// Whether the count of back edges is zero.
fn is_taken_never(f: &mut FunctionEdit<'_, '_>, form: &LoopForm) -> bool {
    let input = ScevInput::of(f);
    let mut scev = input.analyse(f);
    let max = input.loops.loop_of(form.header).and_then(|one| scev.backedge_taken(one).whole.symbolic_max);
    max.is_some_and(|max| scev.is_zero(max))
}

/// Removes the back edge. The phis of the header stay, with the values of the first iteration.
fn remove_back_edge(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, latch: Block) -> bool {
    let body = f.editor.body();
    let Some(terminator) = body.terminator(latch) else { return false };
    let exit = match *body.inst(terminator) {
        InstData::Br { .. } => None,
        InstData::CondBr { if_true, if_false, .. } => {
            Some(if if_true == form.header { if_false } else { if_true }).filter(|&to| to != form.header)
        }
        // The other edges stay: the back edge leads to a block that is not reached.
        InstData::Switch { .. } => {
            let name = crate::edges::critical_edge_name(body, latch, form.header);
            let edges: Vec<Use> = f.editor.uses().of(form.header.into()).filter(|at| at.user == terminator).collect();
            let [edge] = edges[..] else { return false };
            let Some(between) = f.editor.split_edge(edge, &name) else { return false };
            remove_edge_of_exit(&mut f.editor, form.header, between);
            keep_successor(&mut f.editor, between, None);
            return true;
        }
        _ => return false,
    };
    for _ in successors(&f.editor, latch).iter().filter(|&&to| to == form.header) {
        remove_edge_of_exit(&mut f.editor, form.header, latch);
    }
    keep_successor(&mut f.editor, latch, exit);
    true
}

/// Whether the first iteration may take the back edge; `None` if that is not known.
fn first_iteration(f: &FunctionEdit<'_, '_>, form: &LoopForm, first: &mut HashMap<Value, Value>) -> Option<bool> {
    let editor = &f.editor;
    let (body, module) = (editor.body(), editor.module());
    // For each block of the loop, by its number: the place in the order of visits, whether the iteration reaches the block, and the only
    // successor that the iteration takes, if it is known.
    let mut order = vec![0; form.number_count()];
    let mut is_live = vec![false; form.number_count()];
    let mut target: Vec<Option<Block>> = vec![None; form.number_count()];
    for (place, &block) in form.blocks.iter().enumerate() {
        order[form.number(block)?] = place;
    }
    is_live[form.number(form.header)?] = true;
    for &block in &form.blocks {
        let number = form.number(block)?;
        if !is_live[number] {
            continue;
        }
        for inst in body.insts(block) {
            let get = |v: Value| first.get(&v).copied().unwrap_or(v);
            let value = match *body.inst(inst) {
                InstData::Phi { .. } if block != form.header => {
                    let entries: Option<SmallVec<[(Value, usize); 4]>> = incoming(editor, inst)
                        .into_iter()
                        .map(|(value, from)| Some((value, form.number(from)?)))
                        .collect();
                    let entries = entries?;
                    // The phi of a nested loop has other values in its later iterations.
                    if entries.iter().any(|&(_, from)| order[from] >= order[number]) {
                        continue;
                    }
                    // Poison may be taken for any value.
                    let constants = module.constants();
                    let mut values = entries
                        .iter()
                        .filter(|&&(_, from)| is_live[from] && target[from].is_none_or(|to| to == block))
                        .map(|&(value, _)| get(value))
                        .filter(|&value| !constants.is_poison(value));
                    match values.next() {
                        Some(one) => values.all(|v| v == one).then_some(one),
                        None => Some(constants.poison(body.inst_type(inst))),
                    }
                }
                // The operands are those of every iteration, and `instcombine` found no simpler form.
                InstData::ICmp { lhs, rhs, .. } | InstData::Binary { lhs, rhs, .. }
                    if get(lhs) == lhs && get(rhs) == rhs && is_combined(body, inst) =>
                {
                    None
                }
                InstData::ICmp { predicate, lhs, rhs, .. } => {
                    Query::new(editor, f.additions.function()).simplify_icmp(predicate, get(lhs), get(rhs), 2)
                }
                InstData::Binary { op, flags, fast_math, lhs, rhs } => {
                    let query = Query::new(editor, f.additions.function());
                    query.simplify_binary(op, flags, fast_math, get(lhs), get(rhs), 2)
                }
                InstData::Select { condition, if_true, if_false, .. } => {
                    let chosen = module.constants().as_u64(get(condition));
                    chosen.map(|chosen| get(if chosen == 1 { if_true } else { if_false }))
                }
                InstData::Cast { op, value, .. } => {
                    let value = get(value);
                    value.is_constant().then(|| module.fold_cast(op, value, body.inst_type(inst))).flatten()
                }
                _ => None,
            };
            if let Some(value) = value {
                first.insert(inst.into(), value);
            }
        }
        let terminator = body.terminator(block)?;
        if let InstData::CondBr { condition, if_true, if_false } = *body.inst(terminator) {
            let condition = first.get(&condition).copied().unwrap_or(condition);
            let taken = module.constants().as_u64(condition);
            target[number] = taken.map(|taken| if taken == 1 { if_true } else { if_false });
        }
        let all = successors(editor, block).into_iter().filter(|&to| target[number].is_none_or(|known| known == to));
        all.filter_map(|to| form.number(to)).for_each(|to| is_live[to] = true);
    }
    let latch = form.number(form.latch?)?;
    Some(is_live[latch] && target[latch].is_none_or(|to| to == form.header))
}
