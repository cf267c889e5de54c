//! Attributes.

use lindworm_eval::Int;
use lindworm_ir::attributes::{
    AllocKind, AllocSize, AttrKind, Attribute, AttributeSet, CaptureComponents, Captures, FpClass, MemoryEffects,
    MemoryLocation, UWTABLE_SYNC, VscaleRange,
};
use lindworm_ir::{Context, Type};

use super::names::write_escaped;

/// Writes the attributes of a set, with spaces between. `in_group` is set for `attributes #N = { ... }`, where `align=4` is written for `align 4`.
pub(super) fn write_attribute_set(
    out: &mut Vec<u8>,
    cx: &Context,
    set: AttributeSet,
    in_group: bool,
    mut write_type: impl FnMut(&mut Vec<u8>, Type),
) {
    for (i, attribute) in cx.attribute_set(set).iter().enumerate() {
        if i > 0 {
            out.push(b' ');
        }
        write_attribute(out, attribute, in_group, &mut write_type);
    }
}

/// Writes the attributes that have keywords (no strings), as in `; Function Attrs: `; returns whether there were any.
pub(super) fn write_keyword_attributes(
    out: &mut Vec<u8>,
    cx: &Context,
    set: AttributeSet,
    mut write_type: impl FnMut(&mut Vec<u8>, Type),
) -> bool {
    // Strings come last.
    let keywords = cx.attribute_set(set).iter().take_while(|attribute| attribute.kind().is_some());
    let mut any = false;
    for attribute in keywords {
        if any {
            out.push(b' ');
        }
        write_attribute(out, attribute, false, &mut write_type);
        any = true;
    }
    any
}

pub(super) fn write_attribute(
    out: &mut Vec<u8>,
    attribute: &Attribute,
    in_group: bool,
    write_type: &mut impl FnMut(&mut Vec<u8>, Type),
) {
    if let Some(kind) = attribute.kind() {
        out.extend_from_slice(kind.name().as_bytes());
    }
    match attribute {
        Attribute::Enum(_) | Attribute::Type(_, None) => {}
        Attribute::Int(kind, value) => write_number(out, *kind, *value, in_group),
        Attribute::Type(_, Some(ty)) => {
            out.push(b'(');
            write_type(out, *ty);
            out.push(b')');
        }
        Attribute::Range(_, range) => {
            out.extend(format!("(i{} ", range.0.width()).bytes());
            write_bounds(out, range);
            out.push(b')');
        }
        Attribute::Ranges(_, ranges) => {
            out.push(b'(');
            for (i, range) in ranges.iter().enumerate() {
                out.extend_from_slice(if i > 0 { b", (" } else { b"(" });
                write_bounds(out, range);
                out.push(b')');
            }
            out.push(b')');
        }
        Attribute::String(key, value) => {
            // The key stands as it is, whatever it holds.
            out.push(b'"');
            out.extend_from_slice(key);
            out.push(b'"');
            if !value.is_empty() {
                out.extend_from_slice(b"=\"");
                write_escaped(out, value);
                out.push(b'"');
            }
        }
    }
}

/// Writes what follows the keyword of an attribute that carries a number.
fn write_number(out: &mut Vec<u8>, kind: AttrKind, value: u64, in_group: bool) {
    match kind {
        AttrKind::MEMORY => write_memory(out, MemoryEffects::from_bits(value)),
        AttrKind::CAPTURES => write_captures(out, Captures::from_bits(value)),
        AttrKind::NO_FP_CLASS => write_fp_class(out, value as u32),
        AttrKind::ALLOC_KIND => {
            out.extend_from_slice(b"(\"");
            write_flags(out, ",", value as u32, AllocKind::NAMED.iter().map(|(name, kind)| (*name, kind.bits())));
            out.extend_from_slice(b"\")");
        }
        AttrKind::ALLOC_SIZE => {
            let AllocSize { size, count } = AllocSize::from_bits(value);
            out.extend(count.map_or(format!("({size})"), |count| format!("({size},{count})")).bytes());
        }
        AttrKind::VSCALE_RANGE => {
            let VscaleRange { min, max } = VscaleRange::from_bits(value);
            out.extend(format!("({min},{max})").bytes());
        }
        AttrKind::UW_TABLE if value == UWTABLE_SYNC => out.extend_from_slice(b"(sync)"),
        AttrKind::UW_TABLE => {}
        _ if in_group => out.extend(format!("={value}").bytes()),
        AttrKind::ALIGN => out.extend(format!(" {value}").bytes()),
        _ => out.extend(format!("({value})").bytes()),
    }
}

/// Writes the items with `separator` between.
fn write_list<'t>(out: &mut Vec<u8>, separator: &str, items: impl Iterator<Item = &'t str>) {
    for (i, item) in items.enumerate() {
        if i > 0 {
            out.extend_from_slice(separator.as_bytes());
        }
        out.extend_from_slice(item.as_bytes());
    }
}

fn write_bounds(out: &mut Vec<u8>, (lower, upper): &(Int, Int)) {
    lower.write_signed_decimal(out);
    out.extend_from_slice(b", ");
    upper.write_signed_decimal(out);
}

/// The access to all other memory comes first and holds for every location, then those with another access.
fn write_memory(out: &mut Vec<u8>, effects: MemoryEffects) {
    let default = effects.get(MemoryLocation::Other);
    out.push(b'(');
    let mut first = true;
    if !default.is_empty() || effects.any() == default {
        out.extend_from_slice(default.name().as_bytes());
        first = false;
    }
    for location in MemoryLocation::ALL {
        let access = effects.get(location);
        if let Some(name) = location.name().filter(|_| access != default) {
            if !first {
                out.extend_from_slice(b", ");
            }
            first = false;
            write_list(out, ": ", [name, access.name()].into_iter());
        }
    }
    out.push(b')');
}

fn write_captures(out: &mut Vec<u8>, captures: Captures) {
    out.push(b'(');
    if captures.other == captures.result {
        write_components(out, captures.other);
    } else {
        if !captures.other.is_empty() {
            write_components(out, captures.other);
            out.extend_from_slice(b", ");
        }
        out.extend_from_slice(b"ret: ");
        write_components(out, captures.result);
    }
    out.push(b')');
}

fn write_components(out: &mut Vec<u8>, components: CaptureComponents) {
    let named = CaptureComponents::NAMED.iter().map(|(name, component)| (*name, component.bits().into()));
    match components.bits() {
        0 => out.extend_from_slice(b"none"),
        bits => write_flags(out, ", ", bits.into(), named),
    }
}

fn write_fp_class(out: &mut Vec<u8>, class: u32) {
    out.push(b'(');
    write_flags(out, " ", class, FpClass::NAMED.iter().map(|(name, class)| (*name, class.bits())));
    out.push(b')');
}

/// Writes the names of the flags that `bits` holds, of those that overlap the first that fits.
fn write_flags<'t>(out: &mut Vec<u8>, separator: &str, mut bits: u32, named: impl Iterator<Item = (&'t str, u32)>) {
    let held = named.filter(|(_, flag)| {
        let held = bits & flag == *flag;
        bits &= if held { !flag } else { !0 };
        held
    });
    write_list(out, separator, held.map(|(name, _)| name));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(attributes: &[Attribute], in_group: bool) -> String {
        let cx = Context::new();
        let set = cx.make_attribute_set(&mut attributes.into());
        let mut out = Vec::new();
        write_attribute_set(&mut out, &cx, set, in_group, |out, ty| {
            out.extend(format!("i{}", cx.int_width(ty).unwrap_or(0)).bytes());
        });
        String::from_utf8(out).unwrap()
    }

    fn number(kind: AttrKind, value: u64) -> String {
        written(&[Attribute::Int(kind, value)], false)
    }

    #[test]
    fn some_numbers_are_written_otherwise_in_groups() {
        let numbers = [Attribute::Int(AttrKind::ALIGN, 8), Attribute::Int(AttrKind::DEREFERENCEABLE, 16)];
        assert_eq!(written(&numbers, false), "align 8 dereferenceable(16)");
        assert_eq!(written(&numbers, true), "align=8 dereferenceable=16");
    }

    #[test]
    fn numbers_with_words_of_their_own() {
        assert_eq!(number(AttrKind::MEMORY, 0), "memory(none)");
        assert_eq!(number(AttrKind::MEMORY, 1366), "memory(read, argmem: write)");
        assert_eq!(number(AttrKind::MEMORY, 0x109), "memory(argmem: read, inaccessiblemem: write, target_mem0: read)");
        assert_eq!(number(AttrKind::CAPTURES, 0), "captures(none)");
        assert_eq!(number(AttrKind::CAPTURES, 0x70), "captures(address, read_provenance, ret: none)");
        assert_eq!(number(AttrKind::CAPTURES, 0x0f), "captures(ret: address, provenance)");
        assert_eq!(number(AttrKind::NO_FP_CLASS, 1023), "nofpclass(all)");
        assert_eq!(number(AttrKind::NO_FP_CLASS, 0b10_0000_0111), "nofpclass(nan inf)");
        assert_eq!(number(AttrKind::ALLOC_KIND, 17), "allockind(\"alloc,zeroed\")");
        assert_eq!(number(AttrKind::ALLOC_SIZE, u64::from(u32::MAX)), "allocsize(0)");
        assert_eq!(number(AttrKind::ALLOC_SIZE, 1), "allocsize(0,1)");
        assert_eq!(number(AttrKind::VSCALE_RANGE, 1 << 32), "vscale_range(1,0)");
        assert_eq!(number(AttrKind::UW_TABLE, 1), "uwtable(sync)");
        assert_eq!(number(AttrKind::UW_TABLE, 2), "uwtable");
    }

    #[test]
    fn types_ranges_and_strings() {
        let range = |a, b| (Int::from_i64(64, a), Int::from_i64(64, b));
        let attributes = [
            Attribute::Type(AttrKind::BY_VAL, Some(Type::I8)),
            Attribute::Range(AttrKind::RANGE, Box::new(range(-1, 3))),
            Attribute::Ranges(AttrKind::INITIALIZES, [range(0, 4), range(8, 12)].into()),
            Attribute::string("a\u{1}\"", ""),
            Attribute::string("b", "\u{1}\""),
        ];
        let expected = "byval(i8) range(i64 -1, 3) initializes((0, 4), (8, 12)) \"a\u{1}\"\" \"b\"=\"\\01\\22\"";
        assert_eq!(written(&attributes, false), expected);
    }

    #[test]
    fn comments_leave_strings_out() {
        let cx = Context::new();
        let attributes =
            [Attribute::Enum(AttrKind::COLD), Attribute::Int(AttrKind::ALIGN_STACK, 8), Attribute::string("a", "")];
        let set = cx.make_attribute_set(&mut attributes[..].into());
        let mut out = Vec::new();
        assert!(write_keyword_attributes(&mut out, &cx, set, |_, _| ()));
        assert_eq!(out, b"cold alignstack(8)");
        let string = cx.without_attributes(set, cx.attribute_kinds(set));
        assert!(!write_keyword_attributes(&mut Vec::new(), &cx, string, |_, _| ()));
    }
}
