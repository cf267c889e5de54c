//! Constants.

use lindworm_ir::constant::{ConstantData, ConstantExpr, ConstantNode};
use lindworm_ir::constant_build::data_width;
use lindworm_ir::eval::{Float, FloatFormat};
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::types::TypeKind;
use lindworm_ir::value::{Constant, ValueKind};
use lindworm_ir::{Module, Type, Value};
use smallvec::SmallVec;

use super::Writer;
use super::instruction::write_int_flags;
use super::names::{push_decimal, push_signed, write_escaped, write_name};
use super::output::Output;
use super::slots::LocalSlots;

/// The text of the block operand of each `blockaddress`: `%name` or `%0`.
pub(super) struct BlockAddressNames(Vec<Box<[u8]>>);

impl BlockAddressNames {
    pub(super) fn new(module: &Module) -> BlockAddressNames {
        let all = module.block_addresses();
        let mut names = vec![Box::default(); all.len()];
        let mut by_function: Vec<usize> = (0..all.len()).collect();
        by_function.sort_by_key(|&i| all[i].0.as_u32());
        let mut slots = LocalSlots::default();
        let mut numbered = None;
        for i in by_function {
            let (function, block) = all[i];
            let mut text = b"%".to_vec();
            match module.body(function) {
                Some(body) if !body.name(block.into()).is_empty() => write_name(&mut text, body.name(block.into())),
                Some(body) => {
                    if numbered.replace(function) != Some(function) {
                        slots.number(body);
                    }
                    push_decimal(&mut text, slots.block(block).unwrap_or(0));
                }
                None => text = b"<badref>".to_vec(),
            }
            names[i] = text.into();
        }
        BlockAddressNames(names)
    }
}

impl Writer<'_> {
    /// Writes a constant or the address of a global, with its type before it.
    pub(super) fn write_typed_constant(&self, out: &mut Output<'_>, value: Value) {
        self.types.write_spaced(out, self.cx, self.module.value_type(None, value));
        self.write_operand_in(out, None, value);
    }

    /// Writes a constant. Uses an explicit stack: the nesting depth is controlled by the input.
    pub(super) fn write_constant(&self, out: &mut Output<'_>, constant: Constant) {
        let node = self.module.constants().get(constant);
        if self.write_simple(out, node) {
            return;
        }
        let mut open: SmallVec<[(&ConstantNode, usize); 8]> = SmallVec::new();
        self.begin(out, node);
        open.push((node, 0));
        while let Some((node, index)) = open.last_mut() {
            if out.is_full() {
                return;
            }
            let node = *node;
            let Some(operand) = self.operand(node, *index) else {
                self.end(out, node);
                open.pop();
                continue;
            };
            if *index > 0 {
                out.extend_from_slice(b", ");
            }
            *index += 1;
            self.types.write_spaced(out, self.cx, self.module.value_type(None, operand));
            match operand.kind() {
                ValueKind::Constant(c) => {
                    let inner = self.module.constants().get(c);
                    if !self.write_simple(out, inner) {
                        self.begin(out, inner);
                        open.push((inner, 0));
                    }
                }
                _ => self.write_operand_in(out, None, operand),
            }
        }
    }

    /// Writes a constant without operands, or a splat of a number. Returns false, without output, for other constants.
    #[inline]
    fn write_simple(&self, out: &mut Output<'_>, node: &ConstantNode) -> bool {
        let text: &[u8] = match &node.data {
            ConstantData::Int(value) => {
                self.write_int(out, node.ty, *value);
                return true;
            }
            ConstantData::Null => match self.cx.kind(node.ty) {
                TypeKind::Target { .. } => b"zeroinitializer",
                _ => b"null",
            },
            ConstantData::Zero if !self.forms.null_splats => b"zeroinitializer",
            ConstantData::None => b"none",
            ConstantData::Undef => b"undef",
            ConstantData::Poison => b"poison",
            _ => return self.write_simple_other(out, node),
        };
        out.extend_from_slice(text);
        true
    }

    fn write_simple_other(&self, out: &mut Output<'_>, node: &ConstantNode) -> bool {
        match &node.data {
            ConstantData::Zero if self.is_vector_of_pointers(node.ty) => {
                out.extend_from_slice(b"splat (");
                self.types.write_spaced(out, self.cx, self.cx.scalar_type(node.ty));
                out.extend_from_slice(b"null)");
            }
            ConstantData::Zero => out.extend_from_slice(b"zeroinitializer"),
            ConstantData::WideInt(value) => value.write_signed_decimal(out),
            ConstantData::Float(bits) => self.write_float(out, node.ty, *bits),
            ConstantData::WideFloat(value) => (self.forms.float)(**value, out),
            ConstantData::Data(bytes) => self.write_data(out, node.ty, bytes),
            ConstantData::Aggregate(values) if values.is_empty() => {
                let packed = self.cx.struct_parts(node.ty).is_some_and(|(_, packed)| packed);
                out.extend_from_slice(if packed { b"<{}>" } else { b"{}" });
            }
            ConstantData::Aggregate(values) => {
                let first = values[0];
                if !(self.cx.is_vector(node.ty) && values.iter().all(|&v| v == first) && self.is_number(first)) {
                    return false;
                }
                self.write_splat(out, first);
            }
            ConstantData::Splat(value) if self.is_number(*value) => self.write_splat(out, *value),
            // The expression form of a splat of a scalable vector.
            ConstantData::Expr(e) if matches!(**e, ConstantExpr::ShuffleVector { .. }) => {
                match self.module.constants().splat_of(self.cx, node) {
                    Some(value) if self.is_number(value) => self.write_splat(out, value),
                    _ => return false,
                }
            }
            ConstantData::BlockAddress(i) => {
                let i = *i as usize;
                out.extend_from_slice(b"blockaddress(");
                if let (Some((function, _)), Some(block)) =
                    (self.module.block_addresses().get(i), self.block_addresses.0.get(i))
                {
                    out.extend_from_slice(self.names.get(*function));
                    out.extend_from_slice(b", ");
                    out.extend_from_slice(block);
                }
                out.push(b')');
            }
            ConstantData::DsoLocalEquivalent(global) => {
                out.extend_from_slice(b"dso_local_equivalent ");
                out.extend_from_slice(self.names.get(*global));
            }
            ConstantData::NoCfi(global) => {
                out.extend_from_slice(b"no_cfi ");
                out.extend_from_slice(self.names.get(*global));
            }
            _ => return false,
        }
        true
    }

    #[inline]
    fn write_int(&self, out: &mut Output<'_>, ty: Type, value: u64) {
        let shift = match ty {
            Type::I1 => return out.extend_from_slice(if value != 0 { b"true" } else { b"false" }),
            Type::I32 => 32,
            Type::I64 => 0,
            _ => 64 - self.cx.int_or_byte_width(ty).unwrap_or(64).min(64),
        };
        push_signed(out, (value << shift) as i64 >> shift);
    }

    /// Writes a floating-point number of at most 64 bits.
    fn write_float(&self, out: &mut Output<'_>, ty: Type, bits: u64) {
        (self.forms.float)(Float::from_bits(ty.float_format().unwrap_or(FloatFormat::Double), bits.into()), out);
    }

    fn is_vector_of_pointers(&self, ty: Type) -> bool {
        self.cx.is_vector(ty) && self.cx.is_pointer(self.cx.scalar_type(ty))
    }

    fn is_number(&self, value: Value) -> bool {
        use ConstantData::*;
        self.module
            .constants()
            .node(value)
            .is_some_and(|n| matches!(n.data, Int(_) | WideInt(_) | Float(_) | WideFloat(_)))
    }

    fn write_splat(&self, out: &mut Output<'_>, value: Value) {
        out.extend_from_slice(b"splat (");
        self.write_typed_constant(out, value);
        out.push(b')');
    }

    /// Writes an array or vector of numbers, given as bytes.
    fn write_data(&self, out: &mut Output<'_>, ty: Type, bytes: &[u8]) {
        let vector = self.cx.is_vector(ty);
        let Some(element) = self.cx.element_type(ty, 0) else { return };
        if matches!(element, Type::I8 | Type::B8) && !vector {
            out.extend_from_slice(b"c\"");
            for part in bytes.chunks(1 << 16) {
                if out.is_full() {
                    return;
                }
                write_escaped(out, part);
            }
            return out.push(b'"');
        }
        let size = data_width(element).unwrap_or(8);
        let write_element = |out: &mut Output<'_>, bytes: &[u8]| {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            let word = u64::from_le_bytes(word);
            self.types.write_spaced(out, self.cx, element);
            match element.is_float() {
                true => self.write_float(out, element, word),
                false => self.write_int(out, element, word),
            }
        };
        let mut elements = bytes.chunks_exact(size);
        if vector
            && let Some(first) = elements.clone().next()
            && elements.all(|e| e == first)
        {
            out.extend_from_slice(b"splat (");
            write_element(out, first);
            return out.push(b')');
        }
        out.push(if vector { b'<' } else { b'[' });
        for (i, e) in bytes.chunks_exact(size).enumerate() {
            if out.is_full() {
                return;
            }
            if i > 0 {
                out.extend_from_slice(b", ");
            }
            write_element(out, e);
        }
        out.push(if vector { b'>' } else { b']' });
    }

    /// Writes the text before the first operand.
    fn begin(&self, out: &mut Output<'_>, node: &ConstantNode) {
        match &node.data {
            ConstantData::Aggregate(_) => out.extend_from_slice(self.brackets(node.ty).0),
            ConstantData::Splat(_) if self.fixed_len(node.ty).is_some() => out.push(b'<'),
            ConstantData::PtrAuth(_) => out.extend_from_slice(b"ptrauth ("),
            ConstantData::Splat(_) => {
                for opening in [&b"shufflevector ("[..], b"insertelement ("] {
                    out.extend_from_slice(opening);
                    self.types.write_spaced(out, self.cx, node.ty);
                }
                out.extend_from_slice(b"poison, ");
            }
            ConstantData::Expr(e) => {
                out.extend_from_slice(e.opcode_name().as_bytes());
                match &**e {
                    ConstantExpr::Binary { flags, .. } => write_int_flags(out, *flags),
                    ConstantExpr::GetElementPtr { source, flags, in_range, .. } => {
                        write_gep_flags(out, *flags);
                        if let Some(range) = in_range {
                            out.extend_from_slice(b" inrange(");
                            range.0.write_signed_decimal(out);
                            out.extend_from_slice(b", ");
                            range.1.write_signed_decimal(out);
                            out.push(b')');
                        }
                        out.extend_from_slice(b" (");
                        self.write_type(out, *source);
                        return out.extend_from_slice(b", ");
                    }
                    _ => {}
                }
                out.extend_from_slice(b" (");
            }
            _ => {}
        }
    }

    /// Writes the text after the last operand.
    fn end(&self, out: &mut Output<'_>, node: &ConstantNode) {
        match &node.data {
            ConstantData::Aggregate(_) => out.extend_from_slice(self.brackets(node.ty).1),
            ConstantData::Splat(_) if self.fixed_len(node.ty).is_some() => out.push(b'>'),
            ConstantData::PtrAuth(_) => out.push(b')'),
            ConstantData::Splat(_) => {
                out.extend_from_slice(b", i64 0), ");
                self.types.write_spaced(out, self.cx, node.ty);
                out.extend_from_slice(b"poison");
                self.write_shuffle_mask(out, node.ty, std::iter::repeat_n(0, 2));
                out.push(b')');
            }
            ConstantData::Expr(e) => {
                match &**e {
                    ConstantExpr::Cast { .. } => {
                        out.extend_from_slice(b" to ");
                        self.write_type(out, node.ty);
                    }
                    ConstantExpr::ShuffleVector { mask, .. } => {
                        self.write_shuffle_mask(out, node.ty, mask.iter().copied());
                    }
                    _ => {}
                }
                out.push(b')');
            }
            _ => {}
        }
    }

    fn brackets(&self, ty: Type) -> (&'static [u8], &'static [u8]) {
        match self.cx.kind(ty) {
            TypeKind::Array { .. } => (b"[", b"]"),
            TypeKind::Vector { .. } => (b"<", b">"),
            _ => match self.cx.struct_parts(ty) {
                Some((_, true)) => (b"<{ ", b" }>"),
                _ => (b"{ ", b" }"),
            },
        }
    }

    /// The length of a fixed-length vector. A splat of it that is not of a number is written element by element.
    fn fixed_len(&self, ty: Type) -> Option<usize> {
        self.cx.vector_shape(ty).and_then(|(_, len, scalable)| (!scalable).then_some(len as usize))
    }

    /// The `index`th operand to write.
    fn operand(&self, node: &ConstantNode, index: usize) -> Option<Value> {
        if let ConstantData::Splat(value) = node.data
            && let Some(len) = self.fixed_len(node.ty)
        {
            return (index < len).then_some(value);
        }
        if let ConstantData::PtrAuth(values) = &node.data {
            // Trailing zero operands are omitted.
            let written = values.iter().rposition(|&v| !self.module.constants().is_zero(v)).map_or(0, |last| last + 1);
            return (index < written.max(2)).then(|| values[index]);
        }
        operand(node, index)
    }

    /// Writes `, <2 x i32> <i32 0, i32 1>`; `ty` is the type of the result.
    pub(super) fn write_shuffle_mask(
        &self,
        out: &mut Output<'_>,
        ty: Type,
        mask: impl ExactSizeIterator<Item = i32> + Clone,
    ) {
        let Some((_, len, scalable)) = self.cx.vector_shape(ty) else { return };
        out.extend_from_slice(if scalable { b", <vscale x " } else { b", <" });
        push_decimal(out, len);
        out.extend_from_slice(b" x i32> ");
        if mask.clone().all(|m| m == 0) {
            return out.extend_from_slice(b"zeroinitializer");
        }
        if mask.clone().all(|m| m < 0) {
            return out.extend_from_slice(b"poison");
        }
        for (i, m) in mask.enumerate() {
            if out.is_full() {
                return;
            }
            out.extend_from_slice(if i == 0 { b"<i32 " } else { b", i32 " });
            match u32::try_from(m) {
                Ok(m) => push_decimal(out, m),
                Err(_) => out.extend_from_slice(b"poison"),
            }
        }
        out.push(b'>');
    }
}

/// The `index`th operand of a constant, in LLVM's order.
pub(super) fn operand(node: &ConstantNode, index: usize) -> Option<Value> {
    let of = |values: &[Value]| values.get(index).copied();
    match &node.data {
        ConstantData::Aggregate(values) => of(values),
        ConstantData::Splat(value) => of(&[*value]),
        ConstantData::PtrAuth(values) => of(&**values),
        ConstantData::Expr(e) => match &**e {
            ConstantExpr::Cast { value, .. } => of(&[*value]),
            ConstantExpr::Binary { lhs, rhs, .. } => of(&[*lhs, *rhs]),
            ConstantExpr::GetElementPtr { operands, .. } => of(operands),
            ConstantExpr::ExtractElement { vector, index } => of(&[*vector, *index]),
            ConstantExpr::InsertElement { vector, element, index } => of(&[*vector, *element, *index]),
            ConstantExpr::ShuffleVector { v1, v2, .. } => of(&[*v1, *v2]),
        },
        _ => None,
    }
}

/// Writes ` inbounds nuw` and other flags.
pub(super) fn write_gep_flags(out: &mut Output<'_>, flags: GepFlags) {
    if flags.contains(GepFlags::INBOUNDS) {
        out.extend_from_slice(b" inbounds");
    } else if flags.contains(GepFlags::NUSW) {
        out.extend_from_slice(b" nusw");
    }
    if flags.contains(GepFlags::NUW) {
        out.extend_from_slice(b" nuw");
    }
}
