//! `mldst-motion`: merges stores of both sides of a diamond into one behind it.

use lindworm_analysis::alias::{AliasAnalysis, AliasCache, AliasRules, Aliasing};
use lindworm_ir::body::{DebugRecord, DebugRecordData, RecordPosition};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::CastOp;
use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::AtomicOrdering;
use lindworm_ir::types::TypeKind;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Metadata, Type, Value};
use smallvec::SmallVec;

use crate::combine::is_same_operation;
use crate::edges::{predecessors, split_predecessors};
use crate::effects::{may_read, may_throw, may_write};
use crate::pass::{FunctionEdit, FunctionPass};
use crate::table::PassOptions;

/// Bounds the stores of one side times the instructions of the other.
const MAX_PAIRS: usize = 250;

/// Merges stores to the same address on both sides of a branch, with a phi of the stored values where the sides join.
pub struct MergedLoadStoreMotion {
    /// Whether a join with other predecessors gets a block of its own for the two sides: `split-footer-bb`.
    pub splits_join: bool,
    /// The rules of alias analysis.
    pub alias_rules: AliasRules,
}

impl MergedLoadStoreMotion {
    pub(crate) fn parse(parameters: &str, options: &PassOptions) -> Result<MergedLoadStoreMotion, String> {
        let mut splits_join = false;
        for parameter in parameters.split(';').filter(|parameter| !parameter.is_empty()) {
            splits_join = match parameter {
                "split-footer-bb" => true,
                "no-split-footer-bb" => false,
                other => return Err(format!("invalid MergedLoadStoreMotion pass parameter '{other}' ")),
            };
        }
        Ok(MergedLoadStoreMotion { splits_join, alias_rules: options.alias_rules })
    }
}

/// The sides of a branch that join again at once, and where.
struct Diamond {
    sides: [Block; 2],
    join: Block,
}

/// A store that is neither volatile nor atomic.
#[derive(Clone, Copy)]
struct Store {
    inst: Inst,
    value: Value,
    pointer: Value,
}

impl FunctionPass for MergedLoadStoreMotion {
    fn name(&self) -> &'static str {
        "mldst-motion"
    }

    fn class(&self) -> &'static str {
        "MergedLoadStoreMotionPass"
    }

    fn text(&self) -> String {
        format!("mldst-motion<{}split-footer-bb>", if self.splits_join { "" } else { "no-" })
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let mut assignments = Assignments::default();
        for block in f.editor.body().blocks().collect::<Vec<_>>() {
            if let Some(diamond) = diamond(f, block) {
                self.merge(f, &mut assignments, &diamond);
            }
        }
    }
}

fn diamond(f: &FunctionEdit<'_, '_>, head: Block) -> Option<Diamond> {
    let body = f.editor.body();
    let InstData::CondBr { if_true, if_false, .. } = *body.inst(body.terminator(head)?) else { return None };
    let joins = [if_true, if_false].map(|side| match *body.inst(body.terminator(side)?) {
        InstData::Br { dest } if f.editor.single_predecessor(side).is_some() => Some(dest),
        _ => None,
    });
    let join = joins[0].filter(|_| if_true != if_false && joins[0] == joins[1])?;
    Some(Diamond { sides: [if_true, if_false], join })
}

fn store(f: &FunctionEdit<'_, '_>, inst: Inst) -> Option<Store> {
    match *f.editor.body().inst(inst) {
        InstData::Store { value, pointer, ordering: AtomicOrdering::NotAtomic, volatile: false, .. } => {
            Some(Store { inst, value, pointer })
        }
        _ => None,
    }
}

/// Whether a side must compute its address there, and both sides do it in the same way.
fn has_same_address(f: &FunctionEdit<'_, '_>, stores: [Store; 2]) -> bool {
    let body = f.editor.body();
    let [a, b] = stores;
    a.pointer == b.pointer
        || match (a.pointer.as_inst(), b.pointer.as_inst()) {
            (Some(x), Some(y)) => {
                let is_own = |store: Store, gep: Inst| {
                    f.editor.uses().has_one_use(store.pointer) && body.inst_block(gep) == body.inst_block(store.inst)
                };
                is_identical_gep(f, x, y) && is_own(a, x) && is_own(b, y)
            }
            _ => false,
        }
}

fn is_identical_gep(f: &FunctionEdit<'_, '_>, a: Inst, b: Inst) -> bool {
    let body = f.editor.body();
    match (*body.inst(a), *body.inst(b)) {
        (
            InstData::GetElementPtr { source, flags, operands },
            InstData::GetElementPtr { source: other_source, flags: other_flags, operands: other },
        ) => {
            source == other_source
                && flags == other_flags
                && body.list_values(&operands) == body.list_values(&other)
                && body.inst_type(a) == body.inst_type(b)
        }
        _ => false,
    }
}

impl MergedLoadStoreMotion {
    fn merge(&self, f: &mut FunctionEdit<'_, '_>, assignments: &mut Assignments, diamond: &Diamond) {
        let &Diamond { sides, join } = diamond;
        let is_shared = predecessors(&f.editor, join).len() > 2;
        if is_shared && !self.splits_join {
            return;
        }
        let other_size = f.editor.body().insts(sides[1]).count();
        let mut target: Option<Block> = (!is_shared).then_some(join);
        let mut count = 0;
        let mut next = f.editor.body().last_inst(sides[0]);
        while let Some(inst) = next {
            next = f.editor.body().prev_inst(inst);
            let Some(first) = store(f, inst) else { continue };
            count += 1;
            if count * other_size >= MAX_PAIRS {
                return;
            }
            let Some(second) = self.partner(f, first, sides) else { continue };
            // What stays must not be overtaken.
            if !has_same_address(f, [first, second]) {
                return;
            }
            if target.is_none() {
                let body = f.editor.body();
                let loc = body.first_non_phi(join).and_then(|first| body.debug_loc(first));
                target = split_predecessors(&mut f.editor, join, &sides, b".sink.split", loc);
            }
            let Some(target) = target else { return };
            sink(f, assignments, [first, second], sides, target);
            // The search starts again: other stores may not be in the way of each other now.
            next = f.editor.body().last_inst(sides[0]);
        }
    }

    /// The store of the second side to the same location, if both can be executed at the end of their sides instead.
    fn partner(&self, f: &FunctionEdit<'_, '_>, first: Store, sides: [Block; 2]) -> Option<Store> {
        let (editor, body) = (&f.editor, f.editor.body());
        let cache = AliasCache::default();
        let mut aliases = AliasAnalysis::new(editor.module(), body, editor.uses(), f.additions.function(), &cache);
        aliases.rules = self.alias_rules;
        let location = aliases.location(first.inst)?;
        let ty = f.editor.type_of(first.value);
        // Whether a later instruction of the side reads or writes the location, or prevents the store.
        let is_blocked = |store: Inst| {
            let Some(location) = aliases.location(store) else { return true };
            let mut next = body.next_inst(store);
            while let Some(inst) = next {
                next = body.next_inst(inst);
                let accesses = may_read(editor, inst) || may_write(editor, inst);
                if may_throw(editor, inst) || accesses && !aliases.mod_ref(inst, &location).is_empty() {
                    return true;
                }
            }
            false
        };
        let mut next = body.last_inst(sides[1]);
        while let Some(inst) = next {
            next = body.prev_inst(inst);
            let is_match = store(f, inst).is_some_and(|other| cast(f, ty, f.editor.type_of(other.value)).is_some())
                && is_same_operation(editor.module().context(), body, first.inst, inst)
                && aliases.location(inst).is_some_and(|at| aliases.alias(&location, &at) == Aliasing::Must);
            if is_match && !is_blocked(inst) && !is_blocked(first.inst) {
                return store(f, inst);
            }
        }
        None
    }
}

/// The cast that keeps the bits of a value in memory, `Some(None)` if the types are equal; `None` if there is no such cast.
#[allow(clippy::option_option)]
fn cast(f: &FunctionEdit<'_, '_>, from: Type, to: Type) -> Option<Option<CastOp>> {
    if from == to {
        return Some(None);
    }
    let module = f.editor.module();
    let (cx, layout) = (module.context(), module.data_layout());
    let size = |ty| layout.size_in_bits(cx, ty).filter(|size| !size.scalable).map(|size| size.min);
    let is_special = |ty| cx.is_aggregate(ty) || ty == Type::X86_AMX || matches!(cx.kind(ty), TypeKind::Target { .. });
    let is_integral = |ty| cx.addr_space(ty).is_some_and(|space| !layout.pointer(space).is_non_integral());
    if size(from)? != size(to)? || is_special(from) || is_special(to) {
        return None;
    }
    let is_pointer = |ty| cx.is_pointer_or_pointer_vector(ty);
    match (is_pointer(from), is_pointer(to)) {
        (false, false) => Some(Some(CastOp::BitCast)),
        (true, false) => (cx.int_width(to).is_some() && is_integral(from)).then_some(Some(CastOp::PtrToInt)),
        (false, true) => (cx.int_width(from).is_some() && is_integral(to)).then_some(Some(CastOp::IntToPtr)),
        (true, true) => None,
    }
}

/// Puts one store behind the phis of `target` in the place of two.
fn sink(
    f: &mut FunctionEdit<'_, '_>,
    assignments: &mut Assignments,
    stores: [Store; 2],
    sides: [Block; 2],
    target: Block,
) {
    let [first, second] = stores;
    let Some(at) = f.editor.body().first_non_phi(target) else { return };
    f.merge_location(first.inst, second.inst);
    let attachments: SmallVec<[MetadataKind; 4]> =
        f.editor.body().attachments(first.inst).iter().map(|&(kind, _)| kind).collect();
    for kind in attachments {
        if kind != MetadataKind::DBG && kind != MetadataKind::DI_ASSIGN_ID {
            f.editor.set_attachment(first.inst, kind, None);
        }
    }
    assignments.merge(f, first.inst, second.inst);
    let new = f.editor.clone_inst(first.inst, Point::BeforeRecords(at));
    if first.value != second.value {
        let ty = f.editor.type_of(second.value);
        let Some(cast) = cast(f, f.editor.type_of(first.value), ty) else { return };
        let value = match cast {
            Some(op) => f.editor.build_before(first.inst, |b| b.cast(op, first.value, ty)).unwrap_or(first.value),
            None => first.value,
        };
        let name = [f.editor.body().name(second.value), b".sink"].concat();
        let entries = [(value, sides[0]), (second.value, sides[1])];
        let loc = f.editor.body().debug_loc(first.inst);
        let Some(front) = f.editor.body().first_inst(target) else { return };
        let phi = f.editor.build(Point::BeforeRecords(front), loc, |b| b.named(name).phi(ty, &entries));
        if let Ok(phi) = phi {
            f.editor.set_operand(Use { user: new, operand: 0 }, phi);
        }
    }
    f.editor.erase(first.inst);
    f.editor.erase(second.inst);
    if first.pointer != second.pointer
        && let (Some(a), Some(b)) = (first.pointer.as_inst(), second.pointer.as_inst())
    {
        let gep = f.editor.clone_inst(a, Point::BeforeRecords(new));
        f.merge_location(gep, b);
        f.editor.set_operand(Use { user: new, operand: 1 }, gep.into());
        for old in [a, b] {
            f.editor.replace_all(old.into(), gep.into());
            f.editor.erase(old);
        }
    }
}

/// The `#dbg_assign`s of each `!DIAssignID`, collected when they are needed first.
#[derive(Default)]
struct Assignments {
    records: Option<HashMap<Metadata, Vec<DebugRecord>>>,
}

impl Assignments {
    /// Gives a store the identifier of both stores: records of either belong to it.
    fn merge(&mut self, f: &mut FunctionEdit<'_, '_>, kept: Inst, other: Inst) {
        let id = |f: &FunctionEdit<'_, '_>, inst| f.editor.body().attachment(inst, MetadataKind::DI_ASSIGN_ID);
        let (own, theirs) = (id(f, kept), id(f, other));
        let Some(merged) = own.or(theirs) else { return };
        f.editor.set_attachment(kept, MetadataKind::DI_ASSIGN_ID, Some(merged));
        let Some(theirs) = theirs.filter(|&theirs| theirs != merged) else { return };
        let all = self.records.get_or_insert_with(|| {
            let body = f.editor.body();
            let mut all: HashMap<Metadata, Vec<DebugRecord>> = HashMap::default();
            for position in f.editor.insts().into_iter().map(RecordPosition::Before) {
                for (record, data) in body.debug_records_at(position).handles() {
                    if let DebugRecordData::Assign { id, .. } = *data {
                        all.entry(id).or_default().push(record);
                    }
                }
            }
            all
        });
        let moved = all.remove(&theirs).unwrap_or_default();
        for &record in &moved {
            if let DebugRecordData::Assign { id, .. } = f.editor.debug_record_mut(record) {
                *id = merged;
            }
        }
        all.entry(merged).or_default().extend(moved);
    }
}
