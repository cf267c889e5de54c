//! The canonical order of operands.

use std::cmp::Ordering;

use lindworm_ir::eval::BinaryOp;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{InstData, Value};

use super::{Kind, MinMax, ScalarEvolution, Scev};

/// The depths to which values, and expressions, are compared.
const MAX_VALUE_DEPTH: u32 = 2;
const MAX_DEPTH: u32 = 32;

impl ScalarEvolution<'_> {
    /// Sorts operands by kind, and makes equal ones adjacent.
    pub(super) fn sort(&self, operands: &mut [Scev]) {
        if operands.len() < 2 {
            return;
        }
        operands.sort_by(|&a, &b| self.compare(a, b, 0));
        // The order is partial: equal operands may have others between.
        for i in 0..operands.len() - 2 {
            let (kind, one) = (rank(self.kind(operands[i])), operands[i]);
            let mut next = i + 1;
            for j in i + 1..operands.len() {
                if rank(self.kind(operands[j])) != kind {
                    break;
                }
                if operands[j] == one {
                    operands.swap(next, j);
                    next += 1;
                }
            }
        }
    }

    fn compare(&self, a: Scev, b: Scev, depth: u32) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let (left, right) = (self.kind(a), self.kind(b));
        let by_kind = rank(left).cmp(&rank(right));
        if by_kind.is_ne() || depth > MAX_DEPTH {
            return by_kind;
        }
        match (left, right) {
            (Kind::Unknown(x), Kind::Unknown(y)) => self.compare_values(*x, *y, 0),
            (Kind::Constant(x), Kind::Constant(y)) => x.width().cmp(&y.width()).then_with(|| x.ucmp(y)),
            (Kind::AddRec(_, x), Kind::AddRec(_, y)) if x != y => {
                match self.dominators.dominates(self.loops.header(*x), self.loops.header(*y)) {
                    true => Ordering::Greater,
                    false => Ordering::Less,
                }
            }
            _ => {
                let (x, y) = (self.operands(a), self.operands(b));
                x.len().cmp(&y.len()).then_with(|| {
                    let mut pairs = x.iter().zip(&y).map(|(&x, &y)| self.compare(x, y, depth + 1));
                    pairs.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
                })
            }
        }
    }

    fn compare_values(&self, a: Value, b: Value, depth: u32) -> Ordering {
        if a == b || depth > MAX_VALUE_DEPTH {
            return Ordering::Equal;
        }
        let (module, body) = (self.query.module, self.query.body);
        let is_pointer = |v| module.context().is_pointer(self.query.type_of(v));
        let by_kind = is_pointer(a).cmp(&is_pointer(b)).then_with(|| self.value_rank(a).cmp(&self.value_rank(b)));
        if by_kind.is_ne() {
            return by_kind;
        }
        match (a.kind(), b.kind()) {
            (ValueKind::Arg(x), ValueKind::Arg(y)) => x.cmp(&y),
            (ValueKind::Global(x), ValueKind::Global(y)) => {
                let has_stable_name = |g| {
                    module.global(g).is_some_and(|g| {
                        use lindworm_ir::module::Linkage;
                        !matches!(g.linkage, Linkage::Internal | Linkage::Private)
                    })
                };
                match has_stable_name(x) && has_stable_name(y) {
                    true => module[x].name().cmp(module[y].name()),
                    false => Ordering::Equal,
                }
            }
            (ValueKind::Inst(x), ValueKind::Inst(y)) => {
                let (p, q) = (body.inst_block(x), body.inst_block(y));
                let depth_of = |block: Option<_>| self.depth(block.and_then(|block| self.loops.loop_of(block)));
                if p != q && depth_of(p) != depth_of(q) {
                    return depth_of(p).cmp(&depth_of(q));
                }
                let operands = |inst| {
                    let mut found: smallvec::SmallVec<[Value; 4]> = Default::default();
                    let data: &InstData = body.inst(inst);
                    data.for_each_operand(body.values(), |v| found.push(v));
                    // Incoming blocks are no operands in LLVM; the callee is the last one.
                    match data {
                        InstData::Phi { .. } => found = found.chunks(2).map(|pair| pair[0]).collect(),
                        InstData::Call { .. } if !found.is_empty() => found.rotate_left(1),
                        _ => {}
                    }
                    found
                };
                let (x, y) = (operands(x), operands(y));
                x.len().cmp(&y.len()).then_with(|| {
                    let mut pairs = x.iter().zip(&y).map(|(&x, &y)| self.compare_values(x, y, depth + 1));
                    pairs.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
                })
            }
            _ => Ordering::Equal,
        }
    }

    /// The place of a value in LLVM's order of kinds of values.
    fn value_rank(&self, value: Value) -> u32 {
        use InstData::*;
        let inst = match value.kind() {
            ValueKind::Global(_) => return 0,
            ValueKind::Constant(_) => return 1,
            ValueKind::Arg(_) => return 2,
            ValueKind::Block(_) | ValueKind::Metadata(_) => return 3,
            ValueKind::Inst(inst) => inst,
            _ => return 4,
        };
        let op = |op: BinaryOp| {
            use BinaryOp::*;
            match op {
                Add => 13,
                Sub => 15,
                Mul => 17,
                UDiv => 19,
                SDiv => 20,
                URem => 22,
                SRem => 23,
                Shl => 25,
                LShr => 26,
                AShr => 27,
                And => 28,
                Or => 29,
                Xor => 30,
                _ => 14,
            }
        };
        use lindworm_ir::eval::CastOp;
        10 + match self.query.body.inst(inst) {
            Invoke { .. } => 5,
            FNeg { .. } => 12,
            Binary { op: o, .. } => op(*o),
            Alloca { .. } => 31,
            Load { .. } => 32,
            GetElementPtr { .. } => 34,
            CmpXchg { .. } => 36,
            AtomicRmw { .. } => 37,
            Cast { op, .. } => match op {
                CastOp::Trunc => 38,
                CastOp::ZExt => 39,
                CastOp::SExt => 40,
                CastOp::FPToUI => 41,
                CastOp::FPToSI => 42,
                CastOp::PtrToInt => 47,
                CastOp::IntToPtr => 48,
                CastOp::BitCast => 49,
                _ => 50,
            },
            ICmp { .. } => 53,
            FCmp { .. } => 54,
            Phi { .. } => 55,
            Call { .. } => 56,
            Select { .. } => 57,
            VaArg { .. } => 60,
            ExtractElement { .. } => 61,
            ExtractValue { .. } => 64,
            Freeze { .. } => 67,
            _ => 68,
        }
    }
}

/// The place of an expression in the order of kinds.
fn rank(kind: &Kind) -> u32 {
    match kind {
        Kind::Constant(_) => 0,
        Kind::VScale => 1,
        Kind::Trunc(_) => 2,
        Kind::ZExt(_) => 3,
        Kind::SExt(_) => 4,
        Kind::Add(_) => 5,
        Kind::Mul(_) => 6,
        Kind::UDiv(..) => 7,
        Kind::AddRec(..) => 8,
        Kind::MinMax(MinMax::UMax, _) => 9,
        Kind::MinMax(MinMax::SMax, _) => 10,
        Kind::MinMax(MinMax::UMin, _) => 11,
        Kind::MinMax(MinMax::SMin, _) => 12,
        Kind::MinMax(MinMax::SequentialUMin, _) => 13,
        Kind::PtrToInt(_) => 14,
        Kind::Unknown(_) => 15,
    }
}
