//! The classes of `<stdexcept>` and similar ones: the parts that are not inline in the headers.

use super::{Builtin, Call, Then, builtins};
use crate::builtin::argument::offset;
use crate::memory::{Kind, OutOfMemory};
use crate::program::Program;
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

/// The member functions of a class whose objects consist of a vtable pointer, with a fixed `what`.
macro_rules! plain {
    ($($name:literal says $what:literal;)*) => {
        pub(crate) const PLAIN: &[Builtin] = &[$(
            Builtin { name: concat!("_ZN", $name, "D0Ev"), approximate: false, run: |c| delete(c, false) },
            Builtin { name: concat!("_ZN", $name, "D1Ev"), approximate: false, run: |_| Ok(Then::Return) },
            Builtin { name: concat!("_ZN", $name, "D2Ev"), approximate: false, run: |_| Ok(Then::Return) },
            Builtin { name: concat!("_ZNK", $name, "4whatEv"), approximate: false, run: |c| {
                let what = c.state.cxx_string($what)?;
                c.give_register(what)
            } },
        )*];
    };
}

plain! {
    "St9exception" says "std::exception";
    "St9bad_alloc" says "std::bad_alloc";
    "St20bad_array_new_length" says "std::bad_array_new_length";
    "St8bad_cast" says "std::bad_cast";
    "St10bad_typeid" says "std::bad_typeid";
    "St13bad_exception" says "std::bad_exception";
    "St17bad_function_call" says "bad_function_call";
    "St12bad_weak_ptr" says "bad_weak_ptr";
}

/// The member functions of a class whose objects contain a message.
macro_rules! with_message {
    ($($name:literal)*) => {
        pub(crate) const WITH_MESSAGE: &[Builtin] = &[$(
            Builtin { name: concat!("_ZN", $name, "C1EPKc"), approximate: false, run: |c| of_chars(c, $name) },
            Builtin { name: concat!("_ZN", $name, "C2EPKc"), approximate: false, run: |c| of_chars(c, $name) },
            Builtin { name: concat!("_ZN", $name, "C1ERK", string!()), approximate: false, run: |c| of_string(c, $name) },
            Builtin { name: concat!("_ZN", $name, "C2ERK", string!()), approximate: false, run: |c| of_string(c, $name) },
            Builtin { name: concat!("_ZN", $name, "C1ERKS_"), approximate: false, run: |c| of_other(c, $name) },
            Builtin { name: concat!("_ZN", $name, "C2ERKS_"), approximate: false, run: |c| of_other(c, $name) },
            Builtin { name: concat!("_ZN", $name, "C1EOS_"), approximate: false, run: |c| of_other(c, $name) },
            Builtin { name: concat!("_ZN", $name, "C2EOS_"), approximate: false, run: |c| of_other(c, $name) },
            Builtin { name: concat!("_ZN", $name, "aSERKS_"), approximate: false, run: assign },
            Builtin { name: concat!("_ZN", $name, "aSEOS_"), approximate: false, run: assign },
            Builtin { name: concat!("_ZN", $name, "D0Ev"), approximate: false, run: |c| delete(c, true) },
            Builtin { name: concat!("_ZN", $name, "D1Ev"), approximate: false, run: destroy },
            Builtin { name: concat!("_ZN", $name, "D2Ev"), approximate: false, run: destroy },
            Builtin { name: concat!("_ZNK", $name, "4whatEv"), approximate: false, run: |c| {
                let this = c.arg(0)?;
                let message = c.state.message_of(this)?;
                c.give_register(message)
            } },
        )*];
    };
}

/// The mangled name of `std::string` in namespace `std::__cxx11`.
macro_rules! string {
    () => {
        "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
    };
}

with_message! {
    "St11logic_error"
    "St12domain_error"
    "St16invalid_argument"
    "St12length_error"
    "St12out_of_range"
    "St13runtime_error"
    "St11range_error"
    "St14overflow_error"
    "St15underflow_error"
    "St12system_error"
    "St12future_error"
}

builtins! {
    "_ZNSt16nested_exceptionD0Ev" = |c| {
        let_go_of_nested(c)?;
        delete(c, false)
    },
    "_ZNSt16nested_exceptionD1Ev" = let_go_of_nested,
    "_ZNSt16nested_exceptionD2Ev" = let_go_of_nested,
    "__cxa_bad_cast" = |c| c.throw_standard("St8bad_cast", None),
    "__cxa_bad_typeid" = |c| c.throw_standard("St10bad_typeid", None),
    "__cxa_throw_bad_array_new_length" = |c| c.throw_standard("St20bad_array_new_length", None),
    "__cxa_throw_bad_array_length" = |c| c.throw_standard("St20bad_array_new_length", None),
    "_ZSt17__throw_bad_allocv" = |c| c.throw_standard("St9bad_alloc", None),
    "_ZSt28__throw_bad_array_new_lengthv" = |c| c.throw_standard("St20bad_array_new_length", None),
    "_ZSt16__throw_bad_castv" = |c| c.throw_standard("St8bad_cast", None),
    "_ZSt18__throw_bad_typeidv" = |c| c.throw_standard("St10bad_typeid", None),
    "_ZSt21__throw_bad_exceptionv" = |c| c.throw_standard("St13bad_exception", None),
    "_ZSt25__throw_bad_function_callv" = |c| c.throw_standard("St17bad_function_call", None),
    "_ZSt20__throw_bad_weak_ptrv" = |c| c.throw_standard("St12bad_weak_ptr", None),
    "_ZSt19__throw_logic_errorPKc" = |c| throw_message(c, "St11logic_error"),
    "_ZSt20__throw_domain_errorPKc" = |c| throw_message(c, "St12domain_error"),
    "_ZSt24__throw_invalid_argumentPKc" = |c| throw_message(c, "St16invalid_argument"),
    "_ZSt20__throw_length_errorPKc" = |c| throw_message(c, "St12length_error"),
    "_ZSt20__throw_out_of_rangePKc" = |c| throw_message(c, "St12out_of_range"),
    "_ZSt24__throw_out_of_range_fmtPKcz" = throw_out_of_range,
    "_ZSt21__throw_runtime_errorPKc" = |c| throw_message(c, "St13runtime_error"),
    "_ZSt19__throw_range_errorPKc" = |c| throw_message(c, "St11range_error"),
    "_ZSt22__throw_overflow_errorPKc" = |c| throw_message(c, "St14overflow_error"),
    "_ZSt23__throw_underflow_errorPKc" = |c| throw_message(c, "St15underflow_error"),
}

/// Constructs an object with a message from a C string.
fn of_chars(c: &mut Call<'_>, class: &str) -> Result<Then, Stop> {
    let (this, text) = (c.arg(0)?, c.arg(1)?);
    let text = c.state.read_string(text)?;
    c.state.construct(c.program, this, class, &text)?;
    Ok(Then::Return)
}

/// Constructs an object with a message from a `std::string`.
fn of_string(c: &mut Call<'_>, class: &str) -> Result<Then, Stop> {
    let (this, string) = (c.arg(0)?, c.arg(1)?);
    let bytes = c.state.memory.pointer_bytes();
    let text = c.state.read_pointer(string, 0)?;
    let len = c.state.read_int(string, bytes, bytes)?;
    let text = c.state.read_bytes(text, len)?;
    c.state.construct(c.program, this, class, &text)?;
    Ok(Then::Return)
}

/// Constructs a copy.
fn of_other(c: &mut Call<'_>, class: &str) -> Result<Then, Stop> {
    let (this, other) = (c.arg(0)?, c.arg(1)?);
    let text = c.state.message_of(other)?;
    let text = c.state.read_string(text)?;
    c.state.construct(c.program, this, class, &text)?;
    Ok(Then::Return)
}

fn assign(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (this, other) = (c.arg(0)?, c.arg(1)?);
    if this.bits != other.bits {
        let text = c.state.message_of(other)?;
        let text = c.state.read_string(text)?;
        c.state.drop_message(this)?;
        c.state.set_message(this, &text)?;
    }
    c.give_register(this)
}

fn destroy(c: &mut Call<'_>) -> Result<Then, Stop> {
    let this = c.arg(0)?;
    c.state.drop_message(this)?;
    Ok(Then::Return)
}

/// Destroys an object and frees its memory.
fn delete(c: &mut Call<'_>, has_message: bool) -> Result<Then, Stop> {
    let this = c.arg(0)?;
    if has_message {
        c.state.drop_message(this)?;
    }
    c.state.call_named(c.program, "_ZdlPv", &[this])?;
    Ok(Then::Return)
}

fn let_go_of_nested(c: &mut Call<'_>) -> Result<Then, Stop> {
    let this = c.arg(0)?;
    let bytes = c.state.memory.pointer_bytes();
    let object = c.state.read_pointer(this, bytes)?;
    c.state.release_exception(c.program, object)?;
    Ok(Then::Return)
}

fn throw_message(c: &mut Call<'_>, class: &str) -> Result<Then, Stop> {
    let text = c.arg(0)?;
    let text = c.state.read_string(text)?;
    c.throw_standard(class, Some(&text))
}

/// `std::__throw_out_of_range_fmt(format, ...)`, which supports `%zu`, `%s` and `%%`.
fn throw_out_of_range(c: &mut Call<'_>) -> Result<Then, Stop> {
    let format = c.arg(0)?;
    let format = c.state.read_string(format)?;
    let (mut text, mut rest, mut next) = (Vec::new(), &format[..], 1);
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte == b'%' && rest.starts_with(b"zu") {
            text.extend(c.size(next)?.to_string().bytes());
            (rest, next) = (&rest[2..], next + 1);
        } else if byte == b'%' && rest.starts_with(b"s") {
            let string = c.arg(next)?;
            text.extend(c.state.read_string(string)?);
            (rest, next) = (&rest[1..], next + 1);
        } else {
            rest = if byte == b'%' { rest.strip_prefix(b"%").unwrap_or(rest) } else { rest };
            text.push(byte);
        }
    }
    c.throw_standard("St12out_of_range", Some(&text))
}

impl Call<'_> {
    /// Throws an exception of the C++ library class with the given mangled name.
    pub(crate) fn throw_standard(&mut self, class: &str, message: Option<&[u8]>) -> Result<Then, Stop> {
        self.state.throw_standard(self.program, class, message)?;
        Ok(Then::Elsewhere)
    }
}

impl State {
    /// Throws an exception of the C++ library class with the given mangled name.
    pub(crate) fn throw_standard(
        &mut self,
        program: &Program,
        class: &str,
        message: Option<&[u8]>,
    ) -> Result<(), Stop> {
        let bytes = self.memory.pointer_bytes();
        let object = self.allocate_exception(if message.is_some() { 2 * bytes } else { bytes })?;
        match message {
            Some(message) => self.construct(program, object, class, message)?,
            None => self.set_table(program, object, class)?,
        }
        self.throw_constructed(program, object, class)
    }

    /// Throws an object of a library class.
    pub(super) fn throw_constructed(&mut self, program: &Program, object: Reg, class: &str) -> Result<(), Stop> {
        let type_info = self.library_variable(program, "_ZTI", class)?;
        let destructor = self.library_method(program, &format!("_ZN{class}D1Ev"))?;
        self.describe_exception(object, type_info, destructor)?;
        self.throw(program, object)
    }

    pub(super) fn construct(&mut self, program: &Program, this: Reg, class: &str, message: &[u8]) -> Result<(), Stop> {
        self.set_table(program, this, class)?;
        self.set_message(this, message)
    }

    fn set_table(&mut self, program: &Program, this: Reg, class: &str) -> Result<(), Stop> {
        let table = self.library_variable(program, "_ZTV", class)?;
        self.write_pointer(this, 0, offset(table, 2 * self.memory.pointer_bytes()))
    }

    fn set_message(&mut self, this: Reg, message: &[u8]) -> Result<(), Stop> {
        let (bytes, site) = (self.memory.pointer_bytes(), self.site());
        let made = self.memory.allocate(Kind::Heap, message.len() as u64 + 1, 1, site);
        let made = made.map_err(|e: OutOfMemory| self.error(e.to_string()))?;
        self.write_bytes(made, message)?;
        self.write_bytes(offset(made, message.len() as u64), &[0])?;
        self.write_pointer(this, bytes, made)
    }

    /// The address of an object's message.
    fn message_of(&mut self, this: Reg) -> Result<Reg, Stop> {
        let bytes = self.memory.pointer_bytes();
        self.read_pointer(this, bytes)
    }

    fn drop_message(&mut self, this: Reg) -> Result<(), Stop> {
        let (message, site) = (self.message_of(this)?, self.site());
        self.memory.free(message.meta.provenance(), site);
        Ok(())
    }
}
