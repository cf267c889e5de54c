//! Names of overloads: `llvm.memcpy.p0.p0.i64`.

use std::borrow::Cow;
use std::io::Write;

use crate::hash::HashMap;

use super::IntrinsicId;
use crate::context::Context;
use crate::types::{Type, TypeKind};
use crate::version::IrVersion;

/// The maximum length of a name, in bytes. The text of a type may be exponentially longer than the type.
const MAX_NAME: usize = 1 << 14;

/// The name of an overload of an intrinsic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MangledName {
    /// The name.
    pub name: Vec<u8>,
    /// Whether the name refers to an unnamed identified struct, and so needs a number from [`UniqueNames`].
    pub unnamed: bool,
}

impl IntrinsicId {
    /// The name of the intrinsic for these overload types; `None` if it exceeds 16 KiB.
    pub fn mangled_name(self, cx: &Context, overloads: &[Type]) -> Option<MangledName> {
        let mut mangled = MangledName { name: self.name().into(), unnamed: false };
        for &ty in overloads {
            mangled.name.push(b'.');
            mangled.add(cx, ty)?;
        }
        Some(mangled)
    }
}

/// A remaining part of the text of a type.
enum Step {
    Type(Type),
    Text(Cow<'static, str>),
}

impl MangledName {
    fn add(&mut self, cx: &Context, ty: Type) -> Option<()> {
        let mut steps = vec![Step::Type(ty)];
        while let Some(step) = steps.pop() {
            let text = match step {
                Step::Text(text) => text,
                Step::Type(ty) => self.begin(cx, ty, &mut steps),
            };
            self.name.extend_from_slice(text.as_bytes());
            if self.name.len() > MAX_NAME {
                return None;
            }
        }
        Some(())
    }

    /// Returns the start of the text of `ty`, and pushes the rest on `steps`, last part first.
    fn begin(&mut self, cx: &Context, ty: Type, steps: &mut Vec<Step>) -> Cow<'static, str> {
        let text = |t: &'static str| Step::Text(t.into());
        match cx.kind(ty) {
            TypeKind::Void => "isVoid".into(),
            TypeKind::Half => "f16".into(),
            TypeKind::BFloat => "bf16".into(),
            TypeKind::Float => "f32".into(),
            TypeKind::Double => "f64".into(),
            TypeKind::X86Fp80 => "f80".into(),
            TypeKind::Fp128 => "f128".into(),
            TypeKind::PpcFp128 => "ppcf128".into(),
            TypeKind::X86Amx => "x86amx".into(),
            TypeKind::Metadata => "Metadata".into(),
            // LLVM has no mangling for these types.
            TypeKind::Label => "label".into(),
            TypeKind::Token => "token".into(),
            TypeKind::Int(bits) => format!("i{bits}").into(),
            TypeKind::Byte(bits) => format!("b{bits}").into(),
            TypeKind::Pointer { addr_space } => format!("p{addr_space}").into(),
            TypeKind::Vector { element, len, scalable } => {
                steps.push(Step::Type(*element));
                format!("{}v{len}", if *scalable { "nx" } else { "" }).into()
            }
            TypeKind::Array { element, len } => {
                steps.push(Step::Type(*element));
                format!("a{len}").into()
            }
            TypeKind::Struct { fields, .. } => {
                steps.push(text("s"));
                steps.extend(fields.iter().rev().map(|&f| Step::Type(f)));
                "sl_".into()
            }
            TypeKind::Identified(id) => {
                let name = cx.struct_def(*id).name();
                self.unnamed |= name.is_empty();
                self.name.extend_from_slice(b"s_");
                self.name.extend_from_slice(name);
                "s".into()
            }
            TypeKind::Function { result, params, variadic } => {
                steps.push(text(if *variadic { "varargf" } else { "f" }));
                steps.extend(params.iter().rev().map(|&p| Step::Type(p)));
                steps.push(Step::Type(*result));
                "f_".into()
            }
            TypeKind::Target { name, types, ints } => {
                let ints: String = ints.iter().map(|i| format!("_{i}")).collect();
                steps.push(Step::Text((ints + "t").into()));
                for &ty in types.iter().rev() {
                    steps.extend([Step::Type(ty), text("_")]);
                }
                self.name.push(b't');
                self.name.extend_from_slice(name);
                "".into()
            }
        }
    }
}

/// The number suffixes of intrinsics overloaded on unnamed structs: one for each function type, because the names are equal
/// otherwise. Each module has its own table.
#[derive(Clone, Debug, Default)]
pub struct UniqueNames {
    numbers: HashMap<(IntrinsicId, Type), u32>,
    next: HashMap<Vec<u8>, u32>,
    too_long: bool,
}

impl UniqueNames {
    /// The name of the intrinsic `id` of type `function` with these overload types. `global` returns the value type of the
    /// module's global of a given name. `None` as in [`IntrinsicId::mangled_name`].
    pub fn name(
        &mut self,
        cx: &Context,
        id: IntrinsicId,
        function: Type,
        overloads: &[Type],
        global: impl Fn(&[u8]) -> Option<Type>,
    ) -> Option<Vec<u8>> {
        let Some(MangledName { name: base, unnamed }) = id.mangled_name(cx, overloads) else {
            self.too_long = true;
            return None;
        };
        if !unnamed {
            return Some(base);
        }
        if let Some(&number) = self.numbers.get(&(id, function)) {
            return Some(numbered(&base, number));
        }
        let mut number = self.next.get(&base).copied().unwrap_or(0);
        let name = loop {
            let name = numbered(&base, number);
            match global(&name) {
                Some(other) if other != function => {
                    self.numbers.entry((id, other)).or_insert(number);
                    number += 1;
                }
                _ => break name,
            }
        };
        self.numbers.insert((id, function), number);
        self.next.insert(base, number + 1);
        Some(name)
    }

    /// Whether a requested name was too long: see [`IntrinsicId::mangled_name`].
    pub fn asked_too_long(&self) -> bool {
        self.too_long
    }

    /// The name that a function of type `function`, called `name`, which is the intrinsic `id`, should have instead; `None` if
    /// the name is right, or the type does not match.
    pub fn remangled(
        &mut self,
        version: IrVersion,
        cx: &Context,
        id: IntrinsicId,
        function: Type,
        name: &[u8],
        global: impl Fn(&[u8]) -> Option<Type>,
    ) -> Option<Vec<u8>> {
        let overloads = id.match_signature(version, cx, function).ok()?;
        self.name(cx, id, function, &overloads, global).filter(|wanted| *wanted != name)
    }
}

fn numbered(base: &[u8], number: u32) -> Vec<u8> {
    let mut name = base.to_vec();
    let _ = write!(name, ".{number}"); // Writing to a Vec does not fail.
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mangled(cx: &Context, ty: Type) -> String {
        let name = IntrinsicId::IS_CONSTANT.mangled_name(cx, &[ty]).unwrap().name;
        String::from_utf8(name).unwrap().strip_prefix("llvm.is.constant.").unwrap().to_string()
    }

    #[test]
    fn types() {
        let cx = Context::new();
        let named = cx.new_struct(b"a b.c");
        let packed = cx.struct_type(&[Type::I8, named], true);
        let image =
            TypeKind::Target { name: (*b"spirv.Image").into(), types: [Type::VOID].into(), ints: [1, 2].into() };
        for (ty, name) in [
            (Type::VOID, "isVoid"),
            (Type::METADATA, "Metadata"),
            (Type::BFLOAT, "bf16"),
            (Type::PPC_FP128, "ppcf128"),
            (cx.int(7), "i7"),
            (cx.ptr(3), "p3"),
            (cx.vector(Type::FLOAT, 4, true), "nxv4f32"),
            (cx.array(cx.vector(Type::I8, 2, false), 3), "a3v2i8"),
            (cx.struct_type(&[Type::I32, cx.array(packed, 2), Type::PTR], false), "sl_i32a2sl_i8s_a b.cssp0s"),
            (cx.function_type(Type::VOID, &[Type::I32, Type::PTR], true), "f_isVoidi32p0varargf"),
            (cx.intern_type(image), "tspirv.Image_isVoid_1_2t"),
        ] {
            assert_eq!(mangled(&cx, ty), name);
        }
    }

    #[test]
    fn long_names_are_refused() {
        let cx = Context::new();
        let doubled = (0..64).fold(Type::I8, |ty, _| cx.struct_type(&[ty, ty], false));
        assert_eq!(IntrinsicId::IS_CONSTANT.mangled_name(&cx, &[doubled]), None);
        let mut names = UniqueNames::default();
        assert_eq!(names.name(&cx, IntrinsicId::IS_CONSTANT, doubled, &[doubled], |_| None), None);
        assert!(names.asked_too_long());
    }

    #[test]
    fn structs_without_names_are_told_apart_by_numbers() {
        let cx = Context::new();
        let copy = |ty| cx.function_type(ty, &[ty], false);
        let [a, b, c] = [(); 3].map(|()| copy(cx.new_struct(b"")));
        let taken = |name: &[u8]| (name == b"llvm.ssa.copy.s_s.1").then_some(c);
        let mut names = UniqueNames::default();
        let mut remangled =
            |ty, name: &[u8]| names.remangled(IrVersion::V22, &cx, IntrinsicId::SSA_COPY, ty, name, taken);
        assert_eq!(remangled(a, b"llvm.ssa.copy.s_s.7").unwrap(), b"llvm.ssa.copy.s_s.0");
        assert_eq!(remangled(b, b"llvm.ssa.copy").unwrap(), b"llvm.ssa.copy.s_s.2");
        assert_eq!(remangled(c, b"llvm.ssa.copy").unwrap(), b"llvm.ssa.copy.s_s.1");
        assert_eq!(remangled(a, b"llvm.ssa.copy").unwrap(), b"llvm.ssa.copy.s_s.0");
    }

    #[test]
    fn only_wrong_names_of_matching_functions_are_remangled() {
        let cx = Context::new();
        let good = cx.function_type(Type::I32, &[Type::I32; 2], false);
        let bad = cx.function_type(Type::I32, &[Type::I32], false);
        let remangled = |ty, name: &[u8]| {
            UniqueNames::default().remangled(IrVersion::V22, &cx, IntrinsicId::UMAX, ty, name, |_| None)
        };
        assert_eq!(remangled(good, b"llvm.umax.i64").unwrap(), b"llvm.umax.i32");
        assert_eq!(remangled(good, b"llvm.umax.i32"), None);
        assert_eq!(remangled(bad, b"llvm.umax.i64"), None);
    }
}
