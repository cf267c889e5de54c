//! Types and struct definitions.

use lindworm_ir::attributes::AttributeSet;
use lindworm_ir::data_layout::DataLayout;
use lindworm_ir::hash::HashMap;
use lindworm_ir::types::{StructId, TypeKind};
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Context, Type};

use super::attributes::write_attribute_set;
use super::names::{push_decimal, push_decimal_u64, write_name, write_quoted};
use super::output::{Output, abbreviated};
use super::slots::SetText;
use super::type_finder::Structs;

/// The number of leading types of a context whose text is cached, and the longest text that is cached.
const KEPT_TYPES: usize = 1 << 14;
const KEPT_LENGTH: usize = 256;

/// A short text, copied with a fixed length and then truncated, which is faster than a copy of variable length.
#[derive(Clone, Copy, Default)]
struct Short {
    len: u8,
    text: [u8; 15],
}

/// The texts of types, the numbers of unnamed structs, and the structs to define.
#[derive(Default)]
pub(super) struct TypeTexts {
    /// By type, followed by a space; empty if the text is not cached or not short.
    short: Vec<Short>,
    /// By type: its range in `text`; empty if the text is not cached.
    long: Vec<(u32, u32)>,
    text: Vec<u8>,
    structs: Structs,
    numbers: HashMap<StructId, u32>,
    /// The data layout with the names of address spaces, if these are written.
    layout: Option<DataLayout>,
    version: IrVersion,
}

impl TypeTexts {
    /// With a layout, address spaces are written by their names in it.
    pub(super) fn new(cx: &Context, version: IrVersion, structs: Structs, layout: Option<&DataLayout>) -> TypeTexts {
        let numbers = structs.numbered.iter().zip(0..).map(|(&id, n)| (id, n)).collect();
        let count = cx.all_types().len().min(KEPT_TYPES);
        let mut texts = TypeTexts {
            version,
            short: Vec::with_capacity(count),
            long: Vec::with_capacity(count),
            text: Vec::new(),
            structs,
            numbers,
            layout: layout.cloned(),
        };
        // Component types precede a type in the table, so each text is built in bounded time. A text is not cached if that
        // of a component is not.
        let mut text = Output::limited(KEPT_LENGTH + 1);
        for ty in cx.all_types().take(count) {
            text.clear();
            let is_named = matches!(cx.kind(ty), TypeKind::Identified(_));
            let may_be_kept = is_named || cx.contained_types(ty).all(|part| texts.kept(part).is_some());
            if may_be_kept {
                texts.write_out(&mut text, cx, ty);
            }
            let mut short = Short::default();
            let mut place = (0, 0);
            if may_be_kept && text.len() <= KEPT_LENGTH {
                let start = texts.text.len() as u32;
                texts.text.extend_from_slice(&text);
                place = (start, texts.text.len() as u32);
                if text.len() < short.text.len() {
                    text.push(b' ');
                    short.len = text.len() as u8;
                    short.text[..text.len()].copy_from_slice(&text);
                }
            }
            texts.short.push(short);
            texts.long.push(place);
        }
        texts
    }

    fn kept(&self, ty: Type) -> Option<&[u8]> {
        let &(start, end) = self.long.get(ty.index())?;
        (start < end).then(|| &self.text[start as usize..end as usize])
    }

    /// Writes a type and a space.
    #[inline]
    pub(super) fn write_spaced(&self, out: &mut Output<'_>, cx: &Context, ty: Type) {
        match self.short.get(ty.index()) {
            Some(short) if short.len > 0 => {
                let end = out.len() + usize::from(short.len);
                out.extend_from_slice(&short.text);
                out.truncate(end);
            }
            _ => {
                self.write(out, cx, ty);
                out.push(b' ');
            }
        }
    }

    /// Writes a type.
    #[inline]
    pub(super) fn write(&self, out: &mut Output<'_>, cx: &Context, ty: Type) {
        match self.short.get(ty.index()) {
            Some(short) if short.len > 0 => {
                let end = out.len() + usize::from(short.len) - 1;
                out.extend_from_slice(&short.text);
                out.truncate(end);
            }
            _ => match self.kept(ty) {
                Some(text) => out.extend_from_slice(text),
                None => self.write_out(out, cx, ty),
            },
        }
    }

    /// Writes return or parameter attributes, followed by a space unless empty.
    pub(super) fn write_attributes(&self, out: &mut Output<'_>, cx: &Context, set: AttributeSet) {
        if set != AttributeSet::EMPTY {
            write_attribute_set(out, cx, self.version, set, false, |out, ty| self.write(out, cx, ty));
            out.push(b' ');
        }
    }

    /// Writes attributes whose text may be cached.
    #[inline]
    pub(super) fn write_set_text(&self, out: &mut Output<'_>, cx: &Context, text: &SetText) {
        match text {
            SetText::Kept(text) => out.extend_from_slice(text),
            SetText::Long(set) => self.write_attributes(out, cx, *set),
        }
    }

    /// Writes a type from the cached texts of its components at any depth. Without recursion: the nesting depth is
    /// controlled by the input.
    fn write_out(&self, out: &mut Output<'_>, cx: &Context, ty: Type) {
        let mut open: Vec<(Type, usize)> = Vec::new();
        if self.begin(out, cx, ty) {
            open.push((ty, 0));
        }
        while let Some((ty, part)) = open.last_mut() {
            if out.is_full() {
                return;
            }
            let ty = *ty;
            match self.next_part(out, cx, ty, *part) {
                Some(sub) => {
                    *part += 1;
                    match self.kept(sub) {
                        Some(text) => out.extend_from_slice(text),
                        None if self.begin(out, cx, sub) => open.push((sub, 0)),
                        None => {}
                    }
                }
                None => drop(open.pop()),
            }
        }
    }

    /// Writes the text before a type's first component. Returns whether components or a closing bracket follow.
    fn begin(&self, out: &mut Output<'_>, cx: &Context, ty: Type) -> bool {
        let simple: &[u8] = match cx.kind(ty) {
            TypeKind::Void => b"void",
            TypeKind::Half => b"half",
            TypeKind::BFloat => b"bfloat",
            TypeKind::Float => b"float",
            TypeKind::Double => b"double",
            TypeKind::X86Fp80 => b"x86_fp80",
            TypeKind::Fp128 => b"fp128",
            TypeKind::PpcFp128 => b"ppc_fp128",
            TypeKind::X86Amx => b"x86_amx",
            TypeKind::Label => b"label",
            TypeKind::Token => b"token",
            TypeKind::Metadata => b"metadata",
            TypeKind::Int(bits) => {
                out.push(b'i');
                push_decimal(out, *bits);
                b""
            }
            TypeKind::Byte(bits) => {
                out.push(b'b');
                push_decimal(out, *bits);
                b""
            }
            TypeKind::Pointer { addr_space: 0 } => b"ptr",
            TypeKind::Pointer { addr_space } => {
                out.extend_from_slice(b"ptr ");
                self.write_addr_space(out, *addr_space);
                b""
            }
            TypeKind::Identified(id) => {
                self.write_struct_name(out, cx, *id);
                b""
            }
            TypeKind::Vector { len, scalable, .. } => {
                out.extend_from_slice(if *scalable { b"<vscale x " } else { b"<" });
                push_decimal(out, *len);
                out.extend_from_slice(b" x ");
                return true;
            }
            TypeKind::Array { len, .. } => {
                out.push(b'[');
                push_decimal_u64(out, *len);
                out.extend_from_slice(b" x ");
                return true;
            }
            TypeKind::Struct { fields, packed } => {
                out.extend_from_slice(match (packed, fields.is_empty()) {
                    (false, false) => b"{ ",
                    (false, true) => b"{",
                    (true, false) => b"<{ ",
                    (true, true) => b"<{",
                });
                return true;
            }
            TypeKind::Function { .. } => return true,
            TypeKind::Target { name, .. } => {
                out.extend_from_slice(b"target(");
                write_quoted(out, name);
                return true;
            }
        };
        out.extend_from_slice(simple);
        false
    }

    /// Writes `addrspace(1)`, or `addrspace("name")`.
    pub(super) fn write_addr_space(&self, out: &mut Output<'_>, addr_space: u32) {
        out.extend_from_slice(b"addrspace(");
        match self.layout.as_ref().map_or(&b""[..], |layout| layout.addr_space_name(addr_space)) {
            b"" => push_decimal(out, addr_space),
            // Unescaped, as in LLVM, even if the result does not read back.
            name => [b"\"", name, b"\""].into_iter().for_each(|part| out.extend_from_slice(part)),
        }
        out.push(b')');
    }

    /// Writes the text before component `index` of a type and returns the component; at the end, writes the closing text.
    fn next_part(&self, out: &mut Output<'_>, cx: &Context, ty: Type, index: usize) -> Option<Type> {
        match cx.kind(ty) {
            TypeKind::Vector { element, .. } => {
                if index > 0 {
                    out.push(b'>');
                    return None;
                }
                Some(*element)
            }
            TypeKind::Array { element, .. } => {
                if index > 0 {
                    out.push(b']');
                    return None;
                }
                Some(*element)
            }
            TypeKind::Struct { fields, packed } => {
                let Some(field) = fields.get(index) else {
                    out.extend_from_slice(match (packed, fields.is_empty()) {
                        (false, false) => b" }",
                        (false, true) => b"}",
                        (true, false) => b" }>",
                        (true, true) => b"}>",
                    });
                    return None;
                };
                if index > 0 {
                    out.extend_from_slice(b", ");
                }
                Some(*field)
            }
            TypeKind::Function { result, params, variadic } => {
                match index {
                    0 => return Some(*result),
                    1 => out.extend_from_slice(b" ("),
                    _ if index <= params.len() => out.extend_from_slice(b", "),
                    _ => {}
                }
                let param = params.get(index - 1);
                if param.is_none() {
                    out.extend_from_slice(match (variadic, params.is_empty()) {
                        (true, true) => b"...)",
                        (true, false) => b", ...)",
                        _ => b")",
                    });
                }
                param.copied()
            }
            TypeKind::Target { types, ints, .. } => {
                if let Some(&sub) = types.get(index) {
                    out.extend_from_slice(b", ");
                    return Some(sub);
                }
                for &n in ints {
                    out.extend_from_slice(b", ");
                    push_decimal(out, n);
                }
                out.push(b')');
                None
            }
            _ => None,
        }
    }

    fn write_struct_name(&self, out: &mut Output<'_>, cx: &Context, id: StructId) {
        let name = cx.struct_def(id).name();
        out.push(b'%');
        match self.numbers.get(&id) {
            _ if !name.is_empty() => write_name(out, name),
            Some(&number) => push_decimal(out, number),
            // LLVM writes an address here.
            None => out.extend_from_slice(b"\"type 0x0\""),
        }
    }

    /// Writes the struct definitions, unnamed ones first.
    pub(super) fn write_definitions(&self, out: &mut Output<'_>, cx: &Context) {
        let all = || self.structs.numbered.iter().chain(&self.structs.named);
        if all().next().is_some() {
            out.push(b'\n');
        }
        for &id in all() {
            if out.is_full() {
                return;
            }
            self.write_definition(out, cx, id);
            out.push(b'\n');
        }
    }

    /// Writes `%name = type ...`.
    fn write_definition(&self, out: &mut Output<'_>, cx: &Context, id: StructId) {
        self.write_struct_name(out, cx, id);
        out.extend_from_slice(b" = type ");
        let Some(body) = cx.struct_def(id).body() else {
            return out.extend_from_slice(b"opaque");
        };
        out.extend_from_slice(if body.packed { b"<{" } else { b"{" });
        for (i, &field) in body.fields.iter().enumerate() {
            if out.is_full() {
                return;
            }
            out.extend_from_slice(if i > 0 { b", " } else { b" " });
            self.write(out, cx, field);
        }
        if !body.fields.is_empty() {
            out.push(b' ');
        }
        out.extend_from_slice(if body.packed { b"}>" } else { b"}" });
    }
}

/// A type as in LLVM's messages, without a module that numbers structs: identified structs include their fields. At most
/// [`MAX_MESSAGE_TEXT`](lindworm_ir::types::MAX_MESSAGE_TEXT) bytes.
pub fn type_to_string(cx: &Context, ty: Type) -> String {
    let mut out = Vec::new();
    abbreviated(&mut out, |out| write_type_in_full(out, cx, ty));
    String::from_utf8_lossy(&out).into_owned()
}

/// Same as [`type_to_string`], as bytes.
pub(super) fn write_type_in_full(out: &mut Output<'_>, cx: &Context, ty: Type) {
    let texts = TypeTexts::default();
    match cx.kind(ty) {
        TypeKind::Identified(id) => texts.write_definition(out, cx, *id),
        _ => texts.write(out, cx, ty),
    }
}
