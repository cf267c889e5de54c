//! Functions of the C and C++ libraries: which names and types are known, on which systems, and the attributes of a declaration.
//!
//! The table is [functions.txt](library/functions.txt).
//!
//! ```
//! use lindworm_ir::library::LibraryFunction;
//!
//! let malloc = LibraryFunction::named(b"malloc").unwrap();
//! assert_eq!(malloc.types(), "pz");
//! assert!(LibraryFunction::named(b"my_malloc").is_none());
//! ```

use std::sync::LazyLock;

use crate::attributes::{
    AllocKind, AllocSize, AttrKind, Attribute, AttributeOwner, Captures, MemoryEffects, MemoryLocation, ModRef,
};
use crate::hash::HashMap;
use crate::module::{GlobalValue, Module};
use crate::triple::{Arch, Environment, Os, Triple};
use crate::types::Type;

/// A function of the C or C++ library.
pub struct LibraryFunction {
    types: &'static str,
    systems: &'static str,
    attributes: &'static [(AttributeOwner, Attribute)],
}

impl LibraryFunction {
    /// The library function of this name.
    pub fn named(name: &[u8]) -> Option<&'static LibraryFunction> {
        static TABLE: LazyLock<HashMap<&[u8], LibraryFunction>> = LazyLock::new(table);
        TABLE.get(name)
    }

    /// The library function that a global declares or defines: one with external linkage, the name and type of a library function of
    /// the module's target system.
    pub fn of(module: &Module, global: &GlobalValue) -> Option<&'static LibraryFunction> {
        let function = global.as_function()?;
        if function.intrinsic.is_some() || global.linkage.is_local() {
            return None;
        }
        let name = global.name().strip_prefix(b"\x01").unwrap_or(global.name());
        let found = LibraryFunction::named(name)?;
        (found.is_on(module) && found.has_type(module, global.value_type)).then_some(found)
    }

    /// The types of the result and of the parameters, one letter each: `v` is `void`, `b` an `i8`, `s` an `i16`, `w` an `i32`, `W` an
    /// `i64`, `i` an `int`, `I` an `int` or a wider integer, `l` a `long`, `q` a `long long`, `x` any integer, `z` a `size_t`, `Z` an
    /// `ssize_t`, `f` a `float`, `d` a `double`, `D` a `long double`, `p` a pointer, `S` a struct; `.` stands for variadic arguments.
    pub fn types(&self) -> &'static str {
        self.types
    }

    /// The attributes of a declaration.
    pub fn attributes(&self) -> &'static [(AttributeOwner, Attribute)] {
        self.attributes
    }

    /// Whether the target system of a module has the function.
    pub fn is_on(&self, module: &Module) -> bool {
        self.systems.contains(system(&Triple::in_version(module.version(), module.triple())))
    }

    /// Whether a function type is that of the function. `long double` stands for all floating-point types, as in LLVM.
    pub fn has_type(&self, module: &Module, ty: Type) -> bool {
        let cx = module.context();
        let Some((result, params, variadic)) = cx.function_parts(ty) else { return false };
        let fixed = self.types.strip_suffix('.');
        let letters = fixed.unwrap_or(self.types);
        variadic == fixed.is_some()
            && letters.len() == params.len() + 1
            && letters.chars().zip(std::iter::once(&result).chain(params)).all(|(letter, &ty)| fits(module, ty, letter))
    }
}

/// Whether a type is that of a letter: see [`LibraryFunction::types`].
fn fits(module: &Module, ty: Type, letter: char) -> bool {
    let cx = module.context();
    let triple = || Triple::in_version(module.version(), module.triple());
    let int = || if matches!(triple().arch, Arch::Avr | Arch::Msp430) { 16 } else { 32 };
    let bits = cx.int_width(ty);
    match letter {
        'v' => ty == Type::VOID,
        'b' => bits == Some(8),
        's' => bits == Some(16),
        'w' => bits == Some(32),
        'W' | 'q' => bits == Some(64),
        'i' => bits == Some(int()),
        'I' => bits >= Some(int()),
        'l' => matches!(bits, Some(32 | 64)),
        'x' => bits.is_some(),
        'z' | 'Z' => bits == Some(module.data_layout().pointer(0).index_bits),
        'f' => ty == Type::FLOAT,
        'd' => ty == Type::DOUBLE,
        'D' => ty.is_float(),
        'p' => cx.is_pointer(ty),
        'S' => cx.is_struct(ty),
        _ => false,
    }
}

/// The letter of a target system in the table.
fn system(triple: &Triple<'_>) -> char {
    let version = triple.os_version();
    match triple.os {
        _ if matches!(triple.arch, Arch::Nvptx | Arch::Nvptx64) => 'n',
        _ if matches!(triple.arch, Arch::AmdGcn | Arch::R600) => 'u',
        Os::Linux if triple.is_musl() => 'm',
        Os::Linux if matches!(triple.environment, Environment::Android) => 'a',
        Os::Linux => 'l',
        Os::FreeBsd => 'b',
        Os::Aix => 'x',
        // Before OS X 10.9.
        Os::MacOsX if (version.major, version.minor) < (10, 9) && version.major == 10 => 'd',
        _ if triple.is_darwin() => 'e',
        Os::Windows if !triple.is_windows_msvc() => 'g',
        Os::Windows if triple.arch == Arch::X86 => 'v',
        Os::Windows => 'w',
        _ => 'o',
    }
}

fn table() -> HashMap<&'static [u8], LibraryFunction> {
    let mut functions = HashMap::default();
    let (mut systems, mut attributes): (&str, &[_]) = ("", &[]);
    for line in include_str!("library/functions.txt").lines().filter(|line| !line.starts_with('#')) {
        if let Some((of, text)) = line.strip_prefix('[').and_then(|line| line.split_once(']')) {
            (systems, attributes) = (of, Vec::leak(parse_attributes(text)));
        } else if let Some((types, names)) = line.split_once(' ') {
            let function = |name: &'static str| (name.as_bytes(), LibraryFunction { types, systems, attributes });
            functions.extend(names.split(' ').map(function));
        }
    }
    functions
}

/// Parses attributes of the table: `nounwind memory(read) ; result noalias ; 0 captures(none)`.
fn parse_attributes(text: &'static str) -> Vec<(AttributeOwner, Attribute)> {
    let mut all = Vec::new();
    for part in text.split(';') {
        let mut part = part.trim();
        let mut owner = AttributeOwner::Function;
        if let Some((first, rest)) = part.split_once(' ') {
            let of = (first == "result").then_some(AttributeOwner::Result);
            let of = of.or_else(|| first.parse().ok().map(AttributeOwner::Param));
            if let Some(of) = of {
                (owner, part) = (of, rest);
            }
        }
        while !part.is_empty() {
            // An attribute ends at the first space outside parentheses.
            let mut depth = 0;
            let end = part.find(|c| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                c == ' ' && depth == 0
            });
            let (attribute, rest) = part.split_at(end.unwrap_or(part.len()));
            part = rest.trim_start();
            all.extend(parse_attribute(attribute).map(|attribute| (owner, attribute)));
        }
    }
    all
}

/// Parses an attribute of the kinds that the table has.
fn parse_attribute(text: &str) -> Option<Attribute> {
    if let Some((key, value)) = text.split_once("\"=\"") {
        return Some(Attribute::string(key.trim_start_matches('"'), value.trim_end_matches('"')));
    }
    let (name, value) = text.strip_suffix(')').and_then(|text| text.split_once('(')).unwrap_or((text, ""));
    let kind = AttrKind::from_name(name.as_bytes())?;
    let number = match kind {
        AttrKind::MEMORY => parse_memory(value)?.bits(),
        AttrKind::CAPTURES => Captures::NONE.bits(),
        AttrKind::ALLOC_KIND => {
            let named = |word| AllocKind::NAMED.iter().find(|(name, _)| *name == word).map(|(_, kind)| kind.bits());
            value.trim_matches('"').split(',').filter_map(named).sum::<u32>().into()
        }
        AttrKind::ALLOC_SIZE => {
            let mut numbers = value.split(',').map(|number| number.parse().ok());
            AllocSize { size: numbers.next()??, count: numbers.next().flatten() }.bits()
        }
        _ => return Some(Attribute::Enum(kind)),
    };
    Some(Attribute::Int(kind, number))
}

fn parse_memory(text: &str) -> Option<MemoryEffects> {
    let mut effects = MemoryEffects::NONE;
    for part in text.split(", ") {
        effects = match part.split_once(": ") {
            Some((location, access)) => {
                let access = ModRef::from_keyword(access.as_bytes())?;
                let locations = MemoryLocation::from_name(location.as_bytes());
                locations.iter().fold(effects, |effects, &location| effects.with(location, access))
            }
            None => MemoryEffects::all(ModRef::from_keyword(part.as_bytes())?),
        };
    }
    Some(effects)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_of_the_table_is_understood() {
        for (name, function) in table() {
            let name = String::from_utf8_lossy(name);
            assert!(function.types.chars().all(|c| "vbswWiIlqxzZfdDpS.".contains(c)), "{name}: {}", function.types);
            assert!(function.systems.chars().all(|c| "lamobdexgwvnu".contains(c)), "{name}: {}", function.systems);
        }
        let text = "nofree memory(argmem: read, errnomem: write) allockind(\"alloc,zeroed\") allocsize(0,1) ; 1 captures(none)";
        let all = parse_attributes(text);
        assert_eq!(all.len(), 5);
        assert_eq!(all[4].0, AttributeOwner::Param(1));
        let read = MemoryEffects::only(MemoryLocation::Arg, ModRef::REF);
        assert_eq!(all[1].1, Attribute::memory(read.with(MemoryLocation::Errno, ModRef::MOD)));
        assert_eq!(all[3].1.int(), Some(AllocSize { size: 0, count: Some(1) }.bits()));
    }
}
