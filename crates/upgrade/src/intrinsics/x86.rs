//! Old x86 intrinsics.
//!
//! Most were replaced by generic instructions, or by an unmasked intrinsic and a `select`: `x86/table.rs` has the
//! [`Recipe`] of each, and `x86/rewrite.rs` implements the recipes. The others kept their name and changed their type: see
//! [`RETYPED`].

mod fma;
mod rewrite;
mod table;

use lindworm_ir::Type;
use lindworm_ir::eval::{BinaryOp, CastOp, IntPredicate};
use lindworm_ir::intrinsics::Overloads;
use lindworm_ir::version::IrVersion::V23;

use super::Part::Result as Ret;
use super::Rewrite::With;
use super::call::{Call, Done, Stop};
use super::{New, Old, Plan, Rewrite, Rule, by_rules, declare, rule};
pub(super) use rewrite::rewrite;

/// Names of intrinsics by type: its width in bits (0 for any), and a letter for its elements (`*` for any): `b`, `w`, `d`
/// and `q` for integers, `s` for float, `p` for double.
type Sized = &'static [(u64, u8, &'static str)];

/// A bitwise operation.
#[derive(Clone, Copy)]
pub(super) enum Logic {
    And,
    /// With the first operand complemented.
    AndNot,
    Or,
    Xor,
    /// With the first operand complemented.
    XorNot,
    Not,
}

/// The upgrade of calls of an old intrinsic. Recipes handle both the masked and the unmasked form.
#[derive(Clone, Copy)]
pub(super) enum Recipe {
    /// Absolute value.
    Abs,
    /// An accumulating intrinsic; the number of arguments before the mask.
    Accumulate(Sized, usize),
    /// A window of the concatenation of two vectors, per 16 bytes or of the whole.
    Align {
        whole: bool,
    },
    /// An overloaded binary intrinsic.
    Binary(&'static str),
    Bitwise(Logic),
    /// Elements of two vectors, selected by the bits of an immediate.
    Blend,
    /// Loads one element.
    BroadcastLoad,
    /// Loads 16 bytes.
    BroadcastLoad128,
    /// Arithmetic with carry in and out.
    Carry(&'static str),
    Compare(IntPredicate),
    /// With the predicate in an argument; the result is a mask.
    CompareByCode {
        signed: bool,
    },
    CompareFloats,
    /// With a mask as the result.
    CompareTo(IntPredicate),
    /// With the predicate in the name or an argument.
    CompareXop,
    /// Compression or expansion.
    Compress(&'static str),
    CompressStore,
    /// A funnel shift of two values.
    ConcatShift(&'static str),
    /// To floating point, or to a wider format.
    Convert,
    Crc32,
    /// Accumulates products of elements of this width in bits.
    DotProduct(Sized, u32),
    /// The even or the odd elements, each twice.
    Duplicate {
        odd: bool,
    },
    ExpandLoad,
    /// Extends the first elements.
    Extend {
        signed: bool,
    },
    /// Extracts a subvector.
    Extract,
    FloatExtend,
    /// A floating-point operation; at 512 bits, an intrinsic with a rounding mode.
    FloatOp(BinaryOp, &'static str),
    Fma,
    Fma4,
    FmaAddSub,
    FmaMasked,
    FmaScalar,
    FmaSubAdd,
    HalfToFloat,
    /// Inserts a subvector.
    Insert,
    IntToFloat {
        signed: bool,
    },
    /// Interleaves elements of two vectors.
    Interleave {
        high: bool,
    },
    LeadingZeros,
    Load {
        aligned: bool,
    },
    LoadNonTemporal,
    MaskLogic(Logic),
    MaskTest {
        ones: bool,
    },
    MaskToVector,
    MaskUnpack,
    /// An intrinsic of all arguments but the last two, which are the pass-through value and the mask.
    Masked(Sized),
    MaskedOp(BinaryOp),
    MoveScalar,
    /// A widening product of the even elements.
    MultiplyWide {
        signed: bool,
    },
    /// Selects halves of two vectors.
    Permute128,
    /// Permutes each four elements.
    PermuteFour,
    /// Permutes within each 16 bytes.
    PermuteInLane,
    /// Selects elements of two vectors by a vector of indices.
    PermuteTwo {
        index_first: bool,
    },
    /// Repeats the vector.
    Repeat,
    /// A rotation.
    Rotate(&'static str),
    /// An intrinsic with a rounding mode.
    Rounded(&'static str),
    /// An operation on the first element.
    ScalarOp(BinaryOp),
    /// Selects bits of two vectors by a third one.
    SelectBits,
    /// A shift intrinsic, determined by the name.
    Shift,
    ShiftBytes {
        left: bool,
        in_bits: bool,
    },
    /// Selects groups of 16 bytes.
    ShuffleLanes,
    ShufflePairs,
    /// Permutes the low or high four of each eight elements.
    ShuffleWords {
        high: bool,
    },
    SignBits,
    SplatFirst,
    SplatMask,
    SplatScalar,
    Sqrt,
    SqrtMasked,
    SqrtScalar,
    Store {
        aligned: bool,
    },
    StoreLow,
    StoreNonTemporal,
    StoreNonTemporalScalar,
    StoreScalar,
    StoreUnaligned,
    Test(IntPredicate),
    /// An intrinsic with a vector of bits as the result.
    ToMask(Sized),
    Truncate,
}

/// Intrinsics that kept their name: prefixes of the names, the condition for an old type, and the rewrite of calls.
struct Retyped {
    names: &'static [&'static str],
    when: fn(&Old) -> bool,
    with: fn(&mut Call<'_>) -> Result<Done, Stop>,
}

static RETYPED: &[Retyped] = &[
    Retyped { names: &["rdtscp"], when: |old| !old.params.is_empty(), with: rdtscp },
    Retyped {
        names: &["sse41.ptestc", "sse41.ptestz", "sse41.ptestnzc"],
        when: |old| old.params.first() == Some(&old.cx.vector(Type::FLOAT, 4, false)),
        with: test_floats,
    },
    Retyped {
        names: &["sse41.insertps", "sse41.dppd", "sse41.dpps", "sse41.mpsadbw", "avx.dp.ps.256", "avx2.mpsadbw"],
        when: |old| old.params.last() == Some(&Type::I32),
        with: narrow_immediate,
    },
    Retyped {
        names: &["avx512.mask.cmp.ps.", "avx512.mask.cmp.pd."],
        when: |old| !old.cx.is_vector(old.result),
        with: rewrite::compare_masked,
    },
    Retyped {
        names: &["avx512.vpdpbusd.", "avx512.vpdpbusds.", "avx2.vpdpb", "avx10.vpdpb"],
        when: |old| !are_vectors_of(old, Type::I8),
        with: |call| dot_product(call, Type::I8, 8),
    },
    Retyped {
        names: &["avx512.vpdpwssd.", "avx512.vpdpwssds.", "avx2.vpdpw", "avx10.vpdpw"],
        when: |old| !are_vectors_of(old, Type::I16),
        with: |call| dot_product(call, Type::I16, 16),
    },
    Retyped {
        names: &["avx512bf16.cvtne2ps2bf16.", "avx512bf16.mask.cvtneps2bf16.128", "avx512bf16.cvtneps2bf16."],
        when: |old| old.cx.scalar_type(old.result) != Type::BFLOAT,
        with: to_bfloat,
    },
    Retyped {
        names: &["avx512bf16.dpbf16ps."],
        when: |old| old.params.get(1).is_some_and(|&p| old.cx.scalar_type(p) != Type::BFLOAT),
        with: dot_product_bfloat,
    },
    Retyped {
        names: &["xop.vpermil2"],
        when: |old| old.params.get(2).is_some_and(|&p| old.cx.is_float_or_float_vector(p)),
        with: permute_by_floats,
    },
    Retyped { names: &["xop.vfrcz.ss", "xop.vfrcz.sd"], when: |old| old.params.len() == 2, with: second_only },
];

fn are_vectors_of(old: &Old, element: Type) -> bool {
    let is = |i: usize| old.params.get(i).is_some_and(|&p| old.cx.is_vector(p) && old.cx.scalar_type(p) == element);
    is(1) && is(2)
}

/// Intrinsics that became target-independent.
static RULES: &[Rule] = &[
    rule("x86.bmi.pdep.*", "pdep", &[Ret], With(of_no_target)).in_place().since(V23),
    rule("x86.bmi.pext.*", "pext", &[Ret], With(of_no_target)).in_place().since(V23),
];

fn of_no_target(call: &mut Call<'_>) -> Result<Done, Stop> {
    let args = call.args.clone();
    let new = call.call_function(call.new.ok_or(Stop)?, &args)?;
    Ok(Done::Replace(new.into()))
}

pub(super) fn plan(old: &Old) -> Option<Plan> {
    if let Some(plan) = by_rules(RULES, old) {
        return Some(plan);
    }
    let name = std::str::from_utf8(old.name.strip_prefix(b"x86.")?).ok()?;
    let fits = |pattern: &str| match pattern.strip_suffix('*') {
        Some(prefix) => name.starts_with(prefix),
        None => name == pattern,
    };
    if let Some((_, recipe)) = table::RECIPES.iter().find(|(pattern, _)| fits(pattern)) {
        return Some(Plan { rename: false, new: New::Nothing, rewrite: Rewrite::X86(recipe) });
    }
    let intrinsic = |name: &str| Some(New::Intrinsic(declare::id(old.version, name)?, Overloads::new()));
    if name == "seh.recoverfp" {
        return Some(Plan { rename: false, new: intrinsic("eh.recoverfp")?, rewrite: Rewrite::Callee });
    }
    let retyped = RETYPED.iter().find(|r| r.names.iter().any(|n| name.starts_with(n)) && (r.when)(old))?;
    Some(Plan { rename: true, new: intrinsic(&format!("x86.{name}"))?, rewrite: Rewrite::With(retyped.with) })
}

/// Stored the value that is the second element of the result now.
fn rdtscp(call: &mut Call<'_>) -> Result<Done, Stop> {
    let pointer = call.arg(0)?;
    let new = call.call_function(call.new.ok_or(Stop)?, &[])?;
    let data = call.b().extract_value(new.into(), 1)?;
    call.b().store(data, pointer, lindworm_ir::instruction::Align::ONE)?;
    Ok(Done::Rename(new, call.b().extract_value(new.into(), 0)?))
}

fn test_floats(call: &mut Call<'_>) -> Result<Done, Stop> {
    let ty = call.vector(Type::I64, 2);
    let (a, b) = (call.arg(0)?, call.arg(1)?);
    let a = call.b().named("cast").bitcast(a, ty)?;
    let b = call.b().named("cast").bitcast(b, ty)?;
    call.call_new(&[a, b])
}

/// The last argument was 32 bits wide.
fn narrow_immediate(call: &mut Call<'_>) -> Result<Done, Stop> {
    let mut args = call.args.clone();
    let last = args.pop().ok_or(Stop)?;
    args.push(call.b().named("trunc").cast(CastOp::Trunc, last, Type::I8)?);
    call.call_new(&args)
}

/// The arguments are vectors of narrow elements now.
fn dot_product(call: &mut Call<'_>, element: Type, bits: u64) -> Result<Done, Stop> {
    let ty = call.vector(element, (call.bits(call.ty)? / bits) as u32);
    let (sum, a, b) = (call.arg(0)?, call.arg(1)?, call.arg(2)?);
    let a = call.b().bitcast(a, ty)?;
    let b = call.b().bitcast(b, ty)?;
    call.call_new(&[sum, a, b])
}

/// The results were vectors of `i16`.
fn to_bfloat(call: &mut Call<'_>) -> Result<Done, Stop> {
    let (_, len) = call.shape(call.ty)?;
    let mut args = call.args.clone();
    if call.name.ends_with(b".mask.cvtneps2bf16.128") {
        let ty = call.vector(Type::BFLOAT, len);
        let pass_through = call.arg(1)?;
        args[1] = call.b().bitcast(pass_through, ty)?;
    }
    let new = call.call_function(call.new.ok_or(Stop)?, &args)?;
    let ty = call.vector(Type::I16, len);
    Ok(Done::Rename(new, call.b().bitcast(new.into(), ty)?))
}

/// The arguments were vectors of `i32`.
fn dot_product_bfloat(call: &mut Call<'_>) -> Result<Done, Stop> {
    let (_, len) = call.shape(call.ty)?;
    let ty = call.vector(Type::BFLOAT, len * 2);
    let (sum, a, b) = (call.arg(0)?, call.arg(1)?, call.arg(2)?);
    let a = call.b().bitcast(a, ty)?;
    let b = call.b().bitcast(b, ty)?;
    call.call_new(&[sum, a, b])
}

/// The indices were floats.
fn permute_by_floats(call: &mut Call<'_>) -> Result<Done, Stop> {
    let mut args = call.args.clone();
    let index = call.arg(2)?;
    let ty = rewrite::integers_like(call, call.type_of(index))?;
    args[2] = call.b().bitcast(index, ty)?;
    call.call_new(&args)
}

fn second_only(call: &mut Call<'_>) -> Result<Done, Stop> {
    call.call_new(&[call.arg(1)?])
}
