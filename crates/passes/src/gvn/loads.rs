//! Loads of a value that is known: the last write of the location, or an earlier load, on all paths.

use lindworm_analysis::alias::{Aliasing, Location};
use lindworm_ir::attributes::ModRef;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{CastOp, Int};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::AtomicOrdering;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Block, Inst, InstData, Value};

use super::Numbering;
use super::numbers::translated;
use crate::edges::{predecessors, successors};
use crate::effects::{may_read, may_throw, may_write, will_return};
use crate::ssa::Definitions;

/// The maximum number of instructions that are looked at in a block.
const MAX_IN_BLOCK: usize = 100;
/// The maximum number of blocks that are looked at for one load.
const MAX_BLOCKS: usize = 200;

/// What a search before an instruction found.
enum Found {
    /// The value that a load would have.
    Value(Value),
    /// An instruction that may write something else.
    Unknown,
    /// Nothing, up to the start of the block.
    Start,
}

impl Numbering<'_, '_, '_> {
    /// Replaces a load, if its value is known.
    pub(super) fn replace_load(&mut self, block: Block, load: Inst) -> bool {
        let InstData::Load { pointer, ordering, volatile, .. } = *self.f.editor.body().inst(load) else { return false };
        if volatile || ordering > AtomicOrdering::Unordered {
            return false;
        }
        if self.f.editor.uses().is_unused(load.into()) {
            self.erase(load);
            return true;
        }
        let Some(at) = self.aliases().location(load) else { return false };
        debug_assert!(at.pointer == pointer);
        match self.search(load, block, Some(load), &at) {
            Found::Value(value) => {
                self.take_over(load, value);
                true
            }
            Found::Unknown => false,
            Found::Start if self.f.editor.module().context().is_token_like(self.f.editor.body().inst_type(load)) => {
                false
            }
            Found::Start => self.replace_by_predecessors(block, load, &at),
        }
    }

    fn take_over(&mut self, load: Inst, value: Value) {
        // A value that another load has must not be restricted by its metadata alone.
        if let Some(earlier) = value.as_inst()
            && matches!(self.f.editor.body().inst(earlier), InstData::Load { .. })
        {
            self.f.combine(earlier, load, false);
        }
        self.replace(load, value);
    }

    /// Looks backwards for the value that a load has, before an instruction or in a whole block.
    fn search(&self, load: Inst, block: Block, before: Option<Inst>, at: &Location) -> Found {
        let body = self.f.editor.body();
        let mut next = match before {
            Some(inst) => body.prev_inst(inst),
            None => body.last_inst(block),
        };
        let aliases = self.aliases();
        let object = aliases.underlying_object(at.pointer);
        let may_be_equal = |pointer: Value| aliases.may_be_same_object(aliases.underlying_object(pointer), object);
        let mut steps = 0;
        while let Some(inst) = next {
            steps += 1;
            if steps > MAX_IN_BLOCK {
                return Found::Unknown;
            }
            next = body.prev_inst(inst);
            let data = body.inst(inst);
            if let InstData::Alloca { .. } = data {
                if at.pointer == inst.into() || aliases.underlying_object(at.pointer) == inst.into() {
                    return Found::Value(self.f.editor.module().constants().undef(body.inst_type(load)));
                }
                continue;
            }
            let editor = &self.f.editor;
            if !may_write(editor, inst) && !may_read(editor, inst) {
                continue;
            }
            match *data {
                InstData::Load { pointer, ordering, volatile, .. } => {
                    if ordering > AtomicOrdering::Unordered {
                        return Found::Unknown;
                    }
                    if !volatile
                        && may_be_equal(pointer)
                        && aliases.location(inst).is_some_and(|own| aliases.alias(&own, at) == Aliasing::Must)
                        && let Some(value) = self.as_type_of(inst.into(), load)
                    {
                        return Found::Value(value);
                    }
                    // A volatile load does not write.
                }
                InstData::Store { value, ordering, .. } => {
                    let Some(own) = aliases.location(inst) else { return Found::Unknown };
                    match aliases.alias(&own, at) {
                        Aliasing::No if ordering <= AtomicOrdering::Monotonic => {}
                        Aliasing::Must if ordering <= AtomicOrdering::Unordered => {
                            return self.as_type_of(value, load).map_or(Found::Unknown, Found::Value);
                        }
                        _ => return Found::Unknown,
                    }
                }
                InstData::Fence { ordering: AtomicOrdering::Release, .. } => {}
                _ => {
                    if let Some(value) = self.set_by_call(inst, load, at) {
                        return Found::Value(value);
                    }
                    if aliases.mod_ref(inst, at).contains(ModRef::MOD) {
                        return Found::Unknown;
                    }
                }
            }
        }
        Found::Start
    }

    /// The value that a call leaves in memory: of new memory, or of `memset`.
    fn set_by_call(&self, inst: Inst, load: Inst, at: &Location) -> Option<Value> {
        let editor = &self.f.editor;
        let (module, body) = (editor.module(), editor.body());
        let call = body.inst(inst).call_info()?;
        let ty = body.inst_type(load);
        let aliases = self.aliases();
        let args = body.call_args(call);
        match module.callee(call.callee).and_then(|f| f.intrinsic) {
            Some(IntrinsicId::LIFETIME_START) => {
                let object = *args.last()?;
                (aliases.underlying_object(at.pointer) == object).then(|| module.constants().undef(ty))
            }
            Some(IntrinsicId::MEMSET | IntrinsicId::MEMSET_INLINE) => {
                let own = aliases.arg_location(inst, call, 0);
                let (set, read) = (own.size.bytes()?, at.size.bytes()?);
                let is_inside = match aliases.alias(&own, at) {
                    Aliasing::Must => read <= set,
                    Aliasing::Partial(Some(offset)) => u64::try_from(offset).ok()?.checked_add(read)? <= set,
                    _ => false,
                };
                if !is_inside || !module.constants().is_zero(*args.get(3)?) {
                    return None;
                }
                let byte = module.constants().as_u64(args[1])?;
                let cx = module.context();
                if byte == 0 {
                    return Some(module.constants().zero(cx, ty));
                }
                let width = cx.int_width(ty).filter(|w| w % 8 == 0 && *w <= 64)?;
                Some(module.constants().wide_int(cx, &Int::new(width, byte.wrapping_mul(0x0101_0101_0101_0101))))
            }
            None => {
                let name = module.global(call.callee.as_global()?)?.name();
                if aliases.underlying_object(at.pointer) != inst.into() {
                    return None;
                }
                match name {
                    b"malloc" | b"_Znwm" | b"_Znam" => Some(module.constants().undef(ty)),
                    b"calloc" => Some(module.constants().zero(module.context(), ty)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A value as one of the type of a load, if no instruction is needed for that.
    fn as_type_of(&self, value: Value, load: Inst) -> Option<Value> {
        let editor = &self.f.editor;
        let (module, to) = (editor.module(), editor.body().inst_type(load));
        let from = editor.type_of(value);
        if from == to {
            return Some(value);
        }
        let cx = module.context();
        let bits = |ty| module.data_layout().size_in_bits(cx, ty).filter(|size| !size.scalable).map(|size| size.min);
        let is_number = |ty| cx.is_int_or_int_vector(ty) || cx.is_float_or_float_vector(ty);
        let is_same_size = bits(from)? == bits(to)?;
        if value.is_constant() && is_same_size && is_number(from) && is_number(to) {
            return module.fold_cast(CastOp::BitCast, value, to);
        }
        None
    }

    /// A pointer as it is at the end of a predecessor: a phi of the block is its value there; an address that is computed in the
    /// block from one must be computed in the same way before.
    fn pointer_in(&self, pointer: Value, block: Block, from: Block) -> Option<Value> {
        let body = self.f.editor.body();
        let Some(inst) = pointer.as_inst().filter(|&inst| body.inst_block(inst) == Some(block)) else {
            return Some(pointer);
        };
        match *body.inst(inst) {
            InstData::Phi { .. } => Some(translated(&self.f.editor, pointer, block, from)),
            InstData::GetElementPtr { source, ref operands, .. } => {
                let operands: Vec<Value> = body
                    .list_values(operands)
                    .iter()
                    .map(|&v| self.pointer_in(v, block, from))
                    .collect::<Option<_>>()?;
                let base = operands.first().copied().filter(|v| v.is_local())?;
                self.f.editor.uses().of(base).take(64).find_map(|at| {
                    let place = body.inst_block(at.user)?;
                    let is_same = matches!(body.inst(at.user), InstData::GetElementPtr { source: s, operands: o, .. }
                        if *s == source && body.list_values(o) == operands);
                    (is_same && self.dominators.dominates(place, from)).then(|| at.user.into())
                })
            }
            _ => None,
        }
    }

    /// Replaces a load by the values that its predecessors have in memory.
    fn replace_by_predecessors(&mut self, block: Block, load: Inst, at: &Location) -> bool {
        // The value at the end of each block, the blocks where it is unknown, and the address in each block.
        let mut known: HashMap<Block, Value> = HashMap::default();
        let mut unknown: HashSet<Block> = HashSet::default();
        let mut pointers: HashMap<Block, Value> = HashMap::default();
        let mut pending: Vec<(Block, Value)> = Vec::new();
        let add = |this: &Self,
                   pending: &mut Vec<(Block, Value)>,
                   block: Block,
                   pointer: Value,
                   unknown: &mut HashSet<Block>| {
            let from = predecessors(&this.f.editor, block);
            if from.is_empty() {
                return false;
            }
            for from in from {
                match this.pointer_in(pointer, block, from) {
                    Some(pointer) => pending.push((from, pointer)),
                    None => {
                        unknown.insert(from);
                    }
                }
            }
            true
        };
        if !add(self, &mut pending, block, at.pointer, &mut unknown) {
            return false;
        }
        let mut may_insert = None;
        while let Some((from, pointer)) = pending.pop() {
            // One path without the value is enough to give up, if the load cannot be inserted on that path.
            if !unknown.is_empty() && !*may_insert.get_or_insert_with(|| self.may_insert_load(block, load)) {
                return false;
            }
            if let Some(&other) = pointers.get(&from) {
                if other != pointer {
                    return false;
                }
                continue;
            }
            pointers.insert(from, pointer);
            if pointers.len() > MAX_BLOCKS {
                return false;
            }
            if !self.dominators.is_reachable(from) {
                known.insert(from, self.f.editor.module().constants().poison(self.f.editor.body().inst_type(load)));
                continue;
            }
            let there = Location { pointer, ..*at };
            match self.search(load, from, None, &there) {
                // The load itself is the value of an earlier iteration.
                Found::Value(value) => drop(known.insert(from, value)),
                Found::Unknown => drop(unknown.insert(from)),
                Found::Start => {
                    if !add(self, &mut pending, from, pointer, &mut unknown) {
                        unknown.insert(from);
                    }
                }
            }
        }
        if known.values().any(|value| value.as_inst().is_some_and(|inst| self.dead.contains(&inst))) {
            return false;
        }
        if unknown.is_empty() {
            return self.replace_by(block, load, known);
        }
        // A block may be reached with two addresses, one of which is not available there.
        if unknown.iter().any(|block| known.contains_key(block)) {
            return false;
        }
        if known.is_empty() || !*may_insert.get_or_insert_with(|| self.may_insert_load(block, load)) {
            return false;
        }
        self.insert_load(block, load, at, known, &unknown, &pointers)
    }

    /// Whether a load may be inserted on a path to its block: all paths from there execute the load.
    fn may_insert_load(&self, block: Block, load: Inst) -> bool {
        let editor = &self.f.editor;
        let mut meeting = block;
        while let Some(from) = editor.single_predecessor(meeting) {
            if from == block || successors(editor, from).len() != 1 {
                return false;
            }
            meeting = from;
        }
        let mut before = std::iter::successors(editor.body().prev_inst(load), |&inst| editor.body().prev_inst(inst));
        self.pass.load_pre && before.all(|inst| !may_throw(editor, inst) && will_return(editor, inst))
    }

    fn replace_by(&mut self, block: Block, load: Inst, known: HashMap<Block, Value>) -> bool {
        let ty = self.f.editor.body().inst_type(load);
        let name = self.f.editor.body().name(load.into()).to_vec();
        let places = &self.places;
        let first_new = self.f.editor.body().inst_count();
        let is_load = |inst: &Inst| matches!(self.f.editor.body().inst(*inst), InstData::Load { .. }) && *inst != load;
        let loads: Vec<Inst> = known.values().filter_map(|value| value.as_inst()).filter(is_load).collect();
        let definitions =
            Definitions { place: &|block| places[block].unwrap_or(0), of_block: known, ty, name: name.clone() };
        let values = definitions.reaching(&mut self.f.editor, &[block]);
        let Some(&value) = values.get(&block) else { return false };
        if value == load.into() {
            // Only the load itself defines the value: the block is in a cycle without an entry.
            return false;
        }
        let is_new = value.as_inst().is_some_and(|inst| inst.as_u32() as usize >= first_new);
        for earlier in loads {
            super::numbers::intersect_flags(&mut self.f.editor, earlier, load);
        }
        self.f.editor.replace_all(load.into(), value);
        if is_new && !name.is_empty() {
            self.f.editor.take_name(load.into(), value);
        }
        self.erase(load);
        if is_new {
            let number = self.numbers.of(value);
            self.add_leader(number, value, block);
        }
        true
    }

    /// Inserts the load in the only predecessor that lacks the value, if it [may be inserted](Numbering::may_insert_load).
    fn insert_load(
        &mut self,
        block: Block,
        load: Inst,
        at: &Location,
        mut known: HashMap<Block, Value>,
        unknown: &HashSet<Block>,
        pointers: &HashMap<Block, Value>,
    ) -> bool {
        let editor = &self.f.editor;
        let body = editor.body();
        // Up to the block where paths with and without the value meet.
        let mut meeting = block;
        let mut pointer = at.pointer;
        while let Some(from) = editor.single_predecessor(meeting) {
            if unknown.contains(&from) {
                return false;
            }
            let Some(there) = self.pointer_in(pointer, meeting, from) else { return false };
            (meeting, pointer) = (from, there);
        }
        let first = body.first_non_phi(meeting);
        if first.is_none_or(|inst| crate::effects::is_pad(body.inst(inst))) {
            return false;
        }
        let mut lacking: Vec<Block> = Vec::new();
        for from in predecessors(editor, meeting) {
            if !self.dominators.is_reachable(from) {
                return false;
            }
            if !self.is_available(from, &known, unknown, pointers) && !lacking.contains(&from) {
                lacking.push(from);
            }
        }
        let [from] = lacking[..] else { return false };
        if self.dominators.dominates(meeting, from) && successors(editor, from).len() != 1 {
            return false;
        }
        let Some(pointer) = self.pointer_in(pointer, meeting, from) else { return false };
        // The address is available at the end of the predecessor.
        let is_there = pointer.as_inst().and_then(|inst| body.inst_block(inst));
        if is_there.is_some_and(|place| !self.dominators.dominates(place, from)) {
            return false;
        }
        match successors(editor, from).len() {
            1 => {}
            _ => {
                self.splits.push((from, meeting));
                return false;
            }
        }
        let Some(terminator) = body.terminator(from) else { return false };
        if !matches!(body.inst(terminator), InstData::Br { .. }) {
            return false;
        }
        let copy = self.f.editor.clone_inst(load, Point::Before(terminator));
        self.f.editor.set_operands(copy, &[pointer]);
        let name = self.f.editor.body().name(load.into());
        let name = if name.is_empty() { b".pre".to_vec() } else { [name, b".pre"].concat() };
        self.f.editor.set_name(copy.into(), &name);
        crate::licm::drop_unless_about_memory(&mut self.f.editor, copy);
        let number = self.numbers.of(copy.into());
        self.add_leader(number, copy.into(), from);
        known.insert(from, copy.into());
        self.replace_by(block, load, known)
    }

    /// Whether the value is known at the end of a block on all paths.
    fn is_available(
        &self,
        block: Block,
        known: &HashMap<Block, Value>,
        unknown: &HashSet<Block>,
        pointers: &HashMap<Block, Value>,
    ) -> bool {
        let mut met: HashSet<Block> = HashSet::default();
        let mut pending = vec![block];
        while let Some(block) = pending.pop() {
            if known.contains_key(&block) || !met.insert(block) {
                continue;
            }
            let from = predecessors(&self.f.editor, block);
            if unknown.contains(&block) || !pointers.contains_key(&block) || from.is_empty() {
                return false;
            }
            pending.extend(from);
        }
        true
    }
}
