//! What is in the frame of a coroutine: values and allocas that are live across suspend points.

use cranelift_entity::SecondaryMap;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId as I;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::crossing::Crossing;
use super::intrinsic;
use super::shape::{Abi, Shape};
use crate::call_site::is_not_captured;
use crate::pass::FunctionEdit;
use crate::value_tracking::Query;

/// The values and allocas of a frame.
#[derive(Default)]
pub(super) struct Spills {
    /// Values, with their users after a suspend point.
    pub values: Vec<(Value, Vec<Inst>)>,
    pub allocas: Vec<FrameAlloca>,
}

/// An alloca in the frame.
pub(super) struct FrameAlloca {
    pub alloca: Inst,
    /// Addresses derived from it before `llvm.coro.begin` and used afterwards, with their offsets.
    pub aliases: Vec<(Inst, i64)>,
    /// Whether it may be written before `llvm.coro.begin`.
    pub may_be_written_before: bool,
}

/// Determines what is in the frame. `None` if that is impossible: an address with an unknown offset is computed before
/// `llvm.coro.begin` and used afterwards, or the size of an alloca is not constant.
pub(super) fn collect(f: &mut FunctionEdit<'_, '_>, shape: &Shape, crossing: &Crossing) -> Option<Spills> {
    let mut spills = Spills::default();
    for n in 0..f.editor.body().args().len() as u32 {
        let users = crossing.crossing_users(f, Value::arg(n));
        if !users.is_empty() {
            spills.values.push((Value::arg(n), users));
        }
    }
    let mut allocas: Vec<Uses> = Vec::new();
    for inst in f.editor.insts() {
        let body = f.editor.body();
        if matches!(body.inst(inst), InstData::Alloca { .. }) {
            if !shape.suspends.is_empty() && Some(inst) != shape.promise && !shape.outside_frame.contains(&inst) {
                allocas.push(Uses::of(f, shape, crossing, inst));
            }
            continue;
        }
        let ty = body.inst_type(inst);
        if ty == Type::VOID || ty == Type::TOKEN || inst == shape.begin {
            continue;
        }
        let users = crossing.crossing_users(f, inst.into());
        if !users.is_empty() {
            spills.values.push((inst.into(), users));
        }
    }
    let in_frame = live_on_frame(shape, crossing, &allocas);
    for (uses, is_in_frame) in allocas.into_iter().zip(in_frame) {
        if !is_in_frame {
            continue;
        }
        let InstData::Alloca { count, .. } = *f.editor.body().inst(uses.alloca) else { continue };
        f.editor.module().constants().as_u64(count)?;
        spills.allocas.push(FrameAlloca {
            alloca: uses.alloca,
            aliases: uses.aliases.into_iter().map(|(alias, offset)| Some((alias, offset?))).collect::<Option<_>>()?,
            may_be_written_before: uses.may_be_written_before,
        });
    }
    Some(spills)
}

/// The uses of an alloca and of addresses derived from it.
struct Uses {
    alloca: Inst,
    blocks: HashSet<Block>,
    /// The blocks with starts of the lifetime, those with ends, and those with starts that no end follows.
    starts: Vec<Block>,
    ends: Vec<Block>,
    open: Vec<Block>,
    is_escaped: bool,
    may_be_written_before: bool,
    /// `None` for an unknown offset.
    aliases: Vec<(Inst, Option<i64>)>,
    /// Whether it has to be on the stack: an exception object.
    is_on_stack: bool,
}

impl Uses {
    fn of(f: &mut FunctionEdit<'_, '_>, shape: &Shape, crossing: &Crossing, alloca: Inst) -> Uses {
        let mut uses = Uses {
            alloca,
            blocks: HashSet::default(),
            starts: Vec::new(),
            ends: Vec::new(),
            open: Vec::new(),
            is_escaped: false,
            may_be_written_before: false,
            aliases: Vec::new(),
            is_on_stack: false,
        };
        let (mut starts, mut ends): (Vec<Inst>, Vec<Inst>) = Default::default();
        let mut pending: Vec<(Value, Option<i64>)> = vec![(alloca.into(), Some(0))];
        // The offset of each address; an address with several is visited again, with an unknown one.
        let mut known: HashMap<Value, Option<i64>> = HashMap::from_iter([(alloca.into(), Some(0))]);
        while let Some((pointer, offset)) = pending.pop() {
            let users: Vec<_> = f.editor.uses().of(pointer).collect();
            for at in users {
                let body = f.editor.body();
                let user = at.user;
                let intrinsic = intrinsic(f.editor.module(), body, user);
                let is_lifetime = matches!(intrinsic, Some(I::LIFETIME_START | I::LIFETIME_END));
                uses.blocks.extend(body.inst_block(user).filter(|_| !is_lifetime));
                let mut derived = None;
                let (mut is_write, mut escapes) = (false, false);
                match *body.inst(user) {
                    InstData::Store { value, pointer: to, .. } => {
                        is_write = true;
                        if value == pointer {
                            match loads_of(f, to) {
                                Some(loads) => {
                                    for load in loads {
                                        if let Some(offset) = meet(&mut known, load.into(), offset) {
                                            pending.push((load.into(), offset));
                                            uses.add_alias(f, shape, crossing, load, offset);
                                        }
                                    }
                                }
                                None => escapes = true,
                            }
                        }
                    }
                    InstData::GetElementPtr { source, ref operands, .. } => {
                        let query = Query::new(&f.editor, f.additions.function());
                        let step = query.constant_offset(source, &body.list_values(operands)[1..]);
                        derived = Some(offset.and_then(|offset| offset.checked_add(step?)));
                    }
                    InstData::Cast { op, .. } => {
                        use lindworm_ir::eval::CastOp;
                        escapes = op == CastOp::PtrToInt;
                        derived = (!escapes).then_some(offset);
                    }
                    InstData::Freeze { .. }
                    | InstData::Phi { .. }
                    | InstData::Select { .. }
                    | InstData::InsertElement { .. }
                    | InstData::ExtractElement { .. }
                    | InstData::ShuffleVector { .. }
                    | InstData::InsertValue { .. }
                    | InstData::ExtractValue { .. } => derived = Some(offset),
                    InstData::CatchPad { .. } => uses.is_on_stack = true,
                    InstData::AtomicRmw { value, .. } => {
                        is_write = true;
                        escapes = value == pointer;
                    }
                    InstData::CmpXchg { expected, new, .. } => {
                        is_write = true;
                        escapes = expected == pointer || new == pointer;
                    }
                    InstData::VaArg { .. } => is_write = true,
                    ref data => match (data.call_info(), intrinsic) {
                        (_, Some(I::LIFETIME_START)) => starts.push(user),
                        (_, Some(I::LIFETIME_END)) => ends.push(user),
                        (_, Some(I::MEMCPY | I::MEMMOVE | I::MEMSET)) => is_write = true,
                        (Some(call), _) => {
                            escapes = is_captured(f, call, at.operand as usize);
                            is_write = true;
                        }
                        _ => {}
                    },
                }
                uses.is_escaped |= escapes;
                if (is_write || escapes) && !crossing.dominates(f, shape.begin, user) {
                    uses.may_be_written_before = true;
                }
                if let Some(offset) = derived.and_then(|offset| meet(&mut known, user.into(), offset)) {
                    uses.add_alias(f, shape, crossing, user, offset);
                    pending.push((user.into(), offset));
                }
            }
        }
        uses.find_lifetimes(f, &starts, &ends);
        uses
    }

    fn find_lifetimes(&mut self, f: &mut FunctionEdit<'_, '_>, starts: &[Inst], ends: &[Inst]) {
        let mut last_end: HashMap<Block, Inst> = HashMap::default();
        for &end in ends {
            let Some(block) = f.editor.body().inst_block(end) else { continue };
            self.ends.push(block);
            let last = last_end.entry(block).or_insert(end);
            if f.editor.comes_before(*last, end) {
                *last = end;
            }
        }
        for &start in starts {
            let Some(block) = f.editor.body().inst_block(start) else { continue };
            self.starts.push(block);
            if last_end.get(&block).is_none_or(|&end| f.editor.comes_before(end, start)) {
                self.open.push(block);
            }
        }
    }

    /// Notes an address derived before `llvm.coro.begin` that is used afterwards.
    fn add_alias(
        &mut self,
        f: &mut FunctionEdit<'_, '_>,
        shape: &Shape,
        crossing: &Crossing,
        alias: Inst,
        offset: Option<i64>,
    ) {
        if crossing.dominates(f, shape.begin, alias) {
            return;
        }
        let users: Vec<Inst> = f.editor.uses().of(alias.into()).map(|at| at.user).collect();
        if !users.into_iter().any(|user| crossing.dominates(f, shape.begin, user)) {
            return;
        }
        match self.aliases.iter_mut().find(|(known, _)| *known == alias) {
            Some((_, known)) if *known != offset => *known = None,
            Some(_) => {}
            None => self.aliases.push((alias, offset)),
        }
    }
}

/// Notes the offset of an address. Returns the offset to visit its users with, `None` if they were visited with it.
fn meet(known: &mut HashMap<Value, Option<i64>>, address: Value, offset: Option<i64>) -> Option<Option<i64>> {
    match known.get_mut(&address) {
        None => {
            known.insert(address, offset);
            Some(offset)
        }
        Some(old) if *old == offset || old.is_none() => None,
        Some(old) => {
            *old = None;
            Some(None)
        }
    }
}

fn is_captured(f: &FunctionEdit<'_, '_>, call: &CallInfo, operand: usize) -> bool {
    let body = f.editor.body();
    operand < body.list_values(&call.args).len() && !is_not_captured(f.editor.module(), body, call, operand)
}

/// The loads from an alloca that is only loaded and stored to; `None` for other addresses.
fn loads_of(f: &FunctionEdit<'_, '_>, address: Value) -> Option<Vec<Inst>> {
    let body = f.editor.body();
    let alloca = address.as_inst().filter(|&inst| matches!(body.inst(inst), InstData::Alloca { .. }))?;
    let mut loads = Vec::new();
    for at in f.editor.uses().of(alloca.into()) {
        match body.inst(at.user) {
            InstData::Load { .. } => loads.push(at.user),
            InstData::Store { pointer, value, .. } if *pointer == address && *value != address => {}
            _ if crate::effects::is_lifetime_marker(&f.editor, at.user) => {}
            _ => return None,
        }
    }
    Some(loads)
}

/// Sets of at most 64 allocas, one for each block.
type Sets = SecondaryMap<Block, u64>;

/// Whether each alloca is live across a suspend point. Allocas are examined 64 at a time.
fn live_on_frame(shape: &Shape, crossing: &Crossing, allocas: &[Uses]) -> Vec<bool> {
    let mut result = Vec::with_capacity(allocas.len());
    for group in allocas.chunks(64) {
        let set = |holds: &dyn Fn(&Uses) -> bool| {
            group.iter().enumerate().fold(0u64, |set, (n, uses)| set | u64::from(holds(uses)) << n)
        };
        let on_stack = set(&|uses| uses.is_on_stack);
        // The markers of lifetimes are not used where a coroutine may run forever.
        let marked = set(&|uses| shape.abi == Abi::Switch && !uses.starts.is_empty());
        let never_ends = marked & set(&|uses| uses.ends.is_empty());
        let escaped = set(&|uses| uses.is_escaped);
        let mut used = Sets::new();
        let mut starts = Sets::new();
        let mut ends = Sets::new();
        let mut open = Sets::new();
        for (n, uses) in group.iter().enumerate() {
            let bit = 1 << n;
            if marked & bit == 0 {
                uses.blocks.iter().for_each(|&block| used[block] |= bit);
            }
            for (sets, markers) in [(&mut starts, &uses.starts), (&mut ends, &uses.ends), (&mut open, &uses.open)] {
                markers.iter().for_each(|&block| sets[block] |= bit);
            }
        }
        let by_markers = reaches_suspend(crossing, &open, &ends) | escaped & crosses(crossing, &starts);
        let by_uses = escaped | crosses(crossing, &used);
        let in_frame = (never_ends | marked & by_markers | !marked & by_uses) & !on_stack;
        result.extend((0..group.len()).map(|n| in_frame >> n & 1 != 0));
    }
    result
}

/// The allocas for which a path from one of their blocks to one of them, possibly the same, crosses a suspend point.
fn crosses(crossing: &Crossing, blocks: &Sets) -> u64 {
    // Reached at the start of each block without and after a suspend point.
    let (mut before, mut after) = (Sets::new(), Sets::new());
    let mut found = 0;
    let mut is_changed = true;
    while std::mem::take(&mut is_changed) {
        for &block in crossing.cfg.reverse_postorder() {
            found |= after[block] & blocks[block];
            let reached = before[block] | blocks[block];
            let (plain, crossed) = match () {
                _ if crossing.ends[block] => (reached | after[block], 0),
                _ if crossing.suspends[block] => (reached, reached | after[block]),
                _ => (reached, after[block]),
            };
            for &to in crossing.cfg.successors(block) {
                let new = (before[to] | plain, after[to] | crossed);
                is_changed |= new != (before[to], after[to]);
                (before[to], after[to]) = new;
            }
        }
    }
    found
}

/// The allocas for which a path leads from the start of a lifetime to a suspend point, and not through a block with its end. `open`
/// has the starts that no end follows in the block.
fn reaches_suspend(crossing: &Crossing, open: &Sets, ends: &Sets) -> u64 {
    let mut reached = Sets::new();
    let mut found = 0;
    let mut is_changed = true;
    while std::mem::take(&mut is_changed) {
        for &block in crossing.cfg.reverse_postorder() {
            if crossing.suspends[block] {
                found |= reached[block] | open[block];
            }
            let left = reached[block] & !ends[block] | open[block];
            for &to in crossing.cfg.successors(block) {
                let new = reached[to] | left;
                is_changed |= new != reached[to];
                reached[to] = new;
            }
        }
    }
    found
}
