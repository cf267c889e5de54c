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
    types: [Option<ScalarType>; MAX_LETTERS],
    /// Letters for constants, which are not poison.
    constants: [bool; MAX_LETTERS],
    undefs: usize,
    /// Whether the types of two occurrences of a letter differ, or a width is not positive.
    conflict: bool,
    /// The kinds of predicates that occur.
    predicates: [Option<AnyPredicate>; 2],
}

impl Letters {
    fn of(&mut self, pattern: &Pattern, ty: ScalarType) {
        self.conflict |= matches!(ty, ScalarType::Int(0));
        match pattern {
            Pattern::Var(n) | Pattern::Constant(n, _) => {
                let known = self.types[*n as usize].get_or_insert(ty);
                self.conflict |= *known != ty;
                self.constants[*n as usize] |= matches!(pattern, Pattern::Constant(..));
            }
            Pattern::Undef => self.undefs += 1,
            Pattern::Node { op, args, predicate, .. } => {
                if let Some(any) = predicate {
                    self.predicates[any.slot as usize].get_or_insert(*any);
                }
                let places = args.iter().enumerate();
                places.for_each(|(place, arg)| self.of(arg, argument_type(*op, place, ty)));
            }
            _ => {}
        }
    }

    /// The type of an expression in a result or a condition, as far as its letters determine it.
    fn type_in(&self, pattern: &Pattern) -> Option<ScalarType> {
        match pattern {
            Pattern::Var(n) | Pattern::Constant(n, _) | Pattern::Node { like: Some(n), .. } => self.types[*n as usize],
            Pattern::Node { op: Op::Cast(_), .. } => None,
            Pattern::Node { op: Op::ICmp(_) | Op::FCmp(_), .. } => Some(ScalarType::Int(1)),
            Pattern::Node { op: Op::Select, args, .. } => args[1..].iter().find_map(|arg| self.type_in(arg)),
            Pattern::Node { args, .. } => args.iter().find_map(|arg| self.type_in(arg)),
            _ => None,
        }
    }
}

/// The type of an argument in a pattern.
fn argument_type(op: Op, place: usize, ty: ScalarType) -> ScalarType {
    match (op, ty) {
        (Op::ICmp(_), _) => ScalarType::Int(COMPARED.get()),
        (Op::Select, _) if place == 0 => ScalarType::Int(1),
        (Op::Intrinsic(it), _) if place == 1 && plan::has_flag_argument(it) => ScalarType::Int(1),
        // A cast of a cast returns to the original width.
        (Op::Cast(CastOp::ZExt | CastOp::SExt), ScalarType::Int(width)) => {
            ScalarType::Int(if NARROW.get() == 0 { width - 1 } else { NARROW.get() })
        }
        (Op::Cast(CastOp::Trunc), ScalarType::Int(width)) => ScalarType::Int(width + 1),
        _ => ty,
    }
}

thread_local! {
    /// The width of compared integers.
    static COMPARED: std::cell::Cell<u32> = const { std::cell::Cell::new(WIDTH) };
    /// The width that extensions start from; 0: one less than the width of the result.
    static NARROW: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

struct Assignment<'a> {
    letters: [Option<Scalar>; MAX_LETTERS],
    predicates: [IntPredicate; 2],
    undefs: &'a [Scalar],
    /// The letters, to find the types of the parts of a result; `None` in a pattern.
    result_of: Option<&'a Letters>,
}

fn is_non_zero(value: &Scalar) -> bool {
    matches!(value, Scalar::Int(n) if !n.is_zero())
}

/// Whether a divisor gives undefined behaviour with a dividend that may be the minimum.
fn is_minus_one_of(op: BinaryOp, value: &Scalar) -> bool {
    matches!(op, BinaryOp::SDiv | BinaryOp::SRem) && matches!(value, Scalar::Int(n) if n.is_all_ones())
}

/// The poison of an operation on poison.
fn poison<T>() -> Outcome<T> {
    Outcome::Poison(lindworm_ir::eval::Why::WrongOperands)
}

/// Evaluates a pattern. `None` if types do not fit, so that the rule does not apply.
fn evaluate(pattern: &Pattern, ty: ScalarType, assignment: &mut Assignment<'_>) -> Option<Outcome<Scalar>> {
    use Outcome::{Poison, Value};
    let int = |n: Int| Some(Value(Scalar::Int(n)));
    let (width, format) = match ty {
        ScalarType::Int(width) => (width, FORMAT),
        ScalarType::Float(format) => (WIDTH, format),
    };
    match pattern {
        Pattern::Var(n) | Pattern::Constant(n, _) => {
            if assignment.result_of.is_some_and(|letters| letters.types[*n as usize].is_some_and(|is| is != ty)) {
                return None;
            }
            match &assignment.letters[*n as usize] {
                Some(Scalar::Poison) | None => Some(poison()),
                Some(value) => Some(Value(value.clone())),
            }
        }
        Pattern::Int(n) => int(Int::from_i64(width, *n)),
        Pattern::SMin => int(Int::min_signed(width)),
        Pattern::SMax => int(Int::max_signed(width)),
        Pattern::Width => int(Int::new(width, width.into())),
        Pattern::WidthOf(n) => match assignment.result_of?.types[*n as usize]? {
            ScalarType::Int(of) => int(Int::new(width, of.into())),
            ScalarType::Float(_) => None,
        },
        Pattern::Float(f) => Some(Value(Scalar::Float(Float::from_f64(*f).convert_like(Float::zero(format))))),
        Pattern::Poison => Some(poison()),
        Pattern::Undef => {
            let (first, rest) = assignment.undefs.split_first().unwrap();
            assignment.undefs = rest;
            Some(Value(first.clone()))
        }
        Pattern::Node { op, flags, fast_math, args, name, predicate, like, .. } => {
            if let (Some(letters), Some(n)) = (assignment.result_of, like)
                && letters.types[*n as usize] != Some(ty)
            {
                return None;
            }
            let op = match (predicate, *op) {
                (Some(any), _) => {
                    let is = assignment.predicates[any.slot as usize];
                    Op::ICmp(if assignment.result_of.is_some() { (any.derived)(is) } else { is })
                }
                (None, op) => op,
            };
            let mut values = Vec::new();
            let mut is_poison = false;
            for (place, arg) in args.iter().enumerate() {
                let arg_type = match (assignment.result_of, op) {
                    (Some(letters), Op::ICmp(_) | Op::FCmp(_)) => args.iter().find_map(|arg| letters.type_in(arg))?,
                    (Some(letters), Op::Cast(_)) => letters.type_in(arg)?,
                    _ => argument_type(op, place, ty),
                };
                match evaluate(arg, arg_type, assignment)? {
                    Value(value) => values.push(value),
                    Outcome::Undefined(why) => return Some(Outcome::Undefined(why)),
                    Poison(_) => {
                        is_poison = true;
                        values.push(Scalar::Poison);
                    }
                }
            }
            if let (Op::Cast(cast @ (CastOp::ZExt | CastOp::SExt | CastOp::Trunc)), Scalar::Int(n)) = (op, &values[0]) {
                let fits = match cast {
                    CastOp::Trunc => n.width() > width,
                    _ => n.width() < width,
                };
                if !fits && n.width() != width {
                    return None;
                }
            }
            let result = match op {
                // Only the selected value matters.
                Op::Select => match &values[0] {
                    Scalar::Int(c) => match &values[if c.is_zero() { 2 } else { 1 }] {
                        Scalar::Poison => poison(),
                        value => Value(value.clone()),
                    },
                    _ => poison(),
                },
                // A frozen poison is any value.
                Op::Freeze if is_poison => Value(match ty {
                    ScalarType::Int(width) => Scalar::Int(Int::new(width, 1)),
                    ScalarType::Float(format) => Scalar::Float(Float::zero(format)),
                }),
                Op::Freeze => Value(values[0].clone()),
                // Division by a possibly zero value, or of a possible minimum by -1, is undefined behaviour.
                Op::Binary(op)
                    if is_poison
                        && op.is_int_div_rem()
                        && (!is_non_zero(&values[1]) || is_minus_one_of(op, &values[1])) =>
                {
                    Outcome::Undefined(lindworm_ir::eval::Why::WrongOperands)
                }
                _ if is_poison => poison(),
                Op::Binary(op) => match (&values[0], &values[1]) {
                    (Scalar::Int(a), Scalar::Int(b)) => fold::int_binary(op, *flags, a, b).map(Scalar::Int),
                    (Scalar::Float(a), Scalar::Float(b)) => {
                        fold::float_binary(op, *fast_math, *a, *b).map(Scalar::Float)
                    }
                    _ => panic!("{pattern:?}"),
                },
                Op::Cast(op) => match &values[0] {
                    Scalar::Int(n) if ScalarType::Int(n.width()) == ty => Value(values[0].clone()),
                    _ => fold::cast(op, *flags, &values[0], ty),
                },
                Op::ICmp(predicate) => match (&values[0], &values[1]) {
                    (Scalar::Int(a), Scalar::Int(b)) => {
                        fold::icmp(predicate, *flags, a, b).map(|b| Scalar::Int(Int::from_bool(b)))
                    }
                    _ => panic!("{pattern:?}"),
                },
                Op::FCmp(predicate) => match (&values[0], &values[1]) {
                    (Scalar::Float(a), Scalar::Float(b)) => {
                        fold::fcmp(predicate, *fast_math, *a, *b).map(|b| Scalar::Int(Int::from_bool(b)))
                    }
                    _ => panic!("{pattern:?}"),
                },
                Op::FNeg => Value(fold::fold_fneg(&values[0])),
                Op::Intrinsic(it) => {
                    intrinsic::evaluate(it, *fast_math, &values, &[ty]).map(|results| results[0].clone())
                }
            };
            if let Some(n) = name {
                assignment.letters[*n as usize] = Some(match &result {
                    Value(value) => value.clone(),
                    _ => Scalar::Poison,
                });
            }
            Some(result)
        }
    }
}

/// Whether a condition holds for an assignment; conditions that do not depend on values hold.
fn holds(condition: &Condition, letters: &Letters, assignment: &mut Assignment<'_>) -> bool {
    match condition {
        Condition::Holds(comparison) => {
            let result = evaluate(comparison, ScalarType::Int(1), assignment);
            matches!(result, Some(Outcome::Value(Scalar::Int(n))) if !n.is_zero())
        }
        Condition::Fact { index, args, negated } => {
            let fact = &plan::FACTS[*index];
            let mut values = Vec::new();
            for arg in args {
                let Some(ty) = letters.type_in(arg) else { return false };
                match evaluate(arg, ty, assignment) {
                    Some(Outcome::Value(Scalar::Int(n))) => values.push(n),
                    // The fact may be known of poison; a defined value is not poison.
                    Some(Outcome::Poison(_)) if fact.name == "is-bool" => {
                        return (ty == ScalarType::Int(1)) != *negated;
                    }
                    Some(Outcome::Poison(_)) => return fact.name != "defined",
                    Some(Outcome::Value(Scalar::Float(f))) => {
                        return fact.name != "has-reciprocal" || plan::has_reciprocal(f);
                    }
                    _ => return true,
                }
            }
            // The negation of what depends on types only is exact.
            if fact.name == "is-bool" && values.iter().any(|n| n.width() == 1) {
                return !*negated;
            }
            *negated || (fact.holds)(&values)
        }
    }
}

/// The number of occurrences of each letter.
fn occurrences(pattern: &Pattern, counts: &mut [usize; MAX_LETTERS]) {
    match pattern {
        Pattern::Var(n) => counts[*n as usize] += 1,
        // All uses of a frozen value have the same value.
        Pattern::Node { op: Op::Freeze, .. } => {}
        // Only one of two values is selected.
        Pattern::Node { op: Op::Select, args, .. } => {
            let mut arms = [[0; MAX_LETTERS]; 2];
            arms.iter_mut().zip(&args[1..]).for_each(|(counts, arm)| occurrences(arm, counts));
            occurrences(&args[0], counts);
            (0..MAX_LETTERS).for_each(|n| counts[n] += arms[0][n].max(arms[1][n]));
        }
        Pattern::Node { args, name, .. } => {
            args.iter().for_each(|arg| occurrences(arg, counts));
            name.iter().for_each(|n| counts[*n as usize] += 1);
        }
        _ => {}
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
        Pattern::Float(_) | Pattern::Constant(_, Class::Float) => true,
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

/// Checks a rule for results of a type. Returns whether its types fit.
fn check(rule: &Rule, ty: ScalarType) -> bool {
    let flags = flags_of(&rule.pattern);
    let mut letters = Letters::default();
    letters.of(&rule.pattern, ty);
    if letters.conflict {
        return false;
    }
    let named: Vec<usize> = (0..MAX_LETTERS).filter(|&n| letters.types[n].is_some()).collect();
    let types: Vec<ScalarType> = named.iter().filter_map(|&n| letters.types[n]).collect();
    let undef_type = if let Pattern::Node { op: Op::ICmp(_), .. } = rule.pattern { ScalarType::Int(WIDTH) } else { ty };
    let undefs = choices(&vec![undef_type; letters.undefs]);
    let wanted_of_undef = if matches!(rule.result, Pattern::Undef) { samples(ty) } else { Vec::new() };
    let predicates_of = |slot: usize| -> Vec<IntPredicate> {
        match letters.predicates[slot] {
            Some(any) => IntPredicate::ALL.iter().copied().filter(|&p| (any.may_be)(p)).collect(),
            None => vec![IntPredicate::Eq],
        }
    };
    // Named parts have types too.
    let mut all = Letters { types: letters.types, ..Letters::default() };
    name_types(&rule.pattern, ty, &mut all);
    let mut is_used = false;
    for (p, q) in predicates_of(0).into_iter().flat_map(|p| predicates_of(1).into_iter().map(move |q| (p, q))) {
        for values in choices(&types) {
            if named.iter().zip(&values).any(|(&n, value)| letters.constants[n] && value.is_poison()) {
                continue;
            }
            // The possible results of the operation, over all choices of undef.
            let mut befores = Vec::new();
            let mut after = None;
            let mut applies = true;
            for undefs in undefs.iter().filter(|values| !values.iter().any(Scalar::is_poison)) {
                let mut assignment =
                    Assignment { letters: Default::default(), predicates: [p, q], undefs, result_of: None };
                for (&n, value) in named.iter().zip(&values) {
                    assignment.letters[n] = Some(value.clone());
                }
                befores.push(evaluate(&rule.pattern, ty, &mut assignment).unwrap());
                assignment.result_of = Some(&all);
                applies &= rule.conditions.iter().all(|condition| holds(condition, &all, &mut assignment));
                if applies && !matches!(rule.result, Pattern::Undef) {
                    after = evaluate(&rule.result, ty, &mut assignment);
                    applies = after.is_some();
                }
            }
            if !applies {
                continue;
            }
            is_used = true;
            let is_fine = |after: &Scalar| befores.iter().any(|before| refines(before, after, flags));
            let fine = match &after {
                Some(Outcome::Value(after)) => is_fine(after),
                Some(Outcome::Undefined(_)) => befores.iter().any(|before| matches!(before, Outcome::Undefined(_))),
                Some(_) => befores.iter().any(|before| !matches!(before, Outcome::Value(_))),
                None => wanted_of_undef.iter().filter(|s| !s.is_poison()).all(is_fine),
            };
            assert!(fine, "{}\n{p:?} {values:?}: {befores:?}, but {after:?}", rule.text);
        }
    }
    is_used
}

fn name_types(pattern: &Pattern, ty: ScalarType, letters: &mut Letters) {
    if let Pattern::Node { op, args, name, .. } = pattern {
        if let Some(n) = name {
            letters.types[*n as usize] = Some(ty);
        }
        args.iter().enumerate().for_each(|(place, arg)| name_types(arg, argument_type(*op, place, ty), letters));
    }
}

/// Checks the rules of a file, each for results of several widths, and returns their number.
fn check_all(text: &'static str) -> usize {
    let rules = Rules::parse(text).unwrap_or_else(|line| panic!("not a rule: {line}"));
    let mut count = 0;
    let mut failures = Vec::new();
    for rule in rules.iter() {
        // Reassociation changes the rounding of floats, which `reassoc` allows.
        if flags_of(&rule.pattern).contains(FastMathFlags::REASSOC) {
            continue;
        }
        // A value that occurs more often in the result could be undef, and have several values there.
        let (mut before, mut after) = ([0; MAX_LETTERS], [0; MAX_LETTERS]);
        occurrences(&rule.pattern, &mut before);
        occurrences(&rule.result, &mut after);
        assert!(before.iter().zip(&after).all(|(b, a)| a <= b), "a value is used more often: {}", rule.text);
        let Pattern::Node { op, ref args, .. } = rule.pattern else { panic!("{}", rule.text) };
        let is_compare = |arg: &Pattern| matches!(arg, Pattern::Node { op: Op::ICmp(_) | Op::FCmp(_), .. });
        let widths: &[ScalarType] = match op {
            _ if is_float_rule(&rule.pattern) => &[ScalarType::Float(FORMAT)],
            _ if rule.text.contains("bswap") => &[ScalarType::Int(16)],
            Op::ICmp(_) => &[ScalarType::Int(1)],
            Op::Binary(_) if args.iter().all(is_compare) => &[ScalarType::Int(1)],
            _ => &[ScalarType::Int(1), ScalarType::Int(WIDTH)],
        };
        let mut is_used = rule.text.contains("bswap");
        if !is_used {
            for &ty in widths {
                // Compared and extended integers have one bit, or more.
                for (compared, narrow) in [(WIDTH, 0), (1, 0), (WIDTH, 1)] {
                    COMPARED.set(compared);
                    NARROW.set(narrow);
                    match std::panic::catch_unwind(|| check(rule, ty)) {
                        Ok(used) => is_used |= used,
                        Err(_) => failures.push(rule.text),
                    }
                }
            }
        }
        if !is_used {
            failures.push(rule.text);
        }
        count += 1;
    }
    failures.dedup();
    assert!(failures.is_empty(), "wrong or never applied:\n{}", failures.join("\n"));
    count
}

#[test]
fn each_rule_keeps_the_meaning() {
    let count = check_all(include_str!("../simplify.rules"));
    assert!(count > 250, "{count}");
}

#[test]
fn each_combination_keeps_the_meaning() {
    let count = check_all(include_str!("../../inst_combine/combine.rules"));
    assert!(count > 250, "{count}");
}

/// A constant is compared with the numbers of rules in its own type, where 255 may be -1.
#[test]
fn rules_for_a_number_admit_each_constant_that_is_equal_in_its_type() {
    use lindworm_ir::eval::BinaryOp;
    use lindworm_ir::{Body, Context, Module};

    const NUMBERS: [i64; 12] = [-129, -128, -2, -1, 0, 1, 2, 127, 128, 255, 256, 257];
    let patterns = NUMBERS.map(|number| Pattern::Node {
        name: None,
        op: Op::Binary(BinaryOp::Xor),
        predicate: None,
        flags: IntFlags::empty(),
        fast_math: FastMathFlags::empty(),
        has_one_use: false,
        like: None,
        order: None,
        args: vec![Pattern::Var(0), Pattern::Int(number)],
    });
    let index = KindIndex::of(&patterns.each_ref());
    let context = Context::new();
    let (module, body) = (Module::new(&context, "m"), Body::new(&[]));
    for width in [1, 2, 7, 8, 9, 16, 64, 65, 128] {
        let ty = context.int(width);
        for number in NUMBERS {
            let int = Int::from_i64(width, number);
            let constant = module.constants().wide_int(&context, &int);
            let operation = Operation::new(Op::Binary(BinaryOp::Xor), &[Value::arg(0), constant], ty);
            let admitted: Vec<usize> = index.admitted(OperandKinds::of(&module, &body, &operation)).collect();
            for (place, other) in NUMBERS.into_iter().enumerate() {
                let is_equal = Int::from_i64(width, other) == int;
                assert!(!is_equal || admitted.contains(&place), "{other} is {number} in i{width}");
                let differs =
                    (8..=64).contains(&width) && matches!((number, other), (0 | 1, -1..=2) if number != other);
                assert!(!differs || !admitted.contains(&place), "{other} is not {number} in i{width}");
            }
        }
    }
}
