//! Kinds of operands. Most rules cannot match an operation because of the kinds of its operands alone: [`KindIndex`] excludes these
//! before any pattern is visited.

use lindworm_ir::constant::ConstantData;
use lindworm_ir::eval::intrinsic::Intrinsic;
use lindworm_ir::eval::{BinaryOp, CastOp, FloatPredicate, IntPredicate};
use lindworm_ir::{Body, InstData, Module, Value};

use super::{Op, Operation, Pattern, arithmetic};

/// The least width of integers that are distinguished. In a narrower type, different numbers of rules may be equal.
const LEAST_WIDTH: u32 = i8::BITS;

/// The number of kinds.
const KINDS: usize = INTRINSIC as usize + Intrinsic::ALL.len();
/// The first kinds of operations.
const BINARY: u32 = 8;
const CAST: u32 = BINARY + BinaryOp::ALL.len() as u32;
const REST: u32 = CAST + CastOp::ALL.len() as u32;
const INTRINSIC: u32 = REST + 5;

/// A kind of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind(u32);

impl Kind {
    /// Neither a constant nor an operation that occurs in rules.
    const OTHER: Kind = Kind(0);
    const ZERO: Kind = Kind(1);
    const ONE: Kind = Kind(2);
    const ALL_ONES: Kind = Kind(3);
    const MIN_SIGNED: Kind = Kind(4);
    const MAX_SIGNED: Kind = Kind(5);
    /// Another integer. These six are of at least [`LEAST_WIDTH`] and at most 64 bits.
    const INT: Kind = Kind(6);
    /// Another constant.
    const CONSTANT: Kind = Kind(7);
    const CONSTANTS: [Kind; 7] =
        [Kind::ZERO, Kind::ONE, Kind::ALL_ONES, Kind::MIN_SIGNED, Kind::MAX_SIGNED, Kind::INT, Kind::CONSTANT];

    fn of_op(op: Op) -> Kind {
        // Predicates are not distinguished.
        Kind(match op {
            Op::Binary(op) => BINARY + op as u32,
            Op::Cast(op) => CAST + op as u32,
            Op::ICmp(_) => REST,
            Op::FCmp(_) => REST + 1,
            Op::FNeg => REST + 2,
            Op::Select => REST + 3,
            Op::Freeze => REST + 4,
            Op::Intrinsic(it) => INTRINSIC + it as u32,
        })
    }

    fn of_value(module: &Module, body: &Body, value: Value) -> Kind {
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
            InstData::Call { ref call, .. } => {
                let intrinsic = module.callee(call.callee).and_then(|callee| arithmetic(callee.intrinsic?));
                let Some(it) = intrinsic else { return Kind::OTHER };
                Op::Intrinsic(it)
            }
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
            Some(width) if width > 64 => Kind::INT,
            Some(width) => match u64::MAX >> (64 - width) {
                all if number == all => Kind::ALL_ONES,
                all if number == all / 2 => Kind::MAX_SIGNED,
                all if number == all / 2 + 1 => Kind::MIN_SIGNED,
                _ => Kind::INT,
            },
        }
    }
}

/// Whether a pattern, other than a letter for any value or an operation, can match a constant of a kind.
fn can_match(pattern: &Pattern, kind: Kind) -> bool {
    match *pattern {
        Pattern::Int(number) => match kind {
            Kind::CONSTANT => true,
            // In a narrower type, the number may be equal to any other.
            _ if i8::try_from(number).is_err() => true,
            Kind::ZERO => number == 0,
            Kind::ONE => number == 1,
            Kind::ALL_ONES => number == -1,
            _ => !matches!(number, -1..=1),
        },
        Pattern::SMin => matches!(kind, Kind::MIN_SIGNED | Kind::CONSTANT),
        Pattern::SMax => matches!(kind, Kind::MAX_SIGNED | Kind::CONSTANT),
        Pattern::Undef | Pattern::Poison | Pattern::Float(_) => kind == Kind::CONSTANT,
        _ => true,
    }
}

/// The kinds of the operands of an operation.
#[derive(Clone, Copy)]
pub(crate) struct OperandKinds {
    kinds: [Option<Kind>; 3],
    /// Whether the first two operands are one value.
    are_equal: bool,
}

impl OperandKinds {
    pub fn of(module: &Module, body: &Body, operation: &Operation) -> OperandKinds {
        let mut kinds = [None; 3];
        for (kind, &value) in kinds.iter_mut().zip(operation.args()) {
            *kind = Some(Kind::of_value(module, body, value));
        }
        let are_equal = matches!(operation.args(), [x, y, ..] if x == y);
        OperandKinds { kinds, are_equal }
    }
}

/// Which of a list of rules can match operands of each kind: sets of so many words, a bit for each rule.
pub(super) struct KindIndex {
    words: usize,
    /// For each operand and kind, the rules that restrict the operand to certain kinds, this kind included.
    of_kind: Vec<u64>,
    /// For each operand, the rules that do not restrict the operand.
    of_any: Vec<u64>,
    /// The rules whose first two operands may match in swapped order.
    may_swap: Vec<u64>,
    /// The rules whose first two operands are one letter.
    of_equal: Vec<u64>,
}

impl KindIndex {
    pub fn of(patterns: &[&Pattern]) -> KindIndex {
        let words = patterns.len().div_ceil(64);
        let [of_kind, of_any, may_swap, of_equal] = [3 * KINDS, 3, 1, 1].map(|sets| vec![0; sets * words]);
        let mut index = KindIndex { words, of_kind, of_any, may_swap, of_equal };
        for (place, pattern) in patterns.iter().enumerate() {
            let (word, bit) = (place / 64, 1 << (place % 64));
            let Pattern::Node { op, order, args, .. } = pattern else { continue };
            if order.is_some() || matches!(op, Op::ICmp(_)) {
                index.may_swap[word] |= bit;
            }
            if matches!(args[..], [Pattern::Var(x), Pattern::Var(y), ..] if x == y) {
                index.of_equal[word] |= bit;
            }
            for operand in 0..3 {
                let mut admit = |kind: Kind| index.of_kind[(operand * KINDS + kind.0 as usize) * words + word] |= bit;
                match args.get(operand) {
                    None | Some(Pattern::Var(_)) => index.of_any[operand * words + word] |= bit,
                    Some(&Pattern::Node { op, .. }) => admit(Kind::of_op(op)),
                    Some(pattern) => {
                        Kind::CONSTANTS.into_iter().filter(|&kind| can_match(pattern, kind)).for_each(admit);
                    }
                }
            }
        }
        index
    }

    /// The places of the rules that can match these operands, in order.
    pub fn admitted(&self, operands: OperandKinds) -> impl Iterator<Item = usize> {
        let OperandKinds { kinds: [x, y, z], are_equal } = operands;
        let set = move |operand: usize, kind: Option<Kind>, word: usize| {
            let of_kind = |kind: Kind| self.of_kind[(operand * KINDS + kind.0 as usize) * self.words + word];
            kind.map_or(u64::MAX, |kind| self.of_any[operand * self.words + word] | of_kind(kind))
        };
        (0..self.words).flat_map(move |word| {
            let direct = set(0, x, word) & set(1, y, word);
            let swapped = self.may_swap[word] & set(0, y, word) & set(1, x, word);
            let excluded = if are_equal { 0 } else { self.of_equal[word] };
            let mut left = (direct | swapped) & set(2, z, word) & !excluded;
            std::iter::from_fn(move || {
                let place = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                (place < 64).then_some(64 * word + place as usize)
            })
        })
    }
}
