//! Signatures of native functions: how arguments and results are passed.
//!
//! LLVM passes each scalar of an aggregate separately, so that a signature is a list of scalars. Other conventions of C were
//! lowered by the compiler to scalars, pointers and `byval`.

use lindworm_eval::FloatFormat;
use lindworm_ir::attributes::{AttrKind, AttributeListData, AttributeSet};
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Context, Module, Type};

use super::native::{Interface, Pass};
use crate::shape::{self, MAX_REGISTERS, Scalar, Shape};
use crate::value::Reg;

/// A scalar or small vector that is passed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// How the part is passed.
    pub(super) pass: Pass,
    /// The first register.
    pub(super) register: u32,
    /// The number of registers, and the bit width of each.
    lanes: u32,
    lane_bits: u32,
    /// The total bit width.
    bits: u32,
    /// Whether the part is sign-extended.
    signed: bool,
    /// Whether the part is a pointer.
    pub(super) pointer: bool,
    /// Whether the callee may write through the pointer.
    pub(super) writes: bool,
}

/// The signature of a native call.
pub(super) struct Signature {
    pub(super) interface: Interface,
    pub(super) args: Vec<Part>,
    pub(super) result: Vec<Part>,
    /// The number of result registers.
    pub(super) result_registers: u32,
    /// The index of the `sret` argument.
    pub(super) place_of_result: Option<usize>,
}

/// The declaration from which a signature is computed.
pub(super) struct Source<'a> {
    pub(super) module: &'a Module,
    pub(super) vscale: u32,
    pub(super) convention: CallingConvention,
    pub(super) attributes: &'a AttributeListData,
    /// The types of all arguments.
    pub(super) params: &'a [Type],
    /// The number of fixed parameters, if the function is variadic.
    pub(super) fixed: Option<usize>,
    pub(super) result: Type,
    /// Whether native code is the caller.
    pub(super) callback: bool,
}

/// The maximum number of arguments, and of their bytes, all of which are on the host's stack.
const MAX_ARGS: usize = 1024;
const MAX_BYTES: usize = 1 << 16;

/// Attributes that pass an argument in a way that C does not have.
const NOT_IN_C: &[AttrKind] = &[
    AttrKind::IN_ALLOCA,
    AttrKind::IN_REG,
    AttrKind::NEST,
    AttrKind::PREALLOCATED,
    AttrKind::SWIFT_ASYNC,
    AttrKind::SWIFT_ERROR,
    AttrKind::SWIFT_SELF,
];

impl Signature {
    /// The signature of a function with `count` arguments that are pointers or integers, and possibly such a result.
    ///
    /// # Errors
    ///
    /// The part that cannot be passed.
    pub(super) fn of_words(count: usize) -> Result<Signature, String> {
        let word = |register| Part {
            pass: Pass::U64,
            register,
            lanes: 1,
            lane_bits: 64,
            bits: 64,
            signed: false,
            pointer: true,
            writes: true,
        };
        let interface = Interface::new(&[Pass::U64], &vec![Pass::U64; count], None);
        Ok(Signature {
            interface: interface.ok_or("its arguments are passed in a way of its own")?,
            args: (0..count as u32).map(word).collect(),
            result: vec![word(0)],
            result_registers: 1,
            place_of_result: None,
        })
    }

    /// The signature of a call or a function.
    ///
    /// # Errors
    ///
    /// The part that cannot be passed.
    pub(super) fn new(source: &Source<'_>) -> Result<Signature, String> {
        let cx = source.module.context();
        if source.convention != CallingConvention::C {
            return Err("its calling convention is not that of C".into());
        }
        let attributes = source.attributes;
        let (mut args, mut register, mut place_of_result) = (Vec::new(), 0, None);
        let mut fixed = None;
        for (i, &ty) in source.params.iter().enumerate() {
            if source.fixed == Some(i) {
                fixed = Some(args.len());
            }
            let set = attributes.param(i);
            if let Some(kind) = NOT_IN_C.iter().find(|&&kind| cx.has_attribute(set, kind)) {
                return Err(format!("an argument with `{}` is passed in a way of its own", kind.name()));
            }
            if let Some(pointee) = cx.attribute_type(set, AttrKind::BY_VAL) {
                args.extend(on_stack(source, set, pointee, register)?);
                register += 1;
                continue;
            }
            if cx.has_attribute(set, AttrKind::STRUCT_RET) {
                if cfg!(target_arch = "aarch64") {
                    return Err("a result through `sret` is passed in a way of its own".into());
                }
                place_of_result = Some(args.len());
            }
            let start = args.len();
            parts(source, ty, cx.has_attribute(set, AttrKind::SIGN_EXT), &mut register, &mut args)?;
            let reads_only = cx.has_attribute(set, AttrKind::READ_ONLY) || cx.has_attribute(set, AttrKind::READ_NONE);
            args[start..].iter_mut().for_each(|part| part.writes = !reads_only);
        }
        if source.fixed == Some(source.params.len()) {
            fixed = Some(args.len());
        }
        if let Some(fixed) = fixed {
            args[fixed..].iter_mut().for_each(|part| part.pass = promoted(part.pass));
        }
        let bytes: usize = args.iter().map(|part| part.pass.size()).sum();
        if args.len() > MAX_ARGS || bytes > MAX_BYTES {
            return Err("it has too many arguments".into());
        }
        let (mut result, mut result_registers) = (Vec::new(), 0);
        let signed = cx.has_attribute(attributes.result, AttrKind::SIGN_EXT);
        parts(source, source.result, signed, &mut result_registers, &mut result)?;
        // A native caller expects the address of the `sret` argument as result, which LLVM's targets return implicitly.
        let mut passes: Vec<Pass> = result.iter().map(|part| part.pass).collect();
        if source.callback && place_of_result.is_some() {
            passes = vec![Pass::U64];
        }
        let float = |p: &Pass| matches!(p, Pass::Float | Pass::Double);
        if cfg!(target_arch = "aarch64") && passes.iter().any(float) && !passes.iter().all(float) {
            return Err("its result is in registers of different kinds".into());
        }
        let all: Vec<Pass> = args.iter().map(|part| part.pass).collect();
        let interface = Interface::new(&passes, &all, fixed).ok_or("its result is in more registers than C uses")?;
        Ok(Signature { interface, args, result, result_registers, place_of_result })
    }
}

/// The part of a `byval` argument; `None` if its size is zero.
fn on_stack(source: &Source<'_>, set: AttributeSet, pointee: Type, register: u32) -> Result<Option<Part>, String> {
    let (cx, layout) = (source.module.context(), source.module.data_layout());
    if !cfg!(target_arch = "x86_64") {
        return Err("an argument with `byval` is passed in a way of its own".into());
    }
    let size = shape::alloc_size(cx, layout, source.vscale, pointee).unwrap_or(0);
    let align = cx.attribute_int(set, AttrKind::ALIGN);
    let align = align.or_else(|| layout.abi_align(cx, pointee)?.bytes()).unwrap_or(1).max(8);
    if size as usize > MAX_BYTES || align > 16 {
        return Err("an argument with `byval` is too large, or aligned to more than 16".into());
    }
    let pass = Pass::Stack((size as usize).next_multiple_of(8), align as u16);
    let part = Part {
        pass,
        register,
        lanes: 1,
        lane_bits: 64,
        bits: size as u32 * 8,
        signed: false,
        pointer: false,
        writes: false,
    };
    Ok((size > 0).then_some(part))
}

/// Adds the parts of a value with the first register `register`.
fn parts(source: &Source<'_>, ty: Type, signed: bool, register: &mut u32, out: &mut Vec<Part>) -> Result<(), String> {
    let (cx, layout): (&Context, _) = (source.module.context(), source.module.data_layout());
    let mut add = |pass, lanes, lane_bits, bits, pointer| {
        let first = *register;
        *register += lanes;
        out.push(Part { pass, register: first, lanes, lane_bits, bits, signed, pointer, writes: false });
    };
    if let Some(scalar) = shape::scalar(cx, layout, ty) {
        let bits = scalar.bits();
        let pass = match scalar {
            Scalar::Float(format) => float(format).ok_or("a float of this format is passed in a way of its own")?,
            _ => match (bits, signed) {
                (..=8, false) => Pass::U8,
                (..=8, true) => Pass::S8,
                (..=16, false) => Pass::U16,
                (..=16, true) => Pass::S16,
                (..=32, false) => Pass::U32,
                (..=32, true) => Pass::S32,
                (..=64, _) => Pass::U64,
                (128, _) => Pass::I128,
                _ => return Err(format!("C has no integer of {bits} bits")),
            },
        };
        add(pass, scalar.registers(), 64, bits, matches!(scalar, Scalar::Pointer(64)));
        return Ok(());
    }
    match cx.kind(ty) {
        TypeKind::Void => Ok(()),
        &TypeKind::Vector { element, len: 1, scalable: false } => parts(source, element, signed, register, out),
        &TypeKind::Vector { element, len, scalable: false } => {
            let lane = shape::scalar(cx, layout, element).map_or(0, Scalar::bits);
            let bits = u64::from(lane) * u64::from(len);
            // A wider vector is in a register that libffi does not support.
            let fits = bits == 64 || cfg!(target_arch = "x86_64") && bits < 64;
            if !fits || !matches!(lane, 8 | 16 | 32) {
                return Err(format!("a vector of {bits} bits is passed in a way of its own"));
            }
            add(Pass::Double, len, lane, bits as u32, false);
            Ok(())
        }
        &TypeKind::Array { element, len } => {
            let shape = Shape::of(cx, layout, source.vscale, MAX_REGISTERS, ty).map_err(|e| e.to_string())?;
            if shape.registers as usize > MAX_ARGS {
                return Err("it has too many arguments".into());
            }
            let len = if shape.registers == 0 { 0 } else { len };
            (0..len).try_for_each(|_| parts(source, element, signed, register, out))
        }
        TypeKind::Struct { .. } | TypeKind::Identified(_) => {
            let (fields, _) = cx.struct_parts(ty).ok_or("a struct that is not known cannot be passed")?;
            fields.iter().try_for_each(|&field| parts(source, field, signed, register, out))
        }
        _ => Err("a value of this type cannot be passed".into()),
    }
}

fn float(format: FloatFormat) -> Option<Pass> {
    let x86 = cfg!(target_arch = "x86_64");
    match format {
        FloatFormat::Half | FloatFormat::BFloat | FloatFormat::Float => Some(Pass::Float),
        FloatFormat::Double => Some(Pass::Double),
        FloatFormat::X86Fp80 if x86 => Some(Pass::LongDouble),
        FloatFormat::Fp128 if !x86 && !cfg!(target_vendor = "apple") => Some(Pass::LongDouble),
        _ => None,
    }
}

/// The type of a variadic argument after C's default promotions, which libffi requires.
fn promoted(pass: Pass) -> Pass {
    match pass {
        Pass::U8 | Pass::U16 => Pass::U32,
        Pass::S8 | Pass::S16 => Pass::S32,
        Pass::Float => Pass::Double,
        pass => pass,
    }
}

impl Part {
    /// Packs the registers of a value into words.
    pub(super) fn words(&self, regs: &[Reg]) -> [u64; 2] {
        let mut words = [0; 2];
        for lane in 0..self.lanes {
            let at = lane * self.lane_bits;
            words[at as usize / 64] |= regs[(self.register + lane) as usize].bits << (at % 64);
        }
        if self.signed && self.bits < 64 {
            words[0] = lindworm_eval::word::sign_extend(self.bits, words[0]) as u64;
        }
        words
    }

    /// Unpacks words to registers. The provenance of pointers is not set.
    pub(super) fn regs(&self, words: &[u64], regs: &mut [Reg]) {
        for lane in 0..self.lanes {
            let at = lane * self.lane_bits;
            let bits = self.lane_bits.min(self.bits - at);
            let word = words[at as usize / 64] >> (at % 64);
            regs[(self.register + lane) as usize] = Reg::int(word & (u64::MAX >> (64 - bits)));
        }
    }

    /// The number of registers.
    pub(super) fn registers(&self) -> u32 {
        self.lanes
    }

    /// The size in bytes, without padding to words.
    pub(super) fn bytes(&self) -> u64 {
        u64::from(self.bits.div_ceil(8))
    }

    /// The number of words.
    pub(super) fn len(&self) -> usize {
        self.pass.size().div_ceil(8)
    }
}
