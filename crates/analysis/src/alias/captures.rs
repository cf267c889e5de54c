//! Escaping pointers.

use lindworm_ir::attributes::{AttrKind, CaptureComponents, Captures, ModRef};
use lindworm_ir::eval::CastOp;
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Inst, InstData, Value};

use super::AliasAnalysis;

/// The maximum number of uses that are followed.
const MAX_USES: usize = 100;

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
