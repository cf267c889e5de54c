//! [`llvm.preserve.array.access.index`](https://llvm.org/docs/LangRef.html#llvm-preserve-array-access-index-intrinsic) and
//! similar intrinsics: a `getelementptr inbounds` that passes must not change.

use cranelift_entity::EntityRef;
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::instruction::{CallInfo, GepFlags};
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Inst, Type};

use super::Decoder;
use super::op::{Op, Rare};
use crate::shape::{self, ShapeError};

impl Decoder<'_> {
    /// Decodes a call of such an intrinsic. Returns whether `name` is one.
    pub(super) fn preserved_access(&mut self, inst: Inst, name: &str, call: &CallInfo) -> Result<bool, ShapeError> {
        let Some(name) = name.strip_prefix("llvm.preserve.") else { return Ok(false) };
        let args = self.body.call_args(call);
        let dst = self.code.slots[inst.index()];
        let vscale = self.state.options.vscale;
        let layout = self.module.data_layout();
        let constant = |i: usize| self.module.constants().as_u64(args[i]).unwrap_or(0);
        let attributes = self.cx.attribute_list(call.attributes);
        let element = self.cx.attribute_type(attributes.param(0), AttrKind::ELEMENT_TYPE);
        let space = self.cx.addr_space(self.type_of(args[0])).unwrap_or(0);
        let index_width = layout.pointer(space).index_bits.min(64) as u8;
        match name {
            "union.access.index" => {
                let a = self.operand(args[0])?;
                self.emit(Op::Move { dst, a });
            }
            "struct.access.index" => {
                let of = element.ok_or(ShapeError::NoValue)?;
                let offset = shape::field_offset(self.cx, layout, vscale, of, constant(1) as usize);
                let offset = offset.ok_or(ShapeError::NoValue)?;
                let base = self.operand(args[0])?;
                self.gep(GepFlags::INBOUNDS, index_width, dst, base, offset);
            }
            "array.access.index" => {
                let mut of: Type = element.ok_or(ShapeError::NoValue)?;
                for _ in 0..constant(1) {
                    of = match *self.cx.kind(of) {
                        TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => element,
                        _ => return Err(ShapeError::NoValue),
                    };
                }
                let scale = shape::alloc_size(self.cx, layout, vscale, of).ok_or(ShapeError::NoValue)?;
                let (base, index) = (self.operand(args[0])?, self.operand(args[2])?);
                let (flags, width) = (GepFlags::INBOUNDS, 32);
                match u32::try_from(scale) {
                    Ok(scale) => self.emit(Op::GepIndex { flags, width, index_width, dst, base, index, scale }),
                    Err(_) => {
                        let (width, index_width) = (width.into(), index_width.into());
                        self.rare(Rare::GepFar { flags, width, index_width, dst, base, index, scale });
                    }
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
