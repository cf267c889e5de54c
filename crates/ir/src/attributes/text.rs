//! Attributes as text.

use lindworm_eval::Int;

use super::{
    AllocKind, AllocSize, AttrKind, Attribute, CaptureComponents, Captures, DEAD_ON_RETURN_ALL, DenormalFpEnv,
    DenormalMode, FpClass, MemoryEffects, MemoryLocation, UWTABLE_SYNC, VscaleRange,
};
use crate::types::{Type, write_escaped};
use crate::version::IrVersion;

impl Attribute {
    /// Appends the attribute in the text form of a version. `in_group` is set for `attributes #N = { ... }`, where `align=4` is
    /// written for `align 4`.
    pub fn write(
        &self,
        out: &mut Vec<u8>,
        version: IrVersion,
        in_group: bool,
        write_type: &mut impl FnMut(&mut Vec<u8>, Type),
    ) {
        if let Some(kind) = self.kind() {
            out.extend_from_slice(kind.name().as_bytes());
        }
        match self {
            Attribute::Enum(_) | Attribute::Type(_, None) => {}
            Attribute::Int(kind, value) => write_number(out, version, *kind, *value, in_group),
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
                // The key is written without escapes.
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
}

/// Writes the part after the keyword of an integer attribute.
fn write_number(out: &mut Vec<u8>, version: IrVersion, kind: AttrKind, value: u64, in_group: bool) {
    match kind {
        AttrKind::MEMORY => write_memory(out, version, MemoryEffects::from_bits(value)),
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
        AttrKind::DENORMAL_FP_ENV => write_denormal_fp_env(out, DenormalFpEnv::from_bits(value)),
        AttrKind::DEAD_ON_RETURN_BYTES if value == DEAD_ON_RETURN_ALL => {}
        AttrKind::UW_TABLE if value == UWTABLE_SYNC => out.extend_from_slice(b"(sync)"),
        AttrKind::UW_TABLE => {}
        _ if in_group => out.extend(format!("={value}").bytes()),
        AttrKind::ALIGN => out.extend(format!(" {value}").bytes()),
        _ => out.extend(format!("({value})").bytes()),
    }
}

/// Writes the items separated by `separator`.
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

/// Writes the access to other memory first, as the default for every location, then the locations with another access. From LLVM
/// 23 on, `target_mem` stands for both target locations if their accesses are equal.
fn write_memory(out: &mut Vec<u8>, version: IrVersion, effects: MemoryEffects) {
    let default = effects.get(MemoryLocation::Other);
    out.push(b'(');
    let mut first = true;
    if !default.is_empty() || effects.any() == default {
        out.extend_from_slice(default.name().as_bytes());
        first = false;
    }
    let in_target = [MemoryLocation::Target0, MemoryLocation::Target1].map(|location| effects.get(location));
    let one_target = version >= IrVersion::V23 && in_target[0] == in_target[1];
    for location in MemoryLocation::ALL {
        let access = effects.get(location);
        let name = match location {
            MemoryLocation::Target0 if one_target => Some("target_mem"),
            MemoryLocation::Target1 if one_target => None,
            _ => location.name(),
        };
        if let Some(name) = name.filter(|_| access != default) {
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

/// Omits the mode of `float` if it equals the default, and the default if it is IEEE and the mode of `float` differs.
fn write_denormal_fp_env(out: &mut Vec<u8>, DenormalFpEnv { default, float }: DenormalFpEnv) {
    let mode = |out: &mut Vec<u8>, mode: DenormalMode| {
        let one_word = mode.output == mode.input;
        write_list(out, "|", [mode.output, mode.input].iter().take(2 - one_word as usize).map(|kind| kind.name()));
    };
    out.push(b'(');
    let with_default = default == float || default != DenormalMode::default();
    if with_default {
        mode(out, default);
    }
    if default != float {
        out.extend_from_slice(if with_default { b", float: " } else { b"float: " });
        mode(out, float);
    }
    out.push(b')');
}

/// Writes a mask of classes of floating-point values: `(nan ninf)`.
pub fn write_fp_class(out: &mut Vec<u8>, class: u32) {
    out.push(b'(');
    if class == 0 {
        out.extend_from_slice(b"none");
    }
    write_flags(out, " ", class, FpClass::NAMED.iter().map(|(name, class)| (*name, class.bits())));
    out.push(b')');
}

/// Writes the names of the flags in `bits`; of overlapping flags the first that fits.
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
    use crate::context::Context;

    fn written(attributes: &[Attribute], in_group: bool) -> String {
        let cx = Context::new();
        let set = cx.make_attribute_set(&mut attributes.into());
        let text = |attribute: &Attribute| {
            let mut out = Vec::new();
            attribute.write(&mut out, IrVersion::V22, in_group, &mut |out, ty| cx.write_type(out, ty));
            String::from_utf8(out).unwrap()
        };
        cx.attribute_set(set).iter().map(text).collect::<Vec<_>>().join(" ")
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
        // Parts of components without a keyword.
        assert_eq!(number(AttrKind::CAPTURES, 0x02), "captures(ret: address)");
        assert_eq!(number(AttrKind::CAPTURES, 0x12), "captures(address_is_null, ret: address)");
        assert_eq!(number(AttrKind::CAPTURES, 0x88), "captures(provenance)");
        assert_eq!(number(AttrKind::NO_FP_CLASS, 1023), "nofpclass(all)");
        assert_eq!(number(AttrKind::NO_FP_CLASS, 0b10_0000_0111), "nofpclass(nan inf)");
        assert_eq!(number(AttrKind::ALLOC_KIND, 17), "allockind(\"alloc,zeroed\")");
        assert_eq!(number(AttrKind::ALLOC_SIZE, u64::from(u32::MAX)), "allocsize(0)");
        assert_eq!(number(AttrKind::ALLOC_SIZE, 1), "allocsize(0,1)");
        assert_eq!(number(AttrKind::VSCALE_RANGE, 1 << 32), "vscale_range(1,0)");
        let environments = [
            (0, "(ieee)"),
            (0x55, "(preservesign)"),
            (0x88, "(ieee|positivezero)"),
            (0x50, "(float: preservesign)"),
            (0x1f, "(dynamic, float: preservesign|ieee)"),
            (0x1e, "(positivezero|dynamic, float: preservesign|ieee)"),
        ];
        for (bits, text) in environments {
            assert_eq!(number(AttrKind::DENORMAL_FP_ENV, bits), format!("denormal_fpenv{text}"));
        }
        assert_eq!(number(AttrKind::DEAD_ON_RETURN_BYTES, 8), "dead_on_return(8)");
        assert_eq!(number(AttrKind::DEAD_ON_RETURN_BYTES, DEAD_ON_RETURN_ALL), "dead_on_return");
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
}
