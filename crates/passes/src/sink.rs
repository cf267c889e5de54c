//! `sink`: moves instructions into the successors that use them.

use lindworm_analysis::alias::{AliasAnalysis, AliasCache, AliasRules};
use lindworm_analysis::{Cfg, DominatorTree, Loops};
use lindworm_ir::attributes::{AttrKind, ModRef};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::editor::Point;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Inst, InstData, Value};

use crate::effects::{call_has, is_pad, may_read, may_throw, may_write, will_return};
use crate::known;
use crate::pass::{FunctionEdit, FunctionPass};

const INVARIANT_LOAD: MetadataKind = known!(b"invariant.load");

/// The maximum number of writes of a block that a read is compared with. Reads before more writes stay.
const MAX_WRITES: usize = 100;

/// The maximum number of uses of an instruction that is moved.
const MAX_USES: usize = 1000;

/// Moves instructions into the nearest block that dominates their uses.
pub struct Sink {
    /// The rules of alias analysis.
    pub alias_rules: AliasRules,
}

impl FunctionPass for Sink {
    fn name(&self) -> &'static str {
        "sink"
    }

    fn class(&self) -> &'static str {
        "SinkingPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let cfg = f.analyses.get::<Cfg>(&f.editor);
        let dominators = f.analyses.get::<DominatorTree>(&f.editor);
        let loops = f.analyses.get::<Loops>(&f.editor);
        // What moves can move on, once for each level of the dominator tree at most.
        const MAX_ROUNDS: usize = 16;
        for _ in 0..MAX_ROUNDS {
            let mut is_changed = false;
            for &block in cfg.layout() {
                if cfg.is_reachable(block) {
                    is_changed |= self.sink_from(f, block, &cfg, &dominators, &loops);
                }
            }
            if !is_changed {
                return;
            }
        }
    }
}

impl Sink {
    fn sink_from(
        &self,
        f: &mut FunctionEdit<'_, '_>,
        block: Block,
        cfg: &Cfg,
        dominators: &DominatorTree,
        loops: &Loops,
    ) -> bool {
        let insts: Vec<Inst> = f.editor.body().insts(block).collect();
        let (mut writes, mut is_changed) = (Vec::new(), false);
        for inst in insts.into_iter().rev() {
            if may_write(&f.editor, inst) {
                writes.push(inst);
                continue;
            }
            if !self.can_move(f, inst, &writes) {
                continue;
            }
            let Some(target) = target(f, inst, block, cfg, dominators, loops) else { continue };
            if let Some(at) = f.editor.body().first_non_phi(target) {
                f.editor.move_inst(inst, Point::Before(at));
                is_changed = true;
            }
        }
        is_changed
    }

    /// Whether an instruction that does not write has the same result behind some writes.
    fn can_move(&self, f: &FunctionEdit<'_, '_>, inst: Inst, writes: &[Inst]) -> bool {
        let (editor, body) = (&f.editor, f.editor.body());
        let data = body.inst(inst);
        let is_fixed = matches!(data, InstData::Phi { .. } | InstData::Alloca { .. }) || data.is_terminator();
        if is_fixed || is_pad(data) || may_throw(editor, inst) || !will_return(editor, inst) {
            return false;
        }
        let call = data.call_info();
        if call.is_some_and(|call| call_has(editor.module(), call, AttrKind::CONVERGENT)) {
            return false;
        }
        if !may_read(editor, inst) || writes.is_empty() {
            return true;
        }
        if writes.len() > MAX_WRITES {
            return false;
        }
        let cache = AliasCache::default();
        let function = f.additions.function();
        let mut aliases = AliasAnalysis::new(editor.module(), body, editor.uses(), function, &cache);
        aliases.rules = self.alias_rules;
        match (call, aliases.location(inst)) {
            (Some(_), _) => !writes.iter().any(|&write| match aliases.location(write) {
                Some(at) => !aliases.mod_ref(inst, &at).is_empty(),
                None => {
                    body.inst(write).call_info().is_none() || aliases.calls_mod_ref(write, inst).contains(ModRef::MOD)
                }
            }),
            (None, Some(at)) => !writes.iter().any(|&write| aliases.mod_ref(write, &at).contains(ModRef::MOD)),
            (None, None) => false,
        }
    }
}

/// The block to move an instruction to: the nearest that dominates all uses, or a dominator of that.
fn target(
    f: &FunctionEdit<'_, '_>,
    inst: Inst,
    block: Block,
    cfg: &Cfg,
    dominators: &DominatorTree,
    loops: &Loops,
) -> Option<Block> {
    let body = f.editor.body();
    let mut target: Option<Block> = None;
    for (count, at) in f.editor.uses().of(inst.into()).enumerate() {
        let mut user = body.inst_block(at.user)?;
        if !dominators.is_reachable(user) {
            continue;
        }
        if matches!(body.inst(at.user), InstData::Phi { .. })
            && let Some(ValueKind::Block(from)) = body.operand(at.user, at.operand as usize + 1).map(Value::kind)
        {
            user = from;
        }
        let common = match target {
            Some(target) => dominators.nearest_common_dominator(target, user)?,
            None => user,
        };
        if !dominators.dominates(block, common) || count >= MAX_USES {
            return None;
        }
        target = Some(common);
    }
    let mut target = target?;
    let reads = may_read(&f.editor, inst) && body.attachment(inst, INVARIANT_LOAD).is_none();
    let is_acceptable = |to: Block| {
        let starts_with_pad = body.first_non_phi(to).is_some_and(|first| is_pad(body.inst(first)));
        let is_only_successor = cfg.predecessors(to).iter().all(|&from| from == block);
        let inner = loops.loop_of(to);
        !starts_with_pad && (is_only_successor || !reads && (inner.is_none() || inner == loops.loop_of(block)))
    };
    while target != block && !is_acceptable(target) {
        target = dominators.idom(target)?;
    }
    (target != block).then_some(target)
}
