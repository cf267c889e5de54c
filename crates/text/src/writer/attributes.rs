//! Attributes.

use lindworm_ir::attributes::AttributeSet;
use lindworm_ir::{Context, Type};

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
        attribute.write(out, in_group, &mut write_type);
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
        attribute.write(out, false, &mut write_type);
        any = true;
    }
    any
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
        let mut out = Vec::new();
        assert!(write_keyword_attributes(&mut out, &cx, set, |_, _| ()));
        assert_eq!(out, b"cold alignstack(8)");
        let string = cx.without_attributes(set, cx.attribute_kinds(set));
        assert!(!write_keyword_attributes(&mut Vec::new(), &cx, string, |_, _| ()));
    }
}
