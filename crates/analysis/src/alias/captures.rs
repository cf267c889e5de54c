//! Escaping pointers.

use std::cell::RefCell;

use cranelift_entity::{EntityRef, SecondaryMap};
use lindworm_ir::attributes::{AttrKind, CaptureComponents, Captures, ModRef};
use lindworm_ir::eval::CastOp;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Body, Inst, InstData, Value};
use smallvec::SmallVec;

use super::AliasAnalysis;
use crate::{Cfg, Cycle, Cycles, InstOrder};

/// The maximum number of uses that are followed.
const MAX_USES: usize = 100;

/// The maximum number of places where an object escapes.
const MAX_ESCAPES: usize = 16;

/// The instructions by which local objects escape, and the instructions that control may reach after that. Remains valid while
/// instructions are only erased.
pub struct Escapes<'a> {
    cycles: &'a Cycles,
    /// The outermost cycle that contains each cycle.
    outermost: SecondaryMap<Cycle, Option<Cycle>>,
    order: InstOrder,
    /// The position of each block in reverse post-order.
    numbers: Vec<u32>,
    /// The instructions by which an object escapes; `None` if there are too many.
    known: RefCell<HashMap<Value, Option<Places>>>,
}

type Places = SmallVec<[Inst; 4]>;

impl<'a> Escapes<'a> {
    /// Linear in the instructions of the body.
    pub fn new(body: &Body, cfg: &Cfg, cycles: &'a Cycles) -> Escapes<'a> {
        let mut numbers = vec![u32::MAX; cfg.block_count()];
        for (number, block) in (0..).zip(cfg.reverse_postorder()) {
            numbers[block.index()] = number;
        }
        let mut outermost = SecondaryMap::new();
        for cycle in cycles.iter() {
            outermost[cycle] = cycles.parent(cycle).map_or(Some(cycle), |parent| outermost[parent]);
        }
        Escapes { cycles, outermost, order: InstOrder::new(body), numbers, known: RefCell::default() }
    }

    /// Forgets where objects escape, after an object was passed to another instruction.
    pub fn forget(&mut self) {
        self.known.get_mut().clear();
    }

    /// Whether control may reach one instruction after another. Constant time.
    fn reaches(&self, body: &Body, from: Inst, to: Inst, or_at: bool) -> bool {
        if from == to && or_at {
            return true;
        }
        let (Some(first), Some(last)) = (body.inst_block(from), body.inst_block(to)) else { return true };
        let outermost = self.cycles.cycle_of(first).and_then(|inner| self.outermost[inner]);
        if outermost.is_some_and(|cycle| self.cycles.contains(cycle, last)) {
            return true;
        }
        // Outside of cycles, control goes forward in reverse post-order.
        let number = |block: Block| self.numbers.get(block.index()).copied().unwrap_or(u32::MAX);
        match first == last {
            true => self.order.comes_before(from, to),
            false => number(first) < number(last),
        }
    }
}

impl AliasAnalysis<'_> {
    /// Whether a value is the address of a local object whose address never leaves the function except as its result.
    pub fn is_non_escaping(&self, object: Value) -> bool {
        if !self.is_identified_local(object) {
            return false;
        }
        if let Some(&captured) = self.cache.captured.borrow().get(&object) {
            return !captured;
        }
        let captured = self.is_captured(object, false, |_| true);
        self.cache.captured.borrow_mut().insert(object, captured);
        !captured
    }

    /// Whether a value is the address of a local object that has not escaped when control reaches an instruction; `or_at`: nor by
    /// it.
    pub fn is_not_captured_before(&self, object: Value, at: Option<Inst>, or_at: bool) -> bool {
        if self.is_non_escaping(object) {
            return true;
        }
        let (Some(escapes), Some(at)) = (self.escapes, at) else { return false };
        if !self.is_identified_local(object) {
            return false;
        }
        let mut known = escapes.known.borrow_mut();
        let places = known.entry(object).or_insert_with(|| {
            let found = RefCell::new(SmallVec::new());
            let all_found = !self.is_captured(object, true, |user| {
                found.borrow_mut().push(user);
                found.borrow().len() > MAX_ESCAPES
            });
            all_found.then(|| found.into_inner())
        });
        places.as_ref().is_some_and(|places| places.iter().all(|&place| !escapes.reaches(self.body, place, at, or_at)))
    }

    /// Whether the provenance of a pointer may be captured by one of the uses that `counts` accepts; `by_return` is whether
    /// returning it counts.
    pub fn is_captured(&self, pointer: Value, by_return: bool, counts: impl Fn(Inst) -> bool) -> bool {
        let mut seen: HashSet<Value> = HashSet::default();
        let mut pending = vec![pointer];
        let mut left = MAX_USES;
        while let Some(value) = pending.pop() {
            if !seen.insert(value) {
                continue;
            }
            for at in self.uses.of(value) {
                let Some(rest) = left.checked_sub(1) else { return true };
                left = rest;
                match self.capture(at, by_return) {
                    Capture::None => {}
                    Capture::Captured => {
                        if counts(at.user) {
                            return true;
                        }
                    }
                    Capture::PassedOn => pending.push(at.user.into()),
                }
            }
        }
        false
    }

    fn capture(&self, at: Use, by_return: bool) -> Capture {
        let data = self.body.inst(at.user);
        match data {
            InstData::Load { volatile, .. } => Capture::of(*volatile),
            // The pointer is stored, or something is stored to the address.
            InstData::Store { volatile, .. } => Capture::of(at.operand == 0 || *volatile),
            InstData::AtomicRmw { volatile, .. } => Capture::of(at.operand == 1 || *volatile),
            InstData::CmpXchg { volatile, .. } => Capture::of(at.operand == 2 || *volatile),
            InstData::VaArg { .. } | InstData::ICmp { .. } | InstData::FCmp { .. } => Capture::None,
            InstData::GetElementPtr { .. } | InstData::Phi { .. } | InstData::Select { .. } => Capture::PassedOn,
            InstData::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, .. } => Capture::PassedOn,
            InstData::Cast { op: CastOp::PtrToAddr, .. } => Capture::None,
            InstData::Freeze { .. } => Capture::Captured,
            InstData::Ret { .. } => Capture::of(by_return),
            _ => match data.call_info() {
                Some(call) => self.captured_by_call(at, call, matches!(data, InstData::Call { .. })),
                None => Capture::Captured,
            },
        }
    }

    fn captured_by_call(&self, at: Use, call: &CallInfo, is_plain: bool) -> Capture {
        let args = self.body.call_args(call);
        let place = at.operand as usize;
        let is_arg = place < args.len();
        if !is_arg {
            // The callee is not captured by a call of it; operand bundles may do anything, except for those of `assume`.
            let inputs: u32 = self.body.bundles(call.bundles).iter().map(|bundle| bundle.len).sum();
            let is_bundle = place < args.len() + inputs as usize;
            return Capture::of(is_bundle && self.intrinsic(call) != Some(IntrinsicId::ASSUME));
        }
        let result = self.body.inst_type(at.user);
        // Without memory effects and unwinding, the only way out is the result.
        if is_plain
            && result == lindworm_ir::Type::VOID
            && !self.call_effects(call).any().contains(ModRef::MOD)
            && self.call_has(call, AttrKind::NO_UNWIND)
            && self.call_has(call, AttrKind::WILL_RETURN)
        {
            return Capture::None;
        }
        use IntrinsicId as I;
        match self.intrinsic(call) {
            Some(I::LAUNDER_INVARIANT_GROUP | I::STRIP_INVARIANT_GROUP | I::PTRMASK) => return Capture::PassedOn,
            Some(I::MEMCPY | I::MEMMOVE | I::MEMSET | I::MEMCPY_INLINE | I::MEMSET_INLINE) => {
                let is_volatile = args.get(3).is_none_or(|&v| !self.module.constants().is_zero(v));
                return Capture::of(is_volatile);
            }
            _ => {}
        }
        let cx = self.module.context();
        if self.arg_has(call, place, AttrKind::BY_VAL) {
            return Capture::None;
        }
        let captures = self.arg_sets(call, place).find_map(|set| cx.attribute_int(set, AttrKind::CAPTURES));
        let Some(captures) = captures.map(Captures::from_bits) else { return Capture::Captured };
        let escapes = |parts: CaptureComponents| parts.intersects(CaptureComponents::PROVENANCE);
        match (escapes(captures.other), escapes(captures.result)) {
            (true, _) => Capture::Captured,
            (false, true) => Capture::PassedOn,
            (false, false) => match self.arg_has(call, place, AttrKind::RETURNED) {
                true => Capture::PassedOn,
                false => Capture::None,
            },
        }
    }
}

enum Capture {
    None,
    Captured,
    /// The result is based on the pointer.
    PassedOn,
}

impl Capture {
    fn of(is_captured: bool) -> Capture {
        if is_captured { Capture::Captured } else { Capture::None }
    }
}
