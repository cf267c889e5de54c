//! Vectors of arguments: boundary values, undef, poison, and pointers to objects.

use std::fmt;

use lindworm_eval::undef::Bits;
use lindworm_eval::{Float, Int};
use lindworm_interp::Value;
use lindworm_ir::attributes::{AttrKind, AttributeSet};
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Context, Global, Module, Type};

/// The maximum number of elements of a vector or aggregate parameter.
const MOST_ELEMENTS: u64 = 256;

/// The maximum size in bytes of the object of a pointer parameter.
const MOST_BYTES: u64 = 1 << 16;

/// The default size in bytes of the object of a pointer parameter.
const USUAL_BYTES: u64 = 64;

/// A pseudo-random number generator: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number less than `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

/// One argument.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A value other than a pointer to an object.
    Value(Value),
    /// A pointer to the start of a new object.
    Memory {
        /// The content of the object; `None` for an undef byte.
        bytes: Vec<Option<u8>>,
        /// The alignment in bytes.
        align: u64,
    },
    /// The pointer of the argument with this number, plus a byte offset.
    Alias(usize, u64),
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Value(value) => value.fmt(f),
            Argument::Memory { bytes, .. } => {
                const SHOWN: usize = 16;
                write!(f, "ptr to {} bytes (", bytes.len())?;
                for (i, byte) in bytes.iter().take(SHOWN).enumerate() {
                    let space = if i > 0 { " " } else { "" };
                    match byte {
                        Some(byte) => write!(f, "{space}{byte:02x}")?,
                        None => write!(f, "{space}??")?,
                    }
                }
                f.write_str(if bytes.len() > SHOWN { " ...)" } else { ")" })
            }
            Argument::Alias(of, 0) => write!(f, "the same as argument {}", of + 1),
            Argument::Alias(of, offset) => write!(f, "argument {} + {offset} bytes", of + 1),
        }
    }
}

/// The constraints on the arguments of one parameter.
struct Parameter {
    ty: Type,
    /// Whether undef is undefined behaviour (`noundef`).
    no_undef: bool,
    /// For a pointer: whether null is not allowed.
    non_null: bool,
    /// For a pointer: the alignment in bytes.
    align: u64,
    /// For a pointer: the minimum size of the object in bytes.
    bytes: u64,
}

/// Generates vectors of arguments for a function. Equal seeds give equal vectors.
pub struct Arguments {
    context: Context,
    parameters: Vec<Parameter>,
    random: Random,
    made: u32,
}

impl Arguments {
    /// # Errors
    /// A parameter has a type for which no values can be generated.
    pub fn new(module: &Module, function: Global, seed: u64) -> Result<Arguments, String> {
        let context = module.context().clone();
        let attributes = module.function(function).map(|f| f.attributes).unwrap_or_default();
        let attributes = context.attribute_list(attributes).clone();
        let (_, types, is_variadic) =
            context.function_parts(module[function].value_type).ok_or("this is no function")?;
        if is_variadic {
            return Err("variadic functions are not called".into());
        }
        let parameter = |(i, &ty): (usize, &Type)| parameter(module, ty, attributes.param(i));
        let parameters = types.iter().enumerate().map(parameter).collect::<Result<_, _>>()?;
        Ok(Arguments { context, parameters, random: Random(seed), made: 0 })
    }

    /// The next vector. The first vectors contain no undef, because most functions do little with undef.
    pub fn next_vector(&mut self) -> Vec<Argument> {
        let is_defined = self.made < 8 || self.made.is_multiple_of(2);
        self.made += 1;
        let mut vector: Vec<Argument> = Vec::new();
        for parameter in &self.parameters {
            let argument = match *self.context.kind(parameter.ty) {
                TypeKind::Pointer { .. } => pointer(parameter, is_defined, &vector, &mut self.random),
                _ => {
                    let is_defined = is_defined || parameter.no_undef;
                    Argument::Value(value(&self.context, parameter.ty, is_defined, &mut self.random))
                }
            };
            vector.push(argument);
        }
        vector
    }
}

fn parameter(module: &Module, ty: Type, attributes: AttributeSet) -> Result<Parameter, String> {
    let cx = module.context();
    has_values(cx, ty, &mut 0)?;
    if cx.has_attribute(attributes, AttrKind::SWIFT_ERROR) {
        return Err("swifterror parameters are not tried".into());
    }
    let int = |kind| cx.attribute_int(attributes, kind);
    let by_value =
        [AttrKind::BY_VAL, AttrKind::STRUCT_RET, AttrKind::IN_ALLOCA, AttrKind::PREALLOCATED, AttrKind::BY_REF];
    let pointee = by_value.iter().find_map(|&kind| cx.attribute_type(attributes, kind));
    let pointee_bytes = pointee.and_then(|ty| module.data_layout().alloc_size(cx, ty)).map_or(0, |size| size.min);
    let said = [AttrKind::DEREFERENCEABLE, AttrKind::DEREFERENCEABLE_OR_NULL].map(|kind| int(kind).unwrap_or(0));
    let bytes = USUAL_BYTES.max(pointee_bytes).max(said[0]).max(said[1]);
    let align = int(AttrKind::ALIGN).unwrap_or(1).max(16);
    if bytes > MOST_BYTES || align > MOST_BYTES {
        return Err(format!("parameters that point to {bytes} bytes of alignment {align} are not tried"));
    }
    let non_null = cx.has_attribute(attributes, AttrKind::NON_NULL) || said[0] > 0 || pointee.is_some();
    Ok(Parameter { ty, no_undef: cx.has_attribute(attributes, AttrKind::NO_UNDEF), non_null, align, bytes })
}

/// Whether values of a type can be generated, with at most [`MOST_ELEMENTS`] scalars.
fn has_values(cx: &Context, ty: Type, elements: &mut u64) -> Result<(), String> {
    let no = || format!("no values of type {} are made", ty.display(cx));
    *elements += 1;
    if *elements > MOST_ELEMENTS {
        return Err(no());
    }
    match cx.kind(ty) {
        TypeKind::Int(_) | TypeKind::Pointer { addr_space: 0 } => Ok(()),
        _ if ty.float_format().is_some() => Ok(()),
        TypeKind::Vector { scalable: true, .. } => Err(no()),
        &TypeKind::Vector { element, len, .. } => (0..len).try_for_each(|_| has_values(cx, element, elements)),
        &TypeKind::Array { element, len } => (0..len).try_for_each(|_| has_values(cx, element, elements)),
        TypeKind::Struct { .. } | TypeKind::Identified(_) => {
            let (fields, _) = cx.struct_parts(ty).ok_or_else(no)?;
            fields.iter().try_for_each(|&field| has_values(cx, field, elements))
        }
        _ => Err(no()),
    }
}

fn pointer(parameter: &Parameter, is_defined: bool, before: &[Argument], random: &mut Random) -> Argument {
    let memories = before.iter().enumerate().filter_map(|(i, argument)| match argument {
        Argument::Memory { bytes, align } => Some((i, bytes.len() as u64, *align)),
        _ => None,
    });
    let large_enough: Vec<(usize, u64, u64)> =
        memories.filter(|&(_, len, align)| len >= parameter.bytes && align >= parameter.align).collect();
    match random.below(16) {
        0 if !parameter.non_null => Argument::Value(Value::from(lindworm_interp::Pointer::NULL)),
        1 if !is_defined && !parameter.no_undef => Argument::Value(Value::Poison(None)),
        2..=4 if !large_enough.is_empty() => {
            let (of, len, _) = large_enough[random.below(large_enough.len() as u64) as usize];
            let room = (len - parameter.bytes) / parameter.align;
            Argument::Alias(of, parameter.align * random.below(room + 1))
        }
        how => {
            let shift = 8 * (how % 3);
            let byte = |i: u64, random: &mut Random| match how {
                // Small 32-bit numbers.
                5..=9 => Some(if i.is_multiple_of(4) { random.below(4) as u8 } else { 0 }),
                10 if !is_defined => None,
                11 if !is_defined => (random.below(4) > 0).then(|| random.next() as u8),
                12 => Some(0),
                13 => Some(0xff),
                _ => Some((random.next() >> shift) as u8),
            };
            let bytes = (0..parameter.bytes).map(|i| byte(i, random)).collect();
            Argument::Memory { bytes, align: parameter.align }
        }
    }
}

/// A value of a type for which [`has_values`] succeeds.
pub fn value(cx: &Context, ty: Type, is_defined: bool, random: &mut Random) -> Value {
    if !is_defined && random.below(8) == 0 {
        return Value::Poison(None);
    }
    match *cx.kind(ty) {
        TypeKind::Int(width) => {
            let int = int(width, random);
            if !is_defined && random.below(4) == 0 {
                let mask = if random.below(2) == 0 { Int::all_ones(width) } else { self::int(width, random) };
                if !mask.is_zero() {
                    return Value::Undef(Bits::new(int, mask));
                }
            }
            Value::Int(int)
        }
        TypeKind::Vector { element, len, .. } => {
            Value::Vector((0..len).map(|_| value(cx, element, is_defined, random)).collect())
        }
        TypeKind::Array { element, len } => {
            Value::Aggregate((0..len).map(|_| value(cx, element, is_defined, random)).collect())
        }
        TypeKind::Struct { .. } | TypeKind::Identified(_) => {
            let fields = cx.struct_parts(ty).map(|(fields, _)| fields).unwrap_or_default();
            Value::Aggregate(fields.iter().map(|&field| value(cx, field, is_defined, random)).collect())
        }
        _ => match ty.float_format() {
            Some(format) => Value::Float(float(format, random)),
            None => Value::from(lindworm_interp::Pointer::NULL),
        },
    }
}

/// An integer, usually near a boundary value.
fn int(width: u32, random: &mut Random) -> Int {
    let near = |int: Int, random: &mut Random| int.add(&Int::from_i64(width, random.below(3) as i64 - 1));
    match random.below(12) {
        0 | 1 => Int::zero(width),
        2 => Int::all_ones(width),
        3 => Int::min_signed(width),
        4 => Int::max_signed(width),
        5 => near(Int::new(width, 1).shl(random.below(width.into()) as u32), random),
        6 => near(Int::from_i64(width, i64::from(width)), random),
        7 | 8 => Int::from_i64(width, random.below(17) as i64 - 8),
        _ => Int::from_limbs(width, &(0..width.div_ceil(64)).map(|_| random.next()).collect::<Vec<_>>()),
    }
}

fn float(format: lindworm_eval::FloatFormat, random: &mut Random) -> Float {
    match random.below(12) {
        0 => Float::zero(format),
        1 => Float::negative_zero(format),
        2 => Float::infinity(format),
        3 => Float::nan(format),
        4 => Float::largest(format),
        5 => Float::from_bits(format, 1),
        6..=9 => {
            let small = Float::from_f64((random.below(33) as f64 - 16.0) / 2.0);
            small.convert(format).0
        }
        _ => {
            let bits = u128::from(random.next()) << 64 | u128::from(random.next());
            Float::from_bits(format, bits & (u128::MAX >> (128 - format.bits())))
        }
    }
}
