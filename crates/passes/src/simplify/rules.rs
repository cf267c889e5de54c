//! Textual peephole rules: a pattern, the value or the operations that replace a match, and conditions.
//!
//! `simplify.rules` and `combine.rules` document the syntax. Rules are parsed once and indexed by their outermost operation.
//! Matching does not allocate. [`plan`] has the results.

mod kinds;
mod plan;

use std::sync::LazyLock;

use lindworm_ir::eval::intrinsic::Intrinsic;
use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Float, FloatPredicate, Int, IntFlags, IntPredicate};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::version::IrVersion;
use lindworm_ir::{InstData, Type, Value};

use self::kinds::{KindIndex, OperandKinds};
pub(crate) use self::plan::{Plan, Planned, Source};
use crate::value_tracking::Query;

/// An operation that can occur in rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Binary(BinaryOp),
    Cast(CastOp),
    ICmp(IntPredicate),
    FCmp(FloatPredicate),
    FNeg,
    Select,
    Freeze,
    Intrinsic(Intrinsic),
}

impl Op {
    /// The number of operations.
    const COUNT: usize = Op::Intrinsic(Intrinsic::ALL[Intrinsic::ALL.len() - 1]).index() + 1;

    /// Numbers the operations.
    const fn index(self) -> usize {
        const CASTS: usize = 3 + BinaryOp::ALL.len();
        const ICMPS: usize = CASTS + CastOp::ALL.len();
        const FCMPS: usize = ICMPS + IntPredicate::ALL.len();
        const INTRINSICS: usize = FCMPS + FloatPredicate::ALL.len();
        match self {
            Op::FNeg => 0,
            Op::Select => 1,
            Op::Freeze => 2,
            Op::Binary(op) => 3 + op as usize,
            Op::Cast(op) => CASTS + op as usize,
            Op::ICmp(predicate) => ICMPS + predicate as usize,
            Op::FCmp(predicate) => FCMPS + predicate as usize,
            Op::Intrinsic(it) => INTRINSICS + it as usize,
        }
    }
}

/// The maximum number of letters of a rule.
const MAX_LETTERS: usize = 10;

/// The constants that a capital letter stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// An integer or a splat of one: letters from `A` to `E`.
    Int,
    /// A floating-point number or a splat of one: `F` to `H`.
    Float,
    /// An integer, or a vector of integers and poison: `K` to `N`.
    Ints,
}

/// A predicate of a comparison that stands for several: `P` or `Q`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyPredicate {
    slot: u8,
    /// The predicates that it stands for, in a pattern.
    may_be: fn(IntPredicate) -> bool,
    /// The predicate in a result, made of the matched one.
    derived: fn(IntPredicate) -> IntPredicate,
}

/// A condition of a rule.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    /// A comparison of constants.
    Holds(Pattern),
    /// An entry of [`FACTS`](plan::FACTS), or the negation of one.
    Fact { index: usize, args: Vec<Pattern>, negated: bool },
}

/// An operation on values, which need not exist as an instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation {
    pub op: Op,
    pub flags: IntFlags,
    pub fast_math: FastMathFlags,
    pub args: [Value; 3],
    pub count: u8,
    /// The type of the result.
    pub ty: Type,
}

impl Operation {
    pub fn new(op: Op, args: &[Value], ty: Type) -> Operation {
        let mut all = [args[0]; 3];
        all[..args.len()].copy_from_slice(args);
        let (flags, fast_math) = (IntFlags::empty(), FastMathFlags::empty());
        Operation { op, flags, fast_math, args: all, count: args.len() as u8, ty }
    }

    pub fn args(&self) -> &[Value] {
        &self.args[..self.count.into()]
    }
}

/// A pattern to match, or a result.
#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    /// Any value; all occurrences must be the same value.
    Var(u8),
    /// A constant.
    Constant(u8, Class),
    /// The bit width.
    Width,
    /// The bit width of a letter.
    WidthOf(u8),
    /// An integer, truncated to the bit width.
    Int(i64),
    SMin,
    SMax,
    Float(f64),
    Undef,
    Poison,
    /// The result of an operation.
    Node {
        name: Option<u8>,
        op: Op,
        /// The predicate of a comparison, instead of that of `op`.
        predicate: Option<AnyPredicate>,
        flags: IntFlags,
        fast_math: FastMathFlags,
        /// Whether only a value with a single use matches.
        has_one_use: bool,
        /// The letter that has the result type of a cast.
        like: Option<u8>,
        /// The bit of [`Bindings::swapped`] for this operation, if its first two operands may match in either order.
        order: Option<u8>,
        args: Vec<Pattern>,
    },
}

/// A rule.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub pattern: Pattern,
    pub result: Pattern,
    pub conditions: Vec<Condition>,
    /// The source line of the rule.
    #[cfg(test)]
    pub text: &'static str,
}

impl Rule {
    /// Whether the conditions require that the first operand is of type i1, or of another type; `None` if they require neither.
    fn of_bools(&self) -> Option<bool> {
        let Pattern::Node { op, args, .. } = &self.pattern else { return None };
        // The operands of these have one type.
        let alike = if matches!(op, Op::Binary(_) | Op::ICmp(_)) { 2 } else { 1 };
        self.conditions.iter().find_map(|condition| match condition {
            Condition::Fact { index, args: of, negated } if plan::FACTS[*index].name == "is-bool" => {
                let is_operand =
                    |arg: &Pattern| matches!((arg, &of[..]), (Pattern::Var(a), [Pattern::Var(b)]) if a == b);
                args.iter().take(alike).any(is_operand).then_some(!negated)
            }
            _ => None,
        })
    }

    /// Whether a match with swapped operands is equivalent to the match in order: the operands are two letters, and each condition is
    /// symmetric in them.
    fn is_symmetric(&self) -> bool {
        let Pattern::Node { args, .. } = &self.pattern else { return false };
        let [Pattern::Var(a), Pattern::Var(b)] = args[..] else { return false };
        a != b
            && self.conditions.iter().all(|condition| match condition {
                Condition::Fact { index, args, .. } => match (plan::FACTS[*index].name, &args[..]) {
                    ("is-bool", _) => true,
                    ("no-common-bits", [Pattern::Var(c), Pattern::Var(d)]) => [*c, *d] == [a, b] || [*c, *d] == [b, a],
                    _ => false,
                },
                Condition::Holds(_) => false,
            })
    }
}

/// Rules indexed by their outermost operation, as in [`Op::index`].
pub(crate) struct Rules(Vec<OfOp>);

/// The rules of an operation, in order.
struct OfOp {
    by_kinds: KindIndex,
    /// [`Rule::of_bools`] of each rule.
    of_bools: Vec<Option<bool>>,
    rules: Vec<Rule>,
}

/// What the letters of a rule stand for in a match.
#[derive(Clone, Copy, Default)]
pub(crate) struct Bindings {
    values: [Option<Value>; MAX_LETTERS],
    predicates: [Option<IntPredicate>; 2],
    /// The operations whose operands are matched in swapped order.
    swapped: u32,
    /// The operations that this or an earlier attempt could also have matched in the other order.
    open: u32,
}

impl Bindings {
    /// The bindings of another attempt to match, with other orders of the operands of commutative operations; `None` after the
    /// last one. Orders that no attempt could distinguish are skipped.
    fn next(&self) -> Option<Bindings> {
        let last = 1 << self.open.checked_ilog2()?;
        let below = last - 1;
        Some(Bindings { swapped: self.swapped & below | last, open: self.open & below, ..Bindings::default() })
    }

    /// Whether an operation is matched with swapped operands in this attempt.
    fn swaps(&mut self, order: Option<u8>) -> bool {
        let Some(order) = order else { return false };
        let is_swapped = self.swapped >> order & 1 != 0;
        self.open |= u32::from(!is_swapped) << order;
        is_swapped
    }

    /// Binds a letter, and returns whether it stands for the value.
    fn bind(&mut self, letter: u8, value: Value) -> bool {
        *self.values[letter as usize].get_or_insert(value) == value
    }
}

/// Arithmetic intrinsics, by the index of the id that modules use.
static INTRINSICS: LazyLock<Vec<Option<Intrinsic>>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for &it in Intrinsic::ALL {
        if let Some(id) = IntrinsicId::lookup(IrVersion::V22, it.name().as_bytes()) {
            all.resize(all.len().max(id.index() + 1), None);
            all[id.index()] = Some(it);
        }
    }
    all
});

/// The arithmetic intrinsic with this id, if it is one.
pub(crate) fn arithmetic(id: IntrinsicId) -> Option<Intrinsic> {
    INTRINSICS.get(id.index()).copied().flatten()
}

fn is_commutative(op: Op) -> bool {
    use Intrinsic::*;
    match op {
        Op::Binary(op) => op.is_commutative(),
        Op::Intrinsic(it) => matches!(
            it,
            SMax | SMin
                | UMax
                | UMin
                | SAddSat
                | UAddSat
                | MaxNum
                | MinNum
                | Maximum
                | Minimum
                | MaximumNum
                | MinimumNum
        ),
        _ => false,
    }
}

impl<'a> Query<'a> {
    /// The operation of an instruction, if it can occur in rules.
    pub(crate) fn operation(&self, data: &InstData, ty: Type) -> Option<Operation> {
        Some(match *data {
            InstData::Binary { op, flags, fast_math, lhs, rhs } => {
                Operation { flags, fast_math, ..Operation::new(Op::Binary(op), &[lhs, rhs], ty) }
            }
            InstData::Cast { op, flags, fast_math, value } => {
                Operation { flags, fast_math, ..Operation::new(Op::Cast(op), &[value], ty) }
            }
            InstData::ICmp { predicate, same_sign, lhs, rhs } => {
                let flags = if same_sign { IntFlags::SAMESIGN } else { IntFlags::empty() };
                Operation { flags, ..Operation::new(Op::ICmp(predicate), &[lhs, rhs], ty) }
            }
            InstData::FCmp { predicate, fast_math, lhs, rhs } => {
                Operation { fast_math, ..Operation::new(Op::FCmp(predicate), &[lhs, rhs], ty) }
            }
            InstData::Select { condition, if_true, if_false, fast_math } => {
                Operation { fast_math, ..Operation::new(Op::Select, &[condition, if_true, if_false], ty) }
            }
            InstData::Freeze { value } => Operation::new(Op::Freeze, &[value], ty),
            InstData::FNeg { value, fast_math } => Operation { fast_math, ..Operation::new(Op::FNeg, &[value], ty) },
            InstData::Call { ref call, fast_math, .. } => {
                let it = arithmetic(self.module.callee(call.callee)?.intrinsic?)?;
                let args = self.body.call_args(call);
                if args.is_empty() || args.len() > 3 {
                    return None;
                }
                Operation { fast_math, ..Operation::new(Op::Intrinsic(it), args, ty) }
            }
            _ => return None,
        })
    }

    pub(crate) fn matches(&self, pattern: &Pattern, value: Value, bound: &mut Bindings) -> bool {
        let constants = self.module.constants();
        match pattern {
            Pattern::Var(n) => bound.bind(*n, value),
            Pattern::Constant(n, class) => value.is_constant() && self.is_of(*class, value) && bound.bind(*n, value),
            Pattern::Node { name, op, has_one_use, .. } => {
                let Some(inst) = value.as_inst() else { return false };
                let data = self.body.inst(inst);
                let may_match = match (data, op) {
                    (InstData::Binary { op: a, .. }, Op::Binary(b)) => a == b,
                    (InstData::Cast { op: a, .. }, Op::Cast(b)) => a == b,
                    (InstData::FNeg { .. }, Op::FNeg) | (InstData::ICmp { .. }, Op::ICmp(_)) => true,
                    (InstData::Call { .. }, Op::Intrinsic(_)) | (InstData::FCmp { .. }, Op::FCmp(_)) => true,
                    (InstData::Select { .. }, Op::Select) | (InstData::Freeze { .. }, Op::Freeze) => true,
                    _ => false,
                };
                if !may_match || *has_one_use && !self.uses.has_one_use(value) {
                    return false;
                }
                let Some(operation) = self.operation(data, self.body.inst_type(inst)) else { return false };
                if let Some(n) = name
                    && !bound.bind(*n, value)
                {
                    return false;
                }
                self.operation_matches(pattern, &operation, bound)
            }
            Pattern::Undef => constants.is_poison(value) || self.can_use_undef && constants.is_undef(value),
            Pattern::Poison => constants.is_poison(value),
            _ if !value.is_constant() => false,
            Pattern::Int(n) => self.elements_are(value, |int| *int == Int::from_i64(int.width(), *n)),
            Pattern::SMin => self.elements_are(value, Int::is_min_signed),
            Pattern::SMax => self.elements_are(value, Int::is_max_signed),
            Pattern::Width => self.elements_are(value, |int| *int == Int::new(int.width(), int.width().into())),
            Pattern::WidthOf(_) => false,
            Pattern::Float(f) => {
                let is = |float: Float| float == Float::from_f64(*f).convert_like(float);
                self.floats_are(value, is)
            }
        }
    }

    fn is_of(&self, class: Class, value: Value) -> bool {
        match class {
            Class::Int => self.constant_int(value).is_some(),
            Class::Float => self.constant_float(value).is_some(),
            Class::Ints => self.elements_are(value, |_| true),
        }
    }

    /// The value of a floating-point constant or of a splat of one.
    pub(crate) fn constant_float(&self, value: Value) -> Option<Float> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        constants.as_float(value).or_else(|| {
            if constants.is_zero(value) {
                return Some(Float::zero(cx.scalar_type(self.type_of(value)).float_format()?));
            }
            constants.as_float(constants.splat_value(cx, value)?)
        })
    }

    /// Whether a value is a floating-point constant that satisfies `f`, or a vector of such constants and poison.
    pub(crate) fn floats_are(&self, value: Value, f: impl Fn(Float) -> bool) -> bool {
        let (cx, constants) = (self.module.context(), self.module.constants());
        if let Some(number) = self.constant_float(value) {
            return f(number);
        }
        let ty = self.type_of(value);
        let is_small = cx.is_vector(ty) && constants.element_count(cx, ty).is_some_and(|n| n <= 64);
        if !value.is_constant() || !is_small || constants.is_undef_or_poison(value) {
            return false;
        }
        constants.elements(cx, value).is_some_and(|mut elements| {
            elements.all(|e| constants.is_poison(e) || constants.as_float(e).is_some_and(&f))
        })
    }

    /// Whether a value is an integer that satisfies `f`, or a vector of such integers and poison.
    pub(crate) fn elements_are(&self, value: Value, f: impl Fn(&Int) -> bool) -> bool {
        let (cx, constants) = (self.module.context(), self.module.constants());
        if let Some(n) = self.constant_int(value) {
            return f(&n);
        }
        let ty = self.type_of(value);
        let Some(width) = cx.scalar_int_width(ty).filter(|_| cx.is_vector(ty)) else { return false };
        if constants.is_zero(value) {
            return f(&Int::zero(width));
        }
        if constants.is_undef_or_poison(value) || constants.element_count(cx, ty).is_none_or(|n| n > 64) {
            return false;
        }
        constants.elements(cx, value).is_some_and(|mut elements| {
            elements.all(|e| constants.is_poison(e) || constants.as_int(cx, e).is_some_and(|n| f(&n)))
        })
    }

    /// A vector constant of integers with its first integer in place of poison.
    pub(crate) fn without_poison(&self, value: Value) -> Value {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let ty = self.type_of(value);
        if !cx.is_vector(ty) || constants.element_count(cx, ty).is_none_or(|n| n > 64) {
            return value;
        }
        let Some(elements) = constants.elements(cx, value) else { return value };
        let elements: Vec<Value> = elements.collect();
        let Some(&first) = elements.iter().find(|e| !constants.is_poison(**e)) else { return value };
        if !elements.iter().any(|&e| constants.is_poison(e)) {
            return value;
        }
        let elements: Vec<Value> = elements.iter().map(|&e| if constants.is_poison(e) { first } else { e }).collect();
        constants.aggregate(cx, ty, &elements)
    }

    /// Whether an operation matches a pattern; binds letters.
    pub(crate) fn operation_matches(&self, pattern: &Pattern, operation: &Operation, bound: &mut Bindings) -> bool {
        let Pattern::Node { op, predicate, flags, fast_math, order, args, .. } = pattern else { return false };
        if let (Some(any), Op::ICmp(is)) = (predicate, operation.op) {
            return operation.flags.contains(*flags) && self.comparison_matches(*any, is, pattern, operation, bound);
        }
        if !operation.flags.contains(*flags) || !operation.fast_math.contains(*fast_math) {
            return false;
        }
        let is_swapped = match (*op, operation.op) {
            (Op::ICmp(wanted), Op::ICmp(is)) if wanted == is && wanted == is.swapped() => bound.swaps(*order),
            (Op::ICmp(wanted), Op::ICmp(is)) if wanted == is => false,
            (Op::ICmp(wanted), Op::ICmp(is)) if wanted == is.swapped() => true,
            (wanted, is) if wanted == is => bound.swaps(*order),
            _ => return false,
        };
        let values = operation.args();
        if values.len() != args.len() {
            return false;
        }
        (0..).zip(args).all(|(place, pattern)| {
            let place = if is_swapped && place < 2 { 1 - place } else { place };
            self.matches(pattern, values[place], bound)
        })
    }

    /// Whether a comparison with any of several predicates matches.
    fn comparison_matches(
        &self,
        any: AnyPredicate,
        is: IntPredicate,
        pattern: &Pattern,
        operation: &Operation,
        bound: &mut Bindings,
    ) -> bool {
        let Pattern::Node { args, order, .. } = pattern else { return false };
        let [p, q] = &args[..] else { return false };
        let (mut is, mut a, mut b) = (is, operation.args[0], operation.args[1]);
        if bound.swaps(*order) {
            (is, a, b) = (is.swapped(), b, a);
        }
        (any.may_be)(is)
            && *bound.predicates[any.slot as usize].get_or_insert(is) == is
            && self.matches(p, a, bound)
            && self.matches(q, b, bound)
    }

    /// The first result of a function for a match of a pattern, whose letters it receives.
    pub(crate) fn find_match<T>(
        &self,
        pattern: &Pattern,
        operation: &Operation,
        found: impl Fn(&Bindings) -> Option<T>,
    ) -> Option<T> {
        let mut bound = Bindings::default();
        loop {
            if self.operation_matches(pattern, operation, &mut bound)
                && let Some(result) = found(&bound)
            {
                return Some(result);
            }
            bound = bound.next()?;
        }
    }

    /// The value of a result that is not an operation.
    fn result(&self, result: &Pattern, ty: Type, bound: &Bindings) -> Option<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let scalar = cx.scalar_type(ty);
        let int = |n: Int| {
            let element = constants.int_or_byte(scalar, &n);
            if cx.is_vector(ty) { constants.splat(cx, ty, element) } else { element }
        };
        let width = || cx.int_width(scalar);
        Some(match result {
            Pattern::Var(n) | Pattern::Constant(n, _) => {
                bound.values[*n as usize].filter(|&v| self.type_of(v) == ty)?
            }
            Pattern::Width => int(Int::new(width()?, width()?.into())),
            Pattern::WidthOf(n) => {
                int(Int::new(width()?, cx.scalar_int_width(self.type_of(bound.values[*n as usize]?))?.into()))
            }
            Pattern::Int(n) => int(Int::from_i64(width()?, *n)),
            Pattern::SMin => int(Int::min_signed(width()?)),
            Pattern::SMax => int(Int::max_signed(width()?)),
            Pattern::Undef => constants.undef(ty),
            Pattern::Poison => constants.poison(ty),
            Pattern::Float(f) => {
                let element =
                    constants.float(scalar, Float::from_f64(*f).convert_like(Float::zero(scalar.float_format()?)));
                if cx.is_vector(ty) { constants.splat(cx, ty, element) } else { element }
            }
            Pattern::Node { .. } => return None,
        })
    }

    /// Applies the first matching rule of a table to an operation.
    pub(crate) fn simplify_by_rules(&self, rules: &Rules, operation: &Operation) -> Option<Value> {
        rules.candidates(self, operation).find_map(|rule| {
            self.find_match(&rule.pattern, operation, |bound| {
                let applies = rule.conditions.iter().all(|condition| self.holds(condition, bound));
                applies.then(|| self.result(&rule.result, operation.ty, bound))?
            })
        })
    }
}

/// Conversion of a small float to another format.
trait ConvertLike {
    fn convert_like(self, other: Float) -> Float;
}

impl ConvertLike for Float {
    /// The value is 0, 1 or similar, so every format can represent it.
    fn convert_like(self, other: Float) -> Float {
        let whole = self.to_f64().unwrap_or(0.0);
        let (format, is_negative) = (other.format(), whole.is_sign_negative());
        if whole == 0.0 {
            return if is_negative { Float::negative_zero(format) } else { Float::zero(format) };
        }
        Float::from_int(format, &Int::from_i64(64, whole as i64), true)
    }
}

impl Rules {
    /// Parses rules.
    ///
    /// # Errors
    ///
    /// The first line that is not a rule.
    pub fn parse(text: &'static str) -> Result<Rules, &'static str> {
        let mut all: Vec<Vec<Rule>> = vec![Vec::new(); Op::COUNT];
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        for line in lines.flat_map(with_and_without_flags) {
            let mut rule = parse_rule(line).ok_or(line)?;
            let is_symmetric = rule.is_symmetric();
            let Pattern::Node { op, predicate, order, .. } = &mut rule.pattern else { return Err(line) };
            if is_symmetric {
                *order = None;
            }
            let (op, predicate) = (*op, *predicate);
            // The inverse of a comparison with a constant result has a constant result too; both also match with swapped
            // operands.
            let mut forms = vec![(op, rule.clone())];
            if let Some(any) = predicate {
                let is_one = |&p: &IntPredicate| (any.may_be)(p) || (any.may_be)(p.swapped());
                forms = IntPredicate::ALL.iter().copied().filter(is_one).map(|p| (Op::ICmp(p), rule.clone())).collect();
            } else if let Op::ICmp(predicate) = op {
                if let Some(inverse) = inverted(&rule) {
                    forms.push((Op::ICmp(predicate.inverse()), inverse));
                }
                for (op, rule) in forms.clone() {
                    if let Op::ICmp(predicate) = op
                        && predicate.swapped() != predicate
                    {
                        forms.push((Op::ICmp(predicate.swapped()), rule));
                    }
                }
            }
            for (op, rule) in forms {
                all[op.index()].push(rule);
            }
        }
        let of_op = |rules: Vec<Rule>| {
            let patterns: Vec<&Pattern> = rules.iter().map(|rule| &rule.pattern).collect();
            OfOp { by_kinds: KindIndex::of(&patterns), of_bools: rules.iter().map(Rule::of_bools).collect(), rules }
        };
        Ok(Rules(all.into_iter().map(of_op).collect()))
    }

    /// The rules that may match an operation, in order.
    pub fn candidates(&self, query: &Query<'_>, operation: &Operation) -> impl Iterator<Item = &Rule> {
        let kinds = OperandKinds::of(query.module, query.body, operation);
        let is_bool = query.module.context().scalar_type(query.type_of(operation.args[0])) == Type::I1;
        let of_op = &self.0[operation.op.index()];
        let may_match = move |place: &usize| of_op.of_bools[*place].is_none_or(|of_bools| of_bools == is_bool);
        of_op.by_kinds.admitted(kinds).filter(may_match).map(|place| &of_op.rules[place])
    }

    /// All rules.
    #[cfg(test)]
    pub fn iter(&self) -> impl Iterator<Item = &Rule> {
        self.0.iter().flat_map(|of_op| &of_op.rules)
    }
}

/// The rule for the inverse of a comparison with a constant result.
fn inverted(rule: &Rule) -> Option<Rule> {
    let mut rule = rule.clone();
    let Pattern::Node { op: Op::ICmp(predicate), .. } = &mut rule.pattern else { return None };
    *predicate = predicate.inverse();
    let Pattern::Int(result) = &mut rule.result else { return None };
    *result = -1 - *result;
    Some(rule)
}

/// The lines that a line with optional flags, as in `add.nuw?`, stands for: with and without each flag, in all places. The one
/// with most flags is the first.
fn with_and_without_flags(line: &'static str) -> Vec<&'static str> {
    let Some(end) = line.find('?') else { return vec![line] };
    let start = line[..end].rfind('.').unwrap_or(0);
    let (optional, flag) = (&line[start..=end], &line[start..end]);
    let forms = [flag, ""].map(|flag| &*line.replace(optional, flag).leak());
    forms.into_iter().flat_map(with_and_without_flags).collect()
}

fn parse_rule(text: &'static str) -> Option<Rule> {
    let (pattern, rest) = text.split_once("=>")?;
    let (result, conditions) = rest.split_once(" if ").unwrap_or((rest, ""));
    let mut letters = Letters::default();
    let pattern = letters.whole(pattern)?;
    letters.is_pattern = false;
    let conditions = conditions.split(", ").filter(|c| !c.is_empty()).map(|c| letters.condition(c));
    let conditions = conditions.collect::<Option<_>>()?;
    Some(Rule {
        pattern,
        result: letters.whole(result)?,
        conditions,
        #[cfg(test)]
        text,
    })
}

type Tokens = std::iter::Peekable<std::vec::IntoIter<&'static str>>;

fn tokens(text: &'static str) -> Tokens {
    let pieces = text.split_inclusive(['(', ')', ' ']).flat_map(|piece| {
        let end = piece.find(['(', ')', ' ']).unwrap_or(piece.len());
        [&piece[..end], piece[end..].trim()].into_iter().filter(|token| !token.is_empty())
    });
    pieces.collect::<Vec<_>>().into_iter().peekable()
}

/// The letters of a rule that is being parsed, in the order of their first occurrences.
struct Letters {
    known: Vec<u8>,
    /// Whether a new letter may occur.
    is_pattern: bool,
    /// The number of operations.
    count: u8,
}

impl Default for Letters {
    fn default() -> Letters {
        Letters { known: Vec::new(), is_pattern: true, count: 0 }
    }
}

impl Letters {
    fn slot(&mut self, letter: &str) -> Option<u8> {
        let &[letter] = letter.as_bytes() else { return None };
        let place = self.known.iter().position(|&known| known == letter).or_else(|| {
            self.known.push(letter);
            (self.is_pattern && self.known.len() <= MAX_LETTERS).then_some(self.known.len() - 1)
        });
        place.map(|place| place as u8)
    }

    fn whole(&mut self, text: &'static str) -> Option<Pattern> {
        let mut tokens = tokens(text);
        let pattern = self.pattern(&mut tokens, None)?;
        tokens.next().is_none().then_some(pattern)
    }

    fn condition(&mut self, text: &'static str) -> Option<Condition> {
        let (text, negated) = text.trim().strip_prefix('!').map_or((text.trim(), false), |text| (text, true));
        let head = text.trim_start_matches('(').split(' ').next()?;
        if let Some(index) = plan::FACTS.iter().position(|fact| fact.name == head) {
            let mut tokens = tokens(text);
            tokens.nth(1)?;
            let mut args = Vec::new();
            while tokens.next_if_eq(&")").is_none() {
                args.push(self.pattern(&mut tokens, None)?);
            }
            return Some(Condition::Fact { index, args, negated });
        }
        (!negated).then(|| self.whole(text).map(Condition::Holds))?
    }

    fn pattern(&mut self, tokens: &mut Tokens, name: Option<u8>) -> Option<Pattern> {
        let token = tokens.next()?;
        if let Some(letter) = token.strip_suffix('@') {
            let name = self.slot(letter)?;
            return self.pattern(tokens, Some(name));
        }
        if token == "(" {
            let head = tokens.next()?;
            let order = self.count;
            self.count = Some(order + 1).filter(|&count| count <= 32)?;
            let mut args = Vec::new();
            while tokens.next_if_eq(&")").is_none() {
                args.push(self.pattern(tokens, None)?);
            }
            return self.node(head, args, name, order);
        }
        Some(match token {
            "smin" => Pattern::SMin,
            "smax" => Pattern::SMax,
            "undef" => Pattern::Undef,
            "poison" => Pattern::Poison,
            "width" => Pattern::Width,
            "true" => Pattern::Int(-1),
            "false" => Pattern::Int(0),
            _ if let Some(letter) = token.strip_prefix("width:") => Pattern::WidthOf(self.slot(letter)?),
            _ => match token.as_bytes() {
                [b'a'..=b'z'] => Pattern::Var(self.slot(token)?),
                [b'A'..=b'E'] => Pattern::Constant(self.slot(token)?, Class::Int),
                [b'F'..=b'H'] => Pattern::Constant(self.slot(token)?, Class::Float),
                [b'K'..=b'N'] => Pattern::Constant(self.slot(token)?, Class::Ints),
                _ if token.contains('.') => Pattern::Float(token.parse().ok()?),
                _ => Pattern::Int(token.parse().ok()?),
            },
        })
    }

    fn node(&mut self, head: &'static str, mut args: Vec<Pattern>, name: Option<u8>, order: u8) -> Option<Pattern> {
        let (head, has_one_use) = head.strip_suffix('!').map_or((head, false), |head| (head, true));
        let (head, like) = match head.split_once(':') {
            Some((head, letter)) => (head, Some(self.slot(letter)?)),
            None => (head, None),
        };
        let (mut flags, mut fast_math) = (IntFlags::empty(), FastMathFlags::empty());
        let (base, mut rest) = head.split_once('.').unwrap_or((head, ""));
        let mut predicate = None;
        let binary_or_cast = |name: &str| {
            let binary = BinaryOp::from_name(name.as_bytes()).map(Op::Binary);
            binary.or_else(|| CastOp::from_name(name.as_bytes()).map(Op::Cast))
        };
        let op = match base {
            "not" => {
                args.push(Pattern::Int(-1));
                Op::Binary(BinaryOp::Xor)
            }
            "neg" => {
                args.insert(0, Pattern::Int(0));
                Op::Binary(BinaryOp::Sub)
            }
            "fneg" => Op::FNeg,
            "select" => Op::Select,
            "freeze" => Op::Freeze,
            "icmp" | "fcmp" => {
                let (word, more) = rest.split_once('.').unwrap_or((rest, ""));
                rest = more;
                if base == "fcmp" {
                    Op::FCmp(FloatPredicate::from_name(word.as_bytes())?)
                } else if let Some(known) = IntPredicate::from_name(word.as_bytes()) {
                    Op::ICmp(known)
                } else {
                    predicate = Some(any_predicate(word)?);
                    Op::ICmp(IntPredicate::Eq)
                }
            }
            _ => match binary_or_cast(base) {
                Some(op) if head != "trunc.float" => op,
                _ => {
                    let named = |name: &str| {
                        Intrinsic::ALL.iter().find(|it| it.name().strip_prefix("llvm.") == Some(name)).copied()
                    };
                    // A dot may be a part of the name, or precede flags.
                    match named(if head == "trunc.float" { "trunc" } else { head }) {
                        Some(it) => {
                            rest = "";
                            Op::Intrinsic(it)
                        }
                        None => Op::Intrinsic(named(base)?),
                    }
                }
            },
        };
        for flag in rest.split('.').filter(|flag| !flag.is_empty()) {
            match flag {
                "nuw" => flags |= IntFlags::NUW,
                "nsw" => flags |= IntFlags::NSW,
                "exact" => flags |= IntFlags::EXACT,
                "disjoint" => flags |= IntFlags::DISJOINT,
                "nneg" => flags |= IntFlags::NNEG,
                "samesign" => flags |= IntFlags::SAMESIGN,
                "nnan" => fast_math |= FastMathFlags::NNAN,
                "ninf" => fast_math |= FastMathFlags::NINF,
                "nsz" => fast_math |= FastMathFlags::NSZ,
                "reassoc" => fast_math |= FastMathFlags::REASSOC,
                "arcp" => fast_math |= FastMathFlags::ARCP,
                "contract" => fast_math |= FastMathFlags::CONTRACT,
                _ => return None,
            }
        }
        let may_swap = is_commutative(op) || matches!(op, Op::ICmp(p) if p == p.swapped()) || predicate.is_some();
        let order = may_swap.then_some(order);
        Some(Pattern::Node { name, op, predicate, flags, fast_math, has_one_use, like, order, args })
    }
}

/// `P` and `Q` stand for any predicate, `E` for `eq` and `ne`, `U` and `S` for the unsigned and signed ones. In a result, `!`
/// before the letter is the inverse, `~` the predicate with swapped operands, and `u` the unsigned predicate.
fn any_predicate(word: &str) -> Option<AnyPredicate> {
    let (derived, word): (fn(IntPredicate) -> IntPredicate, _) = match word.as_bytes() {
        [b'~', b'u', ..] => (|p| p.swapped().to_unsigned(), &word[2..]),
        [b'~', b's', ..] => (|p| p.swapped().to_signed(), &word[2..]),
        [b'!', ..] => (IntPredicate::inverse, &word[1..]),
        [b'~', ..] => (IntPredicate::swapped, &word[1..]),
        [b'u', _, ..] => (IntPredicate::to_unsigned, &word[1..]),
        [b's', _, ..] => (IntPredicate::to_signed, &word[1..]),
        _ => (|p| p, word),
    };
    let may_be: fn(IntPredicate) -> bool = match word {
        "P" | "Q" => |_| true,
        "E" => |p| p.is_equality(),
        "R" => |p| !p.is_equality(),
        "S" => |p| p.is_signed(),
        "U" => |p| p.is_unsigned(),
        _ => return None,
    };
    Some(AnyPredicate { slot: u8::from(word == "Q"), may_be, derived })
}

#[cfg(test)]
mod tests;
