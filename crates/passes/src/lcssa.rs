//! `lcssa`: puts loops into [loop-closed SSA](https://llvm.org/docs/LoopTerminology.html#loop-closed-ssa-lcssa) form. Values
//! defined in a loop are used outside only by phis in its exit blocks.

use std::sync::Arc;

use cranelift_entity::SecondaryMap;
use lindworm_analysis::{Cfg, DominatorTree, Loop, Loops};
use lindworm_ir::body::{DebugRecord, DebugRecordData};
use lindworm_ir::editor::Point;
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use crate::pass::{FunctionEdit, FunctionPass};
use crate::ssa::{Definitions, use_block};

/// Inserts phis in the exit blocks of loops for values that are used outside the loop.
pub struct Lcssa;

impl FunctionPass for Lcssa {
    fn name(&self) -> &'static str {
        "lcssa"
    }

    fn class(&self) -> &'static str {
        "LCSSAPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let mut closing = Closing::new(f);
        for one in closing.loops.clone().iter().rev() {
            closing.close(f, one);
        }
        for phi in closing.unused {
            if f.editor.uses().is_unused(phi.into()) {
                f.editor.erase(phi);
            }
        }
    }
}

struct Closing {
    cfg: Arc<Cfg>,
    dominators: Arc<DominatorTree>,
    loops: Arc<Loops>,
    /// The reverse post-order numbers of blocks.
    places: SecondaryMap<Block, u32>,
    /// The exit blocks of each loop, in the order of the exiting blocks.
    exits: SecondaryMap<Loop, Vec<Block>>,
    /// The blocks of each loop that are in no inner loop.
    own_blocks: SecondaryMap<Loop, Vec<Block>>,
    /// The `#dbg_value`s of each value, each with its block.
    records: HashMap<Inst, Vec<(DebugRecord, Block)>>,
    unused: Vec<Inst>,
}

impl Closing {
    fn new(f: &mut FunctionEdit<'_, '_>) -> Closing {
        let cfg = f.analyses.get::<Cfg>(&f.editor);
        let dominators = f.analyses.get::<DominatorTree>(&f.editor);
        let loops = f.analyses.get::<Loops>(&f.editor);
        let mut exits: SecondaryMap<Loop, Vec<Block>> = SecondaryMap::new();
        let mut own_blocks: SecondaryMap<Loop, Vec<Block>> = SecondaryMap::new();
        let mut known: HashSet<(Loop, Block)> = HashSet::default();
        let mut places: SecondaryMap<Block, u32> = SecondaryMap::new();
        for (place, &block) in (0..).zip(cfg.reverse_postorder()) {
            places[block] = place;
            let home = loops.loop_of(block);
            home.into_iter().for_each(|one| own_blocks[one].push(block));
            for &to in cfg.successors(block) {
                let mut left = home;
                while let Some(one) = left.filter(|&one| !loops.contains(one, to)) {
                    if known.insert((one, to)) {
                        exits[one].push(to);
                    }
                    left = loops.parent(one);
                }
            }
        }
        let records = records(f);
        Closing { cfg, dominators, loops, places, exits, own_blocks, records, unused: Vec::new() }
    }

    fn close(&mut self, f: &mut FunctionEdit<'_, '_>, one: Loop) {
        if self.exits[one].is_empty() {
            return;
        }
        // A value in a block that dominates no exit cannot be used outside the loop.
        let mut dominates_exit: HashSet<Block> = HashSet::default();
        for &exit in &self.exits[one] {
            let mut next = self.dominators.idom(exit);
            while let Some(block) = next.filter(|&block| self.loops.contains(one, block)) {
                // Values of inner loops already have phis.
                let mut inner = self.loops.loop_of(block).filter(|&inner| inner != one);
                while let Some(outer) = inner.and_then(|inner| self.loops.parent(inner)).filter(|&outer| outer != one) {
                    inner = Some(outer);
                }
                let last = inner.map_or(block, |inner| self.loops.header(inner));
                if !dominates_exit.insert(last) {
                    break;
                }
                next = self.dominators.idom(last);
            }
        }
        let mut pending: Vec<Inst> = Vec::new();
        for &block in self.own_blocks[one].iter().filter(|block| dominates_exit.contains(block)) {
            for inst in f.editor.body().insts(block) {
                let ty = f.editor.body().inst_type(inst);
                if ty != Type::VOID && ty != Type::TOKEN && !f.editor.uses().is_unused(inst.into()) {
                    pending.push(inst);
                }
            }
        }
        while let Some(inst) = pending.pop() {
            self.close_value(f, inst, &mut pending);
        }
    }

    /// Inserts phis for a value in the exits of its loop. New phis that are in another loop and used are added to `pending`.
    fn close_value(&mut self, f: &mut FunctionEdit<'_, '_>, inst: Inst, pending: &mut Vec<Inst>) {
        let Some(block) = f.editor.body().inst_block(inst) else { return };
        let Some(one) = self.loops.loop_of(block) else { return };
        let is_dead = |at: &Use| {
            let place = f.editor.body().inst_block(at.user);
            place.is_none_or(|place| !self.dominators.is_reachable(place))
        };
        let is_outside = |at: &Use| {
            let place = use_block(&f.editor, *at);
            place.is_some_and(|place| place != block && !self.loops.contains(one, place))
        };
        let found = f.editor.uses().of(inst.into()).filter(|at| is_dead(at) || is_outside(at));
        let (dead, mut uses): (Vec<Use>, Vec<Use>) = found.partition(is_dead);
        let ty = f.editor.body().inst_type(inst);
        for at in dead {
            let poison = f.editor.module().constants().poison(ty);
            f.editor.set_operand(at, poison);
        }
        if uses.is_empty() {
            return;
        }
        let defined = match *f.editor.body().inst(inst) {
            InstData::Invoke { normal, .. } => normal,
            _ => block,
        };
        let name = f.editor.body().name(inst.into()).to_vec();
        let phi_name = if name.is_empty() { Vec::new() } else { [&name[..], b".lcssa"].concat() };
        let mut added: HashMap<Block, Value> = HashMap::default();
        let mut phis: Vec<Inst> = Vec::new();
        for exit in self.exits[one].clone() {
            if !self.dominators.dominates(defined, exit) {
                continue;
            }
            let Some(first) = f.editor.body().first_inst(exit) else { continue };
            let from = self.cfg.predecessors(exit);
            let list: Vec<Value> = from.iter().flat_map(|&from| [inst.into(), from.into()]).collect();
            let list = f.editor.list(&list);
            let phi = InstData::Phi { incoming: list, fast_math: FastMathFlags::empty() };
            let phi = f.editor.insert(Point::BeforeRecords(first), phi, ty);
            let loc = f.editor.body().debug_loc(inst);
            f.editor.set_debug_loc(phi, loc);
            if !phi_name.is_empty() {
                f.editor.set_name(phi.into(), &phi_name);
            }
            for (place, &from) in (0..).zip(from) {
                if !self.loops.contains(one, from) {
                    uses.push(Use { user: phi, operand: 2 * place });
                }
            }
            added.insert(exit, phi.into());
            phis.push(phi);
            if self.is_in_other_loop(one, exit) {
                pending.push(phi);
            }
        }
        self.redirect(f, inst, one, &added, &uses, pending);
        self.describe(f, inst, one, block, &added);
        self.unused.extend(phis);
    }

    fn is_in_other_loop(&self, one: Loop, block: Block) -> bool {
        self.loops.loop_of(block).is_some_and(|other| !self.loops.contains_loop(one, other))
    }

    /// Rewrites uses outside the loop to the new phis, with further phis where several reach a block.
    fn redirect(
        &mut self,
        f: &mut FunctionEdit<'_, '_>,
        inst: Inst,
        one: Loop,
        added: &HashMap<Block, Value>,
        uses: &[Use],
        pending: &mut Vec<Inst>,
    ) {
        let mut others = Vec::new();
        for &at in uses {
            let place = use_block(&f.editor, at);
            match place.and_then(|block| added.get(&block)) {
                Some(&phi) => f.editor.set_operand(at, phi),
                None => match added.len() {
                    1 => added.values().for_each(|&phi| f.editor.set_operand(at, phi)),
                    _ => others.push(at),
                },
            }
        }
        if others.is_empty() {
            return;
        }
        let (ty, name) = (f.editor.body().inst_type(inst), f.editor.body().name(inst.into()).to_vec());
        let first_new = f.editor.body().inst_count() as u32;
        let definitions = Definitions { place: &|block| self.places[block], of_block: added.clone(), ty, name };
        definitions.rewrite(&mut f.editor, &others);
        for phi in (first_new..f.editor.body().inst_count() as u32).map(Inst::from_u32) {
            let block = f.editor.body().inst_block(phi);
            if block.is_some_and(|block| self.is_in_other_loop(one, block)) {
                pending.push(phi);
            }
        }
    }

    /// Rewrites debug records outside the loop to name the new phi.
    fn describe(
        &mut self,
        f: &mut FunctionEdit<'_, '_>,
        inst: Inst,
        one: Loop,
        block: Block,
        added: &HashMap<Block, Value>,
    ) {
        for (record, place) in self.records.get(&inst).cloned().unwrap_or_default() {
            if place == block || self.loops.contains(one, place) {
                continue;
            }
            let value = match added.len() {
                1 => added.values().next(),
                _ => added.get(&place),
            };
            let Some(&value) = value else { continue };
            let new = f.value_as_metadata(value);
            if let DebugRecordData::Value { location, .. } = f.editor.debug_record_mut(record) {
                *location = new;
            }
            let phi = value.as_inst();
            phi.into_iter().for_each(|phi| self.records.entry(phi).or_default().push((record, place)));
        }
    }
}

/// The `#dbg_value`s of each value, each with its block.
fn records(f: &FunctionEdit<'_, '_>) -> HashMap<Inst, Vec<(DebugRecord, Block)>> {
    let body = f.editor.body();
    let mut found: HashMap<Inst, Vec<(DebugRecord, Block)>> = HashMap::default();
    if body.has_debug_records() {
        for block in body.blocks() {
            for (record, data) in body.insts(block).flat_map(|inst| body.debug_records(inst).handles()) {
                if let DebugRecordData::Value { location, .. } = *data
                    && let Some(inst) = body.local_value(location).and_then(Value::as_inst)
                {
                    found.entry(inst).or_default().push((record, block));
                }
            }
        }
    }
    found
}
