//! `loop-rotate`: turns loops that test at the top into loops that test at the bottom, with a copy of the test before the loop.

mod debug_values;

use lindworm_analysis::Loops;
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::{Editor, Point};
use lindworm_ir::eval::{BinaryOp, FastMathFlags};
use lindworm_ir::hash::HashMap;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use crate::LOOP;
use crate::edges::{critical_edge_name, incoming, merge_into_predecessor, phis, predecessors, remove_edge_of_exit};
use crate::effects::{call_has, may_read, may_write};
use crate::loop_form::LoopForm;
use crate::pass::{FunctionEdit, LoopPass};
use crate::ssa::Definitions;
use crate::table::PassOptions;
use crate::value_tracking::Query;

/// The maximum cost of a header that is copied.
const MAX_HEADER_COST: u32 = 16;

/// Rotates loops.
#[derive(Clone, Copy, Debug)]
pub struct LoopRotate {
    /// Whether headers are copied. Otherwise only the latch is folded into the block that leaves the loop.
    pub duplicates_headers: bool,
    /// Whether headers with calls that may be inlined by link-time optimization stay as they are.
    pub prepares_for_lto: bool,
}

impl Default for LoopRotate {
    fn default() -> Self {
        LoopRotate { duplicates_headers: true, prepares_for_lto: false }
    }
}

impl LoopRotate {
    /// Parses the parameters in angle brackets.
    ///
    /// # Errors
    ///
    /// LLVM's message for an unknown parameter.
    pub fn parse(parameters: &str, options: &PassOptions) -> Result<LoopRotate, String> {
        let mut pass = LoopRotate::default();
        for parameter in parameters.split(';').filter(|p| !p.is_empty()) {
            match parameter {
                "header-duplication" => pass.duplicates_headers = true,
                "no-header-duplication" => pass.duplicates_headers = false,
                "prepare-for-lto" => pass.prepares_for_lto = true,
                "no-prepare-for-lto" => pass.prepares_for_lto = false,
                "check-exit-count" | "no-check-exit-count" => {}
                other => return Err(format!("invalid LoopRotate pass parameter '{other}' ")),
            }
        }
        pass.prepares_for_lto |= options.flag("rotation-prepare-for-lto").unwrap_or(false);
        Ok(pass)
    }
}

impl LoopPass for LoopRotate {
    fn name(&self) -> &'static str {
        "loop-rotate"
    }

    fn class(&self) -> &'static str {
        "LoopRotatePass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>, header: Block) -> Option<Block> {
        let mut form = LoopForm::of(f, header)?;
        let id = form.latch.and_then(|latch| f.editor.body().attachment(f.editor.body().terminator(latch)?, LOOP));
        let folded = fold_latch(f, &form);
        if folded {
            form = LoopForm::of(f, header)?;
        }
        let is_kept = self.prepares_for_lto && has_inline_candidate(f, header);
        let new_header = match self.duplicates_headers && !is_kept {
            true => rotate(f, &form, folded),
            false => None,
        };
        if let (Some(id), true) = (id, folded || new_header.is_some()) {
            let form = LoopForm::of(f, new_header.unwrap_or(header))?;
            let branch = form.latch.and_then(|latch| f.editor.body().terminator(latch));
            branch.into_iter().for_each(|branch| f.editor.set_attachment(branch, LOOP, Some(id)));
        }
        Some(new_header.unwrap_or(header))
    }
}

/// Folds a latch of a few cheap instructions into its only predecessor, if that leaves the loop: it becomes the latch.
fn fold_latch(f: &mut FunctionEdit<'_, '_>, form: &LoopForm) -> bool {
    let Some(latch) = form.latch else { return false };
    let body = f.editor.body();
    let Some(jump) = body.terminator(latch).filter(|&t| matches!(body.inst(t), InstData::Br { .. })) else {
        return false;
    };
    let Some(from) = f.editor.single_predecessor(latch).filter(|&from| form.is_exiting(from)) else { return false };
    let Some(branch) = body.terminator(from) else { return false };
    if latch == from
        || latch == form.header
        || f.additions.is_address_taken(latch)
        || !matches!(body.inst(branch), InstData::CondBr { .. })
        || !is_cheap_increment(f, form, latch)
    {
        return false;
    }
    // Phis of a block with one predecessor have one value.
    for phi in phis(&f.editor, latch) {
        let Some(value) = f.editor.body().operand(phi, 0) else { return false };
        f.editor.replace_all(phi.into(), value);
        f.editor.erase(phi);
    }
    let editor = &mut f.editor;
    while let Some(inst) = editor.body().first_inst(latch).filter(|&inst| inst != jump) {
        editor.move_inst(inst, Point::Before(branch));
    }
    editor.replace_incoming(latch, from);
    let loops = f.analyses.get::<Loops>(editor);
    let edges: Vec<Use> = editor.uses().of(latch.into()).collect();
    for edge in edges {
        editor.set_operand(edge, form.header.into());
    }
    // The latch is in no loop as soon as it is erased.
    f.analyses.amend(loops, editor, |_| {});
    editor.erase_blocks(&[latch]);
    true
}

/// Whether the latch has only casts, at most one cheap operation, and no effects.
fn is_cheap_increment(f: &FunctionEdit<'_, '_>, form: &LoopForm, latch: Block) -> bool {
    let body = f.editor.body();
    let query = Query::new(&f.editor, f.additions.function());
    let has_many_exits = form.exiting.len() != 1;
    let mut has_increment = false;
    for inst in body.insts(latch).filter(|&inst| !body.inst(inst).is_terminator()) {
        let operands = match body.inst(inst) {
            InstData::Phi { .. } => continue,
            InstData::Cast { op, .. } => {
                use lindworm_ir::eval::CastOp;
                if !matches!(op, CastOp::Trunc | CastOp::ZExt | CastOp::SExt) {
                    return false;
                }
                continue;
            }
            InstData::GetElementPtr { operands, .. } => {
                let operands = body.list_values(operands);
                if !operands[1..].iter().all(|v| v.is_constant()) {
                    return false;
                }
                [operands[0], operands[0]]
            }
            InstData::Binary { op, lhs, rhs, .. } => {
                use BinaryOp::*;
                if !matches!(op, Add | Sub | And | Or | Xor | Shl | LShr | AShr) {
                    return false;
                }
                [*lhs, *rhs]
            }
            _ => return false,
        };
        let Some(variable) = operands.into_iter().find(|v| v.is_local()) else { return false };
        let is_outside = |at: Use| body.inst_block(at.user).is_none_or(|block| !form.contains(block));
        if has_many_exits && f.editor.uses().of(variable).any(is_outside) || has_increment || !query.can_speculate(inst)
        {
            return false;
        }
        has_increment = true;
    }
    true
}

/// Whether a block calls a function that may be inlined.
fn has_inline_candidate(f: &FunctionEdit<'_, '_>, block: Block) -> bool {
    let (body, module) = (f.editor.body(), f.editor.module());
    body.insts(block).filter_map(|inst| body.inst(inst).call_info()).any(|call| {
        let is_real = module.callee(call.callee).is_some_and(|callee| callee.intrinsic.is_none());
        is_real && !call_has(module, call, AttrKind::NO_INLINE)
    })
}

/// The cost of copying the header; `None` if it must not be copied.
fn header_cost(f: &FunctionEdit<'_, '_>, header: Block) -> Option<u32> {
    let (body, module) = (f.editor.body(), f.editor.module());
    let mut cost = 0;
    for inst in body.insts(header) {
        cost += match body.inst(inst) {
            InstData::Phi { .. } | InstData::CondBr { .. } | InstData::ExtractValue { .. } => 0,
            InstData::GetElementPtr { operands, .. } => {
                u32::from(!body.list_values(operands)[1..].iter().all(|v| v.is_constant()))
            }
            InstData::Binary { op, .. } if op.is_int_div_rem() => 4,
            data => match data.call_info() {
                Some(call) => {
                    if call_has(module, call, AttrKind::NO_DUPLICATE) || call_has(module, call, AttrKind::CONVERGENT) {
                        return None;
                    }
                    let is_intrinsic = module.callee(call.callee).is_some_and(|f| f.intrinsic.is_some());
                    if is_intrinsic { 1 } else { 1 + body.call_args(call).len() as u32 }
                }
                None => 1,
            },
        };
        if cost > MAX_HEADER_COST || body.inst_type(inst) == Type::TOKEN {
            return None;
        }
    }
    Some(cost)
}

/// Whether rotation pays although the latch leaves the loop: some phi of the header is used only in the exit of the header.
fn is_profitable(editor: &Editor<'_>, header: Block, exit: Block) -> bool {
    phis(editor, header)
        .into_iter()
        .any(|phi| editor.uses().of(phi.into()).all(|at| editor.body().inst_block(at.user) == Some(exit)))
}

/// Rotates a loop once. Returns the new header.
fn rotate(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, folded: bool) -> Option<Block> {
    let header = form.header;
    let body = f.editor.body();
    let branch = body.terminator(header)?;
    let InstData::CondBr { if_true, if_false, .. } = *body.inst(branch) else { return None };
    let latch = form.latch?;
    if form.blocks.len() == 1 || !form.is_exiting(header) || if_true == if_false {
        return None;
    }
    let (exit, new_header) = if form.contains(if_true) { (if_false, if_true) } else { (if_true, if_false) };
    if form.contains(exit) || new_header == header {
        return None;
    }
    if form.is_exiting(latch) && !folded && !is_profitable(&f.editor, header, exit) {
        return None;
    }
    header_cost(f, header)?;
    let preheader = form.preheader?;
    if !form.has_dedicated_exits(&f.editor) || f.editor.single_predecessor(new_header) != Some(header) {
        return None;
    }
    let entry = f.editor.body().terminator(preheader)?;
    let loops = f.analyses.get::<Loops>(&f.editor);
    let own = loops.loop_of(header)?;
    let map = copy_header(f, form, preheader, entry);
    let first_new = f.editor.body().inst_count();
    for to in [exit, new_header] {
        for phi in phis(&f.editor, to) {
            let value = incoming(&f.editor, phi).into_iter().find(|&(_, from)| from == header).map(|(value, _)| value);
            let Some(value) = value else { continue };
            let mapped = map.get(&value).copied().unwrap_or(value);
            f.editor.add_incoming(phi, mapped, preheader);
        }
    }
    f.editor.erase(entry);
    // The header is not entered from outside any more.
    for phi in phis(&f.editor, header) {
        f.editor.retain_incoming(phi, |_, from| from != preheader);
    }
    // The loop has the same blocks as before.
    f.analyses.amend(loops, &f.editor, |loops| loops.set_header(own, new_header));
    rewrite_uses(f, form, preheader, &map);
    debug_values::describe_phis(f, form, |phi| cranelift_entity::EntityRef::index(phi) >= first_new);
    let copied = f.editor.body().terminator(preheader)?;
    let constant = match *f.editor.body().inst(copied) {
        InstData::CondBr { condition, if_true, if_false } => {
            f.editor.module().constants().as_u64(condition).map(|one| if one == 1 { if_true } else { if_false })
        }
        _ => None,
    };
    if constant == Some(new_header) {
        // The loop is entered always.
        let loops = f.analyses.get::<Loops>(&f.editor);
        remove_edge_of_exit(&mut f.editor, exit, preheader);
        let loc = f.editor.body().debug_loc(copied);
        let jump = f.editor.insert(Point::Before(copied), InstData::Br { dest: new_header }, Type::VOID);
        f.editor.set_debug_loc(jump, loc);
        f.editor.erase(copied);
        f.analyses.amend(loops, &f.editor, |_| {});
    } else {
        let name = [f.editor.body().name(new_header.into()), b".lr.ph"].concat();
        let has_name = name.len() > b".lr.ph".len();
        split_edge(f, preheader, new_header, if has_name { &name } else { b".lr.ph" });
        let loops = f.analyses.get::<Loops>(&f.editor);
        let sources = predecessors(&f.editor, exit);
        for from in sources {
            let body = f.editor.body();
            let is_plain = matches!(
                body.terminator(from).map(|t| body.inst(t)),
                Some(
                    InstData::CondBr { .. }
                        | InstData::Switch { .. }
                        | InstData::Invoke { .. }
                        | InstData::CallBr { .. }
                )
            );
            let leaves = form.contains(from) || loops.loop_of(from).is_some_and(|one| !loops.contains(one, exit));
            if !leaves || !is_plain || predecessors(&f.editor, exit).len() < 2 {
                continue;
            }
            let name = critical_edge_name(f.editor.body(), from, exit);
            if let Some(new) = split_edge(f, from, exit, &name) {
                close_split_exit(&mut f.editor, from, new, exit);
                if let Some(before) = f.editor.body().prev_block(exit) {
                    f.editor.move_block_after(new, before);
                }
            }
        }
    }
    let before = f.editor.single_predecessor(header);
    if merge_into_predecessor(&mut f.editor, header)
        && let Some(before) = before.filter(|_| f.editor.body().has_debug_records())
    {
        crate::redundant_dbg::remove_in_block(f, before);
    }
    Some(new_header)
}

fn split_edge(f: &mut FunctionEdit<'_, '_>, from: Block, to: Block, name: &[u8]) -> Option<Block> {
    let terminator = f.editor.body().terminator(from)?;
    let edge = f.editor.uses().of(to.into()).find(|at| at.user == terminator)?;
    f.editor.split_edge(edge, name)
}

/// Inserts the phis of loop-closed form in a block on an exit edge.
fn close_split_exit(editor: &mut Editor<'_>, from: Block, new: Block, exit: Block) {
    let mut point = editor.body().first_inst(new);
    for phi in phis(editor, exit) {
        let count = editor.body().operand_count(phi);
        for place in (1..count).step_by(2) {
            if editor.body().operand(phi, place) != Some(new.into()) {
                continue;
            }
            let (Some(value), Some(at)) = (editor.body().operand(phi, place - 1), point) else { continue };
            let list = editor.list(&[value, from.into()]);
            let data = InstData::Phi { incoming: list, fast_math: FastMathFlags::empty() };
            let closed = editor.insert(Point::BeforeRecords(at), data, editor.body().inst_type(phi));
            editor.set_name(closed.into(), b"split");
            editor.set_operand(Use { user: phi, operand: place as u32 - 1 }, closed.into());
            // In the order of the phis of the exit.
            point = editor.body().next_inst(closed);
        }
    }
}

/// Copies or hoists the instructions of the header to the end of the preheader. Returns the value of each in the preheader.
fn copy_header(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, preheader: Block, entry: Inst) -> HashMap<Value, Value> {
    let mut map: HashMap<Value, Value> = HashMap::default();
    let insts: Vec<Inst> = f.editor.body().insts(form.header).collect();
    let said_before = debug_values::said_before(f, entry);
    let mut copied_records = 0;
    for inst in insts {
        let data = *f.editor.body().inst(inst);
        if let InstData::Phi { .. } = data {
            let start = incoming(&f.editor, inst).into_iter().find(|&(_, from)| from == preheader);
            if let Some((value, _)) = start {
                map.insert(inst.into(), value);
            }
            continue;
        }
        copied_records = debug_values::copy(f, inst, copied_records, entry, &map, &said_before);
        let is_hoisted = !data.is_terminator()
            && !matches!(data, InstData::Alloca { .. })
            && !may_read(&f.editor, inst)
            && !may_write(&f.editor, inst)
            && !crate::effects::may_throw(&f.editor, inst)
            && form.has_invariant_operands(&f.editor, inst);
        if is_hoisted {
            f.editor.move_inst(inst, Point::Before(entry));
            continue;
        }
        copied_records = 0;
        let copy = f.editor.clone_inst(inst, Point::Before(entry));
        let mut operands: Vec<Value> = Vec::new();
        f.editor.body().inst(copy).for_each_operand(f.editor.body().values(), |v| operands.push(v));
        operands.iter_mut().for_each(|v| *v = map.get(v).copied().unwrap_or(*v));
        f.editor.set_operands(copy, &operands);
        if data.is_terminator() {
            f.editor.set_attachment(copy, LOOP, None);
            continue;
        }
        let query = Query::new(&f.editor, f.additions.function());
        let simple = query.simplify(copy).filter(|v| v.as_inst().is_none_or(|_| is_available(f, *v, preheader)));
        map.insert(inst.into(), simple.unwrap_or(copy.into()));
        if simple.is_some() && !crate::effects::has_side_effects(&f.editor, copy) {
            f.editor.erase(copy);
            continue;
        }
        let name = f.editor.body().name(inst.into()).to_vec();
        if !name.is_empty() {
            f.editor.set_name(copy.into(), &name);
        }
    }
    map
}

/// Whether a replacement keeps the loop-closed form: it is defined in the preheader or in a loop around it.
fn is_available(f: &mut FunctionEdit<'_, '_>, value: Value, preheader: Block) -> bool {
    let Some(block) = value.as_inst().and_then(|inst| f.editor.body().inst_block(inst)) else { return true };
    let loops = f.analyses.get::<Loops>(&f.editor);
    loops.loop_of(block).is_none_or(|one| loops.contains(one, preheader))
}

/// Values of the header have two definitions now, the copy in the preheader and the one in the header.
fn rewrite_uses(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, preheader: Block, map: &HashMap<Value, Value>) {
    let header = form.header;
    let places = form.places(&f.editor, preheader);
    let place = |block| places.get(&block).copied().unwrap_or(0);
    let insts: Vec<Inst> = f.editor.body().insts(header).collect();
    let debug_users = debug_values::users(f, form);
    for inst in insts {
        let Some(&start) = map.get(&inst.into()) else { continue };
        let described = debug_users.get(&inst.into()).map_or(&[][..], |records| records);
        let mut uses = Vec::new();
        let all: Vec<Use> = f.editor.uses().of(inst.into()).collect();
        for at in all {
            let is_phi = matches!(f.editor.body().inst(at.user), InstData::Phi { .. });
            let block = f.editor.body().inst_block(at.user);
            if !is_phi && block == Some(header) {
                continue;
            }
            if !is_phi && block == Some(preheader) {
                f.editor.set_operand(at, start);
                continue;
            }
            uses.push(at);
        }
        if uses.is_empty() && described.is_empty() {
            continue;
        }
        let ty = f.editor.body().inst_type(inst);
        let name = f.editor.body().name(inst.into()).to_vec();
        let of_block = [(header, inst.into()), (preheader, start)].into_iter().collect();
        let reaching = Definitions { place: &place, of_block, ty, name }.rewrite(&mut f.editor, &uses);
        for &(record, block) in described {
            let poison = || f.editor.module().constants().poison(ty);
            let value = reaching.get(&block).copied().unwrap_or_else(poison);
            debug_values::set_location(f, record, value);
        }
    }
}
