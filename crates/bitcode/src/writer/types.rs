//! The types of a module ([`TYPE_BLOCK`](https://llvm.org/docs/BitCodeFormat.html#type-block)).

use lindworm_ir::types::TypeKind;
use lindworm_ir::{Module, Type};

use super::abbreviations::{abbreviation, bits_for, fixed, literal, name_scalar, vbr};
use super::ids::ModuleIds;
use crate::bitstream::{Encoding, Scalar, StreamWriter};
use crate::codes::{block, ty as code};

/// Writes the type table.
pub(super) fn write_types(module: &Module, ids: &ModuleIds, out: &mut StreamWriter) {
    let cx = module.context();
    let types = &ids.types.order;
    out.enter_block(block::TYPE, 4);
    let bits = bits_for(types.len());
    let of_types = Encoding::Array(Scalar::Fixed(bits));
    let pointer = out.define(abbreviation(&[literal(code::OPAQUE_POINTER), literal(0)]));
    let function = out.define(abbreviation(&[literal(code::FUNCTION), fixed(1), of_types]));
    let literal_struct = out.define(abbreviation(&[literal(code::STRUCT_ANON), fixed(1), of_types]));
    let name = out.define(abbreviation(&[literal(code::STRUCT_NAME), Encoding::Array(Scalar::Char6)]));
    let named_struct = out.define(abbreviation(&[literal(code::STRUCT_NAMED), fixed(1), of_types]));
    let array = out.define(abbreviation(&[literal(code::ARRAY), vbr(8), fixed(bits)]));
    out.record(code::NUMENTRY, &[types.len() as u64]);

    let write_name = |out: &mut StreamWriter, text: &[u8]| {
        let ops: Vec<u64> = text.iter().map(|&c| c.into()).collect();
        let id = if name_scalar(text) == Scalar::Char6 { name } else { 0 };
        out.abbreviated(id, code::STRUCT_NAME, &ops);
    };
    let mut ops = Vec::new();
    for &ty in types {
        ops.clear();
        let add = |ops: &mut Vec<u64>, parts: &[Type]| ops.extend(parts.iter().map(|&part| ids.ty(part)));
        let (abbreviation, code) = match cx.kind(ty) {
            TypeKind::Void => (0, code::VOID),
            TypeKind::Half => (0, code::HALF),
            TypeKind::BFloat => (0, code::BFLOAT),
            TypeKind::Float => (0, code::FLOAT),
            TypeKind::Double => (0, code::DOUBLE),
            TypeKind::X86Fp80 => (0, code::X86_FP80),
            TypeKind::Fp128 => (0, code::FP128),
            TypeKind::PpcFp128 => (0, code::PPC_FP128),
            TypeKind::X86Amx => (0, code::X86_AMX),
            TypeKind::Label => (0, code::LABEL),
            TypeKind::Token => (0, code::TOKEN),
            TypeKind::Metadata => (0, code::METADATA),
            TypeKind::Int(width) => {
                ops.push((*width).into());
                (0, code::INTEGER)
            }
            TypeKind::Byte(width) => {
                ops.push((*width).into());
                (0, code::BYTE)
            }
            TypeKind::Pointer { addr_space } => {
                ops.push((*addr_space).into());
                (if *addr_space == 0 { pointer } else { 0 }, code::OPAQUE_POINTER)
            }
            TypeKind::Vector { element, len, scalable } => {
                ops.extend([(*len).into(), ids.ty(*element)]);
                ops.extend(scalable.then_some(1));
                (0, code::VECTOR)
            }
            TypeKind::Array { element, len } => {
                ops.extend([*len, ids.ty(*element)]);
                (array, code::ARRAY)
            }
            TypeKind::Function { result, params, variadic } => {
                ops.extend([(*variadic).into(), ids.ty(*result)]);
                add(&mut ops, params);
                (function, code::FUNCTION)
            }
            TypeKind::Struct { fields, packed } => {
                ops.push((*packed).into());
                add(&mut ops, fields);
                (literal_struct, code::STRUCT_ANON)
            }
            TypeKind::Identified(id) => {
                let def = cx.struct_def(*id);
                if !def.name().is_empty() {
                    write_name(out, def.name());
                }
                match def.body() {
                    Some(body) => {
                        ops.push(body.packed.into());
                        add(&mut ops, &body.fields);
                        (named_struct, code::STRUCT_NAMED)
                    }
                    None => {
                        ops.push(0);
                        (0, code::OPAQUE)
                    }
                }
            }
            TypeKind::Target { name, types, ints } => {
                write_name(out, name);
                ops.push(types.len() as u64);
                add(&mut ops, types);
                ops.extend(ints.iter().map(|&i| u64::from(i)));
                (0, code::TARGET_TYPE)
            }
        };
        out.abbreviated(abbreviation, code, &ops);
    }
    out.end_block();
}
