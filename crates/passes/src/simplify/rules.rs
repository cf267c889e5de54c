//! Textual peephole rules: a pattern, and the value that a match simplifies to.
//!
//! `simplify.rules` documents the syntax. Rules are parsed once and indexed by their outermost operation. Matching does not
//! allocate.

use std::sync::LazyLock;

use lindworm_ir::eval::intrinsic::Intrinsic;
use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Float, Int, IntFlags, IntPredicate};
use lindworm_ir::hash::HashMap;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::version::IrVersion;
use lindworm_ir::{InstData, Type, Value};

use crate::value_tracking::Query;

/// An operation that can occur in rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Op {
    Binary(BinaryOp),
    Cast(CastOp),
    ICmp(IntPredicate),
    FNeg,
    Intrinsic(Intrinsic),
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
        flags: IntFlags,
        fast_math: FastMathFlags,
        args: Vec<Pattern>,
    },
}

/// A rule.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub pattern: Pattern,
    pub result: Pattern,
    /// The source line of the rule.
    #[cfg(test)]
    pub text: &'static str,
}

/// Rules indexed by their outermost operation.
pub(crate) struct Rules(HashMap<Op, Vec<Rule>>);

/// The values bound to the letters of a rule.
pub(crate) type Bindings = [Option<Value>; 26];

/// Arithmetic intrinsics by the ids that modules use.
static INTRINSICS: LazyLock<HashMap<IntrinsicId, Intrinsic>> = LazyLock::new(|| {
    let found = |it: &Intrinsic| Some((IntrinsicId::lookup(IrVersion::V22, it.name().as_bytes())?, *it));
    Intrinsic::ALL.iter().filter_map(found).collect()
});

/// The arithmetic intrinsic with this id, if it is one.
pub(crate) fn arithmetic(id: IntrinsicId) -> Option<Intrinsic> {
    INTRINSICS.get(&id).copied()
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
            InstData::ICmp { predicate, lhs, rhs, .. } => Operation::new(Op::ICmp(predicate), &[lhs, rhs], ty),
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
            Pattern::Var(n) => *bound[*n as usize].get_or_insert(value) == value,
            Pattern::Node { name, op, .. } => {
                let Some(inst) = value.as_inst() else { return false };
                let data = self.body.inst(inst);
                let may_match = match (data, op) {
                    (InstData::Binary { op: a, .. }, Op::Binary(b)) => a == b,
                    (InstData::Cast { op: a, .. }, Op::Cast(b)) => a == b,
                    (InstData::FNeg { .. }, Op::FNeg) | (InstData::ICmp { .. }, Op::ICmp(_)) => true,
                    (InstData::Call { .. }, Op::Intrinsic(_)) => true,
                    _ => false,
                };
                if !may_match {
                    return false;
                }
                let Some(operation) = self.operation(data, self.body.inst_type(inst)) else { return false };
                if let Some(n) = name
                    && *bound[*n as usize].get_or_insert(value) != value
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
            Pattern::Float(f) => {
                let is = |float: Float| float == Float::from_f64(*f).convert_like(float);
                let cx = self.module.context();
                let whole = constants.as_float(value).or_else(|| {
                    if constants.is_zero(value) {
                        let format = cx.scalar_type(self.type_of(value)).float_format()?;
                        return Some(Float::zero(format));
                    }
                    constants.as_float(constants.splat_value(cx, value)?)
                });
                whole.is_some_and(is)
            }
        }
    }

    /// Whether a value is an integer that satisfies `f`, or a vector of such integers and poison.
    pub(crate) fn elements_are(&self, value: Value, f: impl Fn(&Int) -> bool) -> bool {
        let (cx, constants) = (self.module.context(), self.module.constants());
        if let Some(n) = self.constant_int(value) {
            return f(&n);
        }
        let ty = self.type_of(value);
        let Some(width) = cx.int_width(cx.scalar_type(ty)).filter(|_| cx.is_vector(ty)) else { return false };
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

    /// Whether an operation matches a pattern; binds letters.
    pub(crate) fn operation_matches(&self, pattern: &Pattern, operation: &Operation, bound: &mut Bindings) -> bool {
        let Pattern::Node { op, flags, fast_math, args, .. } = pattern else { return false };
        let swapped = match (*op, operation.op) {
            (Op::ICmp(wanted), Op::ICmp(is)) => {
                if wanted != is && wanted != is.swapped() {
                    return false;
                }
                wanted == is.swapped()
            }
            (wanted, is) => {
                if wanted != is {
                    return false;
                }
                is_commutative(is)
            }
        };
        let straight = !matches!((*op, operation.op), (Op::ICmp(a), Op::ICmp(b)) if a != b);
        if !operation.flags.contains(*flags) || !operation.fast_math.contains(*fast_math) {
            return false;
        }
        let values = operation.args();
        let before = *bound;
        if straight && values.len() == args.len() && args.iter().zip(values).all(|(p, &v)| self.matches(p, v, bound)) {
            return true;
        }
        *bound = before;
        if let ([p, q, ..], [a, b, ..]) = (&args[..], values)
            && swapped
            && self.matches(p, *b, bound)
            && self.matches(q, *a, bound)
        {
            return true;
        }
        *bound = before;
        false
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
            Pattern::Var(n) => bound[*n as usize].filter(|&v| self.type_of(v) == ty)?,
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
        rules.0.get(&operation.op)?.iter().find_map(|rule| {
            let mut bound = [None; 26];
            self.operation_matches(&rule.pattern, operation, &mut bound)
                .then(|| self.result(&rule.result, operation.ty, &bound))?
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
        let mut all: HashMap<Op, Vec<Rule>> = HashMap::default();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        for line in lines {
            let rule = parse_rule(line).ok_or(line)?;
            let Pattern::Node { op, .. } = rule.pattern else { return Err(line) };
            // The inverse of a comparison with a constant result has a constant result too; both also match with swapped
            // operands.
            let mut forms = vec![(op, rule.clone())];
            if let Op::ICmp(predicate) = op {
                let inverse = inverted(&rule).ok_or(line)?;
                forms.push((Op::ICmp(predicate.inverse()), inverse));
                for (op, rule) in forms.clone() {
                    if let Op::ICmp(predicate) = op
                        && predicate.swapped() != predicate
                    {
                        forms.push((Op::ICmp(predicate.swapped()), rule));
                    }
                }
            }
            for (op, rule) in forms {
                all.entry(op).or_default().push(rule);
            }
        }
        Ok(Rules(all))
    }

    /// All rules.
    #[cfg(test)]
    pub fn iter(&self) -> impl Iterator<Item = &Rule> {
        self.0.values().flatten()
    }
}

fn inverted(rule: &Rule) -> Option<Rule> {
    let mut rule = rule.clone();
    let Pattern::Node { op: Op::ICmp(predicate), .. } = &mut rule.pattern else { return None };
    *predicate = predicate.inverse();
    let Pattern::Int(result) = &mut rule.result else { return None };
    *result = -1 - *result;
    Some(rule)
}

fn parse_rule(text: &'static str) -> Option<Rule> {
    let (pattern, result) = text.split_once("=>")?;
    let parse = |text: &'static str| {
        let mut tokens = tokens(text);
        let pattern = parse_pattern(&mut tokens, None)?;
        tokens.next().is_none().then_some(pattern)
    };
    Some(Rule {
        pattern: parse(pattern)?,
        result: parse(result)?,
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

fn parse_pattern(tokens: &mut Tokens, name: Option<u8>) -> Option<Pattern> {
    let token = tokens.next()?;
    if let Some(letter) = token.strip_suffix('@') {
        return parse_pattern(tokens, letter.bytes().next().map(|b| b.wrapping_sub(b'a')).filter(|&n| n < 26));
    }
    if token == "(" {
        let head = tokens.next()?;
        let mut args = Vec::new();
        while tokens.next_if_eq(&")").is_none() {
            args.push(parse_pattern(tokens, None)?);
        }
        return parse_node(head, args, name);
    }
    Some(match token {
        "smin" => Pattern::SMin,
        "smax" => Pattern::SMax,
        "undef" => Pattern::Undef,
        "poison" => Pattern::Poison,
        "true" => Pattern::Int(-1),
        "false" => Pattern::Int(0),
        _ if token.len() == 1 && token.as_bytes()[0].is_ascii_lowercase() => Pattern::Var(token.as_bytes()[0] - b'a'),
        _ if token.contains('.') => Pattern::Float(token.parse().ok()?),
        _ => Pattern::Int(token.parse().ok()?),
    })
}

fn parse_node(head: &str, mut args: Vec<Pattern>, name: Option<u8>) -> Option<Pattern> {
    let intrinsic = |head: &str| {
        let named = |it: &&Intrinsic| it.name().strip_prefix("llvm.") == Some(head);
        Intrinsic::ALL.iter().find(named).map(|it| Op::Intrinsic(*it))
    };
    let (mut flags, mut fast_math) = (IntFlags::empty(), FastMathFlags::empty());
    let (base, rest) = head.split_once('.').unwrap_or((head, ""));
    let op = match base {
        "not" => {
            args.push(Pattern::Int(-1));
            Op::Binary(BinaryOp::Xor)
        }
        "fneg" => Op::FNeg,
        "icmp" => {
            return Some(Pattern::Node {
                name,
                op: Op::ICmp(IntPredicate::from_name(rest.as_bytes())?),
                flags,
                fast_math,
                args,
            });
        }
        _ if head == "trunc.float" => {
            return Some(Pattern::Node { name, op: Op::Intrinsic(Intrinsic::Trunc), flags, fast_math, args });
        }
        _ => match BinaryOp::from_name(base.as_bytes())
            .map(Op::Binary)
            .or(CastOp::from_name(base.as_bytes()).map(Op::Cast))
        {
            Some(op) => op,
            None => return Some(Pattern::Node { name, op: intrinsic(head)?, flags, fast_math, args }),
        },
    };
    for flag in rest.split('.').filter(|flag| !flag.is_empty()) {
        match flag {
            "nuw" => flags |= IntFlags::NUW,
            "nsw" => flags |= IntFlags::NSW,
            "exact" => flags |= IntFlags::EXACT,
            "nnan" => fast_math |= FastMathFlags::NNAN,
            "ninf" => fast_math |= FastMathFlags::NINF,
            "nsz" => fast_math |= FastMathFlags::NSZ,
            "reassoc" => fast_math |= FastMathFlags::REASSOC,
            _ => return None,
        }
    }
    Some(Pattern::Node { name, op, flags, fast_math, args })
}

#[cfg(test)]
mod tests;
