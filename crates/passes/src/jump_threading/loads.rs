//! Loads that a branch depends on, of a value that is known on some paths: a phi then, which can be threaded.

use lindworm_analysis::alias::{AccessSize, AliasAnalysis, AliasCache, AliasTags, Aliasing, Location};
use lindworm_ir::attributes::ModRef;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{CastOp, FastMathFlags, IntFlags};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::AtomicOrdering;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::Threading;
use crate::edges::{predecessors, split_predecessors};
use crate::effects::{is_pad, may_write};

/// The maximum number of instructions that are searched for the value of a load, on each path.
const MAX_SCANNED: u32 = 6;

/// What a search found.
enum Found {
    /// The value, stored or loaded before.
    Value(Value),
    /// An instruction that may write something else.
    Unknown,
    /// Nothing, up to the start of the block.
    Start,
}

impl Threading<'_, '_, '_> {
    /// Looks backwards for the value at an address, before an instruction or in a whole block.
    fn search(&self, load: Inst, address: Value, block: Block, before: Option<Inst>, steps: &mut u32) -> Found {
        let editor = &self.f.editor;
        let body = editor.body();
        let ty = body.inst_type(load);
        let cache = AliasCache::default();
        let aliases = AliasAnalysis::new(editor.module(), body, editor.uses(), self.f.additions.function(), &cache);
        let size = editor.module().data_layout().store_size(editor.module().context(), ty);
        let Some(size) = size.filter(|size| !size.scalable) else { return Found::Unknown };
        let at = Location { tags: AliasTags::of(body, load), ..Location::new(address, AccessSize::Precise(size.min)) };
        let is_atomic =
            matches!(body.inst(load), InstData::Load { ordering, .. } if *ordering != AtomicOrdering::NotAtomic);
        let is_as_atomic = |ordering: AtomicOrdering| !is_atomic || ordering != AtomicOrdering::NotAtomic;
        let mut next = match before {
            Some(inst) => body.prev_inst(inst),
            None => body.last_inst(block),
        };
        while let Some(inst) = next {
            next = body.prev_inst(inst);
            if matches!(body.inst(inst), InstData::Phi { .. }) {
                break;
            }
            if *steps == 0 {
                return Found::Unknown;
            }
            *steps -= 1;
            match *body.inst(inst) {
                InstData::Load { pointer, ordering, .. }
                    if pointer == address && self.conversion(body.inst_type(inst), ty).is_some() =>
                {
                    return if is_as_atomic(ordering) { Found::Value(inst.into()) } else { Found::Unknown };
                }
                InstData::Store { value, pointer, ordering, .. } if pointer == address => {
                    let is_same = self.conversion(editor.type_of(value), ty).is_some() && is_as_atomic(ordering);
                    return if is_same { Found::Value(value) } else { Found::Unknown };
                }
                InstData::Store { ordering, volatile, .. } => {
                    let is_apart = aliases.location(inst).is_some_and(|own| aliases.alias(&own, &at) == Aliasing::No);
                    if volatile || ordering > AtomicOrdering::Unordered || !is_apart {
                        return Found::Unknown;
                    }
                }
                _ => {
                    if may_write(editor, inst) && aliases.mod_ref(inst, &at).contains(ModRef::MOD) {
                        return Found::Unknown;
                    }
                }
            }
        }
        Found::Start
    }

    /// The casts that turn a value of one type into another type of the same size; `Some(None)` if the types are the same.
    fn conversion(&self, from: Type, to: Type) -> Option<Option<CastOp>> {
        let (cx, layout) = (self.f.editor.module().context(), self.f.editor.module().data_layout());
        if from == to {
            return Some(None);
        }
        let size = |ty| layout.size_in_bits(cx, ty).filter(|size| !size.scalable).map(|size| size.min);
        let is_plain = |ty: Type| cx.is_int(ty) || ty.is_float();
        let is_same_size = size(from).is_some() && size(from) == size(to);
        let is_address = |ty| cx.addr_space(ty).is_some_and(|space| space == 0);
        match () {
            () if !is_same_size => None,
            () if is_plain(from) && is_plain(to) => Some(Some(CastOp::BitCast)),
            () if is_address(from) && cx.is_pointer(from) && cx.is_int(to) => Some(Some(CastOp::PtrToInt)),
            () if is_address(to) && cx.is_pointer(to) && cx.is_int(from) => Some(Some(CastOp::IntToPtr)),
            () => None,
        }
    }

    /// A value as another type, before an instruction.
    fn converted(&mut self, value: Value, ty: Type, at: Inst, like: Inst) -> Value {
        let from = self.f.editor.type_of(value);
        let Some(Some(op)) = self.conversion(from, ty) else { return value };
        let data = InstData::Cast { op, flags: IntFlags::empty(), fast_math: FastMathFlags::empty(), value };
        let new = self.f.editor.insert(Point::Before(at), data, ty);
        let loc = self.f.editor.body().debug_loc(like);
        self.f.editor.set_debug_loc(new, loc);
        new.into()
    }

    /// Records that a loaded value is used instead of another load: it may be restricted only as both are.
    fn combine_loads(&mut self, value: Value, load: Inst, moves: bool) {
        if let Some(earlier) = value.as_inst().filter(|&earlier| earlier != load)
            && matches!(self.f.editor.body().inst(earlier), InstData::Load { .. })
        {
            self.f.combine(earlier, load, moves);
        }
    }

    /// Replaces a load by values that are known on some of the paths to its block. The value is loaded on the others.
    pub(super) fn simplify_load(&mut self, load: Inst) -> bool {
        let body = self.f.editor.body();
        let InstData::Load { pointer, align, ordering, scope, volatile: false } = *body.inst(load) else {
            return false;
        };
        let Some(block) = body.inst_block(load).filter(|_| ordering <= AtomicOrdering::Unordered) else { return false };
        let is_phi = pointer.as_inst().is_some_and(|inst| matches!(body.inst(inst), InstData::Phi { .. }));
        if self.f.editor.single_predecessor(block).is_some()
            || body.first_non_phi(block).is_some_and(|inst| is_pad(body.inst(inst)))
            || self.is_in(pointer, block) && !is_phi
        {
            return false;
        }
        let mut steps = MAX_SCANNED;
        match self.search(load, pointer, block, Some(load), &mut steps) {
            Found::Value(value) => {
                self.combine_loads(value, load, false);
                let ty = self.f.editor.body().inst_type(load);
                let value = self.converted(value, ty, load, load);
                self.f.editor.replace_all(load.into(), value);
                self.f.editor.erase(load);
                return true;
            }
            Found::Unknown => return false,
            Found::Start => {}
        }
        let sources = predecessors(&self.f.editor, block);
        if !self.spend(sources.len()) {
            return false;
        }
        let mut scanned: HashSet<Block> = HashSet::default();
        let mut values: HashMap<Block, Value> = HashMap::default();
        let mut missing: Vec<Block> = Vec::new();
        for &from in sources.iter().filter(|&&from| scanned.insert(from)) {
            let address = self.translated(pointer, block, from);
            let mut steps = MAX_SCANNED;
            let mut found = self.search(load, address, from, None, &mut steps);
            let mut at = from;
            while let Found::Start = found
                && steps > 0
                && let Some(before) = self.f.editor.single_predecessor(at).filter(|&before| before != from)
                && !self.is_in(address, at)
            {
                at = before;
                found = self.search(load, address, at, None, &mut steps);
                steps = steps.saturating_sub(1);
            }
            match found {
                Found::Value(value) => {
                    values.insert(from, value);
                }
                _ => missing.push(from),
            }
        }
        if values.is_empty() {
            return false;
        }
        // The inserted load is executed where the program may not have executed the old one.
        if !missing.is_empty() && !self.query().can_speculate(load) {
            let before = self.f.editor.body().insts(block).take_while(|&inst| inst != load);
            if !before.into_iter().all(|inst| self.query().continues(inst)) {
                return false;
            }
        }
        let mut reload = None;
        match missing[..] {
            [] => {}
            [from] if self.successors(from).len() == 1 => reload = Some(from),
            _ => {
                let split: Vec<Block> = sources.iter().copied().filter(|from| !values.contains_key(from)).collect();
                let first = self.f.editor.body().first_non_phi(block);
                let loc = first.and_then(|inst| self.f.editor.body().debug_loc(inst));
                let Some(new) = split_predecessors(&mut self.f.editor, block, &split, b".thread-pre-split", loc) else {
                    return false;
                };
                let name = [self.f.editor.body().name(block.into()), b"thread-pre-split"].concat();
                self.f.editor.set_name(new.into(), &name);
                let place = self.places.get(cranelift_entity::EntityRef::index(block)).copied().unwrap_or(u32::MAX);
                self.set_place(new, place);
                reload = Some(new);
            }
        }
        let ty = self.f.editor.body().inst_type(load);
        let loc = self.f.editor.body().debug_loc(load);
        if let Some(from) = reload
            && let Some((jump, _)) = self.terminator(from)
        {
            let address = self.translated(pointer, block, from);
            let data = InstData::Load { pointer: address, align, ordering, scope, volatile: false };
            let new = self.f.editor.insert(Point::Before(jump), data, ty);
            self.f.editor.set_debug_loc(new, loc);
            let tags = AliasTags::of(self.f.editor.body(), load);
            for (kind, tag) in [
                (lindworm_ir::context::MetadataKind::TBAA, tags.tbaa),
                (crate::known!(b"alias.scope"), tags.scopes),
                (crate::known!(b"noalias"), tags.no_alias),
            ] {
                self.f.editor.set_attachment(new, kind, tag);
            }
            let name = [self.f.editor.body().name(load.into()), b".pr"].concat();
            self.f.editor.set_name(new.into(), &name);
            values.insert(from, new.into());
        }
        let mut entries: Vec<Value> = Vec::new();
        for from in predecessors(&self.f.editor, block) {
            let (Some(&value), Some((end, _))) = (values.get(&from), self.terminator(from)) else { continue };
            self.combine_loads(value, load, true);
            let value = self.converted(value, ty, end, load);
            values.insert(from, value);
            entries.extend([value, from.into()]);
        }
        let Some(first) = self.f.editor.body().first_inst(block) else { return true };
        let incoming = self.f.editor.list(&entries);
        let data = InstData::Phi { incoming, fast_math: FastMathFlags::empty() };
        let phi = self.f.editor.insert(Point::BeforeRecords(first), data, ty);
        self.f.editor.take_name(load.into(), phi.into());
        self.f.editor.set_debug_loc(phi, loc);
        self.f.editor.replace_all(load.into(), phi.into());
        self.f.editor.erase(load);
        true
    }
}
