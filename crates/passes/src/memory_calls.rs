//! Creation of calls of `llvm.memset`, `llvm.memcpy` and their relatives.

use lindworm_ir::attributes::{AttrKind, Attribute, AttributeSet};
use lindworm_ir::builder::CallOptions;
use lindworm_ir::editor::Point;
use lindworm_ir::{Inst, Metadata, Type, Value};

use crate::pass::FunctionEdit;

/// Inserts a call of a memory intrinsic: `operands` are the destination, the source or value, and the length; `aligns` are the
/// `align` attributes of the first two. Only what reads memory has two pointers.
pub(crate) fn insert_memory_call(
    f: &mut FunctionEdit<'_, '_>,
    at: Point,
    loc: Option<Metadata>,
    name: &str,
    operands: [Value; 3],
    aligns: [Option<u64>; 2],
    volatile: bool,
) -> Option<Inst> {
    let module = f.editor.module();
    let cx = module.context();
    let types = operands.map(|v| f.editor.type_of(v));
    let overloads = if name == "llvm.memset" { vec![types[0], types[2]] } else { types.to_vec() };
    let callee = f.additions.intrinsic(name, &overloads).ok()?;
    let set = |align: Option<u64>| match align {
        Some(align) => cx.with_attribute(AttributeSet::EMPTY, Attribute::Int(AttrKind::ALIGN, align)),
        None => AttributeSet::EMPTY,
    };
    let count = if cx.is_pointer(types[1]) { 2 } else { 1 };
    let attributes = cx.make_attribute_list(AttributeSet::EMPTY, AttributeSet::EMPTY, &aligns.map(set)[..count]);
    let ty = module.global(callee)?.value_type;
    let options = CallOptions { attributes, ..CallOptions::default() };
    let volatile = module.constants().int(cx, Type::I1, u64::from(volatile));
    let [dest, source, len] = operands;
    let args = [dest, source, len, volatile];
    f.editor.build(at, loc, |b| b.call_with(callee.into(), ty, &args, options)).ok()
}
