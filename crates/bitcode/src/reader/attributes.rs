//! Attribute groups and lists ([PARAMATTR_BLOCK](https://llvm.org/docs/BitCodeFormat.html#paramattr-block-contents)).

use lindworm_eval::Int;
use lindworm_ir::attributes::{
    AttrClass, AttrKind, Attribute, AttributeBuilder, AttributeList, AttributeListData, AttributeSet, Captures,
    FpClass, MemoryEffects, MemoryLocation, UWTABLE_ASYNC, UWTABLE_SYNC,
};
use lindworm_ir::hash::HashMap;
use lindworm_ir::types::MAX_INT_BITS;
use lindworm_ir::{Context, Module, Type};
use lindworm_upgrade::attributes::upgrade_set;
use smallvec::SmallVec;

use super::constants::wide_int;
use super::types::{TypeId, TypeTable};
use crate::bitstream::{Record, Stream};
use crate::codes::{attribute as code, attribute_form as form};
use crate::encoding;
use crate::error::Result;

type Message<T> = std::result::Result<T, String>;

/// The owner in an attribute group or set: the return value, a parameter, or the function.
const RESULT: u64 = 0;
const FUNCTION: u64 = 0xffff_ffff;

/// The codes of kinds that are represented by other kinds now.
const NO_CAPTURE: u64 = 11;
const OLD_MEMORY: [(u64, &[u8]); 6] = [
    (20, b"readnone"),
    (21, b"readonly"),
    (52, b"writeonly"),
    (45, b"argmemonly"),
    (49, b"inaccessiblememonly"),
    (50, b"inaccessiblemem_or_argmemonly"),
];

/// The attribute groups of a module by number: owner and set.
pub(crate) type Groups = HashMap<u64, (u64, AttributeSet)>;

/// Reads the groups. The block is already entered.
pub(crate) fn read_groups(stream: &mut Stream<'_>, module: &Module, types: &TypeTable) -> Result<Groups> {
    let cx = module.context();
    let mut groups = Groups::default();
    let mut record = Record::default();
    while stream.next_record(&mut record)? {
        if record.code != code::GRP_CODE_ENTRY {
            continue;
        }
        let &[id, owner, ref ops @ ..] = &record.ops[..] else { return Err(stream.error("Invalid grp record")) };
        let owner = u64::from(owner as u32);
        if ops.is_empty() {
            return Err(stream.error("Invalid grp record"));
        }
        let set = group(cx, types, owner, ops).map_err(|message| stream.error(message))?;
        for attribute in cx.attribute_set(set) {
            module.note_form_since(attribute.kind().map_or_else(Default::default, AttrKind::since));
        }
        groups.insert(id, (owner, set));
    }
    Ok(groups)
}

/// Reads the attributes of a group.
fn group(cx: &Context, types: &TypeTable, owner: u64, mut ops: &[u64]) -> Message<AttributeSet> {
    const INVALID: &str = "Invalid attribute group entry";
    let mut builder = AttributeBuilder::new();
    let mut memory = MemoryEffects::UNKNOWN;
    while let Some(of) = next(&mut ops) {
        match of {
            form::ENUM => {
                let kind_code = next(&mut ops).ok_or(INVALID)?;
                let old_memory = OLD_MEMORY.iter().find(|(old, _)| *old == kind_code && owner == FUNCTION);
                if let Some(effects) = old_memory.and_then(|(_, name)| MemoryEffects::from_old_name(name)) {
                    memory = memory & effects;
                } else if kind_code == NO_CAPTURE {
                    builder.add(Attribute::captures(Captures::NONE));
                } else {
                    builder.add(match kind(kind_code)? {
                        kind if has_pointee_type(kind) && is_param(owner) => Attribute::Type(kind, None),
                        AttrKind::UW_TABLE => Attribute::Int(AttrKind::UW_TABLE, UWTABLE_ASYNC),
                        kind if kind.class() == AttrClass::Enum => Attribute::Enum(kind),
                        _ => return Err("Not an enum attribute".into()),
                    });
                }
            }
            form::INT => {
                let kind = kind_of_class(next(&mut ops).ok_or(INVALID)?, AttrClass::Int, "Not an int attribute")?;
                builder.extend(int_attribute(kind, next(&mut ops).ok_or(INVALID)?));
            }
            form::KEY | form::KEY_AND_VALUE => {
                let key = string(&mut ops).ok_or(INVALID)?;
                let value = if of == form::KEY_AND_VALUE { string(&mut ops).ok_or(INVALID)? } else { Box::default() };
                builder.add(Attribute::String(key, value));
            }
            form::TYPE_LEFT_OUT | form::TYPE => {
                let kind = kind_of_class(next(&mut ops).ok_or(INVALID)?, AttrClass::Type, "Not a type attribute")?;
                let mut ty = None;
                if of == form::TYPE {
                    let id = next(&mut ops).ok_or(INVALID)?;
                    ty = types.ty(TypeId(id as u32));
                }
                if ty.is_none() && !(has_pointee_type(kind) && is_param(owner)) {
                    return Err(without_type(kind));
                }
                builder.add(Attribute::Type(kind, ty));
            }
            form::RANGE => {
                let kind =
                    kind_of_class(next(&mut ops).ok_or(INVALID)?, AttrClass::Range, "Not a ConstantRange attribute")?;
                let width = next(&mut ops).ok_or("Too few records for range")?;
                builder.add(Attribute::Range(kind, range(width, &mut ops)?.into()));
            }
            form::RANGES => {
                let kind = kind_of_class(
                    next(&mut ops).ok_or(INVALID)?,
                    AttrClass::Ranges,
                    "Not a constant range list attribute",
                )?;
                let (Some(count), Some(width)) = (next(&mut ops), next(&mut ops)) else {
                    return Err("Too few records for constant range list".into());
                };
                let ranges: Message<Box<[(Int, Int)]>> = (0..count).map(|_| range(width, &mut ops)).collect();
                let ranges = ranges?;
                // Sorted and without overlaps.
                if !ranges.iter().flat_map(|(lower, upper)| [lower, upper]).is_sorted_by(|a, b| a.scmp(b).is_lt()) {
                    return Err("Invalid (unordered or overlapping) range list".into());
                }
                builder.add(Attribute::Ranges(kind, ranges));
            }
            _ => return Err(INVALID.into()),
        }
    }
    if memory != MemoryEffects::UNKNOWN {
        builder.add(Attribute::memory(memory));
    }
    Ok(upgrade_set(cx, cx.make_attribute_set(&mut builder)))
}

/// Whether an attribute of this kind had no type in old versions. Its type is then the pointee of the parameter: see
/// [`add_missing_types`].
fn has_pointee_type(kind: AttrKind) -> bool {
    matches!(kind, AttrKind::BY_VAL | AttrKind::STRUCT_RET | AttrKind::IN_ALLOCA)
}

fn without_type(kind: AttrKind) -> String {
    format!("Attribute '{}' without a type", kind.name())
}

/// Whether the owner of a group is a parameter.
fn is_param(owner: u64) -> bool {
    !matches!(owner, FUNCTION | RESULT)
}

fn next(ops: &mut &[u64]) -> Option<u64> {
    let (&first, rest) = ops.split_first()?;
    *ops = rest;
    Some(first)
}

/// The first kind with this code.
fn kind(code: u64) -> Message<AttrKind> {
    AttrKind::with_code(code).next().ok_or_else(|| format!("Unknown attribute kind ({code})"))
}

/// The kind with this code and class. `error` is the error if only kinds of other classes have the code.
fn kind_of_class(code: u64, class: AttrClass, error: &str) -> Message<AttrKind> {
    let first = kind(code)?;
    if first.class() == class {
        return Ok(first);
    }
    AttrKind::with_code(code).find(|kind| kind.class() == class).ok_or_else(|| error.into())
}

/// Reads a NUL-terminated string.
fn string(ops: &mut &[u64]) -> Option<Box<[u8]>> {
    let len = ops.iter().position(|&c| c == 0)?;
    let (chars, rest) = ops.split_at(len);
    *ops = &rest[1..];
    Some(chars.iter().map(|&c| c as u8).collect())
}

/// An integer attribute; `None` if the value makes it a no-op.
fn int_attribute(kind: AttrKind, value: u64) -> Option<Attribute> {
    let value = match kind {
        AttrKind::MEMORY => return Some(Attribute::memory(memory_effects(value))),
        AttrKind::ALLOC_SIZE | AttrKind::ALLOC_KIND | AttrKind::CAPTURES | AttrKind::DENORMAL_FP_ENV => {
            return Some(Attribute::Int(kind, value));
        }
        AttrKind::NO_FP_CLASS => value & FpClass::all().bits() as u64,
        // Alignments are powers of two in 32 bits; greater ones are lost.
        AttrKind::ALIGN | AttrKind::ALIGN_STACK => (value as u32).checked_ilog2().map_or(0, |log2| 1 << log2),
        _ => value,
    };
    (value != 0).then_some(Attribute::Int(kind, value))
}

/// Decodes memory effects. The highest byte is the version of the encoding.
fn memory_effects(value: u64) -> MemoryEffects {
    if value >> 56 != 0 {
        return MemoryEffects::from_bits(value & 0xff_ffff_ffff_ffff);
    }
    // In version 0, `errno` was part of the other locations.
    use MemoryLocation as L;
    let access = |place: u32| lindworm_ir::attributes::ModRef::from_bits_truncate((value >> (2 * place)) as u32);
    let places = [(L::Arg, 0), (L::Inaccessible, 1), (L::Errno, 2), (L::Other, 2)];
    places.into_iter().fold(MemoryEffects::NONE, |all, (location, place)| all.with(location, access(place)))
}

/// Reads the bounds of a range, of `width` bits each.
pub(crate) fn range(width: u64, ops: &mut &[u64]) -> Message<(Int, Int)> {
    const TOO_FEW: &str = "Too few records for range";
    let width = u32::try_from(width).ok().filter(|w| (1..=MAX_INT_BITS).contains(w)).ok_or("Invalid range width")?;
    if ops.len() < 2 {
        return Err(TOO_FEW.into());
    }
    if width <= 64 {
        let mut bound = || next(ops).map(|op| Int::from_i64(width, encoding::signed(op)));
        return bound().zip(bound()).ok_or_else(|| TOO_FEW.into());
    }
    let lengths = next(ops).unwrap_or(0);
    let mut bound = |words: u64| {
        let (bound, rest) = ops.split_at_checked(words as usize)?;
        *ops = rest;
        Some(wide_int(width, bound))
    };
    bound(lengths & 0xffff_ffff).zip(bound(lengths >> 32)).ok_or_else(|| TOO_FEW.into())
}

/// Reads the lists. The block is already entered.
pub(crate) fn read_lists(stream: &mut Stream<'_>, cx: &Context, groups: &Groups) -> Result<Vec<AttributeList>> {
    let mut lists = Vec::new();
    // The length of a list is that of its last parameter index. Bounds the total length by the size of the file.
    let mut left = stream.cursor.end().max(1 << 18);
    let mut record = Record::default();
    // Pairs of owner and set of the current list.
    let mut sets: Vec<(u64, AttributeSet)> = Vec::new();
    while stream.next_record(&mut record)? {
        const INVALID: &str = "Invalid parameter attribute record";
        sets.clear();
        match record.code {
            code::CODE_ENTRY => sets.extend(record.ops.iter().filter_map(|group| groups.get(group))),
            code::CODE_ENTRY_OLD if record.ops.len().is_multiple_of(2) => {
                for pair in record.ops.chunks(2) {
                    sets.push((pair[0], old_set(cx, pair[0], pair[1]).map_err(|message| stream.error(message))?));
                }
            }
            code::CODE_ENTRY_OLD => return Err(stream.error(INVALID)),
            _ => continue,
        }
        // Among several sets of one owner, the last one wins.
        sets.sort_by_key(|&(owner, _)| owner);
        let last_param = sets.iter().map(|&(owner, _)| owner).rfind(|&owner| owner != FUNCTION).unwrap_or(0);
        left = match left.checked_sub(last_param) {
            Some(left) => left,
            None => return Err(stream.error(INVALID)),
        };
        let mut data = AttributeListData::default();
        let mut params = SmallVec::<[AttributeSet; 8]>::from_elem(AttributeSet::EMPTY, last_param as usize);
        for of_one in sets.chunk_by(|a, b| a.0 == b.0) {
            let set = cx.merge_attributes(of_one.iter().map(|&(_, set)| set));
            match of_one[0].0 {
                RESULT => data.result = set,
                FUNCTION => data.function = set,
                param => params[param as usize - 1] = set,
            }
        }
        lists.push(cx.make_attribute_list(data.function, data.result, &params));
    }
    Ok(lists)
}

/// The attributes of the old bit-mask encoding, from bit 0 on; `None` for unused bits and for attributes that are memory
/// effects now.
const BITS: [Option<AttrKind>; 41] = {
    use AttrKind as K;
    [
        Some(K::ZERO_EXT),
        Some(K::SIGN_EXT),
        Some(K::NO_RETURN),
        Some(K::IN_REG),
        Some(K::STRUCT_RET),
        Some(K::NO_UNWIND),
        Some(K::NO_ALIAS),
        Some(K::BY_VAL),
        Some(K::NEST),
        Some(K::READ_NONE),
        Some(K::READ_ONLY),
        Some(K::NO_INLINE),
        Some(K::ALWAYS_INLINE),
        Some(K::OPT_SIZE),
        Some(K::STACK_PROTECT),
        Some(K::STACK_PROTECT_REQ),
        None,
        None,
        None,
        None,
        None,
        Some(K::CAPTURES),
        Some(K::NO_RED_ZONE),
        Some(K::NO_IMPLICIT_FLOAT),
        Some(K::NAKED),
        Some(K::INLINE_HINT),
        None,
        None,
        None,
        Some(K::RETURNS_TWICE),
        Some(K::UW_TABLE),
        Some(K::NON_LAZY_BIND),
        Some(K::SANITIZE_ADDRESS),
        Some(K::MIN_SIZE),
        Some(K::NO_DUPLICATE),
        Some(K::STACK_PROTECT_STRONG),
        Some(K::SANITIZE_THREAD),
        Some(K::SANITIZE_MEMORY),
        Some(K::NO_BUILTIN),
        Some(K::RETURNED),
        Some(K::COLD),
    ]
};

/// Decodes the old bit-mask encoding.
fn old_set(cx: &Context, owner: u64, encoded: u64) -> Message<AttributeSet> {
    let mut builder = AttributeBuilder::new();
    // The alignment is in bits 16 to 31, between the two groups of flags.
    builder.extend(int_attribute(AttrKind::ALIGN, encoded >> 16 & 0xffff));
    let bits = (encoded & 0xfffff << 32) >> 11 | encoded & 0xffff;
    let mut memory = MemoryEffects::UNKNOWN;
    for (_, kind) in BITS.into_iter().enumerate().filter(|(bit, _)| bits >> bit & 1 != 0) {
        let Some(kind) = kind else { continue };
        let effects = MemoryEffects::from_old_name(kind.name().as_bytes()).filter(|_| owner == FUNCTION);
        builder.add(match (kind, effects) {
            (_, Some(effects)) => {
                memory = memory & effects;
                continue;
            }
            (AttrKind::CAPTURES, _) => Attribute::captures(Captures::NONE),
            _ => match kind.class() {
                AttrClass::Type if is_param(owner) => Attribute::Type(kind, None),
                AttrClass::Type => return Err(without_type(kind)),
                // `uwtable`: the encoding has no unwind table kind; the default is `sync`.
                AttrClass::Int => Attribute::Int(kind, UWTABLE_SYNC),
                _ => Attribute::Enum(kind),
            },
        });
    }
    builder.extend((bits >> 26 & 7).checked_sub(1).map(|log2| Attribute::Int(AttrKind::ALIGN_STACK, 1 << log2)));
    if memory != MemoryEffects::UNKNOWN {
        builder.add(Attribute::memory(memory));
    }
    Ok(cx.make_attribute_set(&mut builder))
}

/// Adds the missing types of type attributes on the first `count` parameters. `pointee` gives the pointee type by parameter
/// index. `None` if `pointee` does not know a needed type.
pub(crate) fn add_missing_types(
    cx: &Context,
    list: AttributeList,
    count: usize,
    pointee: impl Fn(usize) -> Option<Type>,
) -> Option<AttributeList> {
    let data = cx.attribute_list(list);
    let mut params = SmallVec::<[AttributeSet; 8]>::from_slice(&data.params);
    for (i, set) in params.iter_mut().enumerate().take(count) {
        for attribute in cx.attribute_set(*set) {
            if let Attribute::Type(kind, None) = *attribute {
                *set = cx.with_attribute(*set, Attribute::Type(kind, Some(pointee(i)?)));
            }
        }
    }
    Some(cx.make_attribute_list(data.function, data.result, &params))
}
