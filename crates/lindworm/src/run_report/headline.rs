//! Headlines in terms of the source language of a program, if debug info identifies it.

use lindworm_eval::{BinaryOp, CastOp, IntFlags};
use lindworm_interp::{Accessed, Object, ObjectKind, Origin, Program, Report, Site};
use lindworm_ir::InstData;

use super::{in_llvms_words, kind_name, shown_name};

/// A language with its own terms for undefined behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    C,
    Cpp,
    Rust,
}

impl Language {
    /// The language of a DWARF code, `DW_LANG_...`.
    fn of(number: u32) -> Option<Language> {
        match number {
            0x01 | 0x02 | 0x0c | 0x1d | 0x2c => Some(Language::C),
            0x04 | 0x19 | 0x1a | 0x21 | 0x2a | 0x2b => Some(Language::Cpp),
            0x1c => Some(Language::Rust),
            _ => None,
        }
    }
}

/// The condition of a row of the table, besides the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Always,
    /// The pointer is null or derived from null.
    Null,
    /// The object has this kind, and the access is past its end or, if `true`, before its start.
    Outside(ObjectKind, bool),
    /// The memory belongs to an object of this kind.
    Of(ObjectKind),
    /// The object is dead.
    Gone,
    /// The instruction is an `alloca` of variable size.
    VariableSize,
    /// The value became poison in an instruction of this class.
    Poison(Made),
    /// The value was read from an uninitialized variable or other memory.
    Uninitialized,
    /// A data race on the memory, or on the memory that the value was read from.
    Race,
    /// Always; the message is appended.
    Message,
    /// The number of bytes is negative as a signed number.
    NegativeSize,
}

/// The cause of a poison value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    SignedOverflow,
    UnsignedOverflow,
    Shift,
    Pointer,
    NullPointer,
    FloatToInt,
    InvalidValue,
    OutOfScope,
}

use Made::*;
use ObjectKind::{Global, Heap, Stack};
use When::*;

/// The terms for C, C++ and Rust.
type Words = [&'static str; 3];

const fn same(words: &'static str) -> Words {
    [words; 3]
}

const fn c_and_rust(c: &'static str, rust: &'static str) -> Words {
    [c, c, rust]
}

/// Any kind about a poison or undefined value.
const ANY: &[&str] = &[];
/// Kinds about the location of an access.
const PLACE: &[&str] = &["UB0202", "UB0207", "UB0210"];
/// Kinds about a pointer that must be valid for some memory, like a reference.
const REFERENCE: &[&str] = &["UB0507", "UB0508", "UB0607", "UB0608"];

/// Kinds, condition and terms. The first matching row applies. The location or the values are appended, if known.
#[rustfmt::skip]
const HEADLINES: &[(&[&str], When, Words)] = &[
    (&["UB0201", "UB0202"], Null, same("null pointer dereference")),
    (PLACE, NegativeSize, same("memory function with a negative number of bytes")),
    (PLACE, Outside(Heap, true), same("heap buffer underflow")),
    (PLACE, Outside(Stack, true), same("stack buffer underflow")),
    (PLACE, Outside(Global, true), same("global buffer underflow")),
    (PLACE, Outside(Heap, false), same("heap buffer overflow")),
    (PLACE, Outside(Stack, false), same("stack buffer overflow")),
    (PLACE, Outside(Global, false), same("global buffer overflow")),
    (&["UB0204"], Always, same("use after free")),
    (&["UB0205"], Always, c_and_rust("use of a local variable after its function returned", "use of a dangling reference to a local variable")),
    (&["UB0206"], Always, same("use of a local variable out of its scope")),
    (&["UB0208"], Always, c_and_rust("misaligned pointer dereference", "dereference of a misaligned pointer or reference")),
    (&["UB0209", "UB0213"], Always, same("dereference of a pointer to no object")),
    (&["UB0211"], Always, c_and_rust("write to a constant or a string literal", "write to an immutable static")),
    (&["UB0212"], Always, same("access to the code of a function")),
    (&["UB0215"], VariableSize, c_and_rust("variable-length array of a size that is negative or too large", "stack overflow")),
    (&["UB0215"], Always, same("stack overflow")),
    (&["UB0101"], Message, same("division by zero")),
    (&["UB0102"], Message, c_and_rust("signed integer overflow", "integer overflow in an unchecked division")),
    (&["UB0308"], Always, ["`__builtin_unreachable` was reached", "end of a function that returns a value, without a `return`, or `std::unreachable`", "`unreachable_unchecked` was reached"]),
    (&["UB0310"], Always, same("endless loop without side effects")),
    (&["UB0401"], Always, same("call of a null function pointer")),
    (&["UB0403"], Always, same("call of an uninitialized function pointer")),
    (&["UB0404"], Always, same("call of something that is not a function")),
    (&["UB0405", "UB0406", "UB0407", "UB0408", "UB0409"], Message, same("call through a function pointer of the wrong type")),
    (&["UB0410", "UB0411", "UB0412"], Always, same("wrong use of variable arguments")),
    (&["UB0503"], Always, ["null argument where the function does not allow it", "null where a reference or a pointer must not be null", "null reference or box"]),
    (REFERENCE, Null, ["null argument where the function does not allow it", "null reference", "null reference or box"]),
    (REFERENCE, Gone, ["pointer to an object that no longer exists", "dangling reference", "dangling reference"]),
    (REFERENCE, Always, ["array argument with fewer elements than the parameter declares", "reference to memory that is too small for its type", "reference to memory that is too small for its type"]),
    (&["UB0509"], Always, ["access that breaks the promise of `restrict`", "access that breaks the promise of `__restrict`", "access that breaks Rust's rules for references"]),
    (&["UB0709", "UB0805"], Always, c_and_rust("copy between places that overlap", "`copy_nonoverlapping` between places that overlap")),
    (&["UB0801"], Of(Stack), same("free of a local variable")),
    (&["UB0801"], Of(Global), same("free of a global variable")),
    (&["UB0801"], Always, same("free of memory that was not allocated")),
    (&["UB0802"], Always, same("free of a pointer to the inside of an allocation")),
    (&["UB0803"], Always, same("double free")),
    (&["UB0804"], Always, same("memory freed by a function that does not match its allocation")),
    (&["UB0815"], Always, same("unlock of a mutex that is not locked by this thread")),
    (&["UB0904"], Always, same("memory freed while another thread uses it")),
    (&["UB1001"], Always, ["exception out of a function that must not throw", "exception out of a `noexcept` function", "unwinding out of a function that must not unwind"]),
    (&["UB0618"], Message, c_and_rust("access through a pointer of the wrong type", "access as another type")),
    (ANY, Race, same("data race")),
    (ANY, Uninitialized, same("use of uninitialized memory")),
    (ANY, Poison(SignedOverflow), c_and_rust("signed integer overflow", "integer overflow in an unchecked operation")),
    (ANY, Poison(UnsignedOverflow), c_and_rust("unsigned arithmetic overflow", "integer overflow in an unchecked operation")),
    (ANY, Poison(Shift), same("shift by too many bits")),
    (ANY, Poison(NullPointer), same("arithmetic on a null pointer")),
    (ANY, Poison(Pointer), same("pointer arithmetic outside of an object")),
    (ANY, Poison(FloatToInt), same("floating-point number that does not fit the integer type")),
    (ANY, Poison(OutOfScope), same("use of a local variable out of its scope")),
    (ANY, Poison(InvalidValue), c_and_rust("value that its type does not have", "invalid value of a type, such as a `bool` that is neither true nor false")),
];

/// The headline of a report in terms of the program's language, if any.
pub fn headline(program: &Program, report: &Report) -> Option<String> {
    let kind = report.kind?;
    let language = report.stack.iter().find_map(|&site| Language::of(program.locations(site).first()?.language))?;
    let note = report.notes.iter().find(|note| note.origin.is_some());
    let facts = Facts { program, report, origin: note.and_then(|note| Some((note.site?, note.origin.as_ref()?))) };
    let mut rows = HEADLINES.iter().filter(|(codes, ..)| codes.is_empty() || codes.contains(&kind.code));
    let (_, when, words) = rows.find(|(_, when, _)| facts.hold(*when))?;
    let words = words[language as usize];
    let memory = report.memory.as_ref();
    let detail = match (when, facts.origin) {
        (Race, _) => return Some(format!("{words}{}", memory.map_or(String::new(), raced))),
        (Uninitialized, Some((_, Origin::Undef { variable: Some(name) }))) => {
            return Some(format!("use of uninitialized variable `{name}`"));
        }
        (Poison(_), Some((_, Origin::Poison { operands }))) => operands.clone(),
        (Poison(_) | Uninitialized, _) => None,
        (Message, _) => Some(report.message.clone()).filter(|message| message != kind.title),
        (Null, _) => memory.filter(|memory| !memory.access.is_empty()).map(at_null),
        _ => memory.and_then(place),
    };
    let headline = detail.map_or(words.into(), |detail| format!("{words}: {detail}"));
    (headline != in_llvms_words(kind, report)).then_some(headline)
}

/// The properties of a report that rows of the table are matched against.
struct Facts<'a> {
    program: &'a Program,
    report: &'a Report,
    /// The origin of a poison or undefined value: where and how.
    origin: Option<(Site, &'a Origin)>,
}

impl Facts<'_> {
    fn hold(&self, when: When) -> bool {
        let memory = self.report.memory.as_ref();
        let is_of = |kind| memory.and_then(|memory| memory.object.as_ref()).is_some_and(|object| object.kind == kind);
        match when {
            Always | Message => true,
            NegativeSize => memory.is_some_and(|memory| (memory.size as i64) < 0),
            Null => memory.is_some_and(|memory| memory.object.is_none()),
            Outside(kind, before) => is_of(kind) && memory.is_some_and(|memory| (memory.offset < 0) == before),
            Of(kind) => is_of(kind),
            Gone => {
                let object = memory.and_then(|memory| memory.object.as_ref());
                object.is_some_and(|object| object.ended.is_some())
            }
            VariableSize => self.has_variable_size() == Some(true),
            Poison(made) => self.made() == Some(made),
            Uninitialized => matches!(self.origin, Some((_, Origin::Undef { .. }))),
            Race => {
                let races = self.report.kind.is_some_and(|kind| kind.code.starts_with("UB09"));
                races || matches!(self.origin, Some((_, Origin::Race)))
            }
        }
    }

    /// Whether the current instruction is an `alloca` of variable size.
    fn has_variable_size(&self) -> Option<bool> {
        let (module, function, inst) = self.program.instruction(*self.report.stack.first()?)?;
        let InstData::Alloca { count, .. } = *module.body(function)?.inst(inst) else { return None };
        Some(module.constants().as_u64(count).is_none())
    }

    /// The class of the instruction that created a poison value.
    fn made(&self) -> Option<Made> {
        let (site, Origin::Poison { operands }) = self.origin? else { return None };
        let (module, function, inst) = self.program.instruction(site)?;
        let operands = operands.as_deref().unwrap_or_default();
        Some(match *module.body(function)?.inst(inst) {
            InstData::Binary { op: BinaryOp::LShr | BinaryOp::AShr, .. } => Shift,
            InstData::Binary { op: BinaryOp::Shl, .. } if !operands.contains("fit") => Shift,
            InstData::Binary { flags, .. } if flags.contains(IntFlags::NSW) && !operands.contains("unsigned") => {
                SignedOverflow
            }
            InstData::Binary { flags, .. } if flags.contains(IntFlags::NUW) => UnsignedOverflow,
            InstData::GetElementPtr { .. } if operands.starts_with("null") => NullPointer,
            InstData::GetElementPtr { .. } => Pointer,
            InstData::Cast { op: CastOp::FPToSI | CastOp::FPToUI, .. } => FloatToInt,
            InstData::Load { .. } if operands.is_empty() => InvalidValue,
            InstData::Load { .. } => OutOfScope,
            _ => return None,
        })
    }
}

/// The name of an object in the source.
fn name(object: &Object) -> Option<String> {
    let symbol = object.name.as_deref().map(shown_name).filter(|name| !name.starts_with('.'));
    object.source_name.clone().or(symbol).map(|name| format!("`{name}`"))
}

fn count(size: u64) -> String {
    match (size, size as i64) {
        (1, _) => "1 byte".into(),
        (_, negative @ ..0) => format!("{size} bytes (as a signed number, {negative})"),
        _ => format!("{size} bytes"),
    }
}

/// The memory of a data race.
fn raced(memory: &Accessed) -> String {
    let Some(object) = &memory.object else { return String::new() };
    match name(object) {
        Some(name) if object.kind == Stack => format!(" on variable {name}"),
        Some(name) => format!(" on {} {name}", kind_name(object.kind)),
        None => format!(" on a {} of {}", kind_name(object.kind), count(object.size)),
    }
}

/// The access and its location in an object.
fn place(memory: &Accessed) -> Option<String> {
    let Accessed { access, size, object, offset, .. } = memory;
    let object = object.as_ref()?;
    let described = match name(object) {
        Some(name) => format!("{name}, which has {}", count(object.size)),
        None => format!("a {} of {}", kind_name(object.kind), count(object.size)),
    };
    let at = match offset {
        ..0 => format!("{} before the start of", count(offset.unsigned_abs())),
        _ => format!("at offset {offset} of"),
    };
    Some(match access.is_empty() {
        true if *offset == 0 => described,
        true => format!("{at} {described}"),
        false => format!("{access} of {} {at} {described}", count(*size)),
    })
}

/// The access and its location, for a pointer that is null or derived from null.
fn at_null(memory: &Accessed) -> String {
    let at = match memory.offset {
        0 => "null".into(),
        offset @ 1.. => format!("null + {offset}"),
        offset => format!("null - {}", offset.unsigned_abs()),
    };
    format!("{} of {} at {at}", memory.access, count(memory.size))
}
