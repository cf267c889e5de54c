//! `llvm.assume`: its operand bundles.

use lindworm_ir::attributes::{AttrClass, AttrKind, AttrPlace};

use super::IntrinsicCall;
use lindworm_ir::version::IrVersion;

use crate::check::{Checked, check};
use crate::rules::intrinsics as rules;

/// String attributes that LLVM accepts as tags.
const STRING_ATTRIBUTES: &[&[u8]] = &[
    b"allow_direct_access_in_hot_patch_function",
    b"denormal-fp-math",
    b"denormal-fp-math-f32",
    b"less-precise-fpmad",
    b"loader-replaceable",
    b"marked_for_windows_hot_patching",
    b"no-infs-fp-math",
    b"no-inline-line-tables",
    b"no-jump-tables",
    b"no-nans-fp-math",
    b"no-signed-zeros-fp-math",
    b"profile-sample-accurate",
    b"use-sample-profile",
];

pub(super) fn check(c: &mut IntrinsicCall) -> Checked {
    if c.info.bundles.is_none() {
        return Ok(());
    }
    check!(c, c.bundles().next().is_none() || c.int(0) == Some(1), rules::ASSUME_CONDITION, c.shown());
    if c.module.version() >= IrVersion::V23 {
        return check_known(c);
    }
    for (tag, inputs) in c.bundles() {
        let count = inputs.len();
        let is_pointer = |i: usize| inputs.get(i).is_some_and(|&v| c.cx.is_pointer(c.ty(v)));
        let is_int = |i: usize| inputs.get(i).is_some_and(|&v| c.cx.is_int(c.ty(v)));
        if tag == b"separate_storage" {
            check!(c, count == 2, rules::ASSUME_STORAGE_COUNT, c.shown());
            check!(c, is_pointer(0) && is_pointer(1), rules::ASSUME_STORAGE_POINTERS, c.shown());
            continue;
        }
        let kind = AttrKind::from_name(tag);
        let known = kind.is_some() || tag == b"ignore" || STRING_ATTRIBUTES.contains(&tag);
        check!(c, known, rules::ASSUME_TAG, c.shown());
        if let Some(kind @ (AttrKind::ALIGN | AttrKind::DEREFERENCEABLE)) = kind {
            match kind {
                AttrKind::ALIGN => check!(c, matches!(count, 2 | 3), rules::ASSUME_ALIGN_COUNT, c.shown()),
                _ => check!(c, count == 2, rules::ASSUME_DEREFERENCEABLE_COUNT, c.shown()),
            }
            check!(c, is_pointer(0), rules::ASSUME_POINTER, c.shown());
            check!(c, is_int(1), rules::ASSUME_SECOND_INT, c.shown());
            check!(c, count < 3 || is_int(2), rules::ASSUME_THIRD_INT, c.shown());
            continue;
        }
        check!(c, count <= 2, rules::ASSUME_COUNT, c.shown());
        // LLVM does not check the bundles after one with an unknown tag.
        let Some(kind) = kind else { break };
        if kind.class() == AttrClass::Int {
            let is_constant = inputs.get(1).is_some_and(|&v| c.module.constants().as_int(c.cx, v).is_some());
            check!(c, count == 2, rules::ASSUME_TWO, c.shown());
            check!(c, is_constant, rules::ASSUME_CONSTANT, c.shown());
        } else if kind.fits(AttrPlace::PARAM) {
            check!(c, count == 1, rules::ASSUME_ONE, c.shown());
        } else if kind.fits(AttrPlace::FUNCTION) {
            check!(c, count == 0, rules::ASSUME_NONE, c.shown());
        }
    }
    Ok(())
}

/// Since LLVM 23, only certain tags are valid.
fn check_known(c: &mut IntrinsicCall) -> Checked {
    for (tag, inputs) in c.bundles() {
        let count = inputs.len();
        let is_pointer = |i: usize| inputs.get(i).is_some_and(|&v| c.cx.is_pointer(c.ty(v)));
        let width = |i: usize| inputs.get(i).and_then(|&v| c.cx.int_width(c.ty(v)));
        match tag {
            b"ignore" => {}
            b"cold" => check!(c, count == 0, rules::ASSUME_COLD, c.shown()),
            b"noundef" | b"nonnull" if count != 1 => return c.refuse_with(&rules::ASSUME_SINGLE, tag),
            b"noundef" => {}
            b"nonnull" => check!(c, is_pointer(0), rules::ASSUME_POINTER, c.shown()),
            b"separate_storage" => {
                check!(c, count == 2, rules::ASSUME_STORAGE_COUNT, c.shown());
                check!(c, is_pointer(0) && is_pointer(1), rules::ASSUME_STORAGE_POINTERS, c.shown());
            }
            b"align" | b"dereferenceable" | b"dereferenceable_or_null" => {
                match tag {
                    b"align" => check!(c, matches!(count, 2 | 3), rules::ASSUME_ALIGN_COUNT, c.shown()),
                    _ => check!(c, count == 2, rules::ASSUME_DEREFERENCEABLE_COUNT, c.shown()),
                }
                check!(c, is_pointer(0), rules::ASSUME_POINTER, c.shown());
                check!(c, width(1).is_some_and(|bits| bits <= 64), rules::ASSUME_SECOND_INT_64, c.shown());
                check!(c, count < 3 || width(2).is_some(), rules::ASSUME_THIRD_INT, c.shown());
            }
            _ => check!(c, false, rules::ASSUME_TAG, c.shown()),
        }
    }
    Ok(())
}
