//! Kinds of operands. Most rules cannot match an operation because of the kinds of its operands alone: [`KindIndex`] excludes these
//! before any pattern is visited.

use lindworm_ir::constant::ConstantData;
use lindworm_ir::eval::{BinaryOp, CastOp};
use lindworm_ir::{Body, InstData, Module, Value};

use super::{Op, Operation, Pattern};

/// The least width of integers that are distinguished. In a narrower type, different numbers of rules may be equal.
const LEAST_WIDTH: u32 = i8::BITS;

/// The number of kinds.
const KINDS: usize = REST as usize + 6;
/// The first kinds of operations.
const BINARY: u32 = 6;
const CAST: u32 = BINARY + BinaryOp::ALL.len() as u32;
const REST: u32 = CAST + CastOp::ALL.len() as u32;

/// A kind of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind(u32);

impl Kind {
    /// Neither a constant nor an operation that occurs in rules.
    const OTHER: Kind = Kind(0);
    const ZERO: Kind = Kind(1);
    const ONE: Kind = Kind(2);
    const ALL_ONES: Kind = Kind(3);
    /// Another integer. These four are of at least [`LEAST_WIDTH`] and at most 64 bits.
    const INT: Kind = Kind(4);
    /// Another constant.
    const CONSTANT: Kind = Kind(5);

    fn is_constant(self) -> bool {
        (Kind::ZERO.0..=Kind::CONSTANT.0).contains(&self.0)
    }

    fn of_op(op: Op) -> Kind {
        // Predicates and intrinsics are not distinguished.
        Kind(match op {
            Op::Binary(op) => BINARY + op as u32,
            Op::Cast(op) => CAST + op as u32,
            Op::ICmp(_) => REST,
            Op::FCmp(_) => REST + 1,
            Op::FNeg => REST + 2,
            Op::Select => REST + 3,
            Op::Freeze => REST + 4,
            Op::Intrinsic(_) => REST + 5,
        })
    }

    fn of_value(module: &Module, body: &Body, value: Value) -> Kind {
        use lindworm_ir::eval::intrinsic::Intrinsic;
        use lindworm_ir::eval::{FloatPredicate, IntPredicate};
        let Some(inst) = value.as_inst() else {
            return if value.is_constant() { Kind::of_constant(module, value) } else { Kind::OTHER };
        };
        Kind::of_op(match *body.inst(inst) {
            InstData::Binary { op, .. } => Op::Binary(op),
            InstData::Cast { op, .. } => Op::Cast(op),
            InstData::ICmp { .. } => Op::ICmp(IntPredicate::Eq),
            InstData::FCmp { .. } => Op::FCmp(FloatPredicate::False),
            InstData::FNeg { .. } => Op::FNeg,
            InstData::Select { .. } => Op::Select,
            InstData::Freeze { .. } => Op::Freeze,
            InstData::Call { .. } => Op::Intrinsic(Intrinsic::Abs),
            _ => return Kind::OTHER,
        })
    }

    fn of_constant(module: &Module, value: Value) -> Kind {
        let Some(node) = module.constants().node(value) else { return Kind::CONSTANT };
        let ConstantData::Int(number) = node.data else { return Kind::CONSTANT };
        match module.context().int_width(node.ty).filter(|&width| width >= LEAST_WIDTH) {
            None => Kind::CONSTANT,
            Some(_) if number == 0 => Kind::ZERO,
            Some(_) if number == 1 => Kind::ONE,
            Some(width) if width <= 64 && number == u64::MAX >> (64 - width) => Kind::ALL_ONES,
            Some(_) => Kind::INT,
        }
    }
}

/// Whether a pattern can match a value of a kind.
fn can_match(pattern: &Pattern, kind: Kind) -> bool {
    match *pattern {
        Pattern::Var(_) => true,
        Pattern::Node { op, .. } => Kind::of_op(op) == kind,
        Pattern::Int(number) => match kind {
            Kind::CONSTANT => true,
            // In a narrower type, the number may be equal to any other.
            kind if kind.is_constant() && i8::try_from(number).is_err() => true,
            Kind::ZERO => number == 0,
            Kind::ONE => number == 1,
            Kind::ALL_ONES => number == -1,
            Kind::INT => !matches!(number, -1..=1),
            _ => false,
        },
        Pattern::Undef | Pattern::Poison | Pattern::Float(_) => kind == Kind::CONSTANT,
        _ => kind.is_constant(),
    }
}

/// The kinds of the operands of an operation.
#[derive(Clone, Copy)]
pub(crate) struct OperandKinds([Option<Kind>; 3]);

impl OperandKinds {
    pub fn of(module: &Module, body: &Body, operation: &Operation) -> OperandKinds {
        let mut kinds = [None; 3];
        for (kind, &value) in kinds.iter_mut().zip(operation.args()) {
            *kind = Some(Kind::of_value(module, body, value));
        }
        OperandKinds(kinds)
    }
}

/// Which of a list of rules can match operands of each kind.
pub(super) struct KindIndex {
    /// A set of rules for each operand and kind: so many words, a bit for each rule.
    admitted: Vec<u64>,
    words: usize,
    /// The rules whose first two operands may match in swapped order.
    may_swap: Vec<u64>,
}

impl KindIndex {
    pub fn of(patterns: &[&Pattern]) -> KindIndex {
        let words = patterns.len().div_ceil(64);
        let mut index = KindIndex { admitted: vec![0; 3 * KINDS * words], words, may_swap: vec![0; words] };
        for (place, pattern) in patterns.iter().enumerate() {
            let (word, bit) = (place / 64, 1 << (place % 64));
            let Pattern::Node { op, order, args, .. } = pattern else { continue };
            if order.is_some() || matches!(op, Op::ICmp(_)) {
                index.may_swap[word] |= bit;
            }
            for (operand, kind) in (0..3).flat_map(|operand| (0..KINDS).map(move |kind| (operand, kind))) {
                if args.get(operand).is_none_or(|arg| can_match(arg, Kind(kind as u32))) {
                    index.admitted[(operand * KINDS + kind) * words + word] |= bit;
                }
            }
        }
        index
    }

    /// The places of the rules that can match operands of these kinds, in order.
    pub fn admitted(&self, operands: OperandKinds) -> impl Iterator<Item = usize> {
        let OperandKinds([x, y, z]) = operands;
        let set = move |operand: usize, kind: Option<Kind>, word: usize| match kind {
            Some(kind) => self.admitted[(operand * KINDS + kind.0 as usize) * self.words + word],
            None => u64::MAX,
        };
        (0..self.words).flat_map(move |word| {
            let direct = set(0, x, word) & set(1, y, word);
            let swapped = self.may_swap[word] & set(0, y, word) & set(1, x, word);
            let mut left = (direct | swapped) & set(2, z, word);
            std::iter::from_fn(move || {
                let place = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                (place < 64).then_some(64 * word + place as usize)
            })
        })
    }
}
