//! Attributes.

use lindworm_ir::attributes::{Attribute, AttributeSet};
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Context, Type};

use super::output::Output;

/// Writes the attributes of a set, separated by spaces. `in_group` selects the syntax of `attributes #N = { ... }`:
/// `align=4` rather than `align 4`.
pub(super) fn write_attribute_set(
    out: &mut Output<'_>,
    cx: &Context,
    version: IrVersion,
    set: AttributeSet,
    in_group: bool,
    mut write_type: impl FnMut(&mut Output<'_>, Type),
) {
    for (i, attribute) in cx.attribute_set(set).iter().enumerate() {
        if i > 0 {
            out.push(b' ');
        }
        write_attribute(out, version, attribute, in_group, &mut write_type);
    }
}

/// Writes an attribute.
pub(super) fn write_attribute(
    out: &mut Output<'_>,
    version: IrVersion,
    attribute: &Attribute,
    in_group: bool,
    write_type: &mut impl FnMut(&mut Output<'_>, Type),
) {
    match *attribute {
        Attribute::Type(kind, Some(ty)) => {
            out.extend_from_slice(kind.name().as_bytes());
            out.push(b'(');
            write_type(out, ty);
            out.push(b')');
        }
        _ => attribute.write(out, version, in_group, &mut |_, _| ()),
    }
}

/// Writes the attributes with keywords (without string attributes), as in `; Function Attrs: `.
pub(super) fn write_keyword_attributes(
    out: &mut Output<'_>,
    cx: &Context,
    version: IrVersion,
    set: AttributeSet,
    mut write_type: impl FnMut(&mut Output<'_>, Type),
) {
    // String attributes come last.
    let keywords = cx.attribute_set(set).iter().take_while(|attribute| attribute.kind().is_some());
    for (i, attribute) in keywords.enumerate() {
        if i > 0 {
            out.push(b' ');
        }
        write_attribute(out, version, attribute, false, &mut write_type);
    }
}

#[cfg(test)]
mod tests {
    use lindworm_ir::attributes::{AttrKind, Attribute};

    use super::*;

    #[test]
    fn comments_leave_strings_out() {
        let cx = Context::new();
        let attributes =
            [Attribute::Enum(AttrKind::COLD), Attribute::Int(AttrKind::ALIGN_STACK, 8), Attribute::string("a", "")];
        let set = cx.make_attribute_set(&mut attributes[..].into());
        let mut out = Output::new();
        write_keyword_attributes(&mut out, &cx, IrVersion::V22, set, |_, _| ());
        assert_eq!(*out, b"cold alignstack(8)");
    }
}
