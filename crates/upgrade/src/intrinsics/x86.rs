//! Old x86 intrinsics.
//!
//! Most were replaced by plain instructions, or by an intrinsic without a mask and a `select`: `x86/table.rs` says which by
//! what [`Recipe`], and `x86/rewrite.rs` how each goes. The others kept their name and changed their type: see [`RETYPED`].

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

/// Names of intrinsics by the type that they are for: its bits (0 for any), and one letter for its elements (`*` for any):
/// integers are `b`, `w`, `d` and `q`, floats `s`, and doubles `p`.
type Sized = &'static [(u64, u8, &'static str)];

/// An operation on bits.
#[derive(Clone, Copy)]
pub(super) enum Logic {
    And,
    /// Of the first operand's complement.
    AndNot,
    Or,
    Xor,
    /// Of the first operand's complement.
    XorNot,
    Not,
}

/// How calls of an old intrinsic are rewritten. Where an intrinsic comes with and without mask, the recipe does both.
#[derive(Clone, Copy)]
pub(super) enum Recipe {
    /// Absolute value.
    Abs,
    /// An intrinsic that also takes what is added to; of so many arguments before the mask.
    Accumulate(Sized, usize),
    /// A window of two vectors, of each 16 bytes or of the whole.
    Align {
        whole: bool,
    },
    /// An overloaded intrinsic of two operands.
    Binary(&'static str),
    Bitwise(Logic),
    /// Elements of two vectors by the bits of a number.
    Blend,
    /// Loads one element.
    BroadcastLoad,
    /// Loads 16 bytes.
    BroadcastLoad128,
    /// Carries in and out.
    Carry(&'static str),
    Compare(IntPredicate),
    /// By the code in an argument, to a mask.
    CompareByCode {
        signed: bool,
    },
    CompareFloats,
    /// To a mask.
    CompareTo(IntPredicate),
    /// By name or argument.
    CompareXop,
    /// Compresses or expands.
    Compress(&'static str),
    CompressStore,
    /// A funnel shift.
    ConcatShift(&'static str),
    /// To floats, or to longer ones.
    Convert,
    Crc32,
    /// Accumulates products of elements of so many bits.
    DotProduct(Sized, u32),
    /// The even or the odd elements, twice each.
    Duplicate {
        odd: bool,
    },
    ExpandLoad,
    /// Widens the first elements.
    Extend {
        signed: bool,
    },
    /// A part of a vector.
    Extract,
    FloatExtend,
    /// A float operation; of 512 bits, an intrinsic with a rounding mode.
    FloatOp(BinaryOp, &'static str),
    Fma,
    Fma4,
    FmaAddSub,
    FmaMasked,
    FmaScalar,
    FmaSubAdd,
    HalfToFloat,
    /// Puts a part into a vector.
    Insert,
    IntToFloat {
        signed: bool,
    },
    /// Elements of two vectors by turns.
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
    /// An intrinsic of all arguments but the last two, which are what passes through and the mask.
    Masked(Sized),
    MaskedOp(BinaryOp),
    MoveScalar,
    /// Of the even elements.
    MultiplyWide {
        signed: bool,
    },
    /// Halves of two vectors.
    Permute128,
    /// Within each four elements.
    PermuteFour,
    /// Within each 16 bytes.
    PermuteInLane,
    /// Elements of two vectors by a vector of indices.
    PermuteTwo {
        index_first: bool,
    },
    /// The vector over and over.
    Repeat,
    /// A funnel shift of one value.
    Rotate(&'static str),
    /// An intrinsic with a rounding mode.
    Rounded(&'static str),
    /// On the first element.
    ScalarOp(BinaryOp),
    /// Bits of one vector or another by a third.
    SelectBits,
    /// Which intrinsic is in the name.
    Shift,
    ShiftBytes {
        left: bool,
        in_bits: bool,
    },
    /// Groups of 16 bytes.
    ShuffleLanes,
    ShufflePairs,
    /// The low or high four of each eight.
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
    /// An intrinsic that gives a vector of bits.
    ToMask(Sized),
    Truncate,
}

/// Intrinsics that kept their name: the beginnings of the names, what tells that the type is old, and how calls are
/// rewritten.
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

/// What became intrinsics of no target.
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

/// It stored what it now gives as the second part of its result.
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

/// Arguments are vectors of short elements now.
fn dot_product(call: &mut Call<'_>, element: Type, bits: u64) -> Result<Done, Stop> {
    let ty = call.vector(element, (call.bits(call.ty)? / bits) as u32);
    let (sum, a, b) = (call.arg(0)?, call.arg(1)?, call.arg(2)?);
    let a = call.b().bitcast(a, ty)?;
    let b = call.b().bitcast(b, ty)?;
    call.call_new(&[sum, a, b])
}

/// Results were vectors of `i16`.
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

/// Arguments were vectors of `i32`.
fn dot_product_bfloat(call: &mut Call<'_>) -> Result<Done, Stop> {
    let (_, len) = call.shape(call.ty)?;
    let ty = call.vector(Type::BFLOAT, len * 2);
    let (sum, a, b) = (call.arg(0)?, call.arg(1)?, call.arg(2)?);
    let a = call.b().bitcast(a, ty)?;
    let b = call.b().bitcast(b, ty)?;
    call.call_new(&[sum, a, b])
}

/// Indices were floats.
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
