//! Symbols of the C++ library that programs refer to: type infos of fundamental types, and exception classes with their
//! vtables.

use lindworm_ir::hash::HashMap;

use crate::builtin::argument::offset;
use crate::memory::{EntryFlags, Kind, Memory, OutOfMemory};
use crate::program::Program;
use crate::state::State;
use crate::stop::Stop;
use crate::value::{Reg, Site};

/// The kind of a type, as determined by the class of its type info.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TypeKind {
    Fundamental,
    Array,
    Function,
    Enum,
    Class,
    /// A class with a single public non-virtual base at offset 0.
    SingleClass,
    MultipleClass,
    Pointer,
    MemberPointer,
}

impl TypeKind {
    pub(super) fn is_class(self) -> bool {
        matches!(self, TypeKind::Class | TypeKind::SingleClass | TypeKind::MultipleClass)
    }
}

/// The classes of type infos: the kind of the described type, and the mangled name of the class.
const TYPE_INFO_CLASSES: &[(TypeKind, &str)] = &[
    (TypeKind::Fundamental, "N10__cxxabiv123__fundamental_type_infoE"),
    (TypeKind::Array, "N10__cxxabiv117__array_type_infoE"),
    (TypeKind::Function, "N10__cxxabiv120__function_type_infoE"),
    (TypeKind::Enum, "N10__cxxabiv116__enum_type_infoE"),
    (TypeKind::Class, "N10__cxxabiv117__class_type_infoE"),
    (TypeKind::SingleClass, "N10__cxxabiv120__si_class_type_infoE"),
    (TypeKind::MultipleClass, "N10__cxxabiv121__vmi_class_type_infoE"),
    (TypeKind::Pointer, "N10__cxxabiv119__pointer_type_infoE"),
    (TypeKind::MemberPointer, "N10__cxxabiv129__pointer_to_member_type_infoE"),
];

/// The mangled names of the types whose type infos are in the library, which also has those of pointers to them and to const.
const FUNDAMENTAL: &[&str] = &[
    "v", "w", "b", "c", "a", "h", "s", "t", "i", "j", "l", "m", "x", "y", "n", "o", "f", "d", "e", "g", "Dn", "Ds",
    "Di", "Du", "Dh", "Df", "Dd", "De",
];

/// A class of the library.
struct Class {
    /// Its mangled name.
    name: &'static str,
    /// The mangled name of its base.
    base: &'static str,
    /// Its virtual functions.
    methods: &'static [&'static str],
}

/// Defines exception classes: `name: base, what;`, where `what` is the class that defines the member function of that name; and
/// error categories with their names.
macro_rules! classes {
    ($($name:literal: $base:literal, $what:literal;)* categories $($category:literal)*) => {
        const CLASSES: &[Class] = &[$(Class {
            name: $name,
            base: $base,
            methods: &[concat!("_ZN", $name, "D1Ev"), concat!("_ZN", $name, "D0Ev"), concat!("_ZNK", $what, "4whatEv")],
        },)* $(Class {
            name: concat!($category, " category"),
            base: "NSt3_V214error_categoryE",
            methods: &[
                "_ZNSt3_V214error_categoryD1Ev",
                "_ZNSt3_V214error_categoryD0Ev",
                concat!($category, " category name"),
                "old category message",
                concat!($category, " category message"),
                "_ZNKSt3_V214error_category23default_error_conditionEi",
                "_ZNKSt3_V214error_category10equivalentEiRKSt15error_condition",
                "_ZNKSt3_V214error_category10equivalentERKSt10error_codei",
            ],
        }),*];
    };
}

classes! {
    "St9exception": "", "St9exception";
    "St9bad_alloc": "St9exception", "St9bad_alloc";
    "St20bad_array_new_length": "St9bad_alloc", "St20bad_array_new_length";
    "St8bad_cast": "St9exception", "St8bad_cast";
    "St10bad_typeid": "St9exception", "St10bad_typeid";
    "St13bad_exception": "St9exception", "St13bad_exception";
    "St17bad_function_call": "St9exception", "St17bad_function_call";
    "St12bad_weak_ptr": "St9exception", "St12bad_weak_ptr";
    "St11logic_error": "St9exception", "St11logic_error";
    "St12domain_error": "St11logic_error", "St11logic_error";
    "St16invalid_argument": "St11logic_error", "St11logic_error";
    "St12length_error": "St11logic_error", "St11logic_error";
    "St12out_of_range": "St11logic_error", "St11logic_error";
    "St13runtime_error": "St9exception", "St13runtime_error";
    "St11range_error": "St13runtime_error", "St13runtime_error";
    "St14overflow_error": "St13runtime_error", "St13runtime_error";
    "St15underflow_error": "St13runtime_error", "St13runtime_error";
    "St16nested_exception": "", "";
    "N10__cxxabiv115__forced_unwindE": "", "";
    "N10__cxxabiv119__foreign_exceptionE": "", "";
    "St12system_error": "St13runtime_error", "St13runtime_error";
    "St12future_error": "St11logic_error", "St12future_error";
    "NSt6thread6_StateE": "", "";
    "NSt13__future_base12_Result_baseE": "", "";
    "NSt3_V214error_categoryE": "", "";
    categories "generic" "system" "future"
}

/// The functions in the vtables.
pub(crate) fn methods() -> impl Iterator<Item = &'static str> {
    CLASSES.iter().flat_map(|class| class.methods.iter().copied())
}

/// Library objects that were allocated for the program.
#[derive(Default)]
pub(super) struct Library {
    /// Variables and strings by their actual or assumed symbols.
    variables: HashMap<Box<[u8]>, Reg>,
    /// The addresses of functions that only the library refers to.
    functions: HashMap<u32, Reg>,
    /// The kinds of types by the vtable pointer of their type info.
    kinds: HashMap<u64, TypeKind>,
}

impl State {
    /// The kind of a type whose type info has the given vtable pointer.
    pub(super) fn type_kind_of_table(&mut self, program: &Program, table: Reg) -> Result<Option<TypeKind>, Stop> {
        let word = self.memory.pointer_bytes();
        if self.exceptions.library.kinds.is_empty() {
            for &(kind, name) in TYPE_INFO_CLASSES {
                let address = self.library_variable(program, "_ZTV", name)?;
                self.exceptions.library.kinds.insert(offset(address, 2 * word).bits, kind);
            }
        }
        match self.exceptions.library.kinds.get(&table.bits).copied() {
            None if table.bits != 0 && !self.memory.contains(table.bits) => {
                let found = self.kind_of_native_table(table)?;
                self.exceptions.library.kinds.extend(found.map(|kind| (table.bits, kind)));
                Ok(found)
            }
            known => Ok(known),
        }
    }

    /// The kind for a native vtable: it refers to the type info of its class, which is one of the known classes or derived from
    /// one.
    fn kind_of_native_table(&mut self, table: Reg) -> Result<Option<TypeKind>, Stop> {
        /// The maximum number of classes that are followed.
        const MAX_CLASSES: usize = 16;
        let word = self.memory.pointer_bytes();
        let mut class = self.read_pointer(table, word.wrapping_neg())?;
        for _ in 0..MAX_CLASSES {
            if let Some(kind) = self.kind_of_name(class)? {
                return Ok(Some(kind));
            }
            let table = self.read_pointer(class, 0)?;
            let class_of_class = self.read_pointer(table, word.wrapping_neg())?;
            // The offset of the first base in the type info of a class.
            let base = match self.kind_of_name(class_of_class)? {
                Some(TypeKind::SingleClass) => 2 * word,
                Some(TypeKind::MultipleClass) => 3 * word,
                _ => break,
            };
            class = self.read_pointer(class, base)?;
        }
        Ok(None)
    }

    /// The kind of a type whose type info is of the given class.
    fn kind_of_name(&mut self, class: Reg) -> Result<Option<TypeKind>, Stop> {
        let name = self.type_name(class)?;
        Ok(TYPE_INFO_CLASSES.iter().find(|(_, known)| known.as_bytes() == name).map(|&(kind, _)| kind))
    }

    /// A variable of the C++ library that a program refers to: a type info, its name, or a vtable.
    pub(crate) fn cxx_variable(&mut self, program: &Program, symbol: &[u8]) -> Result<Option<Reg>, Stop> {
        if let Some(&known) = self.exceptions.library.variables.get(symbol) {
            return Ok(Some(known));
        }
        if symbol == b"_ZSt7nothrow" {
            let nothrow = self.library_memory(1)?;
            self.exceptions.library.variables.insert(symbol.into(), nothrow);
            return Ok(Some(nothrow));
        }
        let Some((kind, name)) = symbol.split_at_checked(4) else { return Ok(None) };
        let Ok(name) = std::str::from_utf8(name) else { return Ok(None) };
        let class = CLASSES.iter().find(|class| class.name == name);
        let is_type_info = TYPE_INFO_CLASSES.iter().any(|&(_, class)| class == name);
        let words = match (kind, class) {
            (b"_ZTV", Some(class)) => self.table_of(program, class)?,
            // Only the library calls these virtual functions.
            (b"_ZTV", None) if is_type_info => vec![Reg::default(); 16],
            (b"_ZTI", Some(class)) => match class.base {
                "" => self.type_info_words(program, "N10__cxxabiv117__class_type_infoE", name)?,
                base => {
                    let mut words = self.type_info_words(program, "N10__cxxabiv120__si_class_type_infoE", name)?;
                    words.push(self.library_variable(program, "_ZTI", base)?);
                    words
                }
            },
            (b"_ZTI", None) if FUNDAMENTAL.contains(&name) => {
                self.type_info_words(program, "N10__cxxabiv123__fundamental_type_infoE", name)?
            }
            (b"_ZTI", None) if name.starts_with('P') => {
                let pointee = name[1..].trim_start_matches('K');
                if !FUNDAMENTAL.contains(&pointee) {
                    return Ok(None);
                }
                let mut words = self.type_info_words(program, "N10__cxxabiv119__pointer_type_infoE", name)?;
                // The flags occupy the first four bytes.
                let shift = if self.memory.is_big_endian() { 8 * (self.memory.pointer_bytes() - 4) } else { 0 };
                words.push(Reg::int(u64::from(name.as_bytes()[1] == b'K') << shift));
                words.push(self.library_variable(program, "_ZTI", pointee)?);
                words
            }
            _ => return Ok(None),
        };
        self.library_words(symbol, &words).map(Some)
    }

    /// The library variable of the given kind (`_ZTI`, `_ZTV`) for a class of the library.
    pub(crate) fn library_variable(&mut self, program: &Program, kind: &str, name: &str) -> Result<Reg, Stop> {
        let symbol = format!("{kind}{name}").into_bytes();
        match program.variable_named(&symbol) {
            Some((module, global)) if self.address(program, module, global).bits != 0 => {
                Ok(self.address(program, module, global))
            }
            _ => Ok(self.cxx_variable(program, &symbol)?.unwrap_or_default()),
        }
    }

    /// The first words of a type info: its vtable pointer, and the name of the type.
    fn type_info_words(&mut self, program: &Program, class: &str, name: &str) -> Result<Vec<Reg>, Stop> {
        let table = self.library_variable(program, "_ZTV", class)?;
        let name = self.cxx_string(name)?;
        Ok(vec![offset(table, 2 * self.memory.pointer_bytes()), name])
    }

    /// The vtable of a class, including the words before the address point.
    fn table_of(&mut self, program: &Program, class: &Class) -> Result<Vec<Reg>, Stop> {
        let mut words = vec![Reg::int(0), self.library_variable(program, "_ZTI", class.name)?];
        for &method in class.methods {
            if program.library_function(method).is_some() {
                words.push(self.library_method(program, method)?);
            }
        }
        Ok(words)
    }

    /// The address of a function in a vtable.
    pub(crate) fn library_method(&mut self, program: &Program, name: &str) -> Result<Reg, Stop> {
        let Some(function) = program.library_function(name) else { return Ok(Reg::default()) };
        if let Some(&known) = self.exceptions.library.functions.get(&function) {
            return Ok(known);
        }
        let address = self.code_address(Kind::Function, function)?;
        self.exceptions.library.functions.insert(function, address);
        Ok(address)
    }

    /// The singleton object of a library class, which consists of a vtable pointer.
    pub(crate) fn cxx_object(&mut self, program: &Program, class: &str) -> Result<Reg, Stop> {
        if let Some(&known) = self.exceptions.library.variables.get(class.as_bytes()) {
            return Ok(known);
        }
        let table = self.library_variable(program, "_ZTV", class)?;
        self.library_words(class.as_bytes(), &[offset(table, 2 * self.memory.pointer_bytes())])
    }

    /// A null-terminated string of the library.
    pub(crate) fn cxx_string(&mut self, text: &str) -> Result<Reg, Stop> {
        let symbol = format!("_ZTS{text}").into_bytes();
        if let Some(&known) = self.exceptions.library.variables.get(&*symbol) {
            return Ok(known);
        }
        let string = self.library_memory(text.len() as u64 + 1)?;
        let place = self.memory.place_of(string.bits);
        self.memory.write_bytes(place, text.as_bytes());
        self.memory.write_bytes(Memory::behind(place, text.len() as u64), &[0]);
        self.exceptions.library.variables.insert(symbol.into(), string);
        Ok(string)
    }

    fn library_words(&mut self, symbol: &[u8], words: &[Reg]) -> Result<Reg, Stop> {
        let bytes = self.memory.pointer_bytes();
        let variable = self.library_memory(words.len() as u64 * bytes)?;
        let place = self.memory.place_of(variable.bits);
        for (i, &word) in words.iter().enumerate() {
            let at = Memory::behind(place, i as u64 * bytes);
            self.memory.store_any(at, bytes as usize, true, word, &self.undefs);
        }
        self.exceptions.library.variables.insert(symbol.into(), variable);
        Ok(variable)
    }

    /// Allocates memory that is constant for the program.
    fn library_memory(&mut self, size: u64) -> Result<Reg, Stop> {
        let made = self.memory.allocate(Kind::Global, size, 16, Site::default());
        let made = made.map_err(|e: OutOfMemory| self.error(e.to_string()))?;
        if let Some(entry) = self.memory.entry_mut(made.meta.provenance()) {
            entry.flags |= EntryFlags::CONSTANT | EntryFlags::SLOW_WRITE;
        }
        Ok(made)
    }
}
