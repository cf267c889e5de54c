//! `gvn`: gives values that are known to be equal one number, and replaces each by one that is computed before (global value
//! numbering); loads by the value that is in memory.
//!
//! Blocks are visited in reverse post-order. A value is replaced by the first one with its number whose block dominates. Values that
//! are equal on one side of a branch are replaced there ([`equality`]); loads look for the last write ([`loads`]); a computation
//! that all predecessors but one make is made there too ([`pre`]: partial redundancy elimination).

mod equality;
mod loads;
mod numbers;
mod pre;

use std::sync::Arc;

use cranelift_entity::{EntitySet, SecondaryMap};
use lindworm_analysis::DominatorTree;
use lindworm_analysis::alias::{AliasAnalysis, AliasCache, AliasRules};
use lindworm_ir::body::Mark;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Block, Inst, InstData, Type, Value};
use smallvec::SmallVec;

use crate::edges::{critical_edge_name, merge_into_predecessor};
use crate::edited::{edited_blocks, is_combined};
use crate::effects::is_trivially_dead;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::salvage::DebugUsers;
use crate::table::PassOptions;
use crate::value_tracking::Query;
use numbers::Numbers;

/// The mark of the start of the last pass over the function.
const MARK: Mark = Mark::named("gvn");

/// The maximum number of passes over a function that only replace, and of those that also insert.
const MAX_ROUNDS: usize = 6;
/// The maximum number of values with a number that are tried.
const MAX_LEADERS: usize = 64;

/// Replaces equal values.
#[derive(Clone, Copy, Debug)]
pub struct Gvn {
    /// Whether computations are inserted to make others redundant.
    pub pre: bool,
    /// Whether loads are inserted.
    pub load_pre: bool,
    /// The rules of alias analysis.
    pub alias_rules: AliasRules,
}

impl Default for Gvn {
    fn default() -> Self {
        Gvn { pre: true, load_pre: true, alias_rules: AliasRules::default() }
    }
}

impl Gvn {
    /// Parses the parameters in angle brackets. `memdep` and `memoryssa` select what LLVM looks for writes with, which has no
    /// counterpart.
    ///
    /// # Errors
    ///
    /// LLVM's message for an unknown parameter.
    pub fn parse(parameters: &str, options: &PassOptions) -> Result<Gvn, String> {
        let mut pass = Gvn {
            pre: options.flag("enable-pre").unwrap_or(true),
            load_pre: options.flag("enable-load-pre").unwrap_or(true),
            alias_rules: options.alias_rules,
        };
        for parameter in parameters.split(';').filter(|p| !p.is_empty()) {
            match parameter {
                "pre" => pass.pre = true,
                "no-pre" => pass.pre = false,
                "load-pre" => pass.load_pre = true,
                "no-load-pre" => pass.load_pre = false,
                "split-backedge-load-pre"
                | "no-split-backedge-load-pre"
                | "memdep"
                | "no-memdep"
                | "memoryssa"
                | "no-memoryssa" => {}
                other => return Err(format!("invalid GVN pass parameter '{other}' ")),
            }
        }
        Ok(pass)
    }
}

impl FunctionPass for Gvn {
    fn name(&self) -> &'static str {
        "gvn"
    }

    fn class(&self) -> &'static str {
        "GVNPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        merge_blocks(f);
        let rounds = if self.pre { 2 * MAX_ROUNDS } else { MAX_ROUNDS };
        let mut inserts = false;
        for count in 0..rounds {
            inserts |= count >= MAX_ROUNDS;
            let edited = edited_blocks(&f.editor, MARK).filter(|_| count > 0);
            f.editor.mark(MARK);
            if !round(self, f, &mut inserts, edited) && (inserts || !self.pre) {
                break;
            }
        }
    }
}

/// Merges blocks into their only predecessor, as far as that branches nowhere else.
fn merge_blocks(f: &mut FunctionEdit<'_, '_>) {
    let blocks: Vec<Block> = f.editor.body().blocks().collect();
    for block in blocks {
        if !f.additions.is_address_taken(block) {
            merge_into_predecessor(&mut f.editor, block);
        }
    }
}

/// One pass over the function. Computations are inserted too if `inserts`, which a pass that replaces nothing sets. `edited` has the
/// blocks in or next to which the pass before changed something; none if it is the first one. Returns whether something changed.
fn round(pass: &Gvn, f: &mut FunctionEdit<'_, '_>, inserts: &mut bool, edited: Option<EntitySet<Block>>) -> bool {
    let dominators = f.analyses.get::<DominatorTree>(&f.editor);
    let cfg = f.analyses.get::<lindworm_analysis::Cfg>(&f.editor);
    let order: Vec<Block> = cfg.reverse_postorder().to_vec();
    let debug_users = DebugUsers::of(f);
    let mut places = SecondaryMap::new();
    places.resize(f.editor.body().block_count());
    for (place, &block) in order.iter().enumerate() {
        places[block] = Some(place as u32);
    }
    let (function, insts) = (f.additions.function(), f.editor.body().inst_count());
    let mut gvn = Numbering {
        pass: *pass,
        f,
        dominators,
        places,
        numbers: Numbers::new(function, insts),
        leaders: Vec::new(),
        cache: AliasCache::default(),
        debug_users,
        is_changed: false,
        splits: Vec::new(),
        dead: HashSet::default(),
        edited,
    };
    for &block in &order {
        gvn.visit(block);
    }
    *inserts |= pass.pre && !gvn.is_changed && gvn.splits.is_empty();
    if *inserts {
        for &block in &order {
            gvn.insert_partially_redundant(block);
        }
    }
    let (splits, mut is_changed) = (std::mem::take(&mut gvn.splits), gvn.is_changed);
    let mut split: HashSet<(Block, Block)> = HashSet::default();
    for (from, to) in splits {
        is_changed |= split.insert((from, to)) && split_critical_edge(f, from, to).is_some();
    }
    is_changed
}

/// Splits the edge between two blocks, if it is the only one between them.
fn split_critical_edge(f: &mut FunctionEdit<'_, '_>, from: Block, to: Block) -> Option<Block> {
    let terminator = f.editor.body().terminator(from)?;
    let mut edges = f.editor.uses().of(to.into()).filter(|at| at.user == terminator);
    let edge = edges.next()?;
    if edges.next().is_some() {
        return None;
    }
    drop(edges);
    let name = critical_edge_name(f.editor.body(), from, to);
    f.editor.split_edge(edge, &name)
}

struct Numbering<'f, 'a, 'm> {
    pass: Gvn,
    f: &'f mut FunctionEdit<'a, 'm>,
    dominators: Arc<DominatorTree>,
    /// The reverse post-order numbers of reachable blocks.
    places: SecondaryMap<Block, Option<u32>>,
    numbers: Numbers,
    /// The values with each number, each with a block where it is available.
    leaders: Vec<SmallVec<[(Value, Block); 2]>>,
    cache: AliasCache,
    debug_users: DebugUsers,
    is_changed: bool,
    /// Critical edges to be split, because a computation would be inserted on them. An edge may occur several times.
    splits: Vec<(Block, Block)>,
    /// Instructions that were erased.
    dead: HashSet<Inst>,
    /// The blocks in which more may be known than in the pass before; all blocks if there is no set.
    edited: Option<EntitySet<Block>>,
}

impl Numbering<'_, '_, '_> {
    fn query(&self) -> Query<'_> {
        Query { dominators: Some(&self.dominators), ..Query::new(&self.f.editor, self.f.additions.function()) }
    }

    fn aliases(&self) -> AliasAnalysis<'_> {
        let editor = &self.f.editor;
        let function = self.f.additions.function();
        let mut aliases = AliasAnalysis::new(editor.module(), editor.body(), editor.uses(), function, &self.cache);
        aliases.rules = self.pass.alias_rules;
        aliases
    }

    fn add_leader(&mut self, number: u32, value: Value, block: Block) {
        let place = number as usize;
        if self.leaders.len() <= place {
            self.leaders.resize_with(place + 1, SmallVec::new);
        }
        self.leaders[place].push((value, block));
    }

    /// A value with this number that is available in a block, preferably a constant.
    fn leader(&self, number: u32, block: Block) -> Option<Value> {
        let mut found = None;
        for &(value, at) in self.leaders.get(number as usize)?.iter().take(MAX_LEADERS) {
            if self.dominators.dominates(at, block) && value.as_inst().is_none_or(|inst| !self.dead.contains(&inst)) {
                if value.is_constant() {
                    return Some(value);
                }
                found = found.or(Some(value));
            }
        }
        found
    }

    fn visit(&mut self, block: Block) {
        let is_edited = self.edited.as_ref().is_none_or(|edited| edited.contains(block));
        let mut next = self.f.editor.body().first_inst(block);
        while let Some(inst) = next {
            next = self.f.editor.body().next_inst(inst);
            self.visit_inst(block, inst, is_edited);
        }
    }

    fn visit_inst(&mut self, block: Block, inst: Inst, is_edited: bool) {
        let data = *self.f.editor.body().inst(inst);
        if is_edited
            && !is_combined(self.f.editor.body(), inst)
            && let Some(value) = self.query().simplify(inst)
        {
            if !self.f.editor.uses().is_unused(inst.into()) {
                self.f.editor.replace_all(inst.into(), value);
                self.is_changed = true;
            }
            if is_trivially_dead(&self.f.editor, inst) {
                return self.erase(inst);
            }
        }
        match data {
            InstData::Load { .. } => {
                if is_edited && self.replace_load(block, inst) {
                    return;
                }
                let number = self.numbers.of(inst.into());
                return self.add_leader(number, inst.into(), block);
            }
            InstData::CondBr { condition, if_true, if_false } if if_true != if_false => {
                for (to, known) in [(if_true, true), (if_false, false)] {
                    let constant = self.query().bool(Type::I1, known);
                    self.learn_equality(block, to, condition, constant);
                }
                return;
            }
            InstData::Switch { condition, cases, default } => {
                let cases = self.f.editor.body().list_values(&cases).to_vec();
                // A block that several cases reach learns nothing from one of them.
                let mut edges: HashMap<Block, usize> = HashMap::default();
                for to in cases.iter().skip(1).step_by(2).filter_map(|to| to.as_block()).chain([default]) {
                    *edges.entry(to).or_default() += 1;
                }
                for pair in cases.chunks_exact(2) {
                    if let Some(to) = pair[1].as_block().filter(|to| edges[to] == 1) {
                        self.learn_equality(block, to, condition, pair[0]);
                    }
                }
                return;
            }
            InstData::Call { ref call, .. } => {
                let callee = self.f.editor.module().callee(call.callee).and_then(|f| f.intrinsic);
                if callee == Some(IntrinsicId::ASSUME) {
                    return;
                }
            }
            _ => {}
        }
        let ty = self.f.editor.body().inst_type(inst);
        if ty == Type::VOID || ty == Type::TOKEN {
            return;
        }
        let (number, is_new) = self.numbers.of_inst(&self.f.editor, inst);
        if is_new {
            return self.add_leader(number, inst.into(), block);
        }
        match self.leader(number, block) {
            None => self.add_leader(number, inst.into(), block),
            Some(value) if value == inst.into() => {}
            Some(value) => {
                if let Some(earlier) = value.as_inst() {
                    // Attributes may make the result poison, or its operands' poison undefined behaviour.
                    let attributes = |inst: Inst| self.f.editor.body().inst(inst).call_info().map(|c| c.attributes);
                    if attributes(earlier) != attributes(inst) {
                        self.numbers.forget(inst.into());
                        let number = self.numbers.of(inst.into());
                        return self.add_leader(number, inst.into(), block);
                    }
                    self.f.combine(earlier, inst, false);
                }
                self.replace(inst, value);
            }
        }
    }

    /// Replaces an instruction and erases it.
    fn replace(&mut self, inst: Inst, value: Value) {
        self.f.editor.replace_all(inst.into(), value);
        self.erase(inst);
    }

    fn erase(&mut self, inst: Inst) {
        self.is_changed = true;
        self.dead.insert(inst);
        self.numbers.forget(inst.into());
        self.debug_users.salvage(self.f, inst);
        self.f.editor.erase(inst);
    }
}
