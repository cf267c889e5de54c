//! Functions on floating-point numbers.

use lindworm_ir::eval::{CastOp, FastMathFlags, IntFlags};
use lindworm_ir::{InstData, Type, Value};

use super::{Call, Functions};
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
    ("cos cosf cosl", |c, call| symmetric(c, call, true)),
    ("sin sinf sinl tan tanf tanl erf erff erfl", |c, call| symmetric(c, call, false)),
];

type Combine<'x, 'f, 'a, 'm> = &'x mut Combiner<'f, 'a, 'm>;

impl Combiner<'_, '_, '_> {
    /// Calls an intrinsic on floating-point numbers.
    fn float_intrinsic(&mut self, call: &Call, name: &str, args: &[Value], flags: FastMathFlags) -> Option<Value> {
        let ty = self.type_of(args[0]);
        let value = self.call_intrinsic(call.inst, name, &[ty], args)?;
        let new = value.as_inst()?;
        self.f.editor.change(new, |data, _| {
            if let Some(fast_math) = data.fast_math_mut() {
                *fast_math = flags;
            }
        });
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
            c.f.editor.change(inst, |data, _| {
                if let Some(fast_math) = data.fast_math_mut() {
                    *fast_math = flags;
                }
            });
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
    Some(c.insert(call.inst, InstData::FNeg { value: new.into(), fast_math }, call.ty))
}
