//! Checks each rule by evaluating both sides with `eval`.

use lindworm_ir::eval::intrinsic::{self, Intrinsic};
use lindworm_ir::eval::{CastOp, FastMathFlags, Float, FloatFormat, Int, Outcome, Scalar, ScalarType, fold};

use super::*;

/// The bit width of integers.
const WIDTH: u32 = 3;
const FORMAT: FloatFormat = FloatFormat::Half;

/// The types of the letters of a rule, and the number of `undef`s.
#[derive(Default)]
struct Letters {
    types: [Option<ScalarType>; 26],
    undefs: usize,
}

impl Letters {
    fn of(&mut self, pattern: &Pattern, ty: ScalarType) {
        match pattern {
            Pattern::Var(n) => self.types[*n as usize] = Some(ty),
            Pattern::Undef => self.undefs += 1,
            Pattern::Node { op, args, .. } => args.iter().for_each(|arg| self.of(arg, argument_type(*op, ty))),
            _ => {}
        }
    }
}

fn argument_type(op: Op, ty: ScalarType) -> ScalarType {
    match (op, ty) {
        (Op::ICmp(_), _) => ScalarType::Int(WIDTH),
        // A cast of a cast returns to the original width.
        (Op::Cast(CastOp::ZExt | CastOp::SExt), ScalarType::Int(width)) => ScalarType::Int(width - 1),
        (Op::Cast(CastOp::Trunc), ScalarType::Int(width)) => ScalarType::Int(width + 1),
        _ => ty,
    }
}

struct Assignment<'a> {
    letters: [Option<Scalar>; 26],
    undefs: &'a [Scalar],
}

/// Evaluates a pattern; `named` are the values of named subpatterns.
fn evaluate(pattern: &Pattern, ty: ScalarType, assignment: &mut Assignment<'_>) -> Outcome<Scalar> {
    use Outcome::{Poison, Value};
    let int = |n: Int| Value(Scalar::Int(n));
    let (width, format) = match ty {
        ScalarType::Int(width) => (width, FORMAT),
        ScalarType::Float(format) => (WIDTH, format),
    };
    match pattern {
        Pattern::Var(n) => match &assignment.letters[*n as usize] {
            Some(Scalar::Poison) | None => Poison(lindworm_ir::eval::Why::WrongOperands),
            Some(value) => Value(value.clone()),
        },
        Pattern::Int(n) => int(Int::from_i64(width, *n)),
        Pattern::SMin => int(Int::min_signed(width)),
        Pattern::SMax => int(Int::max_signed(width)),
        Pattern::Float(f) => Value(Scalar::Float(Float::from_f64(*f).convert_like(Float::zero(format)))),
        Pattern::Poison => Poison(lindworm_ir::eval::Why::WrongOperands),
        Pattern::Undef => {
            let (first, rest) = assignment.undefs.split_first().unwrap();
            assignment.undefs = rest;
            Value(first.clone())
        }
        Pattern::Node { op, flags, fast_math, args, name } => {
            let mut values = Vec::new();
            let mut poison = None;
            for arg in args {
                match evaluate(arg, argument_type(*op, ty), assignment) {
                    Value(value) => values.push(value),
                    Outcome::Undefined(why) => return Outcome::Undefined(why),
                    Poison(why) => {
                        poison = Some(why);
                        values.push(Scalar::Poison);
                    }
                }
            }
            let result = match (poison, *op) {
                // Division by a possibly zero value is undefined behaviour.
                (Some(why), Op::Binary(op)) if op.is_int_div_rem() && values[1].is_poison() => Outcome::Undefined(why),
                (Some(why), _) => Poison(why),
                (_, Op::Binary(op)) => match (&values[0], &values[1]) {
                    (Scalar::Int(a), Scalar::Int(b)) => fold::int_binary(op, *flags, a, b).map(Scalar::Int),
                    (Scalar::Float(a), Scalar::Float(b)) => {
                        fold::float_binary(op, *fast_math, *a, *b).map(Scalar::Float)
                    }
                    _ => panic!("{pattern:?}"),
                },
                (_, Op::Cast(op)) => fold::cast(op, *flags, &values[0], ty),
                (_, Op::ICmp(predicate)) => match (&values[0], &values[1]) {
                    (Scalar::Int(a), Scalar::Int(b)) => {
                        fold::icmp(predicate, *flags, a, b).map(|b| Scalar::Int(Int::from_bool(b)))
                    }
                    _ => panic!("{pattern:?}"),
                },
                (_, Op::FNeg) => Value(fold::fold_fneg(&values[0])),
                (_, Op::Intrinsic(it)) => {
                    intrinsic::evaluate(it, *fast_math, &values, &[ty]).map(|results| results[0].clone())
                }
            };
            if let Some(n) = name {
                assignment.letters[*n as usize] = Some(match &result {
                    Value(value) => value.clone(),
                    _ => Scalar::Poison,
                });
            }
            result
        }
    }
}

/// All integers of a bit width, or floats of all classes, and poison.
fn samples(ty: ScalarType) -> Vec<Scalar> {
    let mut all: Vec<Scalar> = match ty {
        ScalarType::Int(width) => (0..1 << width).map(|n| Int::new(width, n).into()).collect(),
        ScalarType::Float(format) => {
            let bits: [u128; 12] =
                [0, 1 << 15, 0x3c00, 0xbc00, 0x4000, 0x4248, 0xc5a1, 0x7c00, 0xfc00, 0x7e00, 0x0001, 0x7bff];
            bits.iter().map(|&bits| Float::from_bits(format, bits).into()).collect()
        }
    };
    all.push(Scalar::Poison);
    all
}

/// The cartesian product of the sample values of each type.
fn choices(types: &[ScalarType]) -> Vec<Vec<Scalar>> {
    types.iter().fold(vec![Vec::new()], |all, &ty| {
        let with =
            |before: &Vec<Scalar>| samples(ty).into_iter().map(|s| [&before[..], &[s]].concat()).collect::<Vec<_>>();
        all.iter().flat_map(with).collect()
    })
}

fn is_float_rule(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Float(_) => true,
        Pattern::Node { op, args, .. } => {
            use Intrinsic as I;
            matches!(op, Op::FNeg)
                || matches!(op, Op::Binary(op) if op.is_float())
                || matches!(op, Op::Intrinsic(it) if *it as u8 >= I::FAbs as u8 && (*it as u8) < I::ReduceAdd as u8)
                || args.iter().any(is_float_rule)
        }
        _ => false,
    }
}

fn flags_of(pattern: &Pattern) -> FastMathFlags {
    match pattern {
        Pattern::Node { fast_math, args, .. } => args.iter().fold(*fast_math, |all, arg| all | flags_of(arg)),
        _ => FastMathFlags::empty(),
    }
}

/// Whether a result refines the original value.
fn refines(before: &Outcome<Scalar>, after: &Scalar, flags: FastMathFlags) -> bool {
    match (before, after) {
        (Outcome::Value(Scalar::Float(a)), Scalar::Float(b)) => {
            a == b || a.is_nan() && b.is_nan() || flags.contains(FastMathFlags::NSZ) && a.is_zero() && b.is_zero()
        }
        (Outcome::Value(a), b) => a == b,
        _ => true,
    }
}

#[test]
fn each_rule_keeps_the_meaning() {
    let rules = Rules::parse(include_str!("../simplify.rules")).unwrap();
    let mut count = 0;
    for rule in rules.iter() {
        // Reassociation changes the rounding of floats, which `reassoc` allows.
        let flags = flags_of(&rule.pattern);
        if flags.contains(FastMathFlags::REASSOC) {
            continue;
        }
        let Pattern::Node { op, .. } = rule.pattern else { panic!("{}", rule.text) };
        let ty = match op {
            Op::ICmp(_) => ScalarType::Int(1),
            _ if is_float_rule(&rule.pattern) => ScalarType::Float(FORMAT),
            // `bswap` requires whole bytes.
            Op::Intrinsic(Intrinsic::BSwap) => ScalarType::Int(16),
            _ => ScalarType::Int(WIDTH),
        };
        let mut letters = Letters::default();
        letters.of(&rule.pattern, ty);
        let named: Vec<usize> = (0..26).filter(|&n| letters.types[n].is_some()).collect();
        let types: Vec<ScalarType> = named.iter().filter_map(|&n| letters.types[n]).collect();
        let undefs = choices(&vec![if let Op::ICmp(_) = op { ScalarType::Int(WIDTH) } else { ty }; letters.undefs]);
        let wanted_of_undef = if matches!(rule.result, Pattern::Undef) { samples(ty) } else { Vec::new() };
        for values in choices(&types) {
            // The possible results of the operation, over all choices of undef.
            let mut befores = Vec::new();
            let mut after = None;
            for undefs in undefs.iter().filter(|values| !values.iter().any(Scalar::is_poison)) {
                let mut assignment = Assignment { letters: Default::default(), undefs };
                for (&n, value) in named.iter().zip(&values) {
                    assignment.letters[n] = Some(value.clone());
                }
                befores.push(evaluate(&rule.pattern, ty, &mut assignment));
                if !matches!(rule.result, Pattern::Undef) {
                    after = Some(evaluate(&rule.result, ty, &mut assignment));
                }
            }
            let is_fine = |after: &Scalar| befores.iter().any(|before| refines(before, after, flags));
            let fine = match &after {
                Some(Outcome::Value(after)) => is_fine(after),
                Some(_) => befores.iter().any(|before| !matches!(before, Outcome::Value(_))),
                None => wanted_of_undef.iter().filter(|s| !s.is_poison()).all(is_fine),
            };
            assert!(fine, "{}\n{values:?}: {befores:?}, but {after:?}", rule.text);
        }
        count += 1;
    }
    assert!(count > 250, "{count}");
}
