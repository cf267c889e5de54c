//! `loop-unroll` and `loop-unroll-full`: replace loops with a small constant number of iterations by their iterations.

use lindworm_analysis::Loops;
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::{Point, ValueMap};
use lindworm_ir::hash::HashSet;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use crate::edges::{erase_unreachable, incoming, merge_into_predecessor, phis, predecessors, remove_edge_of_exit};
use crate::effects::{call_has, is_trivially_dead};
use crate::erase::erase_dead;
use crate::loop_deletion::{has_property, property};
use crate::loop_form::{LoopForm, successors};
use crate::pass::{FunctionEdit, FunctionPass, LoopPass};
use crate::salvage::DebugUsers;
use crate::scalar_evolution::ScevInput;
use crate::value_tracking::Query;
use crate::{LOOP, Lcssa, LoopSimplify};

/// The maximum size of an unrolled loop at `-O2` and below, and at `-O3`.
const THRESHOLDS: [u32; 2] = [150, 300];
/// The maximum size of a loop that a pragma asks to unroll.
const PRAGMA_THRESHOLD: u32 = 16 * 1024;
/// The instructions of an iteration that unrolling saves: the comparison and the branch.
const SAVED: u32 = 2;

/// Unrolls loops completely. Loops whose number of iterations is not a constant stay as they are.
#[derive(Clone, Copy, Debug)]
pub struct LoopUnroll {
    threshold: u32,
    only_when_forced: bool,
    is_full: bool,
}

impl LoopUnroll {
    /// Parses the parameters of `loop-unroll`.
    ///
    /// # Errors
    ///
    /// LLVM's message for an unknown parameter.
    pub fn parse(parameters: &str) -> Result<LoopUnroll, String> {
        let mut pass = LoopUnroll { threshold: THRESHOLDS[0], only_when_forced: false, is_full: false };
        for parameter in parameters.split(';').filter(|p| !p.is_empty()) {
            match parameter.strip_prefix("no-").unwrap_or(parameter) {
                "O0" | "O1" | "O2" => pass.threshold = THRESHOLDS[0],
                "O3" => pass.threshold = THRESHOLDS[1],
                "partial" | "peeling" | "profile-peeling" | "runtime" | "upperbound" => {}
                other if other.starts_with("full-unroll-max=") => {}
                _ => return Err(format!("invalid LoopUnrollPass parameter '{parameter}' ")),
            }
        }
        Ok(pass)
    }

    /// Parses the parameters of `loop-unroll-full`.
    ///
    /// # Errors
    ///
    /// LLVM's message for an unknown parameter.
    pub fn parse_full(parameters: &str) -> Result<LoopUnroll, String> {
        let mut pass = LoopUnroll { threshold: THRESHOLDS[0], only_when_forced: false, is_full: true };
        for parameter in parameters.split(';').filter(|p| !p.is_empty()) {
            match parameter {
                "O0" | "O1" | "O2" => {}
                "O3" => pass.threshold = THRESHOLDS[1],
                "only-when-forced" => pass.only_when_forced = true,
                other => return Err(format!("invalid LoopFullUnrollPass parameter '{other}' ")),
            }
        }
        Ok(pass)
    }
}

impl LoopPass for LoopUnroll {
    fn name(&self) -> &'static str {
        "loop-unroll-full"
    }

    fn class(&self) -> &'static str {
        "LoopFullUnrollPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>, header: Block) -> Option<Block> {
        match unroll(self, f, header) {
            true => None,
            false => Some(header),
        }
    }
}

impl FunctionPass for LoopUnroll {
    fn name(&self) -> &'static str {
        if self.is_full { "loop-unroll-full" } else { "loop-unroll" }
    }

    fn class(&self) -> &'static str {
        "LoopUnrollPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        LoopSimplify.run(f);
        Lcssa.run(f);
        let loops = f.analyses.get::<Loops>(&f.editor);
        let headers: Vec<Block> = loops.iter().rev().map(|one| loops.header(one)).collect();
        drop(loops);
        for header in headers {
            if f.editor.body().is_placed(header) {
                unroll(self, f, header);
            }
        }
    }
}

/// The size of the loop in instructions; `None` if it must not be copied.
fn size(f: &FunctionEdit<'_, '_>, form: &LoopForm) -> Option<u32> {
    let (body, module) = (f.editor.body(), f.editor.module());
    let mut size = 0u32;
    for &block in &form.blocks {
        if f.additions.is_address_taken(block) {
            return None;
        }
        for inst in body.insts(block) {
            let data = body.inst(inst);
            if matches!(data, InstData::IndirectBr { .. } | InstData::CallBr { .. })
                || body.inst_type(inst) == Type::TOKEN
            {
                return None;
            }
            size += match data {
                InstData::Phi { .. } | InstData::Br { .. } => 0,
                InstData::GetElementPtr { operands, .. } => {
                    u32::from(!body.list_values(operands)[1..].iter().all(|v| v.is_constant()))
                }
                InstData::Binary { op, .. } if op.is_int_div_rem() => 4,
                _ => match data.call_info() {
                    Some(call) => {
                        let has = |kind| call_has(module, call, kind);
                        if has(AttrKind::NO_DUPLICATE) || has(AttrKind::CONVERGENT) {
                            return None;
                        }
                        let is_intrinsic = module.callee(call.callee).is_some_and(|f| f.intrinsic.is_some());
                        if is_intrinsic { 1 } else { 1 + body.call_args(call).len() as u32 }
                    }
                    None => 1,
                },
            };
        }
    }
    Some(size.max(SAVED + 1))
}

/// Unrolls a loop completely, if it is small. Returns whether it did.
fn unroll(pass: &LoopUnroll, f: &mut FunctionEdit<'_, '_>, header: Block) -> bool {
    let Some(form) = LoopForm::of(f, header) else { return false };
    let (Some(_), Some(latch)) = (form.preheader, form.latch) else { return false };
    if !form.has_dedicated_exits(&f.editor) {
        return false;
    }
    let module = f.editor.module();
    let id = f.editor.body().terminator(latch).and_then(|branch| f.editor.body().attachment(branch, LOOP));
    let has = |name: &[u8]| id.is_some_and(|id| has_property(module, id, name));
    let is_forced = has(b"llvm.loop.unroll.enable") || has(b"llvm.loop.unroll.full");
    if has(b"llvm.loop.unroll.disable") || pass.only_when_forced && !is_forced {
        return false;
    }
    if id.is_some_and(|id| property(module, id, b"llvm.loop.unroll.count").is_some()) {
        return false;
    }
    let Some(size) = size(f, &form) else { return false };
    let Some((count, exiting)) = constant_count(f, header) else { return false };
    let threshold = if is_forced { PRAGMA_THRESHOLD } else { pass.threshold };
    let total = u64::from(size - SAVED) * (u64::from(count) + 1) + u64::from(SAVED);
    if total >= u64::from(threshold) {
        return false;
    }
    copy_iterations(f, &form, latch, exiting, count);
    true
}

/// How often the back edge is taken, and the exit that is left first of those whose count is a constant.
fn constant_count(f: &mut FunctionEdit<'_, '_>, header: Block) -> Option<(u32, Block)> {
    let input = ScevInput::of(f);
    let mut scev = input.analyse(f);
    let taken = scev.backedge_taken(input.loops.loop_of(header)?);
    let counts = taken
        .exits
        .iter()
        .filter_map(|&(block, count)| Some((u32::try_from(scev.as_constant(count.exact?)?.to_u64()?).ok()?, block)));
    counts.min_by_key(|&(count, _)| count)
}

/// Replaces the loop by `count + 1` copies of its blocks. The last one leaves through `exiting`.
fn copy_iterations(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, latch: Block, exiting: Block, count: u32) {
    let Some(preheader) = form.preheader else { return };
    let header_phis = phis(&f.editor, form.header);
    let entry = |f: &FunctionEdit<'_, '_>, phi: Inst, source: Block| {
        incoming(&f.editor, phi).into_iter().find(|&(_, from)| from == source).map(|(value, _)| value)
    };
    let starts: Vec<Value> = header_phis.iter().filter_map(|&phi| entry(f, phi, preheader)).collect();
    let nexts: Vec<Value> = header_phis.iter().filter_map(|&phi| entry(f, phi, latch)).collect();
    let names: Vec<(Value, Vec<u8>)> = named_values(f, form);
    // The entries of the exits' phis, by the original blocks.
    let exit_phis: Vec<(Inst, Vec<(Value, Block)>)> =
        form.exits.iter().flat_map(|&exit| phis(&f.editor, exit)).map(|phi| (phi, incoming(&f.editor, phi))).collect();
    let mut maps: Vec<ValueMap> = vec![ValueMap::default()];
    let mut last = latch;
    for iteration in 1..=count {
        let mut map = ValueMap::default();
        f.editor.clone_blocks(last, &form.blocks, &mut map);
        for (value, name) in &names {
            let copy = map.get(*value);
            if copy != *value {
                let name = [&name[..], b".", iteration.to_string().as_bytes()].concat();
                f.editor.set_name(copy, &name);
            }
        }
        last = form.blocks.last().and_then(|&block| map.block(block)).unwrap_or(last);
        for (phi, entries) in &exit_phis {
            for &(value, from) in entries {
                if let Some(copy) = map.block(from) {
                    let value = map.get(value);
                    f.editor.add_incoming(*phi, value, copy);
                }
            }
        }
        maps.push(map);
    }
    // A phi of the header has the value of the iteration before.
    for iteration in (1..maps.len()).rev() {
        for (&phi, &next) in header_phis.iter().zip(&nexts) {
            let Some(copy) = maps[iteration].get(phi.into()).as_inst() else { continue };
            let value = maps[iteration - 1].get(next);
            f.editor.replace_all(copy.into(), value);
            f.editor.erase(copy);
        }
    }
    for (&phi, &start) in header_phis.iter().zip(&starts) {
        f.editor.replace_all(phi.into(), start);
        f.editor.erase(phi);
    }
    redirect(f, form, latch, exiting, &maps);
    clean_up(f, form, &maps);
}

/// The blocks and instructions of the loop that have names.
fn named_values(f: &FunctionEdit<'_, '_>, form: &LoopForm) -> Vec<(Value, Vec<u8>)> {
    let body = f.editor.body();
    let mut found = Vec::new();
    for &block in &form.blocks {
        let insts = body.insts(block).map(Value::from);
        for value in std::iter::once(Value::from(block)).chain(insts) {
            if !body.name(value).is_empty() {
                found.push((value, body.name(value).to_vec()));
            }
        }
    }
    found
}

/// Makes the back edge of each iteration lead to the next one, and the counted branch unconditional.
fn redirect(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, latch: Block, exiting: Block, maps: &[ValueMap]) {
    let block_in = |map: &ValueMap, block: Block| map.block(block).unwrap_or(block);
    for (iteration, map) in maps.iter().enumerate() {
        let is_last = iteration + 1 == maps.len();
        let from = block_in(map, exiting);
        let own_header = block_in(map, form.header);
        let own_latch = block_in(map, latch);
        let next = maps.get(iteration + 1).map(|next| block_in(next, form.header));
        // The counted branch.
        let (inside, outside): (Vec<Block>, Vec<Block>) =
            successors(&f.editor, from).into_iter().partition(|&to| !form.exits.contains(&to));
        let (Some(&stay), Some(&leave)) = (inside.first(), outside.first()) else { continue };
        let target = if is_last { leave } else { stay };
        if !is_last {
            remove_edge_of_exit(&mut f.editor, leave, from);
        }
        replace_branch(f, from, target);
        // The back edge.
        let Some(branch) = f.editor.body().terminator(own_latch) else { continue };
        let edges: Vec<_> = f.editor.uses().of(own_header.into()).filter(|at| at.user == branch).collect();
        match next {
            Some(next) => edges.into_iter().for_each(|edge| f.editor.set_operand(edge, next.into())),
            None if own_latch != from => {
                // The last iteration leaves before the latch.
                for exit in successors(&f.editor, own_latch).into_iter().filter(|to| form.exits.contains(to)) {
                    remove_edge_of_exit(&mut f.editor, exit, own_latch);
                }
                let stop = InstData::Unreachable;
                f.editor.insert(Point::Before(branch), stop, Type::VOID);
                f.editor.erase(branch);
            }
            None => {}
        }
        if f.editor.body().inst_block(branch).is_some() {
            f.editor.set_attachment(branch, LOOP, None);
        }
    }
}

fn replace_branch(f: &mut FunctionEdit<'_, '_>, block: Block, dest: Block) {
    let Some(old) = f.editor.body().terminator(block) else { return };
    let loc = f.editor.body().debug_loc(old);
    let new = f.editor.insert(Point::Before(old), InstData::Br { dest }, Type::VOID);
    f.editor.set_debug_loc(new, loc);
    f.editor.erase(old);
}

/// Erases blocks that are not reached any more, merges the others, and simplifies their instructions.
fn clean_up(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, maps: &[ValueMap]) {
    let copies: Vec<Block> =
        maps.iter().flat_map(|map| form.blocks.iter().map(|&block| map.block(block).unwrap_or(block))).collect();
    let mine: HashSet<Block> = copies.iter().copied().collect();
    let mut reached: HashSet<Block> = HashSet::default();
    let mut pending = vec![form.header];
    while let Some(block) = pending.pop() {
        if mine.contains(&block) && reached.insert(block) {
            pending.extend(successors(&f.editor, block));
        }
    }
    let dead: Vec<Block> = copies.iter().copied().filter(|block| !reached.contains(block)).collect();
    let gone: HashSet<Block> = dead.iter().copied().collect();
    if form.exits.iter().any(|&exit| predecessors(&f.editor, exit).iter().all(|from| gone.contains(from))) {
        // No iteration leaves through this exit: blocks behind the exit may be unreachable, too.
        erase_unreachable(f);
    } else {
        f.editor.erase_blocks(&dead);
    }
    let mut debug_users = DebugUsers::of(f);
    let mut unused = Vec::new();
    for &block in copies.iter().filter(|block| reached.contains(block)) {
        let insts: Vec<Inst> = f.editor.body().insts(block).collect();
        for inst in insts {
            let query = Query::new(&f.editor, f.additions.function());
            if !f.editor.uses().is_unused(inst.into())
                && let Some(value) = query.simplify(inst)
            {
                f.editor.replace_all(inst.into(), value);
            }
            if is_trivially_dead(&f.editor, inst) {
                unused.push(inst);
            }
        }
    }
    erase_dead(f, &mut debug_users, unused);
    for &block in copies.iter().filter(|&&block| reached.contains(&block) && block != form.header) {
        if f.editor.body().is_placed(block) {
            merge_into_predecessor(&mut f.editor, block);
        }
    }
}
