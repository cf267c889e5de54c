//! Writes a module of functions that each compute one constant, and beside each what `eval` makes of it: what
//! `conformance/eval` compares with LLVM.
//!
//! `cases MODULE COUNT SEED LAYOUT` writes the module to the file MODULE, with COUNT random cases of each kind of operation
//! for the data layout `e` or `E`, and a line for each case to the standard output: its name, the operation, what it gives
//! here, its text.

#[path = "../tests/random/mod.rs"]
mod random;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use lindworm_eval::fold::{self, Scalar, ScalarType};
use lindworm_eval::intrinsic::{self, Intrinsic, Results};
use lindworm_eval::reinterpret::{Limb, reinterpret};
use lindworm_eval::{
    BinaryOp, CastOp, FastMathFlags, Float, FloatFormat, FloatPredicate, Int, IntFlags, IntPredicate, Outcome,
};
use random::Random;

const WIDTHS: &[u32] = &[1, 2, 3, 7, 8, 16, 31, 32, 33, 48, 63, 64, 65, 100, 127, 128, 129, 192, 256];
const BOOL: ScalarType = ScalarType::Int(1);

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut argument = |otherwise: &str| arguments.next().unwrap_or_else(|| otherwise.into());
    let module = argument("cases.ll");
    let number = |text: String| text.parse().map_err(|_| io::Error::other(format!("{text} is no number")));
    let (count, seed) = (number(argument("50"))?, number(argument("1"))?);
    let layout = argument("e");
    let head = format!("target datalayout = \"{layout}\"\n");
    let big_endian = layout == "E";
    let mut cases = Cases { random: Random(seed), functions: head, big_endian, ..Cases::default() };
    for _ in 0..count {
        cases.integers();
        cases.floats();
        cases.casts();
        (0..8).for_each(|_| cases.reinterpretation());
        for &intrinsic in Intrinsic::ALL {
            cases.intrinsic(intrinsic);
        }
    }
    let declarations: Vec<_> = cases.declarations.iter().map(String::as_str).collect();
    std::fs::write(module, cases.functions + &declarations.concat())?;
    io::stdout().write_all(cases.lines.as_bytes())
}

impl Random {
    /// Often near an end of the range, near zero, or with few bits.
    fn int(&mut self, width: u32) -> Int {
        let any = Int::from_limbs(width, &[self.bits(), self.bits(), self.bits(), self.bits()]);
        let near = Int::from_i64(width, self.below(7) as i64 - 3);
        match self.below(6) {
            0 => near,
            1 => Int::min_signed(width).add(&near),
            2 => Int::one(width).shl(self.below(width as usize) as u32).add(&near),
            3 => any.lshr(self.below(width as usize) as u32),
            _ => any,
        }
    }

    /// An integer that is a shift amount more often than not.
    fn amount(&mut self, width: u32) -> Int {
        if self.below(4) == 0 { self.int(width) } else { Int::new(width, self.below(width as usize + 1) as u64) }
    }

    /// Often at an edge: zeros, infinities, NaNs, the smallest and the largest, integers, halves.
    fn float(&mut self, format: FloatFormat) -> Float {
        let any = Float::from_bits(format, u128::from(self.bits()) | u128::from(self.bits()) << 64);
        // Of `ppc_fp128`, most bits are no sum of two doubles of which the first is the sum rounded.
        let half = |bits: u128| Float::from_bits(format, bits & u128::from(u64::MAX));
        let is_pair = format == FloatFormat::PpcFp128;
        let any = if is_pair { half(any.to_bits()).add(half(any.to_bits() >> 64)) } else { any };
        let edges = [
            Float::zero(format),
            Float::infinity(format),
            Float::nan(format),
            Float::largest(format),
            Float::from_bits(format, 1),
            Float::from_bits(format, Float::infinity(format).to_bits() | u128::from(self.bits() as u16) << 1),
        ];
        let whole = |bits: u64| Float::from_int(format, &Int::new(64, bits), false);
        let value = match self.below(6) {
            0 => self.pick(&edges),
            1 => whole(self.bits() % 9).ldexp(-1),
            2 => {
                let bits = self.bits() >> self.below(60);
                whole(bits).ldexp(-(self.below(70) as i32))
            }
            3 => whole(self.bits() % 2000).ldexp(-6),
            _ => any,
        };
        if self.below(2) == 0 { value } else { value.neg() }
    }

    fn int_flags(&mut self, allowed: IntFlags) -> IntFlags {
        IntFlags::from_bits_truncate(self.bits() as u8).intersection(allowed)
    }

    /// None for `ppc_fp128`, which LLVM gives the sign of a zero in its second half otherwise with them than without.
    fn fast_math(&mut self, format: FloatFormat) -> FastMathFlags {
        if format == FloatFormat::PpcFp128 {
            return FastMathFlags::empty();
        }
        self.pick(&[FastMathFlags::empty(), FastMathFlags::empty(), FastMathFlags::NNAN, FastMathFlags::NINF])
    }
}

fn type_name(ty: ScalarType) -> String {
    match ty {
        ScalarType::Int(width) => format!("i{width}"),
        ScalarType::Float(format) => format.to_string(),
    }
}

/// What stands for a type in the name of an intrinsic.
fn suffix(ty: ScalarType) -> String {
    match ty {
        ScalarType::Int(width) => format!(".i{width}"),
        ScalarType::Float(FloatFormat::BFloat) => ".bf16".into(),
        ScalarType::Float(FloatFormat::PpcFp128) => ".ppcf128".into(),
        ScalarType::Float(format) => format!(".f{}", format.bits()),
    }
}

fn value_name(value: &Scalar) -> String {
    match value {
        Scalar::Int(value) if value.width() == 1 => (!value.is_zero()).to_string(),
        Scalar::Int(value) => value.to_string(),
        Scalar::Float(value) => value.to_string(),
        Scalar::Undef => "undef".into(),
        Scalar::Poison => "poison".into(),
    }
}

fn typed(value: &Scalar) -> String {
    format!("{} {}", type_name(type_of(value)), value_name(value))
}

fn type_of(value: &Scalar) -> ScalarType {
    match value {
        Scalar::Int(value) => ScalarType::Int(value.width()),
        Scalar::Float(value) => ScalarType::Float(value.format()),
        Scalar::Undef | Scalar::Poison => BOOL,
    }
}

fn named_flags<F: bitflags::Flags + Copy>(flags: F) -> String {
    flags.iter_names().map(|(name, _)| format!(" {}", name.to_lowercase())).collect()
}

fn single(outcome: Outcome<impl Into<Scalar>>) -> Outcome<Results> {
    outcome.map(|it| [it.into()].into_iter().collect())
}

/// The limbs of a scalar of that type.
fn limbs(ty: ScalarType, value: &Scalar) -> Vec<Limb> {
    let bits = match value {
        Scalar::Int(value) => value.clone(),
        Scalar::Float(value) => value.to_int_bits(),
        Scalar::Undef | Scalar::Poison => Int::zero(ty.bits()),
    };
    let all = |set| if set { u64::MAX } else { 0 };
    let limb = |bits| Limb { bits, undef: all(value.is_undef()), poison: all(value.is_poison()) };
    bits.limbs().into_iter().map(limb).collect()
}

/// The scalar of that type that has these limbs; undef if one of its bits is.
fn of_limbs(ty: ScalarType, limbs: &[Limb]) -> Scalar {
    if limbs.iter().any(|limb| limb.poison != 0) {
        return Scalar::Poison;
    }
    if limbs.iter().any(|limb| limb.undef != 0) {
        return Scalar::Undef;
    }
    let bits = Int::from_limbs(ty.bits(), &limbs.iter().map(|limb| limb.bits).collect::<Vec<_>>());
    fold::cast(CastOp::BitCast, IntFlags::empty(), &bits.into(), ty).into()
}

/// A vector, in full.
fn vector_name(ty: ScalarType, elements: &[Scalar]) -> String {
    let element = |value: &Scalar| format!("{} {}", type_name(ty), value_name(value));
    format!("<{}>", elements.iter().map(element).collect::<Vec<_>>().join(", "))
}

#[derive(Default)]
struct Cases {
    random: Random,
    big_endian: bool,
    functions: String,
    declarations: BTreeSet<String>,
    lines: String,
    count: usize,
}

impl Cases {
    fn add(&mut self, operation: &str, text: &str, results: &[ScalarType], outcome: &Outcome<Results>) {
        let types: Vec<_> = results.iter().map(|&it| type_name(it)).collect();
        let ty = if let [one] = &types[..] { one.clone() } else { format!("{{ {} }}", types.join(", ")) };
        self.add_as(&ty, operation, text, results, outcome);
    }

    /// A case whose result is of the type `ty`: a scalar, or a struct or vector of `results`.
    fn add_as(&mut self, ty: &str, operation: &str, text: &str, results: &[ScalarType], outcome: &Outcome<Results>) {
        let name = format!("c{}", self.count);
        self.count += 1;
        let is_zero = |(value, ty): (&Scalar, &ScalarType)| *value == Scalar::zero(*ty);
        let result = match outcome {
            Outcome::Value(values) => match &values[..] {
                [one] => value_name(one),
                many if ty.starts_with('<') => vector_name(results[0], many),
                many if many.iter().zip(results).all(is_zero) => "zeroinitializer".into(),
                many => format!("{{ {} }}", many.iter().map(typed).collect::<Vec<_>>().join(", ")),
            },
            Outcome::Poison(_) => "poison".into(),
            Outcome::Undefined(_) => "undefined behaviour".into(),
        };
        // Writing to a string does not fail.
        let _ = write!(self.functions, "define {ty} @{name}() {{\n  %r = {text}\n  ret {ty} %r\n}}\n");
        let _ = writeln!(self.lines, "{name}\t{operation}\t{result}\t{text}");
    }

    fn integers(&mut self) {
        for &op in BinaryOp::ALL.iter().filter(|it| !it.is_float()) {
            let width = self.random.pick(WIDTHS);
            let (a, b) = (self.random.int(width), self.random.int(width));
            let b = if op.is_shift() { self.random.amount(width) } else { b };
            let flags = self.random.int_flags(op.allowed_flags());
            let text = format!(
                "{op}{} i{width} {}, {}",
                named_flags(flags),
                value_name(&a.clone().into()),
                value_name(&b.clone().into())
            );
            self.add(op.name(), &text, &[ScalarType::Int(width)], &single(fold::int_binary(op, flags, &a, &b)));
        }
        for &predicate in IntPredicate::ALL {
            let width = self.random.pick(WIDTHS);
            let (a, b) = (self.random.int(width), self.random.int(width));
            let b = if self.random.below(4) == 0 { a.clone() } else { b };
            let flags = self.random.int_flags(IntFlags::SAMESIGN);
            let text = format!(
                "icmp{} {predicate} i{width} {}, {}",
                named_flags(flags),
                value_name(&a.clone().into()),
                value_name(&b.clone().into())
            );
            self.add("icmp", &text, &[BOOL], &single(fold::icmp(predicate, flags, &a, &b)));
        }
    }

    fn floats(&mut self) {
        for &format in FloatFormat::ALL {
            let (a, b) = (self.random.float(format), self.random.float(format));
            let flags = self.random.fast_math(format);
            for &op in BinaryOp::ALL.iter().filter(|it| it.is_float()) {
                let text = format!("{op}{} {format} {a}, {b}", named_flags(flags));
                // An identity leaves even a signaling NaN as it is, when LLVM folds it.
                let ty = ScalarType::Float(format);
                let outcome = match flags.is_empty() {
                    true => single(Outcome::Value(fold::fold_binary(op, ty, &a.into(), &b.into()))),
                    false => single(fold::float_binary(op, flags, a, b)),
                };
                self.add(&format!("{op} {format}"), &text, &[ScalarType::Float(format)], &outcome);
            }
            let outcome = single(fold::fast_math(flags, &[a, a.neg()], a.neg()));
            self.add(
                "fneg",
                &format!("fneg{} {format} {a}", named_flags(flags)),
                &[ScalarType::Float(format)],
                &outcome,
            );
            let predicate = self.random.pick(FloatPredicate::ALL);
            let b = if self.random.below(4) == 0 { a } else { b };
            let text = format!("fcmp{} {predicate} {format} {a}, {b}", named_flags(flags));
            self.add("fcmp", &text, &[BOOL], &single(fold::fcmp(predicate, flags, a, b)));
        }
    }

    fn casts(&mut self) {
        use CastOp::*;
        for op in [Trunc, ZExt, SExt, FPToUI, FPToSI, UIToFP, SIToFP, FPTrunc, FPExt, BitCast] {
            let (mut from, mut to) = (self.random.pick(WIDTHS), self.random.pick(WIDTHS));
            if from == to {
                to += 1;
            }
            if (op == Trunc) != (to < from) {
                (from, to) = (to, from);
            }
            let ieee =
                [FloatFormat::Half, FloatFormat::Float, FloatFormat::Double, FloatFormat::X86Fp80, FloatFormat::Fp128];
            let (format, other) = (self.random.pick(FloatFormat::ALL), self.random.pick(FloatFormat::ALL));
            let at = self.random.below(ieee.len() - 1);
            let (smaller, larger) = (ieee[at], ieee[at + 1 + self.random.below(ieee.len() - 1 - at)]);
            let (value, to): (Scalar, _) = match op {
                Trunc | ZExt | SExt => (self.random.int(from).into(), ScalarType::Int(to)),
                // LLVM overflows where the second half of a `ppc_fp128` is negative.
                FPToUI if format == FloatFormat::PpcFp128 => continue,
                FPToUI | FPToSI => (self.random.float(format).into(), ScalarType::Int(to)),
                UIToFP | SIToFP => (self.random.int(from).into(), ScalarType::Float(format)),
                FPTrunc => (self.random.float(larger).into(), ScalarType::Float(smaller)),
                FPExt => (self.random.float(smaller).into(), ScalarType::Float(larger)),
                _ if format.bits() == other.bits() => (self.random.float(format).into(), ScalarType::Float(other)),
                _ => (self.random.float(format).into(), ScalarType::Int(format.bits())),
            };
            let flags = self.random.int_flags(op.allowed_flags());
            let text = format!("{op}{} {} to {}", named_flags(flags), typed(&value), type_name(to));
            let outcome = fold::cast(op, flags, &value, to);
            self.add(op.name(), &text, &[to], &single(outcome));
        }
    }

    /// The bits of a vector or scalar as another one, by `bitcast` or as what is loaded of a variable.
    fn reinterpretation(&mut self) {
        let random = &mut self.random;
        let width = match random.below(3) {
            0 => 1 + random.below(64) as u32,
            1 => 16 * (1 + random.below(16) as u32),
            _ => 80 * (1 + random.below(4) as u32),
        };
        let element = |random: &mut Random| loop {
            let ty = match random.below(3) {
                0 => ScalarType::Float(random.pick(FloatFormat::ALL)),
                _ => ScalarType::Int(1 + random.below(width as usize) as u32),
            };
            if width % ty.bits() == 0 {
                return (ty, (width / ty.bits()) as usize);
            }
        };
        let ((from, len), (to, result_len)) = (element(random), element(random));
        // LLVM folds a vector to one of another length if no element's bits are in parts of several.
        if len % result_len != 0 && result_len % len != 0 {
            return;
        }
        // LLVM's folder swaps the doubles that its code generator does not.
        if self.big_endian && [from, to].contains(&ScalarType::Float(FloatFormat::PpcFp128)) {
            return;
        }
        let value = |random: &mut Random| match (random.below(20), from) {
            (0, _) => Scalar::Undef,
            (1, _) => Scalar::Poison,
            (_, ScalarType::Int(width)) => random.int(width).into(),
            (_, ScalarType::Float(format)) => random.float(format).into(),
        };
        let values: Vec<Scalar> = (0..len).map(|_| value(random)).collect();
        let limbs = values.iter().flat_map(|value| limbs(from, value));
        let types = std::iter::repeat_n(from, len);
        let result = reinterpret(self.big_endian, types, limbs, std::iter::repeat_n(to, result_len));
        let result = result.chunks(to.bits().div_ceil(64) as usize).map(|limbs| of_limbs(to, limbs)).collect();
        let vector = |ty: ScalarType, len: usize| match len {
            1 => type_name(ty),
            _ => format!("<{len} x {}>", type_name(ty)),
        };
        let constant = match &values[..] {
            [one] => value_name(one),
            _ => vector_name(from, &values),
        };
        let (source, target) = (vector(from, len), vector(to, result_len));
        let is_load = random.below(2) == 0;
        let text = match is_load {
            true => format!("load {target}, ptr @g{} ; {source} {constant}", self.count),
            false => format!("bitcast {source} {constant} to {target}"),
        };
        if is_load {
            let _ = writeln!(self.functions, "@g{} = constant {source} {constant}", self.count);
        }
        let operation = if is_load { "load of another type" } else { "bitcast" };
        let results = vec![to; result_len];
        self.add_as(&target, operation, &text, &results, &Outcome::Value(result));
    }

    fn intrinsic(&mut self, intrinsic: Intrinsic) {
        use Intrinsic::*;
        let random = &mut self.random;
        let (width, format) = (random.pick(WIDTHS), random.pick(FloatFormat::ALL));
        let (int, float) = (ScalarType::Int(width), ScalarType::Float(format));
        let flag = Scalar::from(random.below(2) == 0);
        let i32 = |value: i64| Scalar::from(Int::from_i64(32, value));
        // The operands, the results, and the types in the name.
        let (operands, results, overloads): (Vec<Scalar>, Vec<ScalarType>, Vec<ScalarType>) = match intrinsic {
            Abs | CtLz | CtTz => (vec![random.int(width).into(), flag], vec![int], vec![int]),
            BSwap => {
                let width = 16 * (1 + random.below(9) as u32);
                (vec![random.int(width).into()], vec![ScalarType::Int(width)], vec![ScalarType::Int(width)])
            }
            BitReverse | CtPop => (vec![random.int(width).into()], vec![int], vec![int]),
            SCmp | UCmp => {
                let result = ScalarType::Int(random.pick(&WIDTHS[1..]));
                (vec![random.int(width).into(), random.int(width).into()], vec![result], vec![result, int])
            }
            SShlSat | UShlSat => (vec![random.int(width).into(), random.amount(width).into()], vec![int], vec![int]),
            FShl | FShr => {
                let operands = vec![random.int(width).into(), random.int(width).into(), random.amount(width).into()];
                (operands, vec![int], vec![int])
            }
            SMulFix | UMulFix | SMulFixSat | UMulFixSat | SDivFix | UDivFix | SDivFixSat | UDivFixSat => {
                let scale = i32(random.below(width as usize) as i64);
                (vec![random.int(width).into(), random.int(width).into(), scale], vec![int], vec![int])
            }
            FPToUISat if format == FloatFormat::PpcFp128 => return,
            FPToSISat | FPToUISat => (vec![random.float(format).into()], vec![int], vec![int, float]),
            LRound | LRInt | LLRound | LLRInt => {
                let result =
                    ScalarType::Int(if matches!(intrinsic, LRound | LRInt) { random.pick(&[32, 64]) } else { 64 });
                (vec![random.float(format).into()], vec![result], vec![result, float])
            }
            ConvertToFP16 | ConvertFromFP16 => {
                let format = random.pick(&[FloatFormat::Float, FloatFormat::Double]);
                let (float, half) = (ScalarType::Float(format), ScalarType::Int(16));
                match intrinsic {
                    ConvertToFP16 => (vec![random.float(format).into()], vec![half], vec![float]),
                    _ => (vec![random.int(16).into()], vec![float], vec![float]),
                }
            }
            // Not folded by LLVM, which takes the rounding as metadata; and rounded once or twice, as one likes.
            FPTruncRound | FMulAdd => return,
            // Of these, larger formats have no more bits here than a `double`.
            _ if (Pow..=SinCosPi).contains(&intrinsic) && format.bits() > 64 => return,
            IsFPClass => (vec![random.float(format).into(), i32(random.below(1024) as i64)], vec![BOOL], vec![float]),
            LdExp | PowI => {
                let exponent = random.below(if intrinsic == PowI { 20 } else { 3000 }) as i64;
                let exponent = i32(if random.below(2) == 0 { exponent } else { -exponent });
                (vec![random.float(format).into(), exponent], vec![float], vec![float, ScalarType::Int(32)])
            }
            FrExp => {
                (vec![random.float(format).into()], vec![float, ScalarType::Int(32)], vec![float, ScalarType::Int(32)])
            }
            Modf | SinCos | SinCosPi => (vec![random.float(format).into()], vec![float; 2], vec![float]),
            _ if intrinsic.reduces_by().is_some() => return self.reduction(intrinsic),
            _ if intrinsic < SMulFix => {
                let overflows = intrinsic.result_count() == 2;
                let results = if overflows { vec![int, BOOL] } else { vec![int] };
                (vec![random.int(width).into(), random.int(width).into()], results, vec![int])
            }
            _ => {
                let count = match intrinsic {
                    FMA | FMulAdd => 3,
                    CopySign | MinNum | MaxNum | Minimum | Maximum | MinimumNum | MaximumNum | Pow | ATan2 => 2,
                    _ => 1,
                };
                ((0..count).map(|_| random.float(format).into()).collect(), vec![float], vec![float])
            }
        };
        let flags = match results[..] {
            [ScalarType::Float(_)] if intrinsic != ConvertFromFP16 => random.fast_math(format),
            _ => FastMathFlags::empty(),
        };
        let outcome = intrinsic::evaluate(intrinsic, flags, &operands, &results);
        let suffixes: String = overloads.into_iter().map(suffix).collect();
        let arguments: Vec<_> = operands.iter().map(typed).collect();
        let parameters: Vec<_> = operands.iter().map(|it| type_name(type_of(it))).collect();
        let format = operands.iter().find_map(|it| match it {
            Scalar::Float(it) => Some(format!(" {}", it.format())),
            _ => None,
        });
        let operation = format!("{intrinsic}{}", format.unwrap_or_default());
        self.call(intrinsic, &operation, flags, &suffixes, &parameters, &arguments, &results, &outcome);
    }

    fn reduction(&mut self, intrinsic: Intrinsic) {
        use Intrinsic::*;
        let random = &mut self.random;
        let (lanes, is_float) = (1 + random.below(5), intrinsic >= ReduceFAdd);
        let has_start = matches!(intrinsic, ReduceFAdd | ReduceFMul);
        let (width, format) = (random.pick(WIDTHS), random.pick(FloatFormat::ALL));
        let ty = if is_float { ScalarType::Float(format) } else { ScalarType::Int(width) };
        let mut value = || if is_float { Scalar::from(random.float(format)) } else { random.int(width).into() };
        let operands: Vec<_> = (0..lanes + usize::from(has_start)).map(|_| value()).collect();
        let outcome = intrinsic::evaluate(intrinsic, FastMathFlags::empty(), &operands, &[ty]);
        let elements: Vec<_> = operands.iter().map(typed).collect();
        let (start, elements) = elements.split_at(usize::from(has_start));
        let vector = format!("<{lanes} x {}>", type_name(ty));
        let arguments = [start, &[format!("{vector} <{}>", elements.join(", "))]].concat();
        let parameters = [vec![type_name(ty); start.len()], vec![vector]].concat();
        let suffix = format!(".v{lanes}{}", &suffix(ty)[1..]);
        let operation = if is_float { format!("{intrinsic} {format}") } else { intrinsic.to_string() };
        self.call(intrinsic, &operation, FastMathFlags::empty(), &suffix, &parameters, &arguments, &[ty], &outcome);
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of a call")]
    fn call(
        &mut self,
        intrinsic: Intrinsic,
        operation: &str,
        flags: FastMathFlags,
        suffixes: &str,
        parameters: &[String],
        arguments: &[String],
        results: &[ScalarType],
        outcome: &Outcome<Results>,
    ) {
        let types: Vec<_> = results.iter().map(|&it| type_name(it)).collect();
        let ty = if let [one] = &types[..] { one.clone() } else { format!("{{ {} }}", types.join(", ")) };
        let callee = format!("{ty} @{intrinsic}{suffixes}");
        self.declarations.insert(format!("declare {callee}({})\n", parameters.join(", ")));
        let text = format!("call{} {callee}({})", named_flags(flags), arguments.join(", "));
        self.add(operation, &text, results, outcome);
    }
}
