//! `simple-loop-unswitch`: decides before a loop what the loop would decide in each iteration.
//!
//! A trivial condition does not change in the loop and leaves it before the loop has any effect. The preheader branches on it to
//! the exit. Of a condition that combines several values by `and` or `or`, those that do not change are tested before the loop,
//! if they alone can make the loop end. Linear in the loop for each condition, and a loop has at most as many conditions as blocks.
//!
//! For other conditions that do not change, the loop is copied (`nontrivial.rs`), if that is not too expensive.

mod nontrivial;
mod switches;

use lindworm_analysis::{Loop, Loops};
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::BinaryOp;
use lindworm_ir::hash::HashSet;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use crate::edges::{incoming, insert_phi, phis};
use crate::effects::has_side_effects;
use crate::loop_form::LoopForm;
use crate::pass::{FunctionEdit, FunctionPass, LoopPass};
use crate::table::PassOptions;
use crate::value_tracking::Query;
use crate::{Lcssa, LoopSimplify};

const PROF: MetadataKind = MetadataKind::PROF;
const MAKE_IMPLICIT: MetadataKind = crate::known!(b"make.implicit");

/// The maximum number of times that a loop and its copies are copied.
const MAX_COPIES: u32 = 64;

/// Moves conditions out of loops.
#[derive(Clone, Copy, Debug)]
pub struct SimpleLoopUnswitch {
    trivial: bool,
    nontrivial: bool,
    /// The maximum size of what is copied.
    threshold: u32,
    limits: Limits,
}

/// What limits the number of copies.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// Whether the cost of a copy grows with the number of candidates and loops.
    multiplies: bool,
    /// The number of candidates from which the cost of a copy doubles with each further one.
    unscaled_candidates: u32,
    /// What divides the number of neighbours of a loop that is in no other loop.
    top_level_divisor: u32,
    /// The number of blocks of the loop around the loop that doubles the cost of a copy.
    parent_blocks: u32,
}

impl SimpleLoopUnswitch {
    /// Parses the parameters in angle brackets.
    ///
    /// # Errors
    ///
    /// LLVM's message for an unknown parameter.
    pub fn parse(parameters: &str, options: &PassOptions) -> Result<SimpleLoopUnswitch, String> {
        let threshold = options.number("unswitch-threshold").unwrap_or(50);
        let limit = |name, default| options.number(name).unwrap_or(default);
        let limits = Limits {
            multiplies: options.flag("enable-unswitch-cost-multiplier").unwrap_or(true),
            unscaled_candidates: limit("unswitch-num-initial-unscaled-candidates", 8),
            top_level_divisor: limit("unswitch-siblings-toplevel-div", 2).max(1),
            parent_blocks: limit("unswitch-parent-blocks-div", 8).max(1),
        };
        let mut pass = SimpleLoopUnswitch { trivial: true, nontrivial: false, threshold, limits };
        for parameter in parameters.split(';').filter(|p| !p.is_empty()) {
            match parameter {
                "trivial" => pass.trivial = true,
                "no-trivial" => pass.trivial = false,
                "nontrivial" => pass.nontrivial = true,
                "no-nontrivial" => pass.nontrivial = false,
                other => return Err(format!("invalid LoopUnswitch pass parameter '{other}' ")),
            }
        }
        pass.nontrivial |= options.flag("enable-nontrivial-unswitch").unwrap_or(false);
        Ok(pass)
    }
}

impl LoopPass for SimpleLoopUnswitch {
    fn name(&self) -> &'static str {
        "simple-loop-unswitch"
    }

    fn text(&self) -> String {
        let no = |is_on: bool| if is_on { "" } else { "no-" };
        format!("simple-loop-unswitch<{}nontrivial;{}trivial>", no(self.nontrivial), no(self.trivial))
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>, header: Block) -> Option<Block> {
        // Copies of the loop are loops as well.
        let mut pending = vec![header];
        let mut budget = MAX_COPIES;
        while let Some(header) = pending.pop() {
            if !f.editor.body().is_placed(header) || own_loop(&f.analyses.get::<Loops>(&f.editor), header).is_none() {
                continue;
            }
            if self.trivial {
                unswitch_all_trivial(f, header);
            }
            let is_for_size = [AttrKind::OPT_SIZE, AttrKind::MIN_SIZE]
                .into_iter()
                .any(|kind| crate::function_attrs::has(f.editor.module(), f.additions.function(), kind));
            if !self.nontrivial || is_for_size || budget == 0 {
                continue;
            }
            if let Some(copies) = nontrivial::unswitch(f, header, self.threshold, self.limits) {
                budget -= 1;
                pending.extend(copies);
                pending.push(header);
            }
        }
        let is_there = f.editor.body().is_placed(header);
        (is_there && own_loop(&f.analyses.get::<Loops>(&f.editor), header).is_some()).then_some(header)
    }
}

fn unswitch_all_trivial(f: &mut FunctionEdit<'_, '_>, header: Block) {
    let parent = parent_header(f, header);
    let mut moved: HashSet<Block> = HashSet::default();
    while let Some(block) = unswitch_trivial(f, header, &moved) {
        moved.insert(block);
    }
    // The loop may have lost its last way back to the loop around it.
    if !moved.is_empty() && parent_header(f, header) != parent {
        LoopSimplify.run(f);
        Lcssa.run(f);
    }
}

fn own_loop(loops: &Loops, header: Block) -> Option<Loop> {
    loops.loop_of(header).filter(|&one| loops.header(one) == header)
}

/// The header of the loop around the loop with this header.
fn parent_header(f: &mut FunctionEdit<'_, '_>, header: Block) -> Option<Block> {
    let loops = f.analyses.get::<Loops>(&f.editor);
    own_loop(&loops, header).and_then(|one| loops.parent(one)).map(|outer| loops.header(outer))
}

/// A condition that leaves the loop before the loop has effects.
struct Trivial {
    block: Block,
    branch: Inst,
    exit: Block,
    stay: Block,
    leaves_if_true: bool,
    /// The values that do not change in the loop.
    invariants: Vec<Value>,
    is_whole: bool,
}

/// Moves the next trivial condition of a loop, after those of the blocks `moved`. Returns its block.
fn unswitch_trivial(f: &mut FunctionEdit<'_, '_>, header: Block, moved: &HashSet<Block>) -> Option<Block> {
    let form = LoopForm::of(f, header)?;
    let preheader = form.preheader?;
    if !form.has_dedicated_exits(&f.editor) {
        return None;
    }
    let found = match find_trivial(f, &form, moved)? {
        Ok(found) => found,
        Err((block, switch)) => {
            let loops = f.analyses.get::<Loops>(&f.editor);
            let parent = own_loop(&loops, header).and_then(|one| loops.parent(one));
            let is_near = |exit: Block| loops.loop_of(exit) == parent;
            return switches::unswitch(f, &form, block, switch, &is_near).map(|()| block);
        }
    };
    let loops = f.analyses.get::<Loops>(&f.editor);
    let parent = own_loop(&loops, header).and_then(|one| loops.parent(one));
    // A loop that is left to a farther loop would have another parent afterwards.
    if loops.loop_of(found.exit) != parent {
        return None;
    }
    drop(loops);
    apply(f, &form, preheader, &found).then_some(found.block)
}

/// The condition that is evaluated next, if it is trivial and no effect precedes it, or the switch.
fn find_trivial(
    f: &FunctionEdit<'_, '_>,
    form: &LoopForm,
    moved: &HashSet<Block>,
) -> Option<Result<Trivial, (Block, Inst)>> {
    let (editor, body) = (&f.editor, f.editor.body());
    let mut met: HashSet<Block> = HashSet::default();
    let mut block = form.header;
    while form.contains(block) && met.insert(block) {
        let branch = body.terminator(block)?;
        if body.insts(block).any(|inst| inst != branch && has_side_effects(editor, inst)) {
            return None;
        }
        match *body.inst(branch) {
            // Other branches without a condition are left to simplifycfg.
            InstData::Br { dest } if moved.contains(&block) => block = dest,
            InstData::CondBr { condition, if_true, if_false } => {
                return trivial_branch(f, form, block, branch, condition, [if_true, if_false]).map(Ok);
            }
            InstData::Switch { .. } if !moved.contains(&block) => return Some(Err((block, branch))),
            _ => return None,
        }
    }
    None
}

fn trivial_branch(
    f: &FunctionEdit<'_, '_>,
    form: &LoopForm,
    block: Block,
    branch: Inst,
    condition: Value,
    targets: [Block; 2],
) -> Option<Trivial> {
    let editor = &f.editor;
    let leaves_if_true = !form.contains(targets[0]);
    let [exit, stay] = if leaves_if_true { targets } else { [targets[1], targets[0]] };
    if condition.is_constant() || form.contains(exit) || !form.contains(stay) {
        return None;
    }
    let is_whole = form.is_invariant(editor, condition);
    let invariants = if is_whole { vec![condition] } else { invariant_parts(f, form, condition, leaves_if_true) };
    let is_fixed = |phi: Inst| {
        let mut entries = incoming(editor, phi).into_iter().filter(|&(_, from)| from == block);
        entries.all(|(value, _)| form.is_invariant(editor, value))
    };
    let is_plain = |exit: Block| {
        let first = editor.body().first_non_phi(exit);
        first.is_some_and(|inst| !crate::effects::is_pad(editor.body().inst(inst)))
    };
    let is_possible = !invariants.is_empty() && is_plain(exit) && phis(editor, exit).into_iter().all(is_fixed);
    is_possible.then_some(Trivial { block, branch, exit, stay, leaves_if_true, invariants, is_whole })
}

/// The operands of a tree of `or`s, or of `and`s, that do not change in the loop.
fn invariant_parts(f: &FunctionEdit<'_, '_>, form: &LoopForm, root: Value, is_or: bool) -> Vec<Value> {
    let (editor, body) = (&f.editor, f.editor.body());
    let constants = editor.module().constants();
    let operands = |value: Value| -> Option<[Value; 2]> {
        match *body.inst(value.as_inst()?) {
            InstData::Binary { op: BinaryOp::Or, lhs, rhs, .. } if is_or => Some([lhs, rhs]),
            InstData::Binary { op: BinaryOp::And, lhs, rhs, .. } if !is_or => Some([lhs, rhs]),
            InstData::Select { condition, if_true, if_false, .. } => {
                let (short, other) = if is_or { (if_true, if_false) } else { (if_false, if_true) };
                let is_short = constants.as_u64(short) == Some(u64::from(is_or));
                (is_short && editor.type_of(value) == Type::I1).then_some([condition, other])
            }
            _ => None,
        }
    };
    let mut found = Vec::new();
    let mut met: HashSet<Value> = [root].into_iter().collect();
    let mut pending = vec![root];
    while let Some(value) = pending.pop() {
        for operand in operands(value).into_iter().flatten().filter(|operand| !operand.is_constant()) {
            if form.is_invariant(editor, operand) {
                if met.insert(operand) {
                    found.push(operand);
                }
            } else if operands(operand).is_some() && met.insert(operand) {
                pending.push(operand);
            }
        }
    }
    found
}

fn apply(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, preheader: Block, found: &Trivial) -> bool {
    let Some(entry) = f.editor.body().terminator(preheader) else { return false };
    let Some(edge) = f.editor.uses().of(form.header.into()).find(|at| at.user == entry) else { return false };
    let name = [f.editor.body().name(preheader.into()), b".split"].concat();
    let Some(new_preheader) = f.editor.split_edge(edge, &name) else { return false };
    // The exit, or a block behind it if other edges lead there.
    let is_only = found.is_whole && f.editor.single_predecessor(found.exit) == Some(found.block);
    let mut target = found.exit;
    if !is_only {
        let Some(first) = f.editor.body().first_non_phi(found.exit) else { return false };
        let name = [f.editor.body().name(found.exit.into()), b".split"].concat();
        target = f.editor.split_block(first, &name);
    }
    let condition = match found.is_whole {
        true => found.invariants[0],
        false => combined(f, entry, &found.invariants, found.leaves_if_true),
    };
    let (if_true, if_false) = if found.leaves_if_true { (target, new_preheader) } else { (new_preheader, target) };
    let new = f.editor.insert(Point::Before(entry), InstData::CondBr { condition, if_true, if_false }, Type::VOID);
    let body = f.editor.body();
    let (loc, weights) = (body.debug_loc(found.branch), body.attachment(found.branch, PROF));
    f.editor.set_debug_loc(new, loc);
    f.editor.set_attachment(new, PROF, weights);
    if found.is_whole {
        let implicit = f.editor.body().attachment(found.branch, MAKE_IMPLICIT);
        f.editor.set_attachment(new, MAKE_IMPLICIT, implicit);
    }
    f.editor.erase(entry);
    if found.is_whole {
        let jump = f.editor.insert(Point::Before(found.branch), InstData::Br { dest: found.stay }, Type::VOID);
        f.editor.set_debug_loc(jump, loc);
        f.editor.erase(found.branch);
    }
    rewrite_phis(f, preheader, found, target);
    for &invariant in &found.invariants {
        replace_in_loop(f, form, invariant, !found.leaves_if_true);
    }
    true
}

/// The disjunction or the conjunction of values.
fn combined(f: &mut FunctionEdit<'_, '_>, at: Inst, invariants: &[Value], is_or: bool) -> Value {
    let op = if is_or { BinaryOp::Or } else { BinaryOp::And };
    let loc = f.editor.body().debug_loc(at);
    let frozen: Vec<Value> = invariants.iter().map(|&invariant| freeze(f, at, invariant)).collect();
    let joined = frozen.into_iter().reduce(|lhs, rhs| {
        let (flags, fast_math) = Default::default();
        let inst = f.editor.insert(Point::Before(at), InstData::Binary { op, flags, fast_math, lhs, rhs }, Type::I1);
        f.editor.set_debug_loc(inst, loc);
        inst.into()
    });
    joined.unwrap_or_else(|| f.editor.module().constants().poison(Type::I1))
}

/// A value that is neither undef nor poison.
fn freeze(f: &mut FunctionEdit<'_, '_>, at: Inst, value: Value) -> Value {
    let query = Query::new(&f.editor, f.additions.function());
    if query.is_not_poison(value) && query.is_not_undef(value) {
        return value;
    }
    let ty = f.editor.type_of(value);
    let name = [f.editor.body().name(value), b".fr"].concat();
    let loc = f.editor.body().debug_loc(at);
    let inst = f.editor.insert(Point::Before(at), InstData::Freeze { value }, ty);
    f.editor.set_debug_loc(inst, loc);
    if name.len() > b".fr".len() {
        f.editor.set_name(inst.into(), &name);
    }
    inst.into()
}

/// The values of the exit's phis come from the preheader now, or from there too.
fn rewrite_phis(f: &mut FunctionEdit<'_, '_>, preheader: Block, found: &Trivial, target: Block) {
    if target == found.exit {
        for phi in phis(&f.editor, target) {
            let entries = incoming(&f.editor, phi);
            for (operand, _) in (1..).step_by(2).zip(entries).filter(|&(_, (_, from))| from == found.block) {
                f.editor.set_operand(Use { user: phi, operand }, preheader.into());
            }
        }
        return;
    }
    let Some(at) = f.editor.body().first_inst(target) else { return };
    for phi in phis(&f.editor, found.exit) {
        let old: Vec<(Value, Block)> =
            incoming(&f.editor, phi).into_iter().filter(|&(_, from)| from == found.block).collect();
        let Some(&(value, _)) = old.first() else { continue };
        let new = insert_phi(&mut f.editor, Point::BeforeRecords(at), phi, b".split", &[(value, preheader)]);
        f.editor.replace_all(phi.into(), new);
        if let Some(new) = new.as_inst() {
            f.editor.add_incoming(new, phi.into(), found.exit);
        }
        if found.is_whole {
            f.editor.retain_incoming(phi, |_, from| from != found.block);
        }
    }
}

/// Replaces a condition by its value in the loop.
fn replace_in_loop(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, condition: Value, value: bool) {
    let module = f.editor.module();
    let value = module.constants().int(module.context(), Type::I1, u64::from(value));
    let uses: Vec<Use> = f.editor.uses().of(condition).collect();
    for at in uses {
        if f.editor.body().inst_block(at.user).is_some_and(|block| form.contains(block)) {
            f.editor.set_operand(at, value);
        }
    }
}
