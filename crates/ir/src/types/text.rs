//! Text form of types.

use std::borrow::Cow;
use std::fmt;

use super::{FIXED_TYPES, Type, TypeKind};
use crate::context::Context;

/// Writes the content of a quoted string: printable ASCII unchanged, `\` doubled, other bytes and `"` as `\XX`.
pub(crate) fn write_escaped(out: &mut Vec<u8>, text: &[u8]) {
    for &b in text {
        match b {
            b'\\' => out.extend_from_slice(b"\\\\"),
            b' '..=b'~' if b != b'"' => out.push(b),
            _ => out.extend(format!("\\{b:02X}").bytes()),
        }
    }
}

/// The maximum length in bytes of the text of a type, a value or metadata in a message, because a small object may have
/// exponentially longer text. Longer text is truncated with `...`.
pub const MAX_MESSAGE_TEXT: usize = 1 << 14;

/// The maximum length in an error.
const MAX_ERROR_TEXT: usize = 256;

impl Type {
    /// The type in LLVM's text form: `[4 x i32]`. The text is no longer than [`MAX_MESSAGE_TEXT`], and unnamed structs have no
    /// name in it, because only a module numbers them.
    ///
    /// ```
    /// use lindworm_ir::{Context, Type};
    ///
    /// let cx = Context::new();
    /// let ty = cx.array(cx.struct_type(&[Type::PTR, Type::I32], false), 4);
    /// assert_eq!(ty.display(&cx).to_string(), "[4 x { ptr, i32 }]");
    /// assert_eq!(format!("{:?}", ty.display(&cx)), "[4 x { ptr, i32 }]");
    /// assert_eq!(format!("{:?}", Type::I32), "i32");
    /// ```
    pub fn display(self, cx: &Context) -> DisplayType<'_> {
        DisplayType { cx, ty: self }
    }
}

/// Formats a type in LLVM's text form: [`Type::display`].
#[derive(Clone, Copy)]
pub struct DisplayType<'c> {
    cx: &'c Context,
    ty: Type,
}

impl fmt::Display for DisplayType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.cx.write_type(&mut text, self.ty);
        f.pad(&String::from_utf8_lossy(&text))
    }
}

impl fmt::Debug for DisplayType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The name of a type that is in every context, the number of any other.
impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match FIXED_TYPES.get(self.index()).and_then(simple) {
            Some(text) => f.write_str(&text),
            None => write!(f, "type{}", self.index()),
        }
    }
}

/// The text of a type without components.
fn simple(kind: &TypeKind) -> Option<Cow<'static, str>> {
    Some(match kind {
        TypeKind::Void => "void".into(),
        TypeKind::Half => "half".into(),
        TypeKind::BFloat => "bfloat".into(),
        TypeKind::Float => "float".into(),
        TypeKind::Double => "double".into(),
        TypeKind::X86Fp80 => "x86_fp80".into(),
        TypeKind::Fp128 => "fp128".into(),
        TypeKind::PpcFp128 => "ppc_fp128".into(),
        TypeKind::X86Amx => "x86_amx".into(),
        TypeKind::Label => "label".into(),
        TypeKind::Token => "token".into(),
        TypeKind::Metadata => "metadata".into(),
        TypeKind::Int(bits) => format!("i{bits}").into(),
        TypeKind::Byte(bits) => format!("b{bits}").into(),
        TypeKind::Pointer { addr_space: 0 } => "ptr".into(),
        TypeKind::Pointer { addr_space } => format!("ptr addrspace({addr_space})").into(),
        _ => return None,
    })
}

/// A remaining part of the text of a type.
enum Step {
    Type(Type),
    Text(Cow<'static, str>),
}

impl Context {
    /// Appends the text of a type for messages. Unnamed structs have no name in it, because only a module numbers them. The text
    /// is no longer than [`MAX_MESSAGE_TEXT`].
    pub fn write_type(&self, out: &mut Vec<u8>, ty: Type) {
        self.write_type_up_to(out, ty, MAX_MESSAGE_TEXT);
    }

    /// The text of a type for errors, of which there may be many.
    pub(crate) fn short_type_text(&self, ty: Type) -> String {
        let mut out = Vec::new();
        self.write_type_up_to(&mut out, ty, MAX_ERROR_TEXT);
        String::from_utf8_lossy(&out).into_owned()
    }

    fn write_type_up_to(&self, out: &mut Vec<u8>, ty: Type, limit: usize) {
        let mut steps = vec![Step::Type(ty)];
        let end = out.len() + limit;
        while let Some(step) = steps.pop() {
            if out.len() > end {
                out.truncate(end);
                return out.extend_from_slice(b"...");
            }
            match step {
                Step::Text(text) => out.extend_from_slice(text.as_bytes()),
                Step::Type(ty) => self.begin_type(out, ty, &mut steps),
            }
        }
    }

    /// Writes the start of the text of a type, and pushes the rest on `steps`, last part first.
    fn begin_type(&self, out: &mut Vec<u8>, ty: Type, steps: &mut Vec<Step>) {
        let text = |t: &'static str| Step::Text(t.into());
        let list = |steps: &mut Vec<Step>, types: &[Type]| {
            for (i, &ty) in types.iter().enumerate().rev() {
                steps.push(Step::Type(ty));
                steps.extend((i > 0).then(|| text(", ")));
            }
        };
        let begin: Cow<str> = match self.kind(ty) {
            TypeKind::Vector { element, len, scalable } => {
                steps.extend([text(">"), Step::Type(*element)]);
                format!("<{}{len} x ", if *scalable { "vscale x " } else { "" }).into()
            }
            TypeKind::Array { element, len } => {
                steps.extend([text("]"), Step::Type(*element)]);
                format!("[{len} x ").into()
            }
            TypeKind::Struct { fields, packed } => {
                let (open, close) = if *packed { ("<{", "}>") } else { ("{", "}") };
                steps.push(text(close));
                if !fields.is_empty() {
                    steps.push(text(" "));
                    list(steps, fields);
                    steps.push(text(" "));
                }
                open.into()
            }
            TypeKind::Identified(id) => {
                let name = self.struct_def(*id).name();
                let bare = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_');
                out.push(b'%');
                if name.first().is_some_and(|b| !b.is_ascii_digit()) && name.iter().all(bare) {
                    out.extend_from_slice(name);
                } else {
                    out.push(b'"');
                    write_escaped(out, if name.is_empty() { b"type 0x0" } else { name });
                    out.push(b'"');
                }
                "".into()
            }
            TypeKind::Function { result, params, variadic } => {
                steps.push(text(match (variadic, params.is_empty()) {
                    (true, true) => "...)",
                    (true, false) => ", ...)",
                    _ => ")",
                }));
                list(steps, params);
                steps.extend([text(" ("), Step::Type(*result)]);
                "".into()
            }
            TypeKind::Target { name, types, ints } => {
                out.extend_from_slice(b"target(\"");
                write_escaped(out, name);
                steps.push(Step::Text((ints.iter().map(|n| format!(", {n}")).collect::<String>() + ")").into()));
                for &ty in types.iter().rev() {
                    steps.extend([Step::Type(ty), text(", ")]);
                }
                "\"".into()
            }
            simple_kind => simple(simple_kind).unwrap_or_default(),
        };
        out.extend_from_slice(begin.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types() {
        let cx = Context::new();
        let named = cx.new_struct(b"a b");
        let text = |ty| {
            let mut out = Vec::new();
            cx.write_type(&mut out, ty);
            String::from_utf8(out).unwrap()
        };
        let function = cx.function_type(Type::VOID, &[Type::I8, cx.ptr(3)], true);
        let image =
            TypeKind::Target { name: (*b"spirv.Image").into(), types: [Type::VOID].into(), ints: [1, 2].into() };
        let fields = [cx.array(named, 4), cx.vector(Type::FLOAT, 2, true), cx.intern_type(image)];
        assert_eq!(text(function), "void (i8, ptr addrspace(3), ...)");
        assert_eq!(
            text(cx.struct_type(&fields, true)),
            "<{ [4 x %\"a b\"], <vscale x 2 x float>, target(\"spirv.Image\", void, 1, 2) }>"
        );
        assert_eq!(text(cx.struct_type(&[], false)), "{}");
        assert_eq!(text(cx.function_type(Type::I1, &[], true)), "i1 (...)");
    }

    #[test]
    fn a_long_text_is_cut_off() {
        let cx = Context::new();
        let mut ty = Type::I8;
        for _ in 0..100 {
            ty = cx.struct_type(&[ty, ty], false);
        }
        let mut out = Vec::new();
        cx.write_type(&mut out, ty);
        assert_eq!(out.len(), MAX_MESSAGE_TEXT + 3);
    }
}
