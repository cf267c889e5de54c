//! Simplification of address computations, and of loads from constants.

use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::eval::{BinaryOp, CastOp, Int};
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::module::{GlobalKind, Linkage};
use lindworm_ir::{InstData, Type, Value};

use crate::value_tracking::Query;

/// The maximum nesting depth of an initializer.
const MAX_NESTING: usize = 32;

impl Query<'_> {
    /// The byte offset of constant indices.
    pub(crate) fn constant_offset(&self, source: Type, indices: &[Value]) -> Option<i64> {
        let (cx, layout, constants) = (self.module.context(), self.module.data_layout(), self.module.constants());
        let (mut ty, mut offset) = (source, 0i64);
        for (depth, &index) in indices.iter().enumerate() {
            if depth > 0 && cx.is_struct(ty) {
                let field = constants.struct_index(cx, index)?;
                let at = layout.struct_layout(cx, ty)?.offsets.get(field as usize).copied()?;
                offset = offset.checked_add_unsigned(at.min)?;
                ty = cx.element_type(ty, field)?;
                continue;
            }
            // Addresses have at most 64 bits.
            let number = constants.as_int(cx, index)?.sext_or_trunc(64).to_i64()?;
            if number == 0 {
                ty = if depth > 0 { cx.element_type(ty, 0)? } else { ty };
                continue;
            }
            let size;
            (ty, size) = layout.indexed(cx, ty, depth == 0).filter(|(_, size)| !size.scalable)?;
            offset = offset.wrapping_add(number.wrapping_mul(size.min as i64));
        }
        Some(offset)
    }

    /// Simplifies a `getelementptr`.
    pub(crate) fn simplify_gep(&self, source: Type, flags: GepFlags, operands: &[Value], ty: Type) -> Option<Value> {
        let (cx, constants, layout) = (self.module.context(), self.module.constants(), self.module.data_layout());
        let (&base, indices) = operands.split_first()?;
        if indices.is_empty() {
            return Some(base);
        }
        if operands.iter().any(|&v| constants.is_poison(v)) {
            return Some(constants.poison(ty));
        }
        if constants.is_undef(base) {
            return Some(constants.undef(ty));
        }
        let same_type = self.type_of(base) == ty;
        if same_type && indices.iter().all(|&index| constants.is_zero(index)) {
            return Some(base);
        }
        if let [index] = *indices {
            let size = layout.alloc_size(cx, source)?;
            if same_type && size.min == 0 && !size.scalable {
                return Some(base);
            }
            // base + (address - base) is address.
            if same_type
                && !cx.is_vector(ty)
                && size.min == 1
                && let Some((BinaryOp::Sub, _, l, r)) = self.binary(index)
                && let Some(&InstData::Cast { op: CastOp::PtrToInt | CastOp::PtrToAddr, value: to, .. }) = self.inst(l)
                && let Some(&InstData::Cast { op: CastOp::PtrToInt | CastOp::PtrToAddr, value: from, .. }) =
                    self.inst(r)
                && from == base
                && self.type_of(to) == ty
                && self.base_and_offset(to, true).0 == self.base_and_offset(base, true).0
                && self.width_of(index)? == layout.pointer(cx.addr_space(ty)?).index_bits
            {
                return Some(to);
            }
        }
        if operands.iter().all(|v| v.is_constant()) {
            if layout.alloc_size(cx, source).is_none_or(|size| size.scalable) {
                return None;
            }
            let folded = self.fold_constant_address(source, flags, operands);
            return folded.or_else(|| self.module.fold_gep(source, flags, operands));
        }
        None
    }

    /// A constant address expression in LLVM's canonical form, if it differs: one offset in bytes from a base.
    pub(crate) fn canonical_address(&self, address: Value) -> Option<Value> {
        match self.constant_expr(address)? {
            ConstantExpr::GetElementPtr { source, flags, in_range: None, operands } => {
                self.fold_constant_address(*source, *flags, operands).filter(|&folded| folded != address)
            }
            _ => None,
        }
    }

    fn fold_constant_address(&self, source: Type, mut flags: GepFlags, operands: &[Value]) -> Option<Value> {
        let (cx, constants, layout) = (self.module.context(), self.module.constants(), self.module.data_layout());
        let (mut base, ty) = (operands[0], self.type_of(operands[0]));
        let pointer = layout.pointer(cx.addr_space(ty).filter(|_| !cx.is_vector(ty))?);
        let mut offset = self.constant_offset(source, &operands[1..])?;
        for _ in 0..MAX_NESTING {
            let Some(ConstantExpr::GetElementPtr { source, flags: inner, in_range: None, operands }) =
                self.constant_expr(base)
            else {
                break;
            };
            let Some(more) = self.constant_offset(*source, &operands[1..]) else { break };
            offset = offset.checked_add(more)?;
            flags &= *inner;
            base = operands[0];
        }
        let steps = Int::from_i64(pointer.index_bits, offset);
        let number = match self.constant_expr(base) {
            Some(ConstantExpr::Cast { op: CastOp::IntToPtr, value }) => constants.as_int(cx, *value),
            _ => constants.is_zero(base).then(|| Int::zero(pointer.bits)),
        };
        if let Some(number) = number
            && !(pointer.unstable || pointer.external_state)
        {
            // Only the bits of an index change.
            let number = number.zext_or_trunc(pointer.bits);
            let low = number.zext_or_trunc(pointer.index_bits).add(&steps);
            let sum = match pointer.index_bits < pointer.bits {
                true => number.insert_bits(0, &low),
                false => low.zext_or_trunc(pointer.bits),
            };
            return self.module.fold_cast(CastOp::IntToPtr, constants.wide_int(cx, &sum), ty);
        }
        if steps.is_zero() {
            return Some(base);
        }
        let is_within = || {
            let global = self.module.global(base.as_global()?)?;
            global.as_variable().filter(|_| global.linkage != Linkage::ExternalWeak)?;
            let size = layout.store_size(cx, global.value_type).filter(|size| !size.scalable)?.min;
            Some(size > 0 && u64::try_from(offset).is_ok_and(|offset| offset <= size))
        };
        if is_within() == Some(true) {
            flags |= GepFlags::INBOUNDS | GepFlags::NUSW;
        }
        if flags.contains(GepFlags::NUSW) && !steps.is_negative() {
            flags |= GepFlags::NUW;
        }
        self.module.fold_gep(Type::I8, flags, &[base, constants.wide_int(cx, &steps)])
    }

    /// Simplifies a load from a constant.
    pub(crate) fn simplify_load(&self, pointer: Value, ty: Type) -> Option<Value> {
        let (mut address, mut offset) = (pointer, 0i64);
        for _ in 0..MAX_NESTING {
            let Some((source, operands)) = self.gep(address) else { break };
            if self.module.context().is_vector(self.type_of(address)) {
                return None;
            }
            offset = offset.checked_add(self.constant_offset(source, &operands[1..])?)?;
            address = operands[0];
        }
        let mut global = self.module.global(address.as_global()?)?;
        for _ in 0..MAX_NESTING {
            let GlobalKind::Alias { aliasee } = global.kind else { break };
            if global.linkage.is_interposable() {
                return None;
            }
            let (base, more) = self.base_and_offset(aliasee, true);
            offset = offset.checked_add(more.to_i64()?)?;
            global = self.module.global(base.as_global()?)?;
        }
        let variable = global.as_variable()?;
        let may_be_another = matches!(
            global.linkage,
            Linkage::WeakAny
                | Linkage::LinkOnceAny
                | Linkage::Common
                | Linkage::ExternalWeak
                | Linkage::AvailableExternally
        );
        if !variable.constant || variable.externally_initialized || may_be_another {
            return None;
        }
        let whole = variable.initializer?;
        let (cx, layout) = (self.module.context(), self.module.data_layout());
        let size = layout.alloc_size(cx, self.type_of(whole)).filter(|size| !size.scalable)?.min;
        if offset >= 0 && offset as u64 >= size && ty != Type::X86_AMX {
            return Some(self.module.constants().poison(ty));
        }
        self.constant_at(whole, u64::try_from(offset).ok()?, ty)
    }

    /// The source element type, flags and operands of a `getelementptr`, which may be a constant expression.
    pub(crate) fn gep_parts(&self, address: Value) -> Option<(Type, GepFlags, &[Value])> {
        if let Some(InstData::GetElementPtr { source, flags, operands }) = self.inst(address) {
            return Some((*source, *flags, self.body.list_values(operands)));
        }
        match self.constant_expr(address)? {
            ConstantExpr::GetElementPtr { source, flags, operands, .. } => Some((*source, *flags, operands)),
            _ => None,
        }
    }

    /// The source element type and the operands of a `getelementptr`, which may be a constant expression.
    pub(crate) fn gep(&self, address: Value) -> Option<(Type, &[Value])> {
        if let Some(InstData::GetElementPtr { source, operands, .. }) = self.inst(address) {
            return Some((*source, self.body.list_values(operands)));
        }
        match self.constant_expr(address)? {
            ConstantExpr::GetElementPtr { source, operands, .. } => Some((*source, operands)),
            _ => None,
        }
    }

    pub(super) fn constant_expr(&self, value: Value) -> Option<&ConstantExpr> {
        match &self.module.constants().node(value)?.data {
            ConstantData::Expr(expr) => Some(expr),
            _ => None,
        }
    }

    /// The value of a load of a type at an offset of a constant in memory.
    pub(crate) fn constant_at(&self, whole: Value, offset: u64, ty: Type) -> Option<Value> {
        let (cx, layout, constants) = (self.module.context(), self.module.data_layout(), self.module.constants());
        let (mut at, mut offset) = (whole, offset);
        let wanted = layout.store_size(cx, ty).filter(|size| !size.scalable)?.min;
        let outer = layout.store_size(cx, self.type_of(whole)).filter(|size| !size.scalable)?.min;
        if offset >= outer {
            return Some(constants.poison(ty));
        }
        if offset.checked_add(wanted)? > outer {
            return None;
        }
        for _ in 0..MAX_NESTING {
            let at_type = self.type_of(at);
            if offset == 0 && at_type == ty {
                return Some(at);
            }
            if constants.is_poison(at) {
                return Some(constants.poison(ty));
            }
            if constants.is_undef(at) {
                return Some(constants.undef(ty));
            }
            if constants.is_zero(at) && !cx.is_aggregate(ty) && ty != Type::X86_AMX {
                return Some(constants.zero(cx, ty));
            }
            let Some((inner, rest)) = self.part_at(at, offset) else { break };
            let size = layout.store_size(cx, self.type_of(inner)).filter(|size| !size.scalable)?.min;
            if rest + wanted > size {
                break;
            }
            (at, offset) = (inner, rest);
        }
        if cx.is_aggregate(ty) {
            return None;
        }
        // A scalar of the same size.
        if offset == 0
            && let Some(value) = self.reinterpreted(at, ty)
        {
            return Some(value);
        }
        // Assembles an integer from the bytes at the offset.
        let scalar_bits = layout.size_in_bits(cx, ty).filter(|size| !size.scalable && size.min % 8 == 0)?.min;
        if wanted > 32 || scalar_bits != wanted * 8 {
            return None;
        }
        let mut bytes = [0u8; 32];
        for (i, byte) in bytes[..wanted as usize].iter_mut().enumerate() {
            *byte = self.byte_at(at, offset + i as u64)?;
        }
        if layout.big_endian {
            bytes[..wanted as usize].reverse();
        }
        let limbs: Vec<u64> = bytes.chunks(8).map(|b| b.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b))).collect();
        let number = constants.wide_int(cx, &Int::from_limbs(scalar_bits as u32, &limbs));
        if cx.is_pointer(ty) {
            return constants.is_zero(number).then(|| constants.zero(cx, ty));
        }
        if cx.is_pointer_or_pointer_vector(ty) {
            return None;
        }
        self.module.fold_cast(CastOp::BitCast, number, ty).filter(|&v| self.constant_expr(v).is_none())
    }

    /// A constant address as an integer of the same size, or an integer as an address.
    fn reinterpreted(&self, value: Value, to: Type) -> Option<Value> {
        let (cx, layout) = (self.module.context(), self.module.data_layout());
        let from = self.type_of(value);
        let (op, space) = match (cx.is_pointer(from), cx.is_pointer(to)) {
            (true, false) if cx.int_width(to).is_some() => (CastOp::PtrToInt, cx.addr_space(from)?),
            (false, true) if cx.int_width(from).is_some() => (CastOp::IntToPtr, cx.addr_space(to)?),
            _ => return None,
        };
        let pointer = layout.pointer(space);
        let width = cx.int_width(if op == CastOp::PtrToInt { to } else { from })?;
        let is_plain = width == pointer.bits && !pointer.unstable && !pointer.external_state;
        is_plain.then(|| self.fold_address_cast(op, value, to).or_else(|| self.module.fold_cast(op, value, to)))?
    }

    /// Folds a cast of a constant address to an integer or back, as the data layout permits.
    pub(super) fn fold_address_cast(&self, op: CastOp, value: Value, to: Type) -> Option<Value> {
        let (cx, constants, layout) = (self.module.context(), self.module.constants(), self.module.data_layout());
        let from = self.type_of(value);
        if !value.is_constant() || cx.is_vector(from) {
            return None;
        }
        match (op, self.constant_expr(value)?) {
            (CastOp::PtrToInt, ConstantExpr::Cast { op: CastOp::IntToPtr, value: number }) => {
                let number = constants.as_int(cx, *number)?.zext_or_trunc(layout.pointer(cx.addr_space(from)?).bits);
                Some(self.int(to, &number.zext_or_trunc(cx.int_width(to)?)))
            }
            (CastOp::PtrToInt, ConstantExpr::GetElementPtr { .. }) => {
                // An offset from null.
                let (base, offset) = self.base_and_offset(value, true);
                constants.is_zero(base).then(|| Some(self.int(to, &offset.zext_or_trunc(cx.int_width(to)?))))?
            }
            (CastOp::IntToPtr, ConstantExpr::Cast { op: CastOp::PtrToInt, value: address }) => {
                let pointer = layout.pointer(cx.addr_space(to)?);
                (self.type_of(*address) == to && cx.int_width(from)? >= pointer.bits).then_some(*address)
            }
            _ => None,
        }
    }

    /// The element or field at an offset, and the remaining offset in it.
    fn part_at(&self, whole: Value, offset: u64) -> Option<(Value, u64)> {
        let (index, rest) = self.part_index(self.type_of(whole), offset)?;
        Some((self.module.constants().element(self.module.context(), whole, index)?, rest))
    }

    /// The index of the element or field at an offset in a value of a type, and the remaining offset in it.
    pub(crate) fn part_index(&self, ty: Type, offset: u64) -> Option<(u64, u64)> {
        let (cx, layout) = (self.module.context(), self.module.data_layout());
        if cx.is_struct(ty) {
            let shape = layout.struct_layout(cx, ty)?;
            let field = shape.field_at(offset)?;
            return Some((field as u64, offset - shape.offsets.get(field)?.min));
        }
        let element = cx.element_type(ty, 0)?;
        let size = layout.alloc_size(cx, element).filter(|size| !size.scalable && size.min > 0)?.min;
        // Elements of vectors have no padding.
        if cx.is_vector(ty) && layout.size_in_bits(cx, element)?.min != size * 8 {
            return None;
        }
        Some((offset / size, offset % size))
    }

    fn byte_at(&self, mut at: Value, mut offset: u64) -> Option<u8> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        for _ in 0..MAX_NESTING {
            if constants.is_zero(at) {
                return Some(0);
            }
            let number = constants.as_int(cx, at).or_else(|| constants.as_float(at).map(|f| f.to_int_bits()));
            if let Some(n) = number {
                let size = u64::from(n.width() / 8);
                if !n.width().is_multiple_of(8) || offset >= size {
                    return None;
                }
                let place = if self.module.data_layout().big_endian { size - 1 - offset } else { offset };
                return Some(n.extract_bits(place as u32 * 8, 8).low_u64() as u8);
            }
            (at, offset) = self.part_at(at, offset)?;
        }
        None
    }
}
