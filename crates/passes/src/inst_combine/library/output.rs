//! Formatted and other output: `printf`, `sprintf`, `fwrite`, `puts` and their relatives.

use lindworm_ir::attributes::{AttrKind, Attribute};
use lindworm_ir::eval::BinaryOp;
use lindworm_ir::triple::{Arch, Os, Triple};
use lindworm_ir::{InstData, Type, Value};

use super::{Call, Combine, Functions};
use crate::inst_combine::Combiner;

pub(super) const FUNCTIONS: Functions = &[
    ("printf", printf),
    ("sprintf", sprintf),
    ("snprintf", snprintf),
    ("fprintf", fprintf),
    ("fwrite", fwrite),
    ("fputs", fputs),
    ("puts", puts),
    ("perror", |c, call| mark_cold(c, call, None)),
    ("vfprintf fiprintf", |c, call| mark_cold(c, call, Some(0))),
    ("fputc", |c, call| mark_cold(c, call, Some(1))),
];

/// Marks a call that reports an error as cold: one that writes to `stderr`, the argument `stream`.
fn mark_cold(c: Combine<'_, '_, '_, '_>, call: &Call, stream: Option<usize>) -> Option<Value> {
    let module = c.f.editor.module();
    let cx = module.context();
    let info = c.call_info(call.inst)?;
    let callee = module.global(info.callee.as_global()?)?;
    if !callee.is_declaration() || crate::effects::call_has(module, &info, AttrKind::COLD) {
        return None;
    }
    if let Some(stream) = stream {
        let InstData::Load { pointer, .. } = c.data(call.args.get(stream)?.as_inst()?) else { return None };
        let variable = module.global(pointer.as_global()?).filter(|g| g.as_variable().is_some())?;
        if !variable.is_declaration() || variable.name() != b"stderr" {
            return None;
        }
    }
    let set = cx.with_attribute(cx.attribute_list(info.attributes).function, Attribute::Enum(AttrKind::COLD));
    c.f.editor.change(call.inst, |data, _| {
        if let Some(call) = data.call_info_mut() {
            call.attributes = cx.with_function_attributes(call.attributes, set);
        }
    });
    None
}

/// The function without support of floating-point numbers, if the target has one and the call needs none.
fn without_floats(c: Combine<'_, '_, '_, '_>, call: &Call, name: &str, small: &str) -> Option<Value> {
    let module = c.f.editor.module();
    let cx = module.context();
    let info = c.call_info(call.inst)?;
    let scalar = |&arg: &Value| cx.scalar_type(c.type_of(arg));
    let has_floats = call.args.iter().any(|arg| scalar(arg).is_float());
    let has_wide_floats = call.args.iter().any(|arg| scalar(arg) == Type::FP128);
    let triple = Triple::in_version(module.version(), module.triple());
    let is_emscripten = triple.os == Os::Emscripten;
    let has_integer_only = is_emscripten || matches!(triple.arch, Arch::XCore | Arch::Tce | Arch::TceLe);
    let new = match () {
        _ if has_integer_only && !has_floats && c.can_emit(name, info.function_type) => name,
        _ if is_emscripten && !has_wide_floats && c.can_emit(small, info.function_type) => small,
        _ => return None,
    };
    let old = module.callee(info.callee)?;
    let callee = c.f.additions.function_named(new.as_bytes(), info.function_type, old.attributes);
    c.f.editor.change(call.inst, |data, _| {
        if let Some(call) = data.call_info_mut() {
            call.callee = callee.into();
        }
    });
    c.worklist.push(call.inst);
    None
}

fn putchar(c: Combine<'_, '_, '_, '_>, call: &Call, byte: u8) -> Option<Value> {
    let byte = c.constant(call.ty, byte.into());
    c.emit(call, "putchar", call.ty, &[byte])
}

fn print_line(c: Combine<'_, '_, '_, '_>, call: &Call, text: &[u8]) -> Option<Value> {
    let module = c.f.editor.module();
    let type_of_puts = module.context().function_type(call.ty, &[Type::PTR], false);
    if !c.can_emit("puts", type_of_puts) {
        return None;
    }
    let text = c.constant_string(&[text, b"\0"].concat());
    c.emit(call, "puts", call.ty, &[text])
}

fn print_format(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let format = c.query().string(call.args[0])?;
    if format.is_empty() {
        return Some(if c.is_unused(call) { call.inst.into() } else { c.zero(call.ty) });
    }
    if !c.is_unused(call) {
        return None;
    }
    let arg = call.args.get(1).copied();
    match (&format[..], arg) {
        (&[byte] | &[byte @ b'%', b'%'], _) => putchar(c, call, byte),
        (b"%s", Some(arg)) => {
            let text = c.query().string(arg)?;
            match &text[..] {
                [] => Some(call.inst.into()),
                &[byte] => putchar(c, call, byte),
                [line @ .., b'\n'] => print_line(c, call, line),
                _ => None,
            }
        }
        ([line @ .., b'\n'], _) if !format.contains(&b'%') => print_line(c, call, line),
        (b"%c", Some(arg)) if c.is_integer(arg) => {
            let byte = c.resize(call, arg, call.ty, false, "");
            c.emit(call, "putchar", call.ty, &[byte])
        }
        (b"%s\n", Some(arg)) if c.type_of(arg) == Type::PTR => c.emit(call, "puts", call.ty, &[arg]),
        _ => None,
    }
}

fn printf(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let found = print_format(c, call);
    if found.is_none() {
        c.mark_accessed(call, &[0]);
        without_floats(c, call, "iprintf", "__small_printf");
    }
    found
}

impl Combiner<'_, '_, '_> {
    fn is_integer(&self, value: Value) -> bool {
        self.f.editor.module().context().int_width(self.type_of(value)).is_some()
    }

    /// Stores a character and a zero after it.
    fn store_character(&mut self, call: &Call, value: Value, to: Value) {
        let byte = self.resize(call, value, Type::I8, false, "char");
        self.store_byte(call, byte, to);
        let end = self.offset_by(call, to, 1, "nul");
        let zero = self.zero(Type::I8);
        self.store_byte(call, zero, end);
    }
}

fn sprintf(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let found = print_to_string(c, call);
    if found.is_none() {
        c.mark_accessed(call, &[0, 1]);
        without_floats(c, call, "siprintf", "__small_sprintf");
    }
    found
}

fn print_to_string(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let format = c.query().string(call.args[1])?;
    let to = call.args[0];
    let &[.., arg] = &call.args[..] else { return None };
    if call.args.len() == 2 {
        if format.contains(&b'%') {
            return None;
        }
        let size = c.size(format.len() as u64 + 1);
        c.emit_transfer(call, "llvm.memcpy", [to, call.args[1], size], false)?;
        return Some(c.constant(call.ty, format.len() as i64));
    }
    let arg = *call.args.get(2).unwrap_or(&arg);
    match &format[..] {
        b"%c" if c.is_integer(arg) => {
            c.store_character(call, arg, to);
            Some(c.constant(call.ty, 1))
        }
        b"%s" if c.type_of(arg) == Type::PTR => {
            if c.is_unused(call) {
                return c.emit(call, "strcpy", Type::PTR, &[to, arg]).map(|_| call.inst.into());
            }
            if let Some(size) = c.query().string_size(arg, 8) {
                let bytes = c.size(size);
                c.emit_transfer(call, "llvm.memcpy", [to, arg, bytes], false)?;
                return Some(c.constant(call.ty, size as i64 - 1));
            }
            if let Some(end) = c.emit(call, "stpcpy", Type::PTR, &[to, arg]) {
                let size = c.size_type();
                let [end, start] = [end, to].map(|address| {
                    c.cast(call.inst, lindworm_ir::eval::CastOp::PtrToInt, Default::default(), address, size)
                });
                let len = c.arithmetic(call, BinaryOp::Sub, end, start, "");
                return Some(c.resize(call, len, call.ty, false, ""));
            }
            if c.is_for_size() {
                return None;
            }
            let len = c.emit_strlen(call, arg)?;
            let one = c.size(1);
            let size = c.arithmetic(call, BinaryOp::Add, len, one, "leninc");
            c.emit_transfer(call, "llvm.memcpy", [to, arg, size], false)?;
            Some(c.resize(call, len, call.ty, false, ""))
        }
        _ => None,
    }
}

fn snprintf(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let found = print_at_most(c, call);
    if found.is_none() && c.query().is_non_zero(call.args[1]) {
        c.mark_accessed(call, &[0]);
    }
    found
}

fn print_at_most(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let most = c.number(call.args[1])?;
    let int_max = u64::MAX >> (65 - c.f.editor.module().context().int_width(call.ty)?);
    if most > int_max {
        return None;
    }
    let format = c.query().string(call.args[2])?;
    if call.args.len() == 3 {
        return (!format.contains(&b'%')).then(|| copy_cut(c, call, Some(call.args[2]), &format, most))?;
    }
    let &[_, _, _, arg] = &call.args[..] else { return None };
    match &format[..] {
        // Any string of one character has the effect.
        b"%c" if most <= 1 => copy_cut(c, call, None, b"*", most),
        b"%c" if c.is_integer(arg) => {
            c.store_character(call, arg, call.args[0]);
            Some(c.constant(call.ty, 1))
        }
        b"%s" => {
            let text = c.query().string(arg)?;
            copy_cut(c, call, Some(arg), &text, most)
        }
        _ => None,
    }
}

/// Copies a string into a buffer of a size.
fn copy_cut(c: Combine<'_, '_, '_, '_>, call: &Call, from: Option<Value>, text: &[u8], size: u64) -> Option<Value> {
    let len = text.len() as u64;
    let result = c.constant(call.ty, len as i64);
    if size == 0 {
        return Some(result);
    }
    let copied = if size > len { len + 1 } else { size - 1 };
    let to = call.args[0];
    if copied > 0
        && let Some(from) = from
    {
        let bytes = c.size(copied);
        c.emit_transfer(call, "llvm.memcpy", [to, from, bytes], false)?;
    }
    if size <= len {
        let end = c.offset_by(call, to, copied, "endptr");
        let zero = c.zero(Type::I8);
        c.store_byte(call, zero, end);
    }
    Some(result)
}

/// Writes bytes to a stream.
fn write_bytes(c: Combine<'_, '_, '_, '_>, call: &Call, from: Value, count: u64, stream: Value) -> Option<Value> {
    let (count, one) = (c.size(count), c.size(1));
    c.emit(call, "fwrite", c.size_type(), &[from, count, one, stream])?;
    Some(call.inst.into())
}

fn fprintf(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let found = print_to_file(c, call);
    if found.is_none() {
        without_floats(c, call, "fiprintf", "__small_fprintf");
    }
    found
}

fn print_to_file(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    mark_cold(c, call, Some(0));
    let stream = call.args[0];
    let format = c.query().string(call.args[1])?;
    if !c.is_unused(call) {
        return None;
    }
    if call.args.len() == 2 {
        let is_plain = !format.contains(&b'%');
        return is_plain.then(|| write_bytes(c, call, call.args[1], format.len() as u64, stream))?;
    }
    let arg = call.args[2];
    match &format[..] {
        b"%c" if c.is_integer(arg) => {
            let byte = c.resize(call, arg, Type::I32, true, "chari");
            c.emit(call, "fputc", Type::I32, &[byte, stream])?;
            Some(call.inst.into())
        }
        b"%s" if c.type_of(arg) == Type::PTR => {
            c.emit(call, "fputs", Type::I32, &[arg, stream])?;
            Some(call.inst.into())
        }
        _ => None,
    }
}

fn fwrite(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    mark_cold(c, call, Some(3));
    let (size, count) = (c.number(call.args[1])?, c.number(call.args[2])?);
    match size.wrapping_mul(count) {
        0 => Some(c.zero(call.ty)),
        1 if c.is_unused(call) => {
            let byte = c.load(call, Type::I8, call.args[0], "char");
            let byte = c.resize(call, byte, Type::I32, true, "chari");
            c.emit(call, "fputc", Type::I32, &[byte, call.args[3]])?;
            Some(call.inst.into())
        }
        _ => None,
    }
}

fn fputs(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    mark_cold(c, call, Some(1));
    if c.is_for_size() || !c.is_unused(call) {
        return None;
    }
    let size = c.query().string_size(call.args[0], 8)?;
    write_bytes(c, call, call.args[0], size - 1, call.args[1])
}

fn puts(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    c.mark_accessed(call, &[0]);
    let is_empty = c.query().string(call.args[0])?.is_empty();
    (is_empty && c.is_unused(call)).then(|| putchar(c, call, b'\n'))?
}
