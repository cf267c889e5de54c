//! Kinds of operands. Most rules cannot match an operation because of the kinds of its operands alone: [`Filter`] excludes these
//! before any pattern is visited.

use lindworm_ir::eval::{BinaryOp, CastOp};
use lindworm_ir::{Body, InstData, Value};

use super::{Op, Operation, Pattern};

/// A set of kinds of values: constants, operations, and everything else.
#[derive(Clone, Copy, Debug)]
struct Kinds(u64);

impl Kinds {
    const ALL: Kinds = Kinds(u64::MAX);
    const CONSTANT: Kinds = Kinds(1);
    const OTHER: Kinds = Kinds(2);

    fn of_op(op: Op) -> Kinds {
        const CAST: u32 = 2 + BinaryOp::ALL.len() as u32;
        const REST: u32 = CAST + CastOp::ALL.len() as u32;
        const { assert!(REST + 6 <= u64::BITS) };
        let bit = match op {
            Op::Binary(op) => 2 + op as u32,
            Op::Cast(op) => CAST + op as u32,
            Op::ICmp(_) => REST,
            Op::FCmp(_) => REST + 1,
            Op::FNeg => REST + 2,
            Op::Select => REST + 3,
            Op::Freeze => REST + 4,
            Op::Intrinsic(_) => REST + 5,
        };
        Kinds(1 << bit)
    }

    fn of_value(body: &Body, value: Value) -> Kinds {
        use lindworm_ir::eval::intrinsic::Intrinsic;
        use lindworm_ir::eval::{FloatPredicate, IntPredicate};
        let Some(inst) = value.as_inst() else {
            return if value.is_constant() { Kinds::CONSTANT } else { Kinds::OTHER };
        };
        // Predicates and intrinsics are not distinguished.
        Kinds::of_op(match *body.inst(inst) {
            InstData::Binary { op, .. } => Op::Binary(op),
            InstData::Cast { op, .. } => Op::Cast(op),
            InstData::ICmp { .. } => Op::ICmp(IntPredicate::Eq),
            InstData::FCmp { .. } => Op::FCmp(FloatPredicate::False),
            InstData::FNeg { .. } => Op::FNeg,
            InstData::Select { .. } => Op::Select,
            InstData::Freeze { .. } => Op::Freeze,
            InstData::Call { .. } => Op::Intrinsic(Intrinsic::Abs),
            _ => return Kinds::OTHER,
        })
    }

    fn of_pattern(pattern: &Pattern) -> Kinds {
        match pattern {
            Pattern::Var(_) => Kinds::ALL,
            Pattern::Node { op, .. } => Kinds::of_op(*op),
            _ => Kinds::CONSTANT,
        }
    }

    fn intersects(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }
}

/// The kinds of the operands of an operation.
#[derive(Clone, Copy)]
pub(crate) struct OperandKinds([Kinds; 3]);

impl OperandKinds {
    pub fn of(body: &Body, operation: &Operation) -> OperandKinds {
        let mut kinds = [Kinds::ALL; 3];
        for (kind, &value) in kinds.iter_mut().zip(operation.args()) {
            *kind = Kinds::of_value(body, value);
        }
        OperandKinds(kinds)
    }
}

/// The kinds of operands that a pattern can match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filter {
    kinds: [Kinds; 3],
    /// Whether the first two operands may match in swapped order.
    may_swap: bool,
}

impl Filter {
    pub fn of(pattern: &Pattern) -> Filter {
        let mut filter = Filter { kinds: [Kinds::ALL; 3], may_swap: false };
        if let Pattern::Node { op, order, args, .. } = pattern {
            filter.may_swap = order.is_some() || matches!(op, Op::ICmp(_));
            filter.kinds.iter_mut().zip(args).for_each(|(kinds, arg)| *kinds = Kinds::of_pattern(arg));
        }
        filter
    }

    pub fn admits(&self, operands: &OperandKinds) -> bool {
        let ([a, b, c], [x, y, z]) = (self.kinds, operands.0);
        let is_direct = a.intersects(x) && b.intersects(y);
        (is_direct || self.may_swap && a.intersects(y) && b.intersects(x)) && c.intersects(z)
    }
}
