//! Parts of values: bytes of an integer, elements of a vector, copies of a byte.

use lindworm_ir::builder::{BuildError, Builder};
use lindworm_ir::eval::{BinaryOp, CastOp, Int};
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::{Type, Value};

pub(super) type Built = Result<Value, BuildError>;

/// The common prefix of the names of instructions.
pub(super) struct Names(pub Vec<u8>);

impl Names {
    pub fn with(&self, suffix: &[u8]) -> Vec<u8> {
        [&self.0[..], suffix].concat()
    }
}

/// The number of bits by which a part of an integer in memory is shifted.
fn shift(b: &Builder<'_>, whole: Type, part: Type, offset: u64) -> u64 {
    let width = |ty| u64::from(b.context().int_width(ty).unwrap_or(0));
    match b.module().data_layout().big_endian {
        true => (width(whole).div_ceil(8) - width(part).div_ceil(8)).saturating_sub(offset) * 8,
        false => 8 * offset,
    }
}

/// The integer at an offset in an integer.
pub(super) fn extract_int(b: &mut Builder<'_>, value: Value, ty: Type, offset: u64, names: &Names) -> Built {
    let whole = b.type_of(value);
    let by = shift(b, whole, ty, offset);
    let mut value = value;
    if by != 0 {
        let by = b.int(whole, by);
        value = b.named(names.with(b"extract.shift")).binary(BinaryOp::LShr, value, by)?;
    }
    if ty != whole {
        value = b.named(names.with(b"extract.trunc")).cast(CastOp::Trunc, value, ty)?;
    }
    Ok(value)
}

/// An integer with another one at an offset. Also returns the old bits that stay.
pub(super) fn insert_int(
    b: &mut Builder<'_>,
    old: Value,
    value: Value,
    offset: u64,
    names: &Names,
) -> Result<(Value, Value), BuildError> {
    let (whole, ty) = (b.type_of(old), b.type_of(value));
    let by = shift(b, whole, ty, offset);
    let (mut value, mut old) = (value, old);
    let width = |ty| b.context().int_width(ty).unwrap_or(1);
    let (whole_width, part_width) = (width(whole), width(ty));
    if ty != whole {
        value = b.named(names.with(b"insert.ext")).cast(CastOp::ZExt, value, whole)?;
    }
    if by != 0 {
        let amount = b.int(whole, by);
        value = b.named(names.with(b"insert.shift")).binary(BinaryOp::Shl, value, amount)?;
    }
    if by != 0 || ty != whole {
        let mask = Int::all_ones(part_width).zext(whole_width).shl(by as u32).not();
        let mask = b.module().constants().wide_int(b.context(), &mask);
        old = b.named(names.with(b"insert.mask")).binary(BinaryOp::And, old, mask)?;
        value = b.named(names.with(b"insert.insert")).binary(BinaryOp::Or, old, value)?;
    }
    Ok((value, old))
}

fn vector_len(b: &Builder<'_>, value: Value) -> Option<u32> {
    b.context().vector_shape(b.type_of(value)).map(|(_, len, _)| len)
}

/// Elements of a vector: one, or a vector of some.
pub(super) fn extract_elements(b: &mut Builder<'_>, value: Value, begin: u64, end: u64, names: &Names) -> Built {
    if vector_len(b, value).is_some_and(|len| u64::from(len) == end - begin) {
        return Ok(value);
    }
    b.named(names.with(b"vec.extract"));
    if end - begin == 1 {
        let index = b.int(Type::I32, begin);
        return b.extract_element_at(value, index);
    }
    let mask: Vec<i32> = (begin as i32..end as i32).collect();
    b.shuffle_one(value, &mask)
}

/// A vector in which an element, or the elements of a vector, replace those from `begin` on.
pub(super) fn insert_elements(b: &mut Builder<'_>, old: Value, value: Value, begin: u64, names: &Names) -> Built {
    let Some(count) = vector_len(b, value).map(u64::from) else {
        let index = b.int(Type::I32, begin);
        return b.named(names.with(b"vec.insert")).insert_element_at(old, value, index);
    };
    let all = u64::from(vector_len(b, old).unwrap_or(0));
    if count == all {
        return Ok(value);
    }
    let range = begin..begin + count;
    let expand: Vec<i32> = (0..all).map(|n| if range.contains(&n) { (n - begin) as i32 } else { -1 }).collect();
    let value = b.named(names.with(b"vec.expand")).shuffle_one(value, &expand)?;
    blend(b, old, value, range, all, names)
}

/// A vector with the elements of `value` in a range and those of `old` elsewhere.
fn blend(b: &mut Builder<'_>, old: Value, value: Value, range: std::ops::Range<u64>, all: u64, names: &Names) -> Built {
    let module = b.module();
    let bits: Vec<Value> =
        (0..all).map(|n| module.constants().int(module.context(), Type::I1, range.contains(&n).into())).collect();
    let mask = module.context().vector(Type::I1, all as u32, false);
    let mask = b.aggregate(mask, &bits)?;
    b.named(names.with(b"vecblend")).select(mask, value, old)
}

/// A byte repeated to an integer of this many bytes.
pub(super) fn repeat_byte(b: &mut Builder<'_>, byte: Value, bytes: u64, names: &Names) -> Built {
    if bytes == 1 {
        return Ok(byte);
    }
    let width = bytes as u32 * 8;
    let ty = b.context().int(width);
    let wide = b.named(names.with(b"zext")).cast(CastOp::ZExt, byte, ty)?;
    let ones = Int::all_ones(width);
    let factor = ones.udiv(&Int::new(width, 255)).unwrap_or(ones);
    let factor = b.module().constants().wide_int(b.context(), &factor);
    b.named(names.with(b"isplat")).binary(BinaryOp::Mul, wide, factor)
}

/// The address at an offset of another, converted to a pointer type.
pub(super) fn offset_address(b: &mut Builder<'_>, pointer: Value, offset: u64, ty: Type, name: Vec<u8>) -> Built {
    let mut address = pointer;
    if offset != 0 {
        let space = b.context().addr_space(ty).unwrap_or(0);
        let bits = b.module().data_layout().pointer(space).index_bits;
        let index = b.context().int(bits);
        let index = b.int(index, offset);
        address = b.named([&name[..], b"sroa_idx"].concat()).gep(
            Type::I8,
            GepFlags::INBOUNDS | GepFlags::NUSW,
            address,
            &[index],
        )?;
    }
    if b.type_of(address) != ty {
        address = b.named([&name[..], b"sroa_cast"].concat()).cast(CastOp::AddrSpaceCast, address, ty)?;
    }
    Ok(address)
}
