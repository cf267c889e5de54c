//! The implementation of the recipes for old x86 intrinsics.

use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::eval::{BinaryOp, CastOp, IntPredicate};
use lindworm_ir::instruction::Align;
use lindworm_ir::{Inst, Type, Value};

use super::super::call::{Call, Done, Stop};
use super::{Logic, Recipe, Sized, fma};

pub(super) type Result<T> = std::result::Result<T, Stop>;

pub(in super::super) fn rewrite(call: &mut Call<'_>, recipe: &Recipe) -> Result<Done> {
    use Recipe as R;
    let (ty, arity) = (call.ty, call.args.len());
    let value = match *recipe {
        R::Abs => {
            let no = call.int(Type::I1, 0);
            let value = call.intrinsic("abs", &[ty], &[call.arg(0)?, no])?;
            if arity == 3 { call.masked(2, value, 1)? } else { value }
        }
        R::Accumulate(table, args) => {
            let args = call.args.get(..args).ok_or(Stop)?.to_vec();
            let value = call.sized(ty, table, &args)?;
            call.masked_or_first(args.len(), value)?
        }
        R::Align { whole } => align(call, whole)?,
        R::Binary(name) => {
            let value = call.intrinsic(name, &[ty], &[call.arg(0)?, call.arg(1)?])?;
            if arity == 4 { call.masked(3, value, 2)? } else { value }
        }
        R::Bitwise(op) => {
            let ints = integers_like(call, ty)?;
            let a = call.arg(0)?;
            let mut a = call.b().bitcast(a, ints)?;
            if matches!(op, Logic::AndNot) {
                a = call.b().not(a)?;
            }
            let b = call.arg(1)?;
            let b = call.b().bitcast(b, ints)?;
            let value = call.logic(op, a, b)?;
            let value = call.b().bitcast(value, ty)?;
            call.masked(3, value, 2)?
        }
        R::Blend => {
            let (bits, (_, len)) = (call.imm(2)?, call.shape(ty)?);
            call.shuffle_two(len, |i| if bits >> (i % 8) & 1 != 0 { i + len } else { i })?
        }
        R::BroadcastLoad => {
            let (element, len) = call.shape(ty)?;
            let (pointer, align) = (call.arg(0)?, call.abi_align(element)?);
            let loaded = call.b().load(element, pointer, align)?;
            let mut value = call.module.constants().poison(ty);
            for i in 0..len {
                let index = call.int(Type::I32, i.into());
                value = call.b().insert_element_at(value, loaded, index)?;
            }
            value
        }
        R::BroadcastLoad128 => {
            let (element, _) = call.shape(ty)?;
            let len = 128u64.checked_div(call.bits(element)?).ok_or(Stop)? as u32;
            let (pointer, lane) = (call.arg(0)?, call.vector(element, len));
            let loaded = call.b().load(lane, pointer, Align::ONE)?;
            let mask: &[i32] = if len == 2 { &[0, 1, 0, 1] } else { &[0, 1, 2, 3, 0, 1, 2, 3] };
            call.b().shuffle_one(loaded, mask)?
        }
        R::Carry(name) => {
            let args = call.args.get(..3).ok_or(Stop)?.to_vec();
            let new = call.intrinsic(&format!("x86.{name}"), &[], &args)?;
            let data = call.b().extract_value(new, 1)?;
            let pointer = call.arg(3)?;
            call.b().store(data, pointer, Align::ONE)?;
            call.b().extract_value(new, 0)?
        }
        R::Compare(predicate) => {
            let (a, b) = (call.arg(0)?, call.arg(1)?);
            let value = call.b().icmp(predicate, a, b)?;
            call.b().cast(CastOp::SExt, value, ty)?
        }
        R::CompareByCode { signed } => {
            let code = call.imm(2)?;
            compare(call, code, signed)?
        }
        R::CompareTo(predicate) => {
            let (a, b) = (call.arg(0)?, call.arg(1)?);
            let value = call.b().icmp(predicate, a, b)?;
            call.bits_to_int(value, arity.checked_sub(1))?
        }
        R::CompareFloats => {
            let mut args = call.args.clone();
            let operand = call.type_of(call.arg(0)?);
            let mut mask = call.ones(ty);
            if call.bits(operand)? == 512 {
                std::mem::swap(&mut mask, args.last_mut().ok_or(Stop)?);
            }
            args.push(mask);
            let kind = if call.cx().scalar_type(operand) == Type::FLOAT { "ps" } else { "pd" };
            let name = format!("x86.avx512.mask.cmp.{kind}.{}", call.bits(operand)?);
            call.intrinsic(&name, &[], &args)?
        }
        R::CompareXop => compare_xop(call)?,
        R::Compress(name) => {
            let mask = call.mask(2, ty)?;
            call.intrinsic(name, &[ty], &[call.arg(0)?, call.arg(1)?, mask])?
        }
        R::CompressStore => {
            let stored = call.type_of(call.arg(1)?);
            let mask = call.mask(2, stored)?;
            call.intrinsic("masked.compressstore", &[stored], &[call.arg(1)?, call.arg(0)?, mask])?;
            return Ok(Done::Erase);
        }
        R::ConcatShift(name) => {
            let (mut a, mut b) = (call.arg(0)?, call.arg(1)?);
            if name == "fshr" {
                std::mem::swap(&mut a, &mut b);
            }
            let amount = call.amount(2)?;
            let value = call.intrinsic(name, &[ty], &[a, b, amount])?;
            match arity {
                ..=3 => value,
                4 => call.masked_or_first(3, value)?,
                _ => call.masked(arity - 1, value, 3)?,
            }
        }
        R::Convert => convert(call)?,
        R::Crc32 => {
            let a = call.arg(0)?;
            let a = call.b().cast(CastOp::Trunc, a, Type::I32)?;
            let value = call.intrinsic("x86.sse42.crc32.32.8", &[], &[a, call.arg(1)?])?;
            call.b().cast(CastOp::ZExt, value, ty)?
        }
        R::DotProduct(table, bits) => {
            let mut args = call.args.get(..3).ok_or(Stop)?.to_vec();
            let is_old = |call: &Call<'_>, v| call.cx().scalar_type(call.type_of(v)) == Type::I32;
            if is_old(call, args[1]) && is_old(call, args[2]) {
                let short = call.vector(call.cx().int(bits), (call.bits(ty)? / u64::from(bits)) as u32);
                for arg in &mut args[1..] {
                    *arg = call.b().bitcast(*arg, short)?;
                }
            }
            let value = call.sized(ty, table, &args)?;
            call.masked_or_first(3, value)?
        }
        R::Duplicate { odd } => {
            let (_, len) = call.shape(ty)?;
            let value = call.shuffle_first(len, |i| (i & !1) + u32::from(odd))?;
            call.masked(2, value, 1)?
        }
        R::ExpandLoad => {
            let mask = call.mask(2, ty)?;
            call.intrinsic("masked.expandload", &[ty], &[call.arg(0)?, mask, call.arg(1)?])?
        }
        R::Extend { signed } => {
            let (_, len) = call.shape(ty)?;
            let (source, mask) = (call.arg(0)?, first(len));
            let low = call.b().shuffle_one(source, &mask)?;
            let value = call.b().cast(if signed { CastOp::SExt } else { CastOp::ZExt }, low, ty)?;
            if arity == 3 { call.masked(2, value, 1)? } else { value }
        }
        R::Extract => {
            let (part, whole) = (call.shape(ty)?.1, call.shape(call.type_of(call.arg(0)?))?.1);
            let place = call.imm(1)?.checked_rem((whole / part).into()).ok_or(Stop)? as u32;
            let value = call.shuffle_first(part, |i| i + place * part)?;
            if arity == 4 { call.masked(3, value, 2)? } else { value }
        }
        R::FloatExtend => {
            let (vector, element) = (call.arg(1)?, call.shape(ty)?.0);
            let value = call.b().extract_element(vector, 0)?;
            let value = call.b().cast(CastOp::FPExt, value, element)?;
            call.with_first(value)?
        }
        R::FloatOp(op, name) => {
            let (a, b) = (call.arg(0)?, call.arg(1)?);
            let value = match call.name.ends_with(b".512") {
                true => {
                    let kind = if call.cx().scalar_type(ty) == Type::FLOAT { "ps" } else { "pd" };
                    call.intrinsic(&format!("x86.avx512.{name}.{kind}.512"), &[], &[a, b, call.arg(4)?])?
                }
                false => call.b().binary(op, a, b)?,
            };
            call.masked(3, value, 2)?
        }
        R::Fma => fma::plain(call)?,
        R::Fma4 => {
            let args = call.first_elements(3)?;
            let element = call.type_of(args[0]);
            let value = call.intrinsic("fma", &[element], &args)?;
            let zero = call.zero(ty);
            call.b().insert_element(zero, value, 0)?
        }
        R::FmaAddSub => fma::add_sub(call)?,
        R::FmaMasked => fma::masked(call)?,
        R::FmaScalar => fma::scalar(call)?,
        R::FmaSubAdd => {
            let mut args = call.args.get(..3).ok_or(Stop)?.to_vec();
            args[2] = call.b().fneg(args[2])?;
            let table: Sized = &[
                (128, b's', "fma.vfmaddsub.ps"),
                (256, b's', "fma.vfmaddsub.ps.256"),
                (128, b'p', "fma.vfmaddsub.pd"),
                (256, b'p', "fma.vfmaddsub.pd.256"),
            ];
            call.sized(ty, table, &args)?
        }
        R::HalfToFloat => {
            let ((_, len), mut value) = (call.shape(ty)?, call.arg(0)?);
            if call.shape(call.type_of(value))?.1 != len {
                value = call.b().shuffle(value, value, &[0, 1, 2, 3])?;
            }
            let half = call.vector(Type::HALF, len);
            value = call.b().bitcast(value, half)?;
            value = call.b().named("cvtph2ps").cast(CastOp::FPExt, value, ty)?;
            if arity >= 3 { call.masked(2, value, 1)? } else { value }
        }
        R::Insert => {
            let (whole, part) = (call.shape(ty)?.1, call.shape(call.type_of(call.arg(1)?))?.1);
            let start = call.imm(2)?.checked_rem((whole / part).into()).ok_or(Stop)? as u32 * part;
            let (into, inserted) = (call.arg(0)?, call.arg(1)?);
            let mask: Vec<i32> = (0..whole).map(|i| i.min(part) as i32).collect();
            let wide = call.b().shuffle_one(inserted, &mask)?;
            let in_part = |i: u32| i >= start && i < start + part;
            let mask: Vec<i32> = (0..whole).map(|i| if in_part(i) { i - start + whole } else { i } as i32).collect();
            let value = call.b().shuffle(into, wide, &mask)?;
            if arity == 5 { call.masked(4, value, 3)? } else { value }
        }
        R::IntToFloat { signed } => {
            let (number, element) = (call.arg(1)?, call.shape(ty)?.0);
            let value = call.b().cast(if signed { CastOp::SIToFP } else { CastOp::UIToFP }, number, element)?;
            call.with_first(value)?
        }
        R::Interleave { high } => {
            let (_, len) = call.shape(ty)?;
            let lane = call.lane(ty)?;
            let start = if high { lane / 2 } else { 0 };
            let value = call.shuffle_two(len, |i| start + i / lane * lane + i % lane / 2 + len * (i % 2))?;
            call.masked(3, value, 2)?
        }
        R::LeadingZeros => {
            let no = call.int(Type::I1, 0);
            let value = call.intrinsic("ctlz", &[ty], &[call.arg(0)?, no])?;
            call.masked(2, value, 1)?
        }
        R::Load { aligned } => {
            let (pointer, align) = (call.arg(0)?, if aligned { call.whole_align(ty)? } else { Align::ONE });
            if call.is_ones(call.arg(2)?) {
                return Ok(Done::Replace(call.b().load(ty, pointer, align)?));
            }
            let mask = call.mask(2, ty)?;
            let new =
                call.intrinsic_inst("masked.load", &[ty, call.type_of(pointer)], &[pointer, mask, call.arg(1)?])?;
            call.align_pointer(new, 0, align);
            new.into()
        }
        R::LoadNonTemporal => {
            let (pointer, align) = (call.arg(0)?, call.whole_align(ty)?);
            let value = call.b().load(ty, pointer, align)?;
            call.mark_non_temporal(value.as_inst());
            value
        }
        R::MaskLogic(op) => {
            let bits = call.vector(Type::I1, 16);
            let a = call.arg(0)?;
            let mut a = call.b().bitcast(a, bits)?;
            let value = match op {
                Logic::Not => call.b().not(a)?,
                _ => {
                    let b = call.arg(1)?;
                    let b = call.b().bitcast(b, bits)?;
                    if matches!(op, Logic::AndNot | Logic::XorNot) {
                        a = call.b().not(a)?;
                    }
                    call.logic(op, a, b)?
                }
            };
            call.b().bitcast(value, ty)?
        }
        R::MaskTest { ones } => {
            let bits = call.vector(Type::I1, 16);
            let (a, b) = (call.arg(0)?, call.arg(1)?);
            let a = call.b().bitcast(a, bits)?;
            let b = call.b().bitcast(b, bits)?;
            let value = call.b().binary(BinaryOp::Or, a, b)?;
            let value = call.b().bitcast(value, Type::I16)?;
            let with = call.int(Type::I16, if ones { 0xffff } else { 0 });
            let value = call.b().icmp(IntPredicate::Eq, value, with)?;
            call.b().cast(CastOp::ZExt, value, Type::I32)?
        }
        R::MaskToVector => {
            let mask = call.mask(0, ty)?;
            call.b().named("vpmovm2").cast(CastOp::SExt, mask, ty)?
        }
        R::MaskUnpack => {
            let len = u32::try_from(call.bits(ty)?).ok().filter(|len| (2..=1024).contains(len)).ok_or(Stop)?;
            let bits = call.vector(Type::I1, len);
            let (a, b) = (call.arg(0)?, call.arg(1)?);
            let mut a = call.b().bitcast(a, bits)?;
            let mut b = call.b().bitcast(b, bits)?;
            a = call.b().shuffle(a, a, &first(len / 2))?;
            b = call.b().shuffle(b, b, &first(len / 2))?;
            let value = call.b().shuffle(b, a, &first(len))?;
            call.b().bitcast(value, ty)?
        }
        R::Masked(table) => {
            let args = call.args.get(..arity.checked_sub(2).ok_or(Stop)?).ok_or(Stop)?.to_vec();
            let value = call.sized(ty, table, &args)?;
            call.masked(arity - 1, value, arity - 2)?
        }
        R::MaskedOp(op) => {
            let (a, b) = (call.arg(0)?, call.arg(1)?);
            let value = call.b().binary(op, a, b)?;
            call.masked(3, value, 2)?
        }
        R::MoveScalar => {
            let (into, from, pass_through, mask) = (call.arg(0)?, call.arg(1)?, call.arg(2)?, call.arg(3)?);
            let one = call.int(Type::I8, 1);
            let bit = call.b().binary(BinaryOp::And, mask, one)?;
            let zero = call.int(Type::I8, 0);
            let condition = call.b().icmp(IntPredicate::Ne, bit, zero)?;
            let a = call.b().extract_element(from, 0)?;
            let b = call.b().extract_element(pass_through, 0)?;
            let value = call.b().select(condition, a, b)?;
            call.b().insert_element(into, value, 0)?
        }
        R::MultiplyWide { signed } => multiply_wide(call, signed)?,
        R::Permute128 => {
            let (imm, (_, len)) = (call.imm(2)?, call.shape(ty)?);
            let half = |call: &Call<'_>, bits: u64| -> Result<Value> {
                if bits & 8 != 0 { Ok(call.zero(ty)) } else { call.arg((bits >> 1 & 1) as usize) }
            };
            let (low, high) = (half(call, imm)?, half(call, imm >> 4)?);
            let start = |bits: u64| (bits & 1) as u32 * len / 2;
            let place = |i: u32| if i < len / 2 { start(imm) + i } else { len + start(imm >> 4) + i - len / 2 };
            let mask: Vec<i32> = (0..len).map(|i| place(i) as i32).collect();
            call.b().shuffle(low, high, &mask)?
        }
        R::PermuteFour => {
            let (imm, (_, len)) = (call.imm(1)?, call.shape(ty)?);
            let value = call.shuffle_first(len, |i| (i & !3) + (imm >> (2 * (i & 3)) & 3) as u32)?;
            if arity == 4 { call.masked(3, value, 2)? } else { value }
        }
        R::PermuteInLane => {
            let (imm, (element, len)) = (call.imm(1)?, call.shape(ty)?);
            // The number of immediate bits per element.
            let width = 64u64.checked_div(call.bits(element)?).filter(|w| (1..=8).contains(w)).ok_or(Stop)? as u32;
            let mask = (1 << width) - 1;
            let value = call.shuffle_first(len, |i| (imm >> (i * width % 8)) as u32 & mask | i & !mask)?;
            if arity == 4 { call.masked(3, value, 2)? } else { value }
        }
        R::PermuteTwo { index_first } => permute_two(call, index_first)?,
        R::Repeat => {
            let (len, source) = (call.shape(ty)?.1, call.arg(0)?);
            let part = call.shape(call.type_of(source))?.1;
            let value = call.shuffle_first(len, |i| i % part)?;
            call.masked(2, value, 1)?
        }
        R::Rotate(name) => {
            let (value, amount) = (call.arg(0)?, call.amount(1)?);
            let value = call.intrinsic(name, &[ty], &[value, value, amount])?;
            if arity == 4 { call.masked(3, value, 2)? } else { value }
        }
        R::Rounded(name) => {
            let args = [call.arg(0)?, call.arg(1)?, call.arg(4)?];
            let value = call.intrinsic(&format!("x86.{name}"), &[], &args)?;
            call.masked(3, value, 2)?
        }
        R::ScalarOp(op) => {
            let zero = call.int(Type::I32, 0);
            let (vector, b) = (call.arg(0)?, call.arg(1)?);
            let a = call.b().extract_element_at(vector, zero)?;
            let b = call.b().extract_element_at(b, zero)?;
            let value = call.b().binary(op, a, b)?;
            call.b().insert_element_at(vector, value, zero)?
        }
        R::SelectBits => {
            let (a, b, choice) = (call.arg(0)?, call.arg(1)?, call.arg(2)?);
            let not = call.b().not(choice)?;
            let a = call.b().binary(BinaryOp::And, a, choice)?;
            let b = call.b().binary(BinaryOp::And, b, not)?;
            call.b().binary(BinaryOp::Or, a, b)?
        }
        R::Shift => {
            let name = shift_name(call.name).ok_or(Stop)?;
            let value = call.intrinsic(&name, &[], &[call.arg(0)?, call.arg(1)?])?;
            call.masked(3, value, 2)?
        }
        R::ShiftBytes { left, in_bits } => shift_bytes(call, left, in_bits)?,
        R::ShuffleLanes => {
            let (imm, (_, len)) = (call.imm(2)?, call.shape(ty)?);
            let lane = call.lane(ty)?;
            let lanes = len / lane;
            if !matches!(lanes, 2 | 4) {
                return Err(Stop);
            }
            let place = |i: u32| {
                let l = i / lane;
                let chosen = (imm >> (l * (lanes / 2))) as u32 & (lanes - 1);
                (chosen + if l >= lanes / 2 { lanes } else { 0 }) * lane + i % lane
            };
            let value = call.shuffle_two(len, place)?;
            call.masked(4, value, 3)?
        }
        R::ShufflePairs => {
            let (imm, (_, len)) = (call.imm(2)?, call.shape(ty)?);
            let lane = call.lane(ty)?;
            let half = lane / 2;
            let place = |i: u32| {
                let source = if i % lane >= half { len } else { 0 };
                i - i % lane + source + ((imm >> (i * half % 8)) as u32 & ((1 << half) - 1))
            };
            let value = call.shuffle_two(len, place)?;
            call.masked(4, value, 3)?
        }
        R::ShuffleWords { high } => {
            let (imm, (_, len)) = (call.imm(1)?, call.shape(ty)?);
            let start = if high { 4 } else { 0 };
            let place = |i: u32| match (i % 8).checked_sub(start).filter(|&w| w < 4) {
                Some(word) => i - i % 8 + start + (imm >> (2 * word) & 3) as u32,
                None => i,
            };
            let value = call.shuffle_first(len, place)?;
            if arity == 4 { call.masked(3, value, 2)? } else { value }
        }
        R::SignBits => {
            let operand = call.arg(0)?;
            let zero = call.zero(call.type_of(operand));
            let value = call.b().icmp(IntPredicate::Slt, operand, zero)?;
            call.bits_to_int(value, None)?
        }
        R::SplatFirst => {
            let (_, len) = call.shape(ty)?;
            let vector = call.arg(0)?;
            let value = call.b().shuffle_one(vector, &vec![0; len as usize])?;
            if arity == 3 { call.masked(2, value, 1)? } else { value }
        }
        R::SplatMask => {
            let mask = call.arg(0)?;
            let wide = if call.type_of(mask) == Type::I8 { Type::I64 } else { Type::I32 };
            let len = call.shape(ty)?.1;
            let value = call.b().cast(CastOp::ZExt, mask, wide)?;
            call.b().splat(len, value)?
        }
        R::SplatScalar => {
            let (scalar, (_, len)) = (call.arg(0)?, call.shape(call.type_of(call.arg(1)?))?);
            let value = call.b().splat(len, scalar)?;
            call.masked(2, value, 1)?
        }
        R::Sqrt => call.intrinsic("sqrt", &[ty], &[call.arg(0)?])?,
        R::SqrtMasked => {
            let value = match arity == 4 && call.rounds(3)? {
                true => {
                    let kind = if call.cx().scalar_type(ty) == Type::FLOAT { "ps" } else { "pd" };
                    call.intrinsic(&format!("x86.avx512.sqrt.{kind}.512"), &[], &[call.arg(0)?, call.arg(3)?])?
                }
                false => call.intrinsic("sqrt", &[ty], &[call.arg(0)?])?,
            };
            call.masked(2, value, 1)?
        }
        R::SqrtScalar => {
            let (vector, element) = (call.arg(0)?, call.shape(ty)?.0);
            let value = call.b().extract_element(vector, 0)?;
            let value = call.intrinsic("sqrt", &[element], &[value])?;
            call.with_first(value)?
        }
        R::Store { aligned } => {
            let mask = call.arg(2)?;
            return masked_store(call, mask, aligned);
        }
        R::StoreScalar => {
            let (mask, one) = (call.arg(2)?, call.int(Type::I8, 1));
            let mask = call.b().binary(BinaryOp::And, mask, one)?;
            return masked_store(call, mask, false);
        }
        R::StoreLow => {
            let (pointer, vector) = (call.arg(0)?, call.arg(1)?);
            let pair = call.vector(Type::I64, 2);
            let vector = call.b().named("cast").bitcast(vector, pair)?;
            let value = call.b().extract_element(vector, 0)?;
            call.b().store(value, pointer, Align::ONE)?;
            return Ok(Done::Erase);
        }
        R::StoreNonTemporal => {
            let (pointer, value) = (call.arg(0)?, call.arg(1)?);
            let align = call.whole_align(call.type_of(value))?;
            let store = call.b().store(value, pointer, align)?;
            call.mark_non_temporal(Some(store));
            return Ok(Done::Erase);
        }
        R::StoreNonTemporalScalar => {
            let (pointer, vector) = (call.arg(0)?, call.arg(1)?);
            let value = call.b().named("extractelement").extract_element(vector, 0)?;
            let store = call.b().store(value, pointer, Align::ONE)?;
            call.mark_non_temporal(Some(store));
            return Ok(Done::Erase);
        }
        R::StoreUnaligned => {
            let (pointer, value) = (call.arg(0)?, call.arg(1)?);
            call.b().store(value, pointer, Align::ONE)?;
            return Ok(Done::Erase);
        }
        R::Test(predicate) => {
            let (a, b) = (call.arg(0)?, call.arg(1)?);
            let value = call.b().binary(BinaryOp::And, a, b)?;
            let zero = call.zero(call.type_of(a));
            let value = call.b().icmp(predicate, value, zero)?;
            call.bits_to_int(value, Some(2))?
        }
        R::ToMask(table) => {
            let (a, b) = (call.arg(0)?, call.arg(1)?);
            let value = call.sized(call.type_of(a), table, &[a, b])?;
            call.bits_to_int(value, Some(2))?
        }
        R::Truncate => {
            let (value, to) = (call.arg(0)?, call.type_of(call.arg(1)?));
            let value = call.b().cast(CastOp::Trunc, value, to)?;
            call.masked(2, value, 1)?
        }
    };
    Ok(Done::Replace(value))
}

/// The shuffle mask of the first elements.
fn first(len: u32) -> Vec<i32> {
    (0..len as i32).collect()
}

/// The vector of integers with the shape of `ty`.
pub(super) fn integers_like(call: &Call<'_>, ty: Type) -> Result<Type> {
    let (element, len) = call.shape(ty)?;
    Ok(call.vector(call.cx().int(call.bits(element)? as u32), len))
}

/// Helpers shared by the recipes.
impl Call<'_> {
    /// Whether a constant has all bits set.
    pub(super) fn is_ones(&self, value: Value) -> bool {
        self.module.constants().as_int(self.cx(), value).is_some_and(|n| n.is_all_ones())
    }

    /// The all-ones value.
    fn ones(&self, ty: Type) -> Value {
        self.module.constants().all_ones(self.cx(), ty)
    }

    /// An integer mask argument as a vector of `i1` with the length of `like`.
    fn mask(&mut self, arg: usize, like: Type) -> Result<Value> {
        let mask = self.arg(arg)?;
        let (_, len) = self.shape(like)?;
        self.mask_of(mask, len)
    }

    fn mask_of(&mut self, mask: Value, len: u32) -> Result<Value> {
        let bits = self.cx().int_width(self.type_of(mask)).ok_or(Stop)?;
        let ty = self.vector(Type::I1, bits);
        let mask = self.b().bitcast(mask, ty)?;
        match len {
            // Masks have at least eight bits.
            ..=4 => Ok(self.b().named("extract").shuffle(mask, mask, &first(len))?),
            _ => Ok(mask),
        }
    }

    /// Selects `value` where the mask argument is set, and another argument elsewhere.
    pub(super) fn masked(&mut self, mask: usize, value: Value, otherwise: usize) -> Result<Value> {
        let otherwise = self.arg(otherwise)?;
        self.select_masked(mask, value, otherwise)
    }

    /// Selects `value` where the mask argument is set, and elsewhere the first argument or, for `maskz`, zero.
    pub(super) fn masked_or_first(&mut self, mask: usize, value: Value) -> Result<Value> {
        let otherwise = if self.is_maskz() { self.zero(self.ty) } else { self.arg(0)? };
        self.select_masked(mask, value, otherwise)
    }

    pub(super) fn is_maskz(&self) -> bool {
        self.name.starts_with(b"x86.avx512.maskz.")
    }

    pub(super) fn is_mask3(&self) -> bool {
        self.name.starts_with(b"x86.avx512.mask3.")
    }

    fn select_masked(&mut self, mask: usize, value: Value, otherwise: Value) -> Result<Value> {
        if self.is_ones(self.arg(mask)?) {
            return Ok(value);
        }
        let mask = self.mask(mask, self.type_of(value))?;
        Ok(self.b().select(mask, value, otherwise)?)
    }

    /// A vector of bits, combined with an optional mask, as an integer of at least eight bits.
    fn bits_to_int(&mut self, mut value: Value, mask: Option<usize>) -> Result<Value> {
        let (_, len) = self.shape(self.type_of(value))?;
        if let Some(mask) = mask
            && !self.is_ones(self.arg(mask)?)
        {
            let mask = self.mask(mask, self.type_of(value))?;
            value = self.b().binary(BinaryOp::And, value, mask)?;
        }
        if len < 8 {
            let zero = self.zero(self.type_of(value));
            let mask: Vec<i32> = (0..8).map(|i| if i < len { i } else { len + i % len } as i32).collect();
            value = self.b().shuffle(value, zero, &mask)?;
        }
        let ty = self.cx().int(len.max(8));
        Ok(self.b().bitcast(value, ty)?)
    }

    /// Calls the intrinsic of the table for values of type `ty`.
    fn sized(&mut self, ty: Type, table: Sized, args: &[Value]) -> Result<Value> {
        let bits = self.bits(ty)?;
        let element = match (self.cx().scalar_type(ty), self.bits(self.cx().scalar_type(ty))?) {
            (Type::FLOAT, _) => b's',
            (Type::DOUBLE, _) => b'p',
            (_, 8) => b'b',
            (_, 16) => b'w',
            (_, 32) => b'd',
            _ => b'q',
        };
        let fits = |&&(b, e, _): &&(u64, u8, &str)| (b == 0 || b == bits) && (e == b'*' || e == element);
        let &(_, _, name) = table.iter().find(fits).ok_or(Stop)?;
        self.intrinsic(&format!("x86.{name}"), &[], args)
    }

    fn logic(&mut self, op: Logic, a: Value, b: Value) -> Result<Value> {
        let op = match op {
            Logic::And | Logic::AndNot => BinaryOp::And,
            Logic::Or => BinaryOp::Or,
            Logic::Xor | Logic::XorNot | Logic::Not => BinaryOp::Xor,
        };
        Ok(self.b().binary(op, a, b)?)
    }

    /// A shuffle of the first two arguments.
    fn shuffle_two(&mut self, len: u32, place: impl Fn(u32) -> u32) -> Result<Value> {
        let (a, b) = (self.arg(0)?, self.arg(1)?);
        let mask: Vec<i32> = (0..len).map(|i| place(i) as i32).collect();
        Ok(self.b().shuffle(a, b, &mask)?)
    }

    /// A shuffle of the first argument.
    fn shuffle_first(&mut self, len: u32, place: impl Fn(u32) -> u32) -> Result<Value> {
        let a = self.arg(0)?;
        let mask: Vec<i32> = (0..len).map(|i| place(i) as i32).collect();
        Ok(self.b().shuffle(a, a, &mask)?)
    }

    /// The number of elements in 16 bytes.
    fn lane(&self, ty: Type) -> Result<u32> {
        128u64.checked_div(self.bits(self.shape(ty)?.0)?).filter(|n| (2..=16).contains(n)).map(|n| n as u32).ok_or(Stop)
    }

    /// The amount of a shift; a scalar is splatted.
    fn amount(&mut self, arg: usize) -> Result<Value> {
        let (amount, ty) = (self.arg(arg)?, self.ty);
        if self.type_of(amount) == ty {
            return Ok(amount);
        }
        let (element, len) = self.shape(ty)?;
        let amount = self.b().int_cast(amount, element, false)?;
        Ok(self.b().splat(len, amount)?)
    }

    /// The first argument with its first element replaced.
    pub(super) fn with_first(&mut self, value: Value) -> Result<Value> {
        let vector = self.arg(0)?;
        Ok(self.b().insert_element(vector, value, 0)?)
    }

    /// The first elements of the first `count` arguments.
    pub(super) fn first_elements(&mut self, count: usize) -> Result<Vec<Value>> {
        let vectors = self.args.get(..count).ok_or(Stop)?.to_vec();
        vectors.into_iter().map(|v| Ok(self.b().extract_element(v, 0)?)).collect()
    }

    /// Whether a rounding mode argument differs from the default.
    pub(super) fn rounds(&self, arg: usize) -> Result<bool> {
        Ok(self.module.constants().as_u64(self.arg(arg)?) != Some(4))
    }

    /// The ABI alignment of a type.
    fn abi_align(&self, ty: Type) -> Result<Align> {
        self.module.data_layout().abi_align(self.cx(), ty).ok_or(Stop)
    }

    /// The size of a vector as an alignment.
    fn whole_align(&self, ty: Type) -> Result<Align> {
        Align::new(self.bits(ty)? / 8).ok_or(Stop)
    }

    fn mark_non_temporal(&mut self, inst: Option<Inst>) {
        let one = self.int(Type::I32, 1);
        let one = self.module.metadata_mut().add_value(one);
        let node = self.module.metadata_mut().add_node(NodeKind::Tuple, false, &[one.bits()]);
        let kind = self.cx().metadata_kind(b"nontemporal");
        if let Some(inst) = inst {
            self.body.set_attachment(inst, kind, Some(node));
        }
    }
}

/// Stores the second argument to the pointer in the first.
fn masked_store(call: &mut Call<'_>, mask: Value, aligned: bool) -> Result<Done> {
    let (pointer, value) = (call.arg(0)?, call.arg(1)?);
    let ty = call.type_of(value);
    let align = if aligned { call.whole_align(ty)? } else { Align::ONE };
    if call.is_ones(mask) {
        call.b().store(value, pointer, align)?;
        return Ok(Done::Erase);
    }
    let mask = call.mask_of(mask, call.shape(ty)?.1)?;
    let new = call.intrinsic_inst("masked.store", &[ty, call.type_of(pointer)], &[value, pointer, mask])?;
    call.align_pointer(new, 1, align);
    Ok(Done::Erase)
}

fn align(call: &mut Call<'_>, whole: bool) -> Result<Value> {
    let (mut high, mut low) = (call.arg(0)?, call.arg(1)?);
    let (_, len) = call.shape(call.ty)?;
    let mut shift = call.imm(2)?;
    if !len.is_power_of_two() || if whole { len > 16 } else { len < 16 } {
        return Err(Stop);
    }
    if whole {
        shift &= u64::from(len) - 1;
    }
    if shift >= 32 {
        return Ok(call.zero(call.ty));
    }
    if shift > 16 {
        shift -= 16;
        low = high;
        high = call.zero(call.ty);
    }
    let shift = shift as u32;
    let place = |i: u32| match whole {
        true => i + shift,
        false if i % 16 + shift >= 16 => i + shift + len - 16,
        false => i + shift,
    };
    let mask: Vec<i32> = (0..len).map(|i| place(i) as i32).collect();
    let value = call.b().named("palignr").shuffle(low, high, &mask)?;
    call.masked(4, value, 3)
}

/// Compares with one of eight predicates; the last argument is the mask.
fn compare(call: &mut Call<'_>, code: u64, signed: bool) -> Result<Value> {
    use IntPredicate as P;
    let (a, b) = (call.arg(0)?, call.arg(1)?);
    let bits = call.vector(Type::I1, call.shape(call.type_of(a))?.1);
    let predicate = match code {
        0 => P::Eq,
        1 => P::Ult,
        2 => P::Ule,
        4 => P::Ne,
        5 => P::Uge,
        6 => P::Ugt,
        3 | 7 => P::Eq,
        _ => return Err(Stop),
    };
    let predicate = if signed { predicate.to_signed() } else { predicate };
    let value = match code {
        3 => call.zero(bits),
        7 => call.ones(bits),
        _ => call.b().icmp(predicate, a, b)?,
    };
    call.bits_to_int(value, call.args.len().checked_sub(1))
}

/// The result and the mask were integers.
pub(super) fn compare_masked(call: &mut Call<'_>) -> Result<Done> {
    let mut args = call.args.clone();
    let mask = call.mask(3, call.type_of(call.arg(0)?))?;
    args[3] = mask;
    let new = call.call_function(call.new.ok_or(Stop)?, &args)?;
    Ok(Done::Rename(new, call.bits_to_int(new.into(), None)?))
}

fn compare_xop(call: &mut Call<'_>) -> Result<Value> {
    use IntPredicate as P;
    const NAMES: [&[u8]; 8] = [b"lt", b"le", b"gt", b"ge", b"eq", b"ne", b"false", b"true"];
    let name = call.name.strip_prefix(b"x86.xop.vpcom").ok_or(Stop)?;
    let (name, unsigned) = match name {
        [name @ .., b'u', b'b' | b'w' | b'd' | b'q'] => (name, true),
        [name @ .., b'b' | b'w' | b'd' | b'q'] => (name, false),
        _ => return Err(Stop),
    };
    let code = match call.args.len() {
        3 => call.imm(2)?,
        _ => NAMES.iter().position(|n| name == *n).ok_or(Stop)? as u64,
    };
    let (ty, a, b) = (call.ty, call.arg(0)?, call.arg(1)?);
    let predicate = match code {
        0 => P::Ult,
        1 => P::Ule,
        2 => P::Ugt,
        3 => P::Uge,
        4 => P::Eq,
        5 => P::Ne,
        6 => return Ok(call.zero(ty)),
        7 => return Ok(call.ones(ty)),
        _ => return Err(Stop),
    };
    let predicate = if unsigned { predicate } else { predicate.to_signed() };
    let value = call.b().icmp(predicate, a, b)?;
    Ok(call.b().cast(CastOp::SExt, value, ty)?)
}

fn convert(call: &mut Call<'_>) -> Result<Value> {
    let (ty, mut value) = (call.ty, call.arg(0)?);
    let source = call.type_of(value);
    let ((_, len), (element, source_len)) = (call.shape(ty)?, call.shape(source)?);
    if len < source_len {
        value = call.b().shuffle(value, value, &[0, 1])?;
    }
    let unsigned = call.name.windows(4).any(|w| w == b"cvtu");
    value = if element == Type::FLOAT {
        call.b().named("cvtps2pd").cast(CastOp::FPExt, value, ty)?
    } else if call.args.len() == 4 && call.rounds(3)? {
        let name = if unsigned { "x86.avx512.uitofp.round" } else { "x86.avx512.sitofp.round" };
        call.intrinsic(name, &[ty, source], &[value, call.arg(3)?])?
    } else {
        let op = if unsigned { CastOp::UIToFP } else { CastOp::SIToFP };
        call.b().named("cvt").cast(op, value, ty)?
    };
    if call.args.len() >= 3 { call.masked(2, value, 1) } else { Ok(value) }
}

fn multiply_wide(call: &mut Call<'_>, signed: bool) -> Result<Value> {
    let ty = call.ty;
    let mut factors = [call.arg(0)?, call.arg(1)?];
    for factor in &mut factors {
        *factor = call.b().bitcast(*factor, ty)?;
    }
    let number = call.splat_int(ty, if signed { 32 } else { 0xffff_ffff });
    for factor in &mut factors {
        *factor = if signed {
            let high = call.b().binary(BinaryOp::Shl, *factor, number)?;
            call.b().binary(BinaryOp::AShr, high, number)?
        } else {
            call.b().binary(BinaryOp::And, *factor, number)?
        };
    }
    let value = call.b().binary(BinaryOp::Mul, factors[0], factors[1])?;
    if call.args.len() == 4 { call.masked(3, value, 2) } else { Ok(value) }
}

fn permute_two(call: &mut Call<'_>, index_first: bool) -> Result<Value> {
    let ty = call.ty;
    let mut args = call.args.get(..3).ok_or(Stop)?.to_vec();
    if !index_first {
        args.swap(0, 1);
    }
    let kind = match (call.cx().scalar_type(ty), call.bits(call.cx().scalar_type(ty))?) {
        (Type::FLOAT, _) => "ps",
        (Type::DOUBLE, _) => "pd",
        (_, 8) => "qi",
        (_, 16) => "hi",
        (_, 32) => "d",
        _ => "q",
    };
    let name = format!("x86.avx512.vpermi2var.{kind}.{}", call.bits(ty)?);
    let value = call.intrinsic(&name, &[], &args)?;
    let otherwise = match call.is_maskz() {
        true => call.zero(ty),
        false => {
            let second = call.arg(1)?;
            call.b().bitcast(second, ty)?
        }
    };
    call.select_masked(3, value, otherwise)
}

/// The name of the unmasked shift for a masked one, which has one of these forms: `psll.d.128`, `psll.di.128`, `pslli.d`,
/// `psllv4.si`, `psllv.d`, `psllv32hi`.
fn shift_name(name: &[u8]) -> Option<String> {
    let name = std::str::from_utf8(name.strip_prefix(b"x86.avx512.mask.")?).ok()?;
    let (op, rest) = name.split_at_checked(4)?;
    let at = |i: usize| rest.as_bytes().get(i).copied().unwrap_or(0);
    let kind = match (at(0), at(2)) {
        (b'v', _) => "v",
        (b'i', _) | (_, b'i') => "i",
        _ => "",
    };
    if at(0) == b'v' && at(1) != b'.' {
        let (elements, size) = rest[1..].split_at(rest[1..].find(|c: char| !c.is_ascii_digit())?);
        return Some(match (elements, size.trim_start_matches('.')) {
            ("2", "di") => format!("x86.avx2.{op}v.q"),
            ("4", "di") => format!("x86.avx2.{op}v.q.256"),
            ("4", "si") => format!("x86.avx2.{op}v.d"),
            ("8", "si") => format!("x86.avx2.{op}v.d.256"),
            ("8", "hi") => format!("x86.avx512.{op}v.w.128"),
            ("16", "hi") => format!("x86.avx512.{op}v.w.256"),
            ("32", _) => format!("x86.avx512.{op}v.w.512"),
            _ => return None,
        });
    }
    let size = match at(0) {
        b'.' => at(1),
        _ => at(2),
    };
    let size = char::from(size);
    let arithmetic_q = op == "psra" && size == 'q';
    Some(match rest.rsplit('.').next()? {
        "128" if arithmetic_q => format!("x86.avx512.psra{kind}.q.128"),
        "256" if arithmetic_q => format!("x86.avx512.psra{kind}.q.256"),
        "128" => format!("x86.sse2.{op}{kind}.{size}"),
        "256" => format!("x86.avx2.{op}{kind}.{size}"),
        _ => format!("x86.avx512.{op}{kind}.{size}.512"),
    })
}

fn shift_bytes(call: &mut Call<'_>, left: bool, in_bits: bool) -> Result<Value> {
    let (ty, value, shift) = (call.ty, call.arg(0)?, call.imm(1)?);
    let shift = if in_bits { shift / 8 } else { shift };
    let len = call.shape(ty)?.1 * 8;
    let bytes = call.vector(Type::I8, len);
    let value = call.b().named("cast").bitcast(value, bytes)?;
    let mut result = call.zero(bytes);
    if shift < 16 {
        let shift = shift as u32;
        // Within each 16 bytes; the other operand provides the shifted-in elements.
        let place = |i: u32| match (left, i % 16) {
            (true, at) if at < shift => i + 16 - shift,
            (true, _) => i + len - shift,
            (false, at) if at + shift >= 16 => i + shift + len - 16,
            (false, _) => i + shift,
        };
        let mask: Vec<i32> = (0..len).map(|i| place(i) as i32).collect();
        let zero = result;
        result = match left {
            true => call.b().shuffle(zero, value, &mask)?,
            false => call.b().shuffle(value, zero, &mask)?,
        };
    }
    Ok(call.b().named("cast").bitcast(result, ty)?)
}
