//! `licm`: moves computations out of loops (loop-invariant code motion).
//!
//! An instruction whose operands are computed outside the loop is hoisted into the preheader; one whose result is only used
//! outside is sunk into the exits; a memory location that only accesses of one address use is kept in a register
//! ([`promote`](self::promote)).

mod execution;
mod loop_sink;
mod promote;
mod regroup;
mod sink;

use std::sync::Arc;

use lindworm_analysis::alias::{AliasAnalysis, AliasCache, AliasRules, Location};
use lindworm_analysis::{DominatorTree, Loop, Loops};
use lindworm_ir::attributes::{AttrKind, MemoryEffects, MemoryLocation, ModRef};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::editor::Point;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::{AtomicOrdering, CallInfo};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::uses::Uses;
use lindworm_ir::{Block, Body, Inst, InstData, Module, Type, Value};
use smallvec::SmallVec;

use crate::edges::predecessors;
use crate::effects::{call_has, may_read, may_throw, may_write};
use crate::known;
use crate::loop_form::LoopForm;
use crate::pass::{FunctionEdit, LoopPass};
use crate::salvage::DebugUsers;
use crate::table::PassOptions;
use crate::value_tracking::Query;
pub(crate) use execution::Execution;
pub use loop_sink::LoopSink;

const INVARIANT_LOAD: MetadataKind = known!(b"invariant.load");
/// The maximum number of accesses of a loop that are compared with each load.
const MAX_ACCESSES: usize = 100;

/// Moves code out of loops.
#[derive(Clone, Copy, Debug)]
pub struct Licm {
    /// Whether instructions are hoisted that the loop may not execute.
    pub allows_speculation: bool,
    /// The rules of alias analysis.
    pub alias_rules: AliasRules,
    /// Whether code moves out of a whole loop nest at once: `lnicm`.
    pub is_nest: bool,
    /// Whether no other thread accesses memory.
    pub is_single_threaded: bool,
    /// The maximum number of integer factors, and of floating-point ones, that are multiplied before the loop.
    pub max_factors: [u32; 2],
}

impl Default for Licm {
    fn default() -> Self {
        Licm {
            allows_speculation: true,
            alias_rules: AliasRules::default(),
            is_nest: false,
            is_single_threaded: false,
            max_factors: [5; 2],
        }
    }
}

impl Licm {
    /// Parses the parameters in angle brackets.
    ///
    /// # Errors
    ///
    /// LLVM's message for an unknown parameter.
    pub fn parse(parameters: &str, options: &PassOptions) -> Result<Licm, String> {
        let limits = ["licm-max-num-int-reassociations", "licm-max-num-fp-reassociations"];
        let mut pass = Licm {
            alias_rules: options.alias_rules,
            is_single_threaded: options.flag("licm-force-thread-model-single").unwrap_or(false),
            max_factors: limits.map(|name| options.number(name).unwrap_or(5)),
            ..Licm::default()
        };
        for parameter in parameters.split(';').filter(|p| !p.is_empty()) {
            match parameter {
                "allowspeculation" => pass.allows_speculation = true,
                "no-allowspeculation" => pass.allows_speculation = false,
                other => return Err(format!("invalid LICM pass parameter '{other}' ")),
            }
        }
        Ok(pass)
    }
}

/// An access of memory in a loop, or an instruction that may access any memory.
#[derive(Clone, Copy)]
struct Access {
    inst: Inst,
    writes: bool,
}

/// The code motion in one loop.
struct Motion<'f, 'a, 'm> {
    f: &'f mut FunctionEdit<'a, 'm>,
    pass: Licm,
    form: Arc<LoopForm>,
    preheader: Block,
    execution: Execution,
    /// The instructions that access memory.
    accesses: Vec<Access>,
    /// Those that write.
    writers: Vec<Access>,
    /// Whether an instruction below the one that moves down next, in the same block, writes.
    writes_below: bool,
    cache: AliasCache,
    /// The debug records of each value, collected when the first instruction is erased.
    debug_users: Option<DebugUsers>,
    /// The first instruction of each exit after its phis, before stores are sunk.
    starts: HashMap<Block, Inst>,
    /// For `lnicm`, the outermost loop: a sunk instruction has uses only outside it.
    outermost: Option<&'f LoopForm>,
}

/// Where code moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// To the end of the preheader.
    Up,
    /// To the exits, or from the preheader into the loop.
    Down,
}

impl LoopPass for Licm {
    fn name(&self) -> &'static str {
        if self.is_nest { "lnicm" } else { "licm" }
    }

    fn class(&self) -> &'static str {
        if self.is_nest { "LNICMPass" } else { "LICMPass" }
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>, header: Block) -> Option<Block> {
        let loops = f.analyses.get::<Loops>(&f.editor);
        let own = loops.loop_of(header).filter(|&own| loops.header(own) == header)?;
        if self.is_nest && loops.parent(own).is_some() {
            return Some(header);
        }
        let form = LoopForm::of(f, header)?;
        let Some(preheader) = form.preheader else { return Some(header) };
        let execution = Execution::of(f, &form);
        if self.is_nest {
            let inner_loop = |block| loops.loop_of(block).filter(|&one| one != own && loops.header(one) == block);
            let mut inner: Vec<Loop> = loops.blocks(own).filter_map(inner_loop).collect();
            // From the inner loops to the outer ones, so that what leaves one loop can leave the next.
            inner.sort_unstable();
            for inner in inner {
                let Some(inner) = LoopForm::of(f, loops.header(inner)) else { continue };
                if inner.has_dedicated_exits(&f.editor) {
                    let mut motion = Motion::new(f, *self, inner, preheader, Execution::default());
                    motion.outermost = Some(&form);
                    motion.sink_all();
                }
            }
        }
        drop(loops);
        let mut motion = Motion::new(f, *self, form, preheader, execution);
        if motion.form.has_dedicated_exits(&motion.f.editor) {
            motion.sink_all();
        }
        motion.hoist_all();
        if motion.form.has_dedicated_exits(&motion.f.editor) {
            motion.promote_all();
        }
        Some(header)
    }
}

/// The instructions of the loop that access memory.
fn accesses(f: &FunctionEdit<'_, '_>, form: &LoopForm) -> Vec<Access> {
    let body = f.editor.body();
    let insts = form.blocks.iter().flat_map(|&block| body.insts(block));
    let accesses = insts.filter_map(|inst| {
        let writes = may_write(&f.editor, inst);
        (writes || may_read(&f.editor, inst)).then_some(Access { inst, writes })
    });
    accesses.collect()
}

/// Whether an instruction may be moved at all, if its effects permit.
fn is_movable(data: &InstData) -> bool {
    use InstData::*;
    matches!(
        data,
        Load { .. }
            | Store { .. }
            | Call { .. }
            | Cast { .. }
            | FNeg { .. }
            | Binary { .. }
            | Select { .. }
            | GetElementPtr { .. }
            | ICmp { .. }
            | FCmp { .. }
            | InsertElement { .. }
            | ExtractElement { .. }
            | ShuffleVector { .. }
            | ExtractValue { .. }
            | InsertValue { .. }
            | Freeze { .. }
            | Fence { .. }
    )
}

impl<'f, 'a, 'm> Motion<'f, 'a, 'm> {
    fn new(
        f: &'f mut FunctionEdit<'a, 'm>,
        pass: Licm,
        form: Arc<LoopForm>,
        preheader: Block,
        execution: Execution,
    ) -> Motion<'f, 'a, 'm> {
        let accesses = accesses(f, &form);
        let writers = accesses.iter().copied().filter(|access| access.writes).collect();
        let (cache, starts) = (AliasCache::default(), HashMap::default());
        let (debug_users, outermost) = (None, None);
        let writes_below = false;
        Motion {
            f,
            pass,
            form,
            preheader,
            execution,
            accesses,
            writers,
            writes_below,
            cache,
            debug_users,
            starts,
            outermost,
        }
    }

    fn aliases<'s>(&'s self) -> AliasAnalysis<'s> {
        let editor = &self.f.editor;
        let (module, body, uses): (&'s Module, &'s Body, &'s Uses) = (editor.module(), editor.body(), editor.uses());
        let mut aliases = AliasAnalysis::new(module, body, uses, self.f.additions.function(), &self.cache);
        aliases.rules = self.pass.alias_rules;
        aliases
    }

    fn query(&self) -> Query<'_> {
        Query::new(&self.f.editor, self.f.additions.function())
    }

    /// Whether an instruction of the loop may write a location whose address is invariant, or the same in the last iteration.
    fn is_written(&self, at: &Location) -> bool {
        if self.writers.len() > MAX_ACCESSES {
            return true;
        }
        let aliases = self.aliases();
        self.writers.iter().any(|access| aliases.mod_ref(access.inst, at).contains(ModRef::MOD))
    }

    /// Removes an instruction from the accesses of the loop. Long lists are not searched: nothing depends on their contents.
    fn forget_access(&mut self, inst: Inst) {
        for list in [&mut self.accesses, &mut self.writers] {
            if list.len() <= MAX_ACCESSES {
                list.retain(|access| access.inst != inst);
            }
        }
    }

    /// Erases an instruction of the loop.
    fn erase(&mut self, inst: Inst) {
        self.forget_access(inst);
        let mut debug_users = self.debug_users.take().unwrap_or_else(|| DebugUsers::of(self.f));
        debug_users.salvage(self.f, inst);
        self.debug_users = Some(debug_users);
        self.f.editor.erase(inst);
    }

    /// Whether a read that moves down is below all writes that may come before it in an iteration: those in its own block,
    /// before it.
    fn is_after_writers(&self, inst: Inst) -> bool {
        let body = self.f.editor.body();
        let block = body.inst_block(inst);
        !self.writes_below
            && self.writers.len() <= MAX_ACCESSES
            && self.writers.iter().all(|at| body.inst_block(at.inst) == block)
    }

    /// Whether the loop leaves what an instruction reads as it is, so that the instruction may move.
    fn keeps(&self, inst: Inst, at: &Location, direction: Direction) -> bool {
        match direction {
            Direction::Up => !self.is_written(at),
            Direction::Down => self.is_after_writers(inst),
        }
    }

    /// Whether an `llvm.invariant.start` that is never ended, before the loop, covers a load.
    fn is_constant_in_loop(&self, pointer: Value, ty: Type) -> bool {
        /// The maximum number of uses of the address that are searched.
        const MAX_USES: usize = 8;
        let (editor, module) = (&self.f.editor, self.f.editor.module());
        let (body, uses) = (editor.body(), editor.uses());
        let bytes = module.data_layout().store_size(module.context(), ty).filter(|size| !size.scalable);
        let Some(bytes) = bytes.map(|size| size.min) else { return false };
        // Only the chain of single predecessors of the preheader is searched, not all blocks that dominate the header.
        uses.of(pointer).take(MAX_USES).any(|at| {
            let Some(call) = body.inst(at.user).call_info() else { return false };
            let is_start =
                module.callee(call.callee).is_some_and(|f| f.intrinsic == Some(IntrinsicId::INVARIANT_START));
            let size = body.call_args(call).first().and_then(|&size| module.constants().as_u64(size));
            is_start
                && uses.is_unused(at.user.into())
                && size.is_some_and(|size| size >= bytes && i64::try_from(size).is_ok())
                && body.inst_block(at.user).is_some_and(|block| self.is_above(block))
        })
    }

    /// Whether a block outside the loop is one that control always comes through on its way to the loop, by the last few blocks.
    fn is_above(&self, block: Block) -> bool {
        const MAX_STEPS: usize = 8;
        let only = |&block: &Block| match predecessors(&self.f.editor, block)[..] {
            [from] => Some(from),
            _ => None,
        };
        !self.form.contains(block)
            && std::iter::successors(Some(self.preheader), only).take(MAX_STEPS).any(|at| at == block)
    }

    /// Whether the memory effects of an instruction permit to move it out of the loop, or down into it.
    fn may_move(&self, inst: Inst, direction: Direction) -> bool {
        let editor = &self.f.editor;
        let body = editor.body();
        let data = body.inst(inst);
        if !is_movable(data) || body.inst_type(inst) == Type::TOKEN {
            return false;
        }
        match data {
            InstData::Load { volatile, ordering, pointer, .. } => {
                if *volatile || *ordering > AtomicOrdering::Unordered {
                    return false;
                }
                let aliases = self.aliases();
                if aliases.is_constant_memory(*pointer)
                    || body.attachment(inst, INVARIANT_LOAD).is_some()
                    || self.is_constant_in_loop(*pointer, body.inst_type(inst))
                {
                    return true;
                }
                aliases.location(inst).is_some_and(|at| self.keeps(inst, &at, direction))
            }
            InstData::Store { volatile, ordering, .. } => {
                // The only access of the location, of a value that does not change, may be made once.
                let is_simple = !*volatile && *ordering <= AtomicOrdering::Unordered;
                let aliases = self.aliases();
                is_simple
                    && aliases.location(inst).is_some_and(|at| {
                        self.accesses.len() <= MAX_ACCESSES
                            && !self.has_ordered_load()
                            && self
                                .accesses
                                .iter()
                                .filter(|access| access.inst != inst)
                                .all(|access| aliases.mod_ref(access.inst, &at).is_empty())
                    })
            }
            InstData::Call { call, .. } => self.may_move_call(inst, call, direction),
            InstData::Fence { .. } => matches!(self.accesses[..], [only] if only.inst == inst),
            _ => true,
        }
    }

    /// Whether a load of the loop is volatile or orders other accesses.
    fn has_ordered_load(&self) -> bool {
        self.accesses.iter().any(|access| match *self.f.editor.body().inst(access.inst) {
            InstData::Load { volatile, ordering, .. } => volatile || ordering > AtomicOrdering::Unordered,
            _ => false,
        })
    }

    fn may_move_call(&self, inst: Inst, call: &CallInfo, direction: Direction) -> bool {
        let (editor, module) = (&self.f.editor, self.f.editor.module());
        if may_throw(editor, inst) || call_has(module, call, AttrKind::CONVERGENT) {
            return false;
        }
        match module.callee(call.callee).and_then(|f| f.intrinsic) {
            Some(IntrinsicId::ASSUME) => return true,
            // The thread may be another one after a suspension.
            Some(IntrinsicId::THREADLOCAL_ADDRESS) if self.query().function_has(AttrKind::PRESPLIT_COROUTINE) => {
                return false;
            }
            _ => {}
        }
        let aliases = self.aliases();
        let effects = aliases.call_effects(call);
        let any = effects.any();
        if any.is_empty() {
            return true;
        }
        let is_apart = |access: &Access| {
            let data = editor.body().inst(access.inst);
            match (data.call_info(), aliases.location(access.inst)) {
                (Some(_), _) => aliases.calls_mod_ref(access.inst, inst).is_empty(),
                (None, Some(at)) => aliases.mod_ref(inst, &at).is_empty(),
                (None, None) => false,
            }
        };
        if any == ModRef::MOD {
            // Writes the same in each iteration, which nothing else reads or overwrites.
            let mut others = self.accesses.iter().filter(|access| access.inst != inst);
            return self.accesses.len() <= MAX_ACCESSES && !self.has_ordered_load() && others.all(is_apart);
        }
        if any.contains(ModRef::MOD) {
            return false;
        }
        let only_args = |effects: MemoryEffects| {
            MemoryLocation::ALL.iter().all(|&at| at == MemoryLocation::Arg || effects.get(at).is_empty())
        };
        if only_args(effects) {
            let args = editor.body().call_args(call);
            return (0..args.len())
                .filter(|&n| module.context().is_pointer(editor.type_of(args[n])))
                .all(|n| self.keeps(inst, &Location::around(args[n]), direction));
        }
        match direction {
            Direction::Up => self.writers.len() <= MAX_ACCESSES && self.writers.iter().all(is_apart),
            Direction::Down => self.is_after_writers(inst),
        }
    }

    /// Whether an instruction with invariant operands may be executed before the loop.
    fn is_safe_before(&self, inst: Inst) -> bool {
        self.pass.allows_speculation && self.query().can_speculate(inst)
            || self.execution.is_certain(&self.f.editor, inst)
    }

    fn hoist_all(&mut self) {
        let Some(entry) = self.f.editor.body().terminator(self.preheader) else { return };
        let loops = self.f.analyses.get::<Loops>(&self.f.editor);
        let home = loops.loop_of(self.form.header);
        // Blocks of nested loops were processed before.
        let is_own = |&block: &Block| self.pass.is_nest || loops.loop_of(block) == home;
        let blocks: Vec<Block> = self.form.blocks.iter().copied().filter(is_own).collect();
        drop(loops);
        for block in blocks {
            let mut next = self.f.editor.body().first_inst(block);
            while let Some(inst) = next {
                next = self.f.editor.body().next_inst(inst);
                if self.f.editor.body().inst(inst).is_terminator() {
                    continue;
                }
                if self.form.has_invariant_operands(&self.f.editor, inst)
                    && self.may_move(inst, Direction::Up)
                    && self.is_safe_before(inst)
                {
                    self.hoist(inst, entry);
                } else {
                    self.regroup(inst, entry);
                }
            }
        }
    }

    fn hoist(&mut self, inst: Inst, entry: Inst) {
        let is_certain = self.execution.is_certain(&self.f.editor, inst);
        if !is_certain {
            drop_assumptions(&mut self.f.editor, inst);
        }
        self.execution.leaves(&self.f.editor, inst);
        self.f.editor.move_inst(inst, Point::Before(entry));
        if self.f.editor.body().inst(inst).call_info().is_none() {
            self.f.editor.set_debug_loc(inst, None);
        }
        self.forget_access(inst);
    }
}

/// Removes the metadata and result attributes of an instruction whose violation is undefined behaviour or poison, because they may
/// not hold where the instruction is executed now.
pub(crate) fn drop_assumptions(editor: &mut lindworm_ir::editor::Editor<'_>, inst: Inst) {
    /// Metadata whose violation is at most poison, or that is only a hint.
    const KEPT: [MetadataKind; 7] = [
        MetadataKind::DBG,
        MetadataKind::PROF,
        known!(b"annotation"),
        crate::RANGE,
        crate::NON_NULL,
        crate::ALIGN,
        known!(b"fpmath"),
    ];
    let kinds: SmallVec<[MetadataKind; 4]> = editor.body().attachments(inst).iter().map(|&(kind, _)| kind).collect();
    for kind in kinds {
        if !KEPT.contains(&kind) {
            editor.set_attachment(inst, kind, None);
        }
    }
    let cx = editor.module().context().clone();
    if let Some(call) = editor.body().inst(inst).call_info() {
        let old = call.attributes;
        let list = cx.attribute_list(old);
        let dropped = [AttrKind::NO_UNDEF, AttrKind::DEREFERENCEABLE, AttrKind::DEREFERENCEABLE_OR_NULL];
        let mut new = old;
        let mut result = list.result;
        for kind in dropped {
            result = cx.without_attribute(result, kind);
        }
        new = cx.with_result_attributes(new, result);
        for n in 0..list.params.len() {
            let mut set = list.param(n);
            for kind in dropped {
                set = cx.without_attribute(set, kind);
            }
            new = cx.with_param_attributes(new, n, set);
        }
        if new != old {
            editor.change(inst, |data, _| {
                if let Some(call) = data.call_info_mut() {
                    call.attributes = new;
                }
            });
        }
    }
}

/// Removes the attachments of a load that need not hold for the same load elsewhere.
pub(crate) fn drop_unless_about_memory(editor: &mut lindworm_ir::editor::Editor<'_>, inst: Inst) {
    const KEPT: [MetadataKind; 7] = [
        MetadataKind::DBG,
        MetadataKind::TBAA,
        known!(b"alias.scope"),
        known!(b"noalias"),
        INVARIANT_LOAD,
        known!(b"invariant.group"),
        crate::RANGE,
    ];
    let kinds: SmallVec<[MetadataKind; 4]> = editor.body().attachments(inst).iter().map(|&(kind, _)| kind).collect();
    for kind in kinds.into_iter().filter(|kind| !KEPT.contains(kind)) {
        editor.set_attachment(inst, kind, None);
    }
}

/// The blocks that each block of a set dominates, deepest first: an order in which users precede definitions.
fn bottom_up(dominators: &DominatorTree, header: Block, contains: impl Fn(Block) -> bool) -> Vec<Block> {
    let mut order = vec![header];
    let mut met: HashSet<Block> = [header].into_iter().collect();
    let mut place = 0;
    while let Some(&block) = order.get(place) {
        place += 1;
        let mut children: Vec<Block> =
            dominators.children(block).filter(|&child| contains(child) && met.insert(child)).collect();
        children.sort_unstable();
        order.extend(children);
    }
    order.reverse();
    order
}

fn name_of(editor: &lindworm_ir::editor::Editor<'_>, value: Value, suffix: &[u8]) -> Vec<u8> {
    let name = editor.body().name(value);
    if name.is_empty() { Vec::new() } else { [name, suffix].concat() }
}
