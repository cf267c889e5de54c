//! C++ type infos in memory: matching of handlers, and positions of base subobjects ([Itanium C++ ABI:
//! RTTI](https://itanium-cxx-abi.github.io/cxx-abi/abi.html#rtti)).

use super::library::TypeKind;
use crate::builtin::argument::offset;
use crate::program::Program;
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

/// The maximum number of bases before a type info is considered invalid.
const MAX_BASES: usize = 1 << 16;

/// A base of a class according to its type info.
struct Base {
    type_info: Reg,
    /// The offset in the object; for a virtual base, the offset in the vtable of the entry that holds it.
    offset: i64,
    is_virtual: bool,
    is_public: bool,
}

/// A base subobject of an object.
#[derive(Clone, Copy)]
struct Subobject {
    /// The type info of the virtual base that contains the subobject, if any; an object has only one such subobject.
    within: Option<u64>,
    /// The offset within the virtual base or the object.
    offset: i64,
    pointer: Reg,
    is_public: bool,
}

/// Flags of a pointer's type info about the pointee: `const`, `volatile` or `restrict`, ...
const QUALIFIERS: u64 = 7;
const CONST: u64 = 1;
/// ... or a `transaction_safe` or `noexcept` function.
const FUNCTION_PROMISES: u64 = 0x60;
/// The name of `std::nullptr_t`.
const NULLPTR: &[u8] = b"Dn";
/// Twice the maximum nesting of pointers.
const MAX_POINTERS: u64 = 128;

impl State {
    /// Loads a signed integer of the size of a pointer.
    fn load_offset_at(&mut self, pointer: Reg, distance: u64) -> Result<i64, Stop> {
        let bytes = self.memory.pointer_bytes();
        let bits = self.read_int(pointer, distance, bytes)?;
        Ok(lindworm_eval::word::sign_extend(bytes as u32 * 8, bits))
    }

    /// The mangled name in a type info, without the `*` prefix of names that are compared by address.
    pub(crate) fn type_name(&mut self, type_info: Reg) -> Result<Vec<u8>, Stop> {
        let bytes = self.memory.pointer_bytes();
        let name = self.read_pointer(type_info, bytes)?;
        let mut name = self.read_string(name)?;
        if name.first() == Some(&b'*') {
            name.remove(0);
        }
        Ok(name)
    }

    /// Whether two type infos describe the same type.
    fn same_type(&mut self, a: Reg, b: Reg) -> Result<bool, Stop> {
        if a.bits == b.bits {
            return Ok(true);
        }
        let bytes = self.memory.pointer_bytes();
        let (a, b) = (self.read_pointer(a, bytes)?, self.read_pointer(b, bytes)?);
        if a.bits == b.bits {
            return Ok(true);
        }
        let a = self.read_string(a)?;
        Ok(a.first() != Some(&b'*') && a == self.read_string(b)?)
    }

    fn type_kind(&mut self, program: &Program, type_info: Reg) -> Result<TypeKind, Stop> {
        let table = self.read_pointer(type_info, 0)?;
        let kind = self.type_kind_of_table(program, table)?;
        kind.ok_or_else(|| self.error(format!("there is no type info at {:#x}", type_info.bits)))
    }

    /// The adjusted pointer for a handler of type `wanted`; `None` if the handler does not catch the type.
    pub(super) fn catch_type(
        &mut self,
        program: &Program,
        catch: Reg,
        thrown: Reg,
        object: Reg,
    ) -> Result<Option<Reg>, Stop> {
        if thrown.bits == 0 {
            return Ok(None);
        }
        // For a thrown pointer, the pointee is adjusted.
        let is_pointer = self.type_kind(program, thrown)? == TypeKind::Pointer;
        let object = if is_pointer { self.read_pointer(object, 0)? } else { object };
        self.converts(program, catch, thrown, object, 1)
    }

    /// Matches pointees. `outer` is twice the pointer depth, plus one if all enclosing levels are const.
    fn converts(
        &mut self,
        program: &Program,
        catch: Reg,
        thrown: Reg,
        object: Reg,
        outer: u64,
    ) -> Result<Option<Reg>, Stop> {
        if self.same_type(catch, thrown)? {
            return Ok(Some(object));
        }
        let (wanted, given) = (self.type_kind(program, catch)?, self.type_kind(program, thrown)?);
        match wanted {
            // A derived-to-base conversion only applies to the outermost pointer.
            _ if wanted.is_class() && given.is_class() && outer < 4 => {
                let found = self.bases_of_type(program, thrown, object, catch)?;
                Ok(unique(&found).filter(|base| base.is_public).map(|base| base.pointer))
            }
            TypeKind::Pointer | TypeKind::MemberPointer => {
                if given == TypeKind::Fundamental && self.type_name(thrown)? == NULLPTR {
                    return Ok(Some(Reg::default()));
                }
                match wanted == given && outer & 1 == 1 && outer < MAX_POINTERS {
                    true => self.pointer_converts(program, wanted, catch, thrown, object, outer),
                    false => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    fn pointer_converts(
        &mut self,
        program: &Program,
        kind: TypeKind,
        catch: Reg,
        thrown: Reg,
        object: Reg,
        outer: u64,
    ) -> Result<Option<Reg>, Stop> {
        let bytes = self.memory.pointer_bytes();
        let wanted = self.read_int(catch, 2 * bytes, 4)?;
        let given = self.read_int(thrown, 2 * bytes, 4)?;
        // Qualifiers may be added, and function attributes may be dropped.
        if given & QUALIFIERS & !wanted != 0 || wanted & FUNCTION_PROMISES & !given != 0 {
            return Ok(None);
        }
        let mut outer = outer + 2;
        if kind == TypeKind::MemberPointer {
            let (a, b) = (self.read_pointer(catch, 4 * bytes)?, self.read_pointer(thrown, 4 * bytes)?);
            if !self.same_type(a, b)? {
                return Ok(None);
            }
            outer |= 4;
        }
        let pointee = self.read_pointer(catch, 3 * bytes)?;
        let given_pointee = self.read_pointer(thrown, 3 * bytes)?;
        let is_void = self.type_kind(program, pointee)? == TypeKind::Fundamental && self.type_name(pointee)? == b"v";
        if is_void && outer < 4 {
            let is_function = self.type_kind(program, given_pointee)? == TypeKind::Function;
            return Ok((!is_function).then_some(object));
        }
        if wanted & CONST == 0 {
            outer &= !1;
        }
        self.converts(program, pointee, given_pointee, object, outer)
    }

    /// The direct bases of a class.
    fn bases(&mut self, program: &Program, type_info: Reg) -> Result<Vec<Base>, Stop> {
        let bytes = self.memory.pointer_bytes();
        match self.type_kind(program, type_info)? {
            TypeKind::SingleClass => {
                let base = self.read_pointer(type_info, 2 * bytes)?;
                Ok(vec![Base { type_info: base, offset: 0, is_virtual: false, is_public: true }])
            }
            TypeKind::MultipleClass => {
                let count = self.read_int(type_info, 2 * bytes + 4, 4)?;
                let mut bases = Vec::new();
                for i in 0..count.min(MAX_BASES as u64) {
                    let at = 2 * bytes + 8 + i * 2 * bytes;
                    let base = self.read_pointer(type_info, at)?;
                    let flags = self.load_offset_at(type_info, at + bytes)?;
                    bases.push(Base {
                        type_info: base,
                        offset: flags >> 8,
                        is_virtual: flags & 1 != 0,
                        is_public: flags & 2 != 0,
                    });
                }
                Ok(bases)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// The subobjects of a given type in an object, including the object itself. For a null pointer, their hypothetical
    /// positions.
    fn bases_of_type(
        &mut self,
        program: &Program,
        class: Reg,
        object: Reg,
        wanted: Reg,
    ) -> Result<Vec<Subobject>, Stop> {
        let mut found: Vec<Subobject> = Vec::new();
        let whole = Subobject { within: None, offset: 0, pointer: object, is_public: true };
        let mut left = vec![(class, whole)];
        let mut looked_at = 0;
        while let Some((type_info, at)) = left.pop() {
            looked_at += 1;
            if looked_at > MAX_BASES {
                return Err(self.error(format!("the type info at {:#x} has no end of bases", class.bits)));
            }
            if self.same_type(type_info, wanted)? {
                self.spend_on(found.len() as u64)?;
                match found.iter_mut().find(|f| (f.within, f.offset) == (at.within, at.offset)) {
                    Some(known) => known.is_public |= at.is_public,
                    None => found.push(at),
                }
                continue;
            }
            for base in self.bases(program, type_info)? {
                let is_public = at.is_public && base.is_public;
                let next = match base.is_virtual {
                    false => Subobject {
                        offset: at.offset + base.offset,
                        pointer: step(at.pointer, base.offset),
                        is_public,
                        ..at
                    },
                    true => {
                        let distance = match at.pointer.bits {
                            0 => 0,
                            _ => {
                                let table = self.read_pointer(at.pointer, 0)?;
                                self.load_offset_at(step(table, base.offset), 0)?
                            }
                        };
                        Subobject {
                            within: Some(base.type_info.bits),
                            offset: 0,
                            pointer: step(at.pointer, distance),
                            is_public,
                        }
                    }
                };
                left.push((base.type_info, next));
            }
        }
        Ok(found)
    }

    /// `__dynamic_cast`: the object of type `wanted` that contains the base of type `source` at `pointer`, or that is part of
    /// the same complete object; null if there is none or if it is ambiguous.
    pub(crate) fn dynamic_cast(
        &mut self,
        program: &Program,
        pointer: Reg,
        source: Reg,
        wanted: Reg,
    ) -> Result<Reg, Stop> {
        let bytes = self.memory.pointer_bytes();
        let table = self.read_pointer(pointer, 0)?;
        let to_whole = self.load_offset_at(step(table, -2 * bytes as i64), 0)?;
        let class = self.read_pointer(step(table, -(bytes as i64)), 0)?;
        let whole = step(pointer, to_whole);
        let candidates = self.bases_of_type(program, class, whole, wanted)?;
        let is_source = |found: &[Subobject]| found.iter().any(|f| f.pointer.bits == pointer.bits && f.is_public);
        let mut around = Vec::new();
        for candidate in &candidates {
            if is_source(&self.bases_of_type(program, wanted, candidate.pointer, source)?) {
                around.push(*candidate);
            }
        }
        match around[..] {
            [one] => return Ok(one.pointer),
            [_, _, ..] => return Ok(Reg::default()),
            [] => {}
        }
        let beside = unique(&candidates).filter(|c| c.is_public).map(|c| c.pointer);
        match beside {
            Some(found) if is_source(&self.bases_of_type(program, class, whole, source)?) => Ok(found),
            _ => Ok(Reg::default()),
        }
    }
}

/// The single element, if there is exactly one.
fn unique(found: &[Subobject]) -> Option<Subobject> {
    if let [one] = found { Some(*one) } else { None }
}

/// A pointer at a byte offset; null stays null.
fn step(pointer: Reg, distance: i64) -> Reg {
    if pointer.bits == 0 { pointer } else { offset(pointer, distance as u64) }
}

/// Demangles names of fundamental types and of types in namespaces; other names are returned unchanged.
pub(super) fn readable(mangled: &[u8]) -> String {
    const FUNDAMENTAL: &[(&str, &str)] = &[
        ("v", "void"),
        ("w", "wchar_t"),
        ("b", "bool"),
        ("c", "char"),
        ("a", "signed char"),
        ("h", "unsigned char"),
        ("s", "short"),
        ("t", "unsigned short"),
        ("i", "int"),
        ("j", "unsigned int"),
        ("l", "long"),
        ("m", "unsigned long"),
        ("x", "long long"),
        ("y", "unsigned long long"),
        ("f", "float"),
        ("d", "double"),
        ("e", "long double"),
        ("Dn", "decltype(nullptr)"),
    ];
    let all = String::from_utf8_lossy(mangled).into_owned();
    let pointee = all.trim_start_matches('P').trim_start_matches('K');
    let suffix = match all.len() - pointee.len() {
        0 => "",
        1 if all.starts_with('P') => "*",
        2 if all.starts_with("PK") => " const*",
        _ => return all,
    };
    if let Some((_, name)) = FUNDAMENTAL.iter().find(|(code, _)| *code == pointee) {
        return format!("{name}{suffix}");
    }
    let nested = pointee.strip_prefix('N').and_then(|p| p.strip_suffix('E'));
    let mut rest = nested.unwrap_or(pointee);
    let mut parts = Vec::new();
    if let Some(after) = rest.strip_prefix("St") {
        (rest, parts) = (after, vec!["std"]);
    }
    while !rest.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let part = rest[..digits].parse::<usize>().ok().and_then(|len| rest[digits..].split_at_checked(len));
        let Some((part, after)) = part.filter(|(part, _)| !part.is_empty()) else { return all };
        parts.push(part);
        rest = after;
    }
    format!("{}{suffix}", parts.join("::"))
}
