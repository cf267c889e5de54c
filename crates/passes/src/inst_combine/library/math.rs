//! Functions on floating-point numbers.

use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Float, FloatPredicate, IntFlags};
use lindworm_ir::instruction::TailCall;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::triple::{Arch, Triple};
use lindworm_ir::{Inst, InstData, Type, Value};
use smallvec::SmallVec;

use super::{Call, Combine, Functions};
use crate::call_site::library_function;
use crate::inst_combine::Combiner;

pub(super) const FUNCTIONS: Functions = &[
    ("fabs fabsf fabsl", |c, call| unary(c, call, "llvm.fabs")),
    ("ceil ceilf ceill", |c, call| unary(c, call, "llvm.ceil")),
    ("floor floorf floorl", |c, call| unary(c, call, "llvm.floor")),
    ("round roundf roundl", |c, call| unary(c, call, "llvm.round")),
    ("roundeven roundevenf roundevenl", |c, call| unary(c, call, "llvm.roundeven")),
    ("nearbyint nearbyintf nearbyintl", |c, call| unary(c, call, "llvm.nearbyint")),
    ("rint rintf rintl", |c, call| unary(c, call, "llvm.rint")),
    ("trunc truncf truncl", |c, call| unary(c, call, "llvm.trunc")),
    ("copysign copysignf copysignl", |c, call| binary(c, call, "llvm.copysign")),
    ("fmin fminf fminl", |c, call| extremum(c, call, "llvm.minnum")),
    ("fmax fmaxf fmaxl", |c, call| extremum(c, call, "llvm.maxnum")),
    ("pow powf powl", pow),
    ("exp2 exp2f exp2l", exp2),
    ("sqrt sqrtf sqrtl", sqrt),
    ("log logf logl", |c, call| log(c, call, "log")),
    ("log2 log2f log2l", |c, call| log(c, call, "log2")),
    ("log10 log10f log10l", |c, call| log(c, call, "log10")),
    ("cos cosf cosl", |c, call| symmetric(c, call, true)),
    ("sin sinf sinl tan tanf tanl erf erff erfl", |c, call| symmetric(c, call, false)),
];

impl Combiner<'_, '_, '_> {
    /// Calls an intrinsic on floating-point numbers.
    fn float_intrinsic(&mut self, call: &Call, name: &str, args: &[Value], flags: FastMathFlags) -> Option<Value> {
        let ty = self.type_of(args[0]);
        let value = self.call_intrinsic(call.inst, name, &[ty], args)?;
        let new = value.as_inst()?;
        self.f.set_fast_math(new, flags);
        self.copy_tail(call, new);
        Some(value)
    }
}

fn unary(c: Combine<'_, '_, '_, '_>, call: &Call, name: &str) -> Option<Value> {
    c.float_intrinsic(call, name, &[call.args[0]], c.fast_math(call))
}

fn binary(c: Combine<'_, '_, '_, '_>, call: &Call, name: &str) -> Option<Value> {
    c.float_intrinsic(call, name, &[call.args[0], call.args[1]], c.fast_math(call))
}

/// A number as a `float`, if it is one that was extended or a constant.
fn as_float(c: &Combiner<'_, '_, '_>, value: Value) -> Option<Value> {
    let query = c.query();
    if let Some(&InstData::Cast { op: CastOp::FPExt, value: x, .. }) = query.inst(value) {
        return (query.type_of(x) == Type::FLOAT).then_some(x);
    }
    query.constant_float(value)?;
    let small = query.module.fold_cast(CastOp::FPTrunc, value, Type::FLOAT)?;
    (query.module.fold_cast(CastOp::FPExt, small, query.type_of(value)) == Some(value)).then_some(small)
}

/// `fmin` and `fmax`, which may return either of two zeros.
fn extremum(c: Combine<'_, '_, '_, '_>, call: &Call, name: &str) -> Option<Value> {
    let flags = c.fast_math(call) | FastMathFlags::NSZ;
    if call.ty == Type::DOUBLE
        && let (Some(a), Some(b)) = (as_float(c, call.args[0]), as_float(c, call.args[1]))
        && !(a.is_constant() && b.is_constant())
    {
        let base = std::str::from_utf8(call.name).ok()?;
        let small = c.emit(call, &format!("{base}f"), Type::FLOAT, &[a, b])?;
        if let Some(inst) = small.as_inst() {
            let flags = c.fast_math(call);
            c.f.set_fast_math(inst, flags);
        }
        return Some(c.cast(call.inst, CastOp::FPExt, IntFlags::empty(), small, call.ty));
    }
    c.float_intrinsic(call, name, &[call.args[0], call.args[1]], flags)
}

/// `cos(-x)` is `cos(x)`, and `sin(-x)` is `-sin(x)`.
fn symmetric(c: Combine<'_, '_, '_, '_>, call: &Call, is_even: bool) -> Option<Value> {
    let query = c.query();
    let x = match query.inst(call.args[0])? {
        InstData::FNeg { value, .. } if is_even || query.uses.has_one_use(call.args[0]) => *value,
        InstData::Call { .. } if is_even => match query.intrinsic(call.args[0])? {
            (lindworm_ir::intrinsics::IntrinsicId::FABS | lindworm_ir::intrinsics::IntrinsicId::COPYSIGN, args) => {
                args[0]
            }
            _ => return None,
        },
        _ => return None,
    };
    let fast_math = c.fast_math(call);
    let place = lindworm_ir::editor::Point::Before(call.inst);
    let new = c.f.editor.clone_inst(call.inst, place);
    c.set_operand(new, 0, x);
    c.worklist.defer(new);
    if is_even {
        return Some(new.into());
    }
    c.untail(new.into());
    Some(c.insert(call.inst, InstData::FNeg { value: new.into(), fast_math }, call.ty))
}

/// The name of the library function for a type: `powf` for `float`, `powl` for `long double`.
fn function_for(base: &str, ty: Type) -> Option<String> {
    Some(match ty {
        Type::FLOAT => format!("{base}f"),
        Type::DOUBLE => base.into(),
        _ if ty.is_float() && !matches!(ty, Type::HALF | Type::BFLOAT) => format!("{base}l"),
        _ => return None,
    })
}

impl Combiner<'_, '_, '_> {
    /// Simplifies a call of an intrinsic as one of the library function.
    pub(in crate::inst_combine) fn visit_math_intrinsic(&mut self, inst: Inst, id: IntrinsicId) -> Option<Value> {
        use IntrinsicId as I;
        let info = *self.f.editor.body().inst(inst).call_info()?;
        let args = self.f.editor.body().call_args(&info).into();
        let call = Call { inst, name: b"", args, ty: self.f.editor.body().inst_type(inst) };
        match id {
            I::POW => pow(self, &call),
            I::EXP2 => exp2(self, &call),
            I::SQRT => sqrt(self, &call),
            I::LOG => log(self, &call, "log"),
            I::LOG2 => log(self, &call, "log2"),
            I::LOG10 => log(self, &call, "log10"),
            I::COS | I::COSH => symmetric(self, &call, true),
            I::SIN | I::TAN | I::SINH | I::TANH => symmetric(self, &call, false),
            _ => None,
        }
    }

    fn float(&self, ty: Type, f: f64) -> Option<Value> {
        let module = self.f.editor.module();
        let (cx, constants) = (module.context(), module.constants());
        let scalar = cx.scalar_type(ty);
        let double = constants.float(Type::DOUBLE, Float::from_f64(f));
        let element = match scalar {
            Type::DOUBLE => double,
            _ if cx.int_width(scalar).is_some() => return None,
            Type::HALF | Type::BFLOAT | Type::FLOAT => module.fold_cast(CastOp::FPTrunc, double, scalar)?,
            _ => module.fold_cast(CastOp::FPExt, double, scalar)?,
        };
        Some(if cx.is_vector(ty) { constants.splat(cx, ty, element) } else { element })
    }

    /// The value of a constant or splat, if a `double` has it.
    fn as_double(&self, value: Value) -> Option<f64> {
        let query = self.query();
        let known = query.constant_float(value)?;
        if let Some(f) = known.to_f64() {
            return Some(f);
        }
        let module = query.module;
        let scalar = module.context().scalar_type(query.type_of(value));
        let element = module.constants().float(scalar, known);
        let op =
            if matches!(scalar, Type::HALF | Type::BFLOAT | Type::FLOAT) { CastOp::FPExt } else { CastOp::FPTrunc };
        let double = module.fold_cast(op, element, Type::DOUBLE)?;
        if op == CastOp::FPTrunc && module.fold_cast(CastOp::FPExt, double, scalar) != Some(element) {
            return None;
        }
        module.constants().as_float(double)?.to_f64()
    }

    fn float_binary(&mut self, call: &Call, op: BinaryOp, lhs: Value, rhs: Value, name: &str) -> Value {
        self.float_binary_with(call, op, lhs, rhs, self.fast_math(call), name)
    }

    fn float_binary_with(
        &mut self,
        call: &Call,
        op: BinaryOp,
        lhs: Value,
        rhs: Value,
        fast_math: FastMathFlags,
        name: &str,
    ) -> Value {
        if lhs.is_constant()
            && rhs.is_constant()
            && let Some(folded) = self.f.editor.module().fold_binary(op, IntFlags::empty(), lhs, rhs)
        {
            return folded;
        }
        let ty = self.type_of(lhs);
        let value = self.insert(call.inst, InstData::Binary { op, flags: IntFlags::empty(), fast_math, lhs, rhs }, ty);
        self.named(value, name)
    }

    /// Whether a call neither reads nor writes memory: it does not set `errno`.
    fn sets_no_errno(&self, inst: Inst) -> bool {
        let info = self.f.editor.body().inst(inst).call_info();
        info.is_some_and(|info| crate::effects::call_memory(self.f.editor.module(), info).any().is_empty())
    }

    fn has_function(&self, base: &str, ty: Type, params: &[Type]) -> bool {
        let function_type = self.f.editor.module().context().function_type(ty, params, false);
        function_for(base, ty).is_some_and(|name| self.can_emit(&name, function_type))
    }

    /// Calls the intrinsic, or the library function if that may set `errno`.
    fn float_function(&mut self, call: &Call, base: &str, args: &[Value], is_intrinsic: bool) -> Option<Value> {
        let ty = self.type_of(args[0]);
        if !is_intrinsic {
            let name = function_for(base, ty)?;
            return self.emit(call, &name, ty, args);
        }
        let flags = self.fast_math(call);
        let mut overloads: SmallVec<[Type; 2]> = SmallVec::new();
        overloads.extend(args.iter().map(|&arg| self.type_of(arg)));
        overloads.dedup();
        let value = self.call_intrinsic(call.inst, &format!("llvm.{base}"), &overloads, args)?;
        let new = value.as_inst()?;
        self.f.set_fast_math(new, flags);
        self.copy_tail(call, new);
        // LLVM leaves the scaling by a power of two without a name.
        Some(if base == "ldexp" { value } else { self.named(value, base) })
    }

    /// The type `int` of C.
    fn int_type(&self) -> Type {
        let module = self.f.editor.module();
        let triple = Triple::in_version(module.version(), module.triple());
        module.context().int(if matches!(triple.arch, Arch::Avr | Arch::Msp430) { 16 } else { 32 })
    }

    /// Makes a new call an ordinary one, not a tail call.
    fn untail(&mut self, value: Value) {
        if let Some(inst) = value.as_inst() {
            self.f.editor.change(inst, |data, _| {
                if let InstData::Call { tail, .. } = data {
                    *tail = TailCall::None;
                }
            });
        }
    }

    /// The integer of which a number is the conversion, in the width of `int`, if it fits.
    fn converted_int(&mut self, call: &Call, value: Value) -> Option<Value> {
        let &InstData::Cast { op: op @ (CastOp::SIToFP | CastOp::UIToFP), value: x, .. } = self.query().inst(value)?
        else {
            return None;
        };
        let module = self.f.editor.module();
        let cx = module.context();
        let width = cx.int_width(self.int_type())?;
        let from = cx.scalar_int_width(self.type_of(x))?;
        if from > width || from == width && op == CastOp::UIToFP {
            return None;
        }
        let ty = cx.with_scalar(self.type_of(x), cx.int(width));
        let extension = if op == CastOp::SIToFP { CastOp::SExt } else { CastOp::ZExt };
        Some(self.cast(call.inst, extension, IntFlags::empty(), x, ty))
    }
}

fn pow(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let [base, exponent] = [call.args[0], call.args[1]];
    if c.as_double(base) == Some(1.0) {
        return Some(base);
    }
    if let Some(value) = pow_as_exp(c, call, base, exponent) {
        return Some(value);
    }
    let one = c.float(call.ty, 1.0)?;
    let known = c.as_double(exponent);
    match known {
        Some(-1.0) => return Some(c.float_binary(call, BinaryOp::FDiv, one, base, "reciprocal")),
        Some(0.0) => return Some(one),
        Some(1.0) => return Some(base),
        Some(2.0) => return Some(c.float_binary(call, BinaryOp::FMul, base, base, "square")),
        Some(0.5 | -0.5) => return pow_as_sqrt(c, call, base, known < Some(0.0)),
        _ => {}
    }
    if !c.fast_math(call).contains(FastMathFlags::AFN) {
        return None;
    }
    if let Some(known) = known {
        let whole = known.floor();
        let (is_half, int) = (known - whole == 0.5, c.int_type());
        let limit = if c.f.editor.module().context().int_width(int) == Some(16) { 32767.0 } else { 2147483647.0 };
        if !(is_half || known == whole) || !(-limit - 1.0..=limit).contains(&whole) {
            return None;
        }
        let is_intrinsic = c.sets_no_errno(call.inst);
        let root = if is_half { Some(c.float_function(call, "sqrt", &[base], is_intrinsic)?) } else { None };
        let n = c.constant(int, whole as i64);
        if let Some(root) = root {
            c.untail(root);
        }
        let power = c.float_function(call, "powi", &[base, n], true)?;
        return Some(match root {
            Some(root) => c.float_binary(call, BinaryOp::FMul, power, root, ""),
            None => power,
        });
    }
    let n = c.converted_int(call, exponent)?;
    c.float_function(call, "powi", &[base, n], true)
}

/// `pow(x, 0.5)` as a square root.
fn pow_as_sqrt(c: Combine<'_, '_, '_, '_>, call: &Call, base: Value, is_negative: bool) -> Option<Value> {
    let flags = c.fast_math(call);
    if is_negative && !flags.intersects(FastMathFlags::AFN | FastMathFlags::REASSOC) {
        return None;
    }
    let is_intrinsic = c.sets_no_errno(call.inst);
    let is_from_int = matches!(
        c.query().inst(base),
        Some(InstData::Cast { op: CastOp::SIToFP | CastOp::UIToFP, value, .. })
            if c.query().width_of(*value).is_some_and(|width| width <= 64) && c.f.editor.module().context().scalar_type(call.ty) != Type::HALF
    );
    if !is_intrinsic && !flags.contains(FastMathFlags::NINF) && !is_from_int {
        return None;
    }
    let mut root = c.float_function(call, "sqrt", &[base], is_intrinsic)?;
    if !flags.contains(FastMathFlags::NSZ) {
        root = c.float_function(call, "fabs", &[root], true)?;
        root = c.named(root, "abs");
    }
    if !flags.contains(FastMathFlags::NINF) {
        let [positive, negative] = [c.float(call.ty, f64::INFINITY)?, c.float(call.ty, f64::NEG_INFINITY)?];
        let ty = c.f.editor.module().context().with_scalar(call.ty, Type::I1);
        let data = InstData::FCmp { predicate: FloatPredicate::Oeq, fast_math: flags, lhs: base, rhs: negative };
        let is_infinite = c.insert(call.inst, data, ty);
        let is_infinite = c.named(is_infinite, "isinf");
        let data = InstData::Select { condition: is_infinite, if_true: positive, if_false: root, fast_math: flags };
        root = c.insert(call.inst, data, call.ty);
    }
    if is_negative {
        let one = c.float(call.ty, 1.0)?;
        root = c.float_binary(call, BinaryOp::FDiv, one, root, "reciprocal");
    }
    Some(root)
}

/// The name of an exponential function that a call is one of: `exp`, `exp2` or `exp10`.
fn exponential(c: &Combiner<'_, '_, '_>, inst: Inst, also_intrinsics: bool) -> Option<&'static str> {
    let module = c.f.editor.module();
    let info = c.f.editor.body().inst(inst).call_info()?;
    if let Some(id) = module.callee(info.callee).and_then(|callee| callee.intrinsic) {
        use IntrinsicId as I;
        return match id {
            I::EXP if also_intrinsics => Some("exp"),
            I::EXP2 if also_intrinsics => Some("exp2"),
            I::EXP10 if also_intrinsics => Some("exp10"),
            _ => None,
        };
    }
    let name = std::str::from_utf8(library_function(module, info)?).ok()?;
    ["exp", "exp2", "exp10"]
        .into_iter()
        .find(|base| name.strip_prefix(base).is_some_and(|suffix| matches!(suffix, "" | "f" | "l")))
}

/// `pow` of a constant, or of an exponential, as an exponential.
fn pow_as_exp(c: Combine<'_, '_, '_, '_>, call: &Call, base: Value, exponent: Value) -> Option<Value> {
    let flags = c.fast_math(call);
    let is_intrinsic = c.sets_no_errno(call.inst);
    if let Some(inner) = base.as_inst().filter(|_| c.f.editor.uses().has_one_use(base))
        && flags == FastMathFlags::FAST
        && c.data(inner).fast_math() == Some(FastMathFlags::FAST)
        && let Some(name @ ("exp" | "exp2")) = exponential(c, inner, false)
    {
        let x = *c.f.editor.body().call_args(c.f.editor.body().inst(inner).call_info()?).first()?;
        let product = c.float_binary(call, BinaryOp::FMul, x, exponent, "mul");
        let new = c.float_function(call, name, &[product], c.sets_no_errno(inner))?;
        c.f.editor.replace_all(base, new);
        c.erase(inner);
        return Some(new);
    }
    let known = c.as_double(base)?;
    let one = c.float(call.ty, 1.0)?;
    let is_vector = c.f.editor.module().context().is_vector(call.ty);
    if known == 2.0
        && (is_intrinsic || !is_vector && c.has_function("ldexp", call.ty, &[call.ty, c.int_type()]))
        && let Some(n) = c.converted_int(call, exponent)
    {
        let value = c.float_function(call, "ldexp", &[one, n], is_intrinsic)?;
        return Some(if is_intrinsic { c.named(value, "exp2") } else { value });
    }
    let scalar = c.f.editor.module().context().scalar_type(call.ty);
    if c.has_function("exp2", scalar, &[scalar]) {
        let is_reciprocal = known < 1.0;
        let power = if is_reciprocal { 1.0 / known } else { known };
        if power > 1.0
            && power < 2f64.powi(63)
            && power.log2().fract() == 0.0
            && 2f64.powi(power.log2() as i32) == power
        {
            let n = power.log2() * if is_reciprocal { -1.0 } else { 1.0 };
            let n = c.float(call.ty, n)?;
            let product = c.float_binary(call, BinaryOp::FMul, exponent, n, "mul");
            return c.float_function(call, "exp2", &[product], is_intrinsic);
        }
    }
    if known == 10.0 && c.has_function("exp10", scalar, &[scalar]) {
        return c.float_function(call, "exp10", &[exponent], is_intrinsic);
    }
    let relaxed = FastMathFlags::AFN | FastMathFlags::NNAN;
    if flags.contains(relaxed) && known.is_finite() && known > 0.0 {
        let log = match scalar {
            Type::FLOAT => f64::from((known as f32).log2()),
            Type::DOUBLE => known.log2(),
            _ => return None,
        };
        if !is_intrinsic && !c.has_function("exp2", call.ty, &[call.ty]) {
            return None;
        }
        let log = c.float(call.ty, log)?;
        let product = c.float_binary(call, BinaryOp::FMul, log, exponent, "mul");
        return c.float_function(call, "exp2", &[product], is_intrinsic);
    }
    None
}

fn exp2(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let is_intrinsic = c.sets_no_errno(call.inst);
    if !is_intrinsic && !c.has_function("ldexp", call.ty, &[call.ty, c.int_type()]) {
        return None;
    }
    let n = c.converted_int(call, call.args[0])?;
    let one = c.float(call.ty, 1.0)?;
    c.float_function(call, "ldexp", &[one, n], is_intrinsic)
}

fn sqrt(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let x = call.args[0];
    let flags = c.fast_math(call);
    let inner = x.as_inst();
    let inner_flags = inner.and_then(|inner| c.data(inner).fast_math()).unwrap_or_default();
    let has_one_use = c.f.editor.uses().has_one_use(x);
    // sqrt(exp(x)) is exp(x / 2).
    if let Some(inner) = inner.filter(|_| has_one_use)
        && (flags & inner_flags).contains(FastMathFlags::REASSOC)
        && exponential(c, inner, true).is_some()
    {
        let argument = *c.f.editor.body().call_args(c.f.editor.body().inst(inner).call_info()?).first()?;
        let half = c.float(call.ty, 0.5)?;
        let at = Call { inst: inner, name: b"", args: SmallVec::new(), ty: call.ty };
        let product = c.float_binary_with(&at, BinaryOp::FMul, argument, half, flags, "merged.sqrt");
        c.set_operand(inner, 0, product);
        c.worklist.push(inner);
        return Some(x);
    }
    if let Some(value) = shrink(c, call, "sqrt") {
        return Some(value);
    }
    if flags != FastMathFlags::FAST || inner_flags != FastMathFlags::FAST {
        return None;
    }
    let &InstData::Binary { op: BinaryOp::FMul, lhs, rhs, .. } = c.query().inst(x)? else { return None };
    let (repeated, other) = if lhs == rhs {
        (lhs, None)
    } else {
        match c.query().inst(lhs)? {
            &InstData::Binary { op: BinaryOp::FMul, lhs: a, rhs: b, fast_math, .. }
                if a == b && fast_math == FastMathFlags::FAST =>
            {
                (a, Some(rhs))
            }
            _ => return None,
        }
    };
    let absolute = c.float_function(call, "fabs", &[repeated], true)?;
    let Some(other) = other else { return Some(absolute) };
    let root = c.float_function(call, "sqrt", &[other], true)?;
    Some(c.float_binary(call, BinaryOp::FMul, absolute, root, ""))
}

/// A `double` function of a `float`, of which only a `float` is used, as the `float` function.
fn shrink(c: Combine<'_, '_, '_, '_>, call: &Call, base: &str) -> Option<Value> {
    let is_narrowed = c.f.editor.uses().of(call.inst.into()).all(|at| {
        matches!(c.f.editor.body().inst(at.user), InstData::Cast { op: CastOp::FPTrunc, .. })
            && c.f.editor.body().inst_type(at.user) == Type::FLOAT
    });
    if call.ty != Type::DOUBLE || !is_narrowed {
        return None;
    }
    let small = as_float(c, call.args[0]).filter(|v| !v.is_constant())?;
    let is_intrinsic = c.f.editor.module().callee(c.call_info(call.inst)?.callee)?.intrinsic.is_some();
    let own_name = c.f.editor.module().global(c.f.additions.function()).map(|f| f.name());
    if !is_intrinsic && own_name == Some(format!("{base}f").as_bytes()) {
        return None;
    }
    if !c.has_function(base, Type::FLOAT, &[Type::FLOAT]) {
        return None;
    }
    let value = c.float_function(call, base, &[small], is_intrinsic)?;
    c.untail(value);
    Some(c.cast(call.inst, CastOp::FPExt, IntFlags::empty(), value, call.ty))
}

fn log(c: Combine<'_, '_, '_, '_>, call: &Call, base: &str) -> Option<Value> {
    let flags = c.fast_math(call);
    let is_intrinsic = c.sets_no_errno(call.inst);
    if !is_intrinsic && flags.contains(FastMathFlags::NNAN | FastMathFlags::NINF) {
        return c.float_intrinsic(call, &format!("llvm.{base}"), &[call.args[0]], flags);
    }
    let inner = call.args[0].as_inst().filter(|_| c.f.editor.uses().has_one_use(call.args[0]))?;
    if flags != FastMathFlags::FAST || c.data(inner).fast_math() != Some(FastMathFlags::FAST) {
        return None;
    }
    let info = *c.f.editor.body().inst(inner).call_info()?;
    let args: SmallVec<[Value; 2]> = c.f.editor.body().call_args(&info).into();
    let product = if let Some(name) = exponential(c, inner, true) {
        let e = match name {
            "exp" => std::f64::consts::E,
            "exp2" => 2.0,
            _ => 10.0,
        };
        let e = c.float(call.ty, e)?;
        let log = c.float_function(call, base, &[e], is_intrinsic)?;
        c.float_binary(call, BinaryOp::FMul, args[0], log, "mul")
    } else {
        let module = c.f.editor.module();
        let id = module.callee(info.callee).and_then(|callee| callee.intrinsic);
        let is_power = match id {
            Some(id) => matches!(id, IntrinsicId::POW | IntrinsicId::POWI),
            None => matches!(library_function(module, &info)?, b"pow" | b"powf" | b"powl"),
        };
        if !is_power {
            return None;
        }
        let log = c.float_function(call, base, &[args[0]], is_intrinsic)?;
        let mut exponent = args[1];
        if id == Some(IntrinsicId::POWI) {
            exponent = c.cast(call.inst, CastOp::SIToFP, IntFlags::empty(), exponent, call.ty);
        }
        c.float_binary(call, BinaryOp::FMul, exponent, log, "mul")
    };
    c.f.editor.replace_all(inner.into(), product);
    c.erase(inner);
    Some(product)
}

impl Combiner<'_, '_, '_> {
    /// `sin(x) / cos(x)` is `tan(x)`, and `cos(x) / sin(x)` is its reciprocal.
    pub(in crate::inst_combine) fn tangent(&mut self, inst: Inst) -> Option<Value> {
        let InstData::Binary { op: BinaryOp::FDiv, fast_math, lhs, rhs, .. } = self.data(inst) else { return None };
        let ty = self.f.editor.body().inst_type(inst);
        let query = self.query();
        if !fast_math.contains(FastMathFlags::REASSOC)
            || !query.uses.has_one_use(lhs)
            || !query.uses.has_one_use(rhs)
            || !self.has_function("tan", ty, &[ty])
        {
            return None;
        }
        let ((first, a), (second, b)) = (query.intrinsic(lhs)?, query.intrinsic(rhs)?);
        let is_tangent = match (first, second) {
            (IntrinsicId::SIN, IntrinsicId::COS) => true,
            (IntrinsicId::COS, IntrinsicId::SIN) => false,
            _ => return None,
        };
        if a != b {
            return None;
        }
        let x = a[0];
        let call = Call { inst, name: b"", args: SmallVec::new(), ty };
        let tangent = self.float_function(&call, "tan", &[x], false)?;
        if is_tangent {
            return Some(tangent);
        }
        let one = self.float(ty, 1.0)?;
        Some(self.float_binary(&call, BinaryOp::FDiv, one, tangent, ""))
    }
}
