//! `memcpyopt`: removes and simplifies copies of memory.
//!
//! - Stores of one byte value side by side become a `memset` ([`memset`]).
//! - A copy of a copy reads the original, a copy of filled memory becomes a `memset`, and a copy of undefined memory is removed.
//! - A call that writes a local variable which is then copied writes the destination instead ([`call_slot`]).
//! - A load and a store of an aggregate become a `memcpy`.
//!
//! What wrote the copied memory is found by [`MemorySsa`].

mod call_slot;
mod memset;

pub(crate) use memset::byte_of;

use std::sync::Arc;

use lindworm_analysis::alias::{AccessSize, AliasAnalysis, AliasCache, AliasRules, Aliasing, Escapes, Location};
use lindworm_analysis::memory_ssa::{AccessKind, MemoryAccess, MemorySsa, Walker};
use lindworm_analysis::{Cfg, Cycles, DominatorTree};
use lindworm_ir::attributes::{AttrKind, ModRef};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::IntPredicate;
use lindworm_ir::instruction::{AtomicOrdering, CallInfo, GepFlags};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Inst, InstData, Metadata, Type, Value};

use crate::effects::may_throw;
use crate::memory_calls::insert_memory_call;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::value_tracking::Query;

/// The maximum number of passes over a function.
const MAX_ROUNDS: usize = 8;
/// The maximum number of instructions between two accesses in a block that are compared with a location.
const MAX_BETWEEN: usize = 1000;

/// Removes and simplifies copies of memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemCpyOpt {
    /// The rules of alias analysis.
    pub alias_rules: AliasRules,
}

impl FunctionPass for MemCpyOpt {
    fn name(&self) -> &'static str {
        "memcpyopt"
    }

    fn class(&self) -> &'static str {
        "MemCpyOptPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let body = f.editor.body();
        let is_relevant = |inst| match body.inst(inst) {
            InstData::Store { .. } => true,
            data => data.call_info().is_some(),
        };
        if !body.blocks().flat_map(|block| body.insts(block)).any(is_relevant) {
            return;
        }
        let cfg = f.analyses.get::<Cfg>(&f.editor);
        let dominators = f.analyses.get::<DominatorTree>(&f.editor);
        let cycles = f.analyses.get::<Cycles>(&f.editor);
        let (cache, function) = (AliasCache::default(), f.additions.function());
        let aliases = AliasAnalysis::new(f.editor.module(), f.editor.body(), f.editor.uses(), function, &cache);
        let ssa = MemorySsa::new(&aliases, f.editor.body(), &cfg, &dominators);
        let changes_left = 4 * f.editor.body().inst_count();
        let rules = self.alias_rules;
        let escapes = Escapes::new(f.editor.body(), &cfg, &cycles);
        let mut pass = Copies { f, rules, cache: AliasCache::default(), escapes, ssa, dominators, changes_left };
        for _ in 0..MAX_ROUNDS {
            if !pass.round(&cfg) {
                break;
            }
        }
    }
}

/// What a memory intrinsic does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Set,
    Copy,
    /// `llvm.memcpy.inline`
    InlineCopy,
    Move,
}

/// A call of a memory intrinsic.
#[derive(Clone, Copy)]
struct Transfer {
    inst: Inst,
    kind: Kind,
    dest: Value,
    /// The source, or the byte of `memset`.
    source: Value,
    len: Value,
    volatile: bool,
    /// The `align` attributes of the destination and the source.
    aligns: [Option<u64>; 2],
}

struct Copies<'f, 'a, 'm> {
    f: &'f mut FunctionEdit<'a, 'm>,
    rules: AliasRules,
    cache: AliasCache,
    escapes: Escapes<'f>,
    ssa: MemorySsa,
    dominators: Arc<DominatorTree>,
    /// The number of changes that may still be made: a guard against changes that undo each other.
    changes_left: usize,
}

impl Copies<'_, '_, '_> {
    /// Visits all instructions. Returns whether one changed.
    fn round(&mut self, cfg: &Cfg) -> bool {
        let mut changed = false;
        for &block in cfg.layout().iter().filter(|&&block| cfg.is_reachable(block)) {
            let mut next = self.f.editor.body().first_inst(block);
            while let Some(inst) = next {
                next = self.f.editor.body().next_inst(inst);
                if self.changes_left > 0
                    && let Some(continues) = self.visit(inst, next)
                {
                    self.changes_left -= 1;
                    changed = true;
                    next = continues;
                }
            }
        }
        changed
    }

    /// Simplifies an instruction. Returns with which instruction to go on if it changed.
    fn visit(&mut self, inst: Inst, next: Option<Inst>) -> Option<Option<Inst>> {
        match *self.f.editor.body().inst(inst) {
            InstData::Store { .. } => self.visit_store(inst, next),
            ref data if data.call_info().is_some() => match self.transfer(inst) {
                Some(set) if set.kind == Kind::Set => self.visit_memset(set).map(Some),
                Some(moved) if moved.kind == Kind::Move => self.visit_memmove(moved).then_some(next),
                Some(copy) => {
                    let changed = self.visit_memcpy(copy);
                    // What takes the place of the copy is visited again.
                    changed.then(|| next.map(|next| self.f.editor.body().prev_inst(next).unwrap_or(next)))
                }
                None => self.visit_call(inst).then_some(next),
            },
            _ => None,
        }
    }

    // Queries.

    fn query(&self) -> Query<'_> {
        let query = Query::new(&self.f.editor, self.f.additions.function());
        Query { dominators: Some(&self.dominators), ..query }
    }

    /// Asks alias analysis and the search for clobbers.
    fn with_walker<R>(&self, ask: impl FnOnce(&Walker<'_>) -> R) -> R {
        let (editor, function) = (&self.f.editor, self.f.additions.function());
        let mut aliases = AliasAnalysis::new(editor.module(), editor.body(), editor.uses(), function, &self.cache);
        aliases.rules = self.rules;
        aliases.escapes = Some(&self.escapes);
        ask(&Walker { ssa: &self.ssa, aliases: &aliases, body: editor.body(), dominators: &self.dominators })
    }

    fn mod_ref(&self, inst: Inst, at: &Location) -> ModRef {
        self.with_walker(|walker| walker.aliases.mod_ref(inst, at))
    }

    fn is_must_alias(&self, a: Value, b: Value) -> bool {
        let exact = |pointer| Location::new(pointer, AccessSize::Precise(1));
        self.with_walker(|walker| walker.aliases.alias(&exact(a), &exact(b)) == Aliasing::Must)
    }

    fn underlying_object(&self, pointer: Value) -> Value {
        self.with_walker(|walker| walker.aliases.underlying_object(pointer))
    }

    fn call(&self, inst: Inst) -> Option<(Option<IntrinsicId>, &CallInfo)> {
        let call = self.f.editor.body().inst(inst).call_info()?;
        Some((self.f.editor.module().callee(call.callee).and_then(|f| f.intrinsic), call))
    }

    fn transfer(&self, inst: Inst) -> Option<Transfer> {
        let (intrinsic, call) = self.call(inst)?;
        let kind = match intrinsic? {
            IntrinsicId::MEMSET => Kind::Set,
            IntrinsicId::MEMCPY => Kind::Copy,
            IntrinsicId::MEMCPY_INLINE => Kind::InlineCopy,
            IntrinsicId::MEMMOVE => Kind::Move,
            _ => return None,
        };
        let (cx, module) = (self.f.editor.module().context(), self.f.editor.module());
        let &[dest, source, len, volatile] = self.f.editor.body().call_args(call) else { return None };
        let attributes = cx.attribute_list(call.attributes);
        let aligns = [0, 1].map(|n| cx.attribute_int(attributes.param(n), AttrKind::ALIGN));
        Some(Transfer { inst, kind, dest, source, len, volatile: !module.constants().is_zero(volatile), aligns })
    }

    /// The transfer that defines a state of memory.
    fn transfer_at(&self, state: MemoryAccess) -> Option<Transfer> {
        match self.ssa.kind(state) {
            AccessKind::Def(inst) => self.transfer(inst),
            _ => None,
        }
    }

    /// Whether a number is known to be zero.
    fn is_zero(&self, value: Value) -> bool {
        self.query().known_bits(value).is_some_and(|known| known.as_constant().is_some_and(|n| n.is_zero()))
    }

    fn constant(&self, value: Value) -> Option<u64> {
        self.f.editor.module().constants().as_u64(value)
    }

    /// The location that a transfer writes (0) or reads (1).
    fn end_of(&self, transfer: &Transfer, n: usize) -> Location {
        let size = self.constant(transfer.len).map_or(AccessSize::AfterPointer, AccessSize::Precise);
        let location = self
            .call(transfer.inst)
            .map(|(_, call)| self.with_walker(|walker| walker.aliases.arg_location(transfer.inst, call, n)));
        location.unwrap_or(Location::new(if n == 0 { transfer.dest } else { transfer.source }, size))
    }

    /// The constant distance in bytes from one address to another.
    fn distance(&self, from: Value, to: Value) -> Option<i64> {
        self.with_walker(|walker| walker.aliases.distance(from, to))
    }

    /// Whether an instruction between two others of a block accesses a location. A `llvm.lifetime.start` may be skipped.
    fn is_accessed_between(&self, at: &Location, start: Inst, end: Inst, skipped: Option<&mut Option<Inst>>) -> bool {
        let body = self.f.editor.body();
        let mut skipped = skipped;
        let mut next = body.next_inst(start);
        for _ in 0..MAX_BETWEEN {
            let Some(inst) = next else { return true };
            if inst == end {
                return false;
            }
            next = body.next_inst(inst);
            if self.ssa.of(inst).is_none() || self.mod_ref(inst, at).is_empty() {
                continue;
            }
            let is_marker = matches!(self.call(inst), Some((Some(IntrinsicId::LIFETIME_START), _)));
            match skipped.as_deref_mut() {
                Some(place) if is_marker && place.is_none() => *place = Some(inst),
                _ => return true,
            }
        }
        true
    }

    /// Whether a caller may see that an object is written if the function unwinds between two instructions of a block.
    fn is_visible_through_unwinding(&self, pointer: Value, start: Inst, end: Inst) -> bool {
        let query = self.query();
        if query.function_has(AttrKind::NO_UNWIND) {
            return false;
        }
        let object = self.underlying_object(pointer);
        let is_hidden = match object.kind() {
            ValueKind::Inst(inst) => matches!(self.f.editor.body().inst(inst), InstData::Alloca { .. }),
            ValueKind::Arg(n) => {
                let set = query.param_attributes(n);
                let has = |kind| self.f.editor.module().context().has_attribute(set, kind);
                has(AttrKind::BY_VAL) || has(AttrKind::DEAD_ON_UNWIND)
            }
            _ => false,
        };
        if is_hidden {
            return false;
        }
        let body = self.f.editor.body();
        let mut next = Some(start);
        for _ in 0..MAX_BETWEEN {
            match next {
                Some(inst) if inst == end => return false,
                Some(inst) if !may_throw(&self.f.editor, inst) => next = body.next_inst(inst),
                _ => return true,
            }
        }
        true
    }

    /// Whether memory has no defined content at a state.
    fn is_undefined(&self, pointer: Value, state: MemoryAccess) -> bool {
        let object = self.underlying_object(pointer);
        let body = self.f.editor.body();
        let is_variable = object.as_inst().is_some_and(|inst| matches!(body.inst(inst), InstData::Alloca { .. }));
        match self.ssa.kind(state) {
            AccessKind::LiveOnEntry => is_variable,
            AccessKind::Def(inst) => match self.call(inst) {
                Some((Some(IntrinsicId::LIFETIME_START), call)) => {
                    is_variable && body.call_args(call).last() == Some(&object)
                }
                _ => false,
            },
            _ => false,
        }
    }

    // Changes.

    fn erase(&mut self, inst: Inst) {
        self.ssa.remove(inst);
        self.f.editor.erase(inst);
    }

    /// Creates a call of a memory intrinsic, without an access in MemorySSA.
    fn create(&mut self, at: Inst, loc: Option<Metadata>, new: &Transfer) -> Option<Inst> {
        let name = match new.kind {
            Kind::Set => "llvm.memset",
            Kind::Copy => "llvm.memcpy",
            Kind::InlineCopy => "llvm.memcpy.inline",
            Kind::Move => "llvm.memmove",
        };
        insert_memory_call(
            self.f,
            Point::Before(at),
            loc,
            name,
            [new.dest, new.source, new.len],
            new.aligns,
            new.volatile,
        )
    }

    /// Puts a call of a memory intrinsic in the place of an instruction.
    fn replace(&mut self, old: Inst, new: &Transfer) -> bool {
        let loc = self.f.editor.body().debug_loc(old);
        let Some(inst) = self.create(old, loc, new) else { return false };
        self.copy_assignment(old, inst);
        self.ssa.replace(old, inst);
        self.f.editor.erase(old);
        true
    }

    /// Copies `!DIAssignID`.
    fn copy_assignment(&mut self, from: Inst, to: Inst) {
        let id = self.f.editor.body().attachment(from, MetadataKind::DI_ASSIGN_ID);
        if id.is_some() {
            self.f.editor.set_attachment(to, MetadataKind::DI_ASSIGN_ID, id);
        }
    }

    // Stores.

    fn visit_store(&mut self, inst: Inst, next: Option<Inst>) -> Option<Option<Inst>> {
        const NON_TEMPORAL: MetadataKind = crate::known!(b"nontemporal");
        let InstData::Store { value, pointer, align, ordering: AtomicOrdering::NotAtomic, volatile: false, .. } =
            *self.f.editor.body().inst(inst)
        else {
            return None;
        };
        if self.f.editor.body().attachment(inst, NON_TEMPORAL).is_some() {
            return None;
        }
        if let Some(load) = value.as_inst()
            && let InstData::Load { .. } = self.f.editor.body().inst(load)
        {
            return self.visit_copy_by_register(load, inst, next);
        }
        let byte = memset::byte_of(&self.query(), value)?;
        if let Some(set) = self.merge_into_memset(inst, pointer, byte) {
            return Some(Some(set));
        }
        let module = self.f.editor.module();
        let (cx, ty) = (module.context(), self.f.editor.type_of(value));
        if !cx.is_aggregate(ty) {
            return None;
        }
        let bytes = module.data_layout().store_size(cx, ty).filter(|size| !size.scalable)?.min;
        let len = module.constants().int(cx, Type::I64, bytes);
        let aligns = [align.bytes(), None];
        let new = Transfer { inst, kind: Kind::Set, dest: pointer, source: byte, len, volatile: false, aligns };
        let before = self.f.editor.body().prev_inst(inst);
        let block = self.f.editor.body().inst_block(inst)?;
        self.replace(inst, &new).then(|| match before {
            Some(before) => self.f.editor.body().next_inst(before),
            None => self.f.editor.body().first_inst(block),
        })
    }

    /// A load whose value is only stored.
    fn visit_copy_by_register(&mut self, load: Inst, store: Inst, next: Option<Inst>) -> Option<Option<Inst>> {
        let body = self.f.editor.body();
        let InstData::Load { pointer: source, align, ordering: AtomicOrdering::NotAtomic, volatile: false, .. } =
            *body.inst(load)
        else {
            return None;
        };
        let InstData::Store { pointer: dest, align: dest_align, .. } = *body.inst(store) else { return None };
        if !self.f.editor.uses().has_one_use(load.into()) || body.inst_block(load) != body.inst_block(store) {
            return None;
        }
        let module = self.f.editor.module();
        let (cx, ty) = (module.context(), body.inst_type(load));
        let bytes = module.data_layout().store_size(cx, ty).filter(|size| !size.scalable)?.min;
        let aligns = [dest_align.bytes(), align.bytes()];
        if cx.is_aggregate(ty)
            && let Some(place) = self.place_of_copy(load, store)
        {
            let source_at = self.with_walker(|walker| walker.aliases.location(load))?;
            let overlaps = self.mod_ref(store, &source_at).contains(ModRef::MOD);
            let kind = if overlaps { Kind::Move } else { Kind::Copy };
            let len = module.constants().int(cx, Type::I64, bytes);
            let new = Transfer { inst: store, kind, dest, source, len, volatile: false, aligns };
            let loc = self.f.editor.body().debug_loc(place);
            let inst = self.create(place, loc, &new)?;
            self.copy_assignment(store, inst);
            match place == store {
                true => self.ssa.replace(store, inst),
                false => {
                    self.ssa.insert_before(inst, place);
                    self.ssa.remove(store);
                }
            }
            self.f.editor.erase(store);
            self.erase(load);
            return Some(Some(inst));
        }
        let align = aligns[0]?.min(aligns[1]?);
        let slot = call_slot::Slot { load, store, dest, source, bytes, align };
        let call = || {
            let state = self.with_walker(|walker| walker.clobber_of(load))?;
            match self.ssa.kind(state) {
                AccessKind::Def(inst) => Some(inst),
                _ => None,
            }
        };
        let call = if slot.is_variable(&self.f.editor) { call()? } else { return None };
        if !self.fill_destination_by_call(&slot, call) {
            return None;
        }
        self.erase(store);
        self.erase(load);
        Some(next)
    }

    /// Where a copy of what is loaded to where it is stored can be made: at the store, or before the first instruction between
    /// them that may write what is loaded.
    fn place_of_copy(&self, load: Inst, store: Inst) -> Option<Inst> {
        let (body, source) = (self.f.editor.body(), self.with_walker(|walker| walker.aliases.location(load))?);
        let mut next = body.next_inst(load);
        for _ in 0..MAX_BETWEEN {
            let inst = next?;
            if inst == store {
                return Some(store);
            }
            if self.mod_ref(inst, &source).contains(ModRef::MOD) {
                return self.can_move_up(load, inst, store).then_some(inst);
            }
            next = body.next_inst(inst);
        }
        None
    }

    /// Whether a store can be made before an instruction: nothing in between accesses the memory, unwinds or does not return, and
    /// the address is known there.
    fn can_move_up(&self, load: Inst, place: Inst, store: Inst) -> bool {
        let body = self.f.editor.body();
        let InstData::Store { pointer, .. } = *body.inst(store) else { return false };
        let Some(at) = self.with_walker(|walker| walker.aliases.location(store)) else { return false };
        let mut next = Some(place);
        for _ in 0..MAX_BETWEEN {
            let Some(inst) = next else { return false };
            if inst == store {
                return self.ssa.of(place).is_some();
            }
            let is_address = pointer == inst.into();
            if is_address
                || inst == load
                || !self.mod_ref(inst, &at).is_empty()
                || may_throw(&self.f.editor, inst)
                || !crate::effects::will_return(&self.f.editor, inst)
            {
                return false;
            }
            next = body.next_inst(inst);
        }
        false
    }

    // Copies.

    fn visit_memmove(&mut self, moved: Transfer) -> bool {
        if self.mod_ref(moved.inst, &self.end_of(&moved, 1)).contains(ModRef::MOD) {
            if !moved.volatile && self.moves_filled_memory(&moved) {
                self.erase(moved.inst);
                return true;
            }
            return false;
        }
        // Memory that does not overlap can be copied.
        let overloads = [moved.dest, moved.source, moved.len].map(|v| self.f.editor.type_of(v));
        let Ok(callee) = self.f.additions.intrinsic("llvm.memcpy", &overloads) else { return false };
        // The callee is the last operand.
        let operand = self.f.editor.body().operand_count(moved.inst) as u32 - 1;
        self.f.editor.set_operand(Use { user: moved.inst, operand }, callee.into());
        true
    }

    /// Whether a `memmove` moves bytes that are all the same within memory filled with that byte.
    fn moves_filled_memory(&self, moved: &Transfer) -> bool {
        let (Some(access), Some(len)) = (self.ssa.of(moved.inst), self.constant(moved.len)) else { return false };
        let offset = self.distance(moved.dest, moved.source).and_then(|offset| u64::try_from(offset).ok());
        let Some(end) = offset.and_then(|offset| offset.checked_add(len)) else { return false };
        let whole = Location::new(moved.dest, AccessSize::Precise(end));
        let state = self.with_walker(|walker| walker.clobber(self.ssa.before(access), &whole));
        let set = self.transfer_at(state).filter(|set| set.kind == Kind::Set && !set.volatile);
        set.is_some_and(|set| {
            self.constant(set.len).is_some_and(|filled| filled >= end) && self.is_must_alias(set.dest, moved.dest)
        })
    }

    fn visit_memcpy(&mut self, copy: Transfer) -> bool {
        if copy.volatile {
            return false;
        }
        if copy.source == copy.dest || self.is_zero(copy.len) {
            self.erase(copy.inst);
            return true;
        }
        let Some(access) = self.ssa.of(copy.inst) else { return false };
        if let Some(byte) = self.byte_of_constant(copy.source) {
            let aligns = [copy.aligns[0], None];
            return self.replace(copy.inst, &Transfer { kind: Kind::Set, source: byte, aligns, ..copy });
        }
        let body = self.f.editor.body();
        let (dest, source) = (self.end_of(&copy, 0), self.end_of(&copy, 1));
        let before = self.ssa.before(access);
        let dest_state = self.with_walker(|walker| walker.clobber(before, &dest));
        if let Some(set) = self.transfer_at(dest_state).filter(|set| set.kind == Kind::Set && !set.volatile)
            && body.inst_block(set.inst) == body.inst_block(copy.inst)
            && self.shrink_memset(&set, &copy)
        {
            return true;
        }
        let state = self.with_walker(|walker| walker.clobber(before, &source));
        if let AccessKind::Def(def) = self.ssa.kind(state) {
            if let Some(bytes) = self.constant(copy.len)
                && let InstData::Call { .. } = self.f.editor.body().inst(def)
            {
                let align = copy.aligns[0].unwrap_or(1);
                let (dest, source) = (copy.dest, copy.source);
                let slot = call_slot::Slot { load: copy.inst, store: copy.inst, dest, source, bytes, align };
                if slot.is_variable(&self.f.editor) && self.fill_destination_by_call(&slot, def) {
                    self.erase(copy.inst);
                    return true;
                }
            }
            match self.transfer(def) {
                Some(first) if first.kind == Kind::Set && self.copy_filled_memory(&copy, &first) => return true,
                Some(first) if !matches!(first.kind, Kind::Set | Kind::Move) && self.copy_original(&copy, &first) => {
                    return true;
                }
                _ => {}
            }
        }
        if self.is_undefined(copy.source, state) {
            self.erase(copy.inst);
            return true;
        }
        false
    }

    /// The byte of which a constant variable consists.
    fn byte_of_constant(&self, source: Value) -> Option<Value> {
        let global = self.f.editor.module().global(source.as_global()?)?;
        let variable = global.as_variable().filter(|variable| variable.constant && !variable.externally_initialized)?;
        let initializer = variable.initializer?;
        (!global.linkage.is_interposable()).then(|| memset::byte_of(&self.query(), initializer)).flatten()
    }

    /// Fills only the part of memory that a copy to its start does not overwrite.
    fn shrink_memset(&mut self, set: &Transfer, copy: &Transfer) -> bool {
        if !self.is_must_alias(set.dest, copy.dest)
            || self.mod_ref(copy.inst, &self.end_of(copy, 1)).contains(ModRef::MOD)
            || self.is_accessed_between(&self.end_of(set, 0), set.inst, copy.inst, None)
            || self.is_visible_through_unwinding(copy.dest, set.inst, copy.inst)
        {
            return false;
        }
        if set.len == copy.len {
            self.erase(set.inst);
            return true;
        }
        let align = set.aligns[0].unwrap_or(1).max(copy.aligns[0].unwrap_or(1));
        let align = match self.constant(copy.len) {
            Some(len) if len != 0 => align.min(1 << len.trailing_zeros()),
            _ => 1,
        };
        let [set_type, copy_type] = [set.len, copy.len].map(|len| self.f.editor.type_of(len));
        let cx = self.f.editor.module().context();
        let bits = |ty| cx.int_width(ty).unwrap_or(0);
        let wide = if bits(set_type) >= bits(copy_type) { set_type } else { copy_type };
        let loc = self.f.editor.body().debug_loc(set.inst);
        let built = self.f.editor.build(Point::Before(copy.inst), loc, |b| {
            let extended = |b: &mut lindworm_ir::builder::Builder<'_>, len| match b.type_of(len) == wide {
                true => Ok(len),
                false => b.cast(lindworm_ir::eval::CastOp::ZExt, len, wide),
            };
            let whole = extended(b, set.len)?;
            let start = extended(b, copy.len)?;
            let is_covered = b.icmp(IntPredicate::Ule, whole, start)?;
            let rest = b.binary(lindworm_ir::eval::BinaryOp::Sub, whole, start)?;
            let none = b.zero(wide);
            let len = b.select(is_covered, none, rest)?;
            let dest = b.gep(Type::I8, GepFlags::default(), copy.dest, &[start])?;
            Ok::<_, lindworm_ir::builder::BuildError>((dest, len))
        });
        let Ok((dest, len)) = built else { return false };
        let new = Transfer { dest, len, aligns: [Some(align), None], ..*set };
        let Some(inst) = self.create(copy.inst, loc, &new) else { return false };
        self.ssa.insert_before(inst, copy.inst);
        self.erase(set.inst);
        true
    }

    /// Copies the original of a copy.
    fn copy_original(&mut self, copy: &Transfer, first: &Transfer) -> bool {
        if first.volatile || copy.source == first.source {
            return false;
        }
        let Some(offset) = self.distance(first.dest, copy.source).and_then(|offset| u64::try_from(offset).ok()) else {
            return false;
        };
        let mut copy = *copy;
        if offset != 0 || first.len != copy.len {
            let (Some(available), Some(len)) = (self.constant(first.len), self.constant(copy.len)) else {
                return false;
            };
            let Some(available) = available.checked_sub(offset).filter(|&available| available > 0) else {
                return false;
            };
            if len > available {
                // What is beyond may be anything if it was undefined before.
                let Some(access) = self.ssa.of(first.inst) else { return false };
                let source = self.end_of(&copy, 1);
                let before = self.with_walker(|walker| walker.clobber(self.ssa.before(access), &source));
                if !self.is_undefined(copy.source, before) {
                    return false;
                }
                let (module, ty) = (self.f.editor.module(), self.f.editor.type_of(copy.len));
                copy.len = module.constants().int(module.context(), ty, available);
            }
        }
        let size = self.constant(copy.len).map_or(AccessSize::AfterPointer, AccessSize::Precise);
        let (mut source, mut align) = (first.source, first.aligns[1]);
        if offset > 0 {
            align = align.map(|align| align.min(1 << offset.trailing_zeros()));
            let is_there = self.distance(first.source, copy.dest).and_then(|n| u64::try_from(n).ok()) == Some(offset);
            source = match is_there {
                true => copy.dest,
                false => match self.address(copy.inst, first.source, offset) {
                    Some(address) => address,
                    None => return false,
                },
            };
        }
        // The part of the original that is copied.
        let at = Location { pointer: source, size, ..self.end_of(first, 1) };
        let changed = !self.with_walker(|walker| walker.is_written_between(&at, first.inst, copy.inst))
            && self.read_instead(&copy, first, source, align);
        if let Some(address) = source.as_inst().filter(|_| source != first.source && source != copy.dest)
            && self.f.editor.uses().is_unused(source)
        {
            self.f.editor.erase(address);
        }
        changed
    }

    /// Inserts the address of a part of an object.
    fn address(&mut self, at: Inst, base: Value, offset: u64) -> Option<Value> {
        let loc = self.f.editor.body().debug_loc(at);
        let flags = GepFlags::INBOUNDS | GepFlags::NUSW;
        let built = self.f.editor.build(Point::Before(at), loc, |b| {
            let offset = b.int(Type::I64, offset);
            b.gep(Type::I8, flags, base, &[offset])
        });
        built.ok()
    }

    /// Replaces a copy by one from another source with the same content.
    fn read_instead(&mut self, copy: &Transfer, first: &Transfer, source: Value, align: Option<u64>) -> bool {
        if self.is_must_alias(copy.dest, source) {
            self.erase(copy.inst);
            return true;
        }
        let overlaps = self.mod_ref(copy.inst, &self.end_of(first, 1)).contains(ModRef::MOD);
        let kind = match copy.kind {
            Kind::InlineCopy if overlaps => return false,
            _ if overlaps => Kind::Move,
            kind => kind,
        };
        self.replace(copy.inst, &Transfer { kind, source, aligns: [copy.aligns[0], align], ..*copy })
    }

    /// Fills the destination of a copy of filled memory.
    fn copy_filled_memory(&mut self, copy: &Transfer, set: &Transfer) -> bool {
        let offset = match self.is_must_alias(set.dest, copy.source) {
            true => Some(0),
            false => self.distance(set.dest, copy.source).and_then(|offset| u64::try_from(offset).ok()),
        };
        let Some(offset) = offset else { return false };
        let mut len = copy.len;
        if offset != 0 || set.len != copy.len {
            let available = match (self.constant(set.len), self.constant(copy.len)) {
                (Some(filled), Some(wanted)) => match filled.checked_sub(offset) {
                    Some(available) => (wanted > available).then_some(Some(available)),
                    None => return false,
                },
                _ if offset == 0 => Some(None),
                _ => return false,
            };
            if let Some(available) = available {
                // What is beyond may be anything if it was undefined before.
                let Some(access) = self.ssa.of(set.inst) else { return false };
                let source = self.end_of(copy, 1);
                let before = self.with_walker(|walker| walker.clobber(self.ssa.before(access), &source));
                if !self.is_undefined(copy.source, before) {
                    return false;
                }
                if let Some(available) = available {
                    let (module, ty) = (self.f.editor.module(), self.f.editor.type_of(copy.len));
                    len = module.constants().int(module.context(), ty, available);
                }
            }
        }
        let aligns = [copy.aligns[0], None];
        self.replace(copy.inst, &Transfer { kind: Kind::Set, source: set.source, len, aligns, ..*copy })
    }
}
