//! `licm`: moves computations out of loops (loop-invariant code motion).
//!
//! An instruction whose operands are computed outside the loop is hoisted into the preheader; one whose result is only used
//! outside is sunk into the exits; a memory location that only accesses of one address use is kept in a register
//! ([`promote`](self::promote)).

mod execution;
mod promote;
mod regroup;
mod sink;

use lindworm_analysis::alias::{AliasAnalysis, AliasCache, AliasRules, Location};
use lindworm_analysis::{DominatorTree, Loops};
use lindworm_ir::attributes::{AttrKind, MemoryEffects, MemoryLocation, ModRef};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::editor::Point;
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::{AtomicOrdering, CallInfo};
use lindworm_ir::uses::Uses;
use lindworm_ir::{Block, Body, Inst, InstData, Module, Type, Value};
use smallvec::SmallVec;

use crate::effects::{call_has, may_read, may_throw, may_write};
use crate::known;
use crate::loop_form::LoopForm;
use crate::pass::{FunctionEdit, LoopPass};
use crate::salvage::DebugUsers;
use crate::value_tracking::Query;
pub(crate) use execution::Execution;

const INVARIANT_LOAD: MetadataKind = known(b"invariant.load");
/// The maximum number of accesses of a loop that are compared with each load.
const MAX_ACCESSES: usize = 100;

/// Moves code out of loops.
#[derive(Clone, Copy, Debug)]
pub struct Licm {
    /// Whether instructions are hoisted that the loop may not execute.
    pub allows_speculation: bool,
    /// The rules of alias analysis.
    pub alias_rules: AliasRules,
}

impl Default for Licm {
    fn default() -> Self {
        Licm { allows_speculation: true, alias_rules: AliasRules::default() }
    }
}

impl Licm {
    /// Parses the parameters in angle brackets.
    ///
    /// # Errors
    ///
    /// LLVM's message for an unknown parameter.
    pub fn parse(parameters: &str, alias_rules: AliasRules) -> Result<Licm, String> {
        let mut pass = Licm { alias_rules, ..Licm::default() };
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
    form: LoopForm,
    preheader: Block,
    execution: Execution,
    /// The instructions that access memory.
    accesses: Vec<Access>,
    /// Those that write.
    writers: Vec<Access>,
    cache: AliasCache,
    /// The debug records of each value, collected when the first instruction is erased.
    debug_users: Option<DebugUsers>,
}

impl LoopPass for Licm {
    fn name(&self) -> &'static str {
        "licm"
    }

    fn class(&self) -> &'static str {
        "LICMPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>, header: Block) -> Option<Block> {
        let form = LoopForm::of(f, header)?;
        let Some(preheader) = form.preheader else { return Some(header) };
        let execution = Execution::of(f, &form);
        let accesses = accesses(f, &form);
        let writers = accesses.iter().copied().filter(|access| access.writes).collect();
        let mut motion = Motion {
            f,
            pass: *self,
            form,
            preheader,
            execution,
            accesses,
            writers,
            cache: AliasCache::default(),
            debug_users: None,
        };
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
    )
}

impl<'a, 'm> Motion<'_, 'a, 'm> {
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

    /// Whether the memory effects of an instruction permit to move it out of the loop.
    fn may_move(&self, inst: Inst) -> bool {
        let editor = &self.f.editor;
        let body = editor.body();
        let data = body.inst(inst);
        let mut has_token = body.inst_type(inst) == Type::TOKEN;
        data.for_each_operand(body.values(), |v| has_token |= v.is_local() && editor.type_of(v) == Type::TOKEN);
        if !is_movable(data) || has_token {
            return false;
        }
        match data {
            InstData::Load { volatile, ordering, pointer, .. } => {
                if *volatile || *ordering > AtomicOrdering::Unordered {
                    return false;
                }
                let aliases = self.aliases();
                if aliases.is_constant_memory(*pointer) || body.attachment(inst, INVARIANT_LOAD).is_some() {
                    return true;
                }
                aliases.location(inst).is_some_and(|at| !self.is_written(&at))
            }
            InstData::Store { volatile, ordering, .. } => {
                // The only access of the location, of a value that does not change, may be made once.
                let is_simple = !*volatile && *ordering <= AtomicOrdering::Unordered;
                let aliases = self.aliases();
                is_simple
                    && aliases.location(inst).is_some_and(|at| {
                        self.accesses.len() <= MAX_ACCESSES
                            && self
                                .accesses
                                .iter()
                                .filter(|access| access.inst != inst)
                                .all(|access| aliases.mod_ref(access.inst, &at).is_empty())
                    })
            }
            InstData::Call { call, .. } => self.may_move_call(inst, call),
            _ => true,
        }
    }

    fn may_move_call(&self, inst: Inst, call: &CallInfo) -> bool {
        let (editor, module) = (&self.f.editor, self.f.editor.module());
        if may_throw(editor, inst) || call_has(module, call, AttrKind::CONVERGENT) {
            return false;
        }
        let aliases = self.aliases();
        let effects = aliases.call_effects(call);
        let any = effects.any();
        if any.is_empty() {
            return true;
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
                .all(|n| !self.is_written(&Location::around(args[n])));
        }
        self.writers.is_empty()
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
        let blocks: Vec<Block> =
            self.form.blocks.iter().copied().filter(|&block| loops.loop_of(block) == home).collect();
        drop(loops);
        for block in blocks {
            let mut next = self.f.editor.body().first_inst(block);
            while let Some(inst) = next {
                next = self.f.editor.body().next_inst(inst);
                if self.f.editor.body().inst(inst).is_terminator() {
                    continue;
                }
                if self.form.has_invariant_operands(&self.f.editor, inst)
                    && self.may_move(inst)
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
        known(b"annotation"),
        crate::RANGE,
        crate::NON_NULL,
        crate::ALIGN,
        known(b"fpmath"),
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
        known(b"alias.scope"),
        known(b"noalias"),
        INVARIANT_LOAD,
        known(b"invariant.group"),
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
