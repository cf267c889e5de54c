//! Metadata of an access that becomes one or several others.

use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::{Inst, Metadata, Type};

use super::types::Types;
use crate::pass::FunctionEdit;
use crate::{ALIGN, DEREFERENCEABLE, NO_UNDEF, NON_NULL, RANGE, known};

const DEREFERENCEABLE_OR_NULL: MetadataKind = known!(b"dereferenceable_or_null");

/// Copies the attachments of these kinds.
fn copy(f: &mut FunctionEdit<'_, '_>, from: Inst, to: Inst, kinds: &[MetadataKind]) {
    if f.editor.body().attachments(from).is_empty() {
        return;
    }
    for &kind in kinds {
        if let Some(metadata) = f.editor.body().attachment(from, kind) {
            f.editor.set_attachment(to, kind, Some(metadata));
        }
    }
}

/// Copies what describes an access as one of a parallel loop.
pub(crate) fn copy_loop_tags(f: &mut FunctionEdit<'_, '_>, from: Inst, to: Inst) {
    copy(f, from, to, &[known!(b"llvm.mem.parallel_loop_access"), known!(b"llvm.access.group")]);
}

/// Copies what is true of a load whatever its type is.
pub(crate) fn copy_access_tags(f: &mut FunctionEdit<'_, '_>, from: Inst, to: Inst) {
    let of_access =
        [MetadataKind::PROF, known!(b"fpmath"), known!(b"invariant.load"), known!(b"nontemporal"), NO_UNDEF];
    copy(f, from, to, &of_access);
    copy_loop_tags(f, from, to);
}

/// Copies what is true of a load whatever its type is, and what is true of its value if the new load is of the same kind.
pub(super) fn copy_load_tags(f: &mut FunctionEdit<'_, '_>, types: Types<'_>, from: Inst, to: Inst) {
    copy_access_tags(f, from, to);
    let [old, new] = [from, to].map(|load| f.editor.body().inst_type(load));
    if old == new {
        copy(f, from, to, &[RANGE, NON_NULL, ALIGN, DEREFERENCEABLE, DEREFERENCEABLE_OR_NULL]);
    } else if types.cx.is_pointer(old) && types.cx.is_pointer(new) {
        copy(f, from, to, &[NON_NULL, ALIGN, DEREFERENCEABLE, DEREFERENCEABLE_OR_NULL]);
    }
}

/// Copies what alias analysis knows of an access to an access of a value at an offset in it.
pub(super) fn copy_alias_tags(
    f: &mut FunctionEdit<'_, '_>,
    types: Types<'_>,
    from: Inst,
    to: Inst,
    offset: u64,
    ty: Type,
) {
    let bytes = types.store_bytes(ty).filter(|_| types.fills_bytes(ty));
    copy_alias_tags_of_bytes(f, from, to, offset, bytes);
}

/// Copies what alias analysis knows of an access to an access of some bytes at an offset in it. `!tbaa.struct` stays if `bytes`
/// is `None`, and otherwise becomes the `!tbaa` of its only field.
pub(crate) fn copy_alias_tags_of_bytes(
    f: &mut FunctionEdit<'_, '_>,
    from: Inst,
    to: Inst,
    offset: u64,
    bytes: Option<u64>,
) {
    copy(f, from, to, &[MetadataKind::TBAA, known!(b"alias.scope"), known!(b"noalias"), known!(b"noalias.addrspace")]);
    let Some(fields) = f.editor.body().attachment(from, MetadataKind::TBAA_STRUCT) else { return };
    let shifted = shift_fields(f, fields, offset);
    let Some(bytes) = bytes else {
        f.editor.set_attachment(to, MetadataKind::TBAA_STRUCT, Some(shifted));
        return;
    };
    let first = fields_of(f, shifted).and_then(|fields| fields.first().copied());
    if let Some((0, size, tag)) = first
        && size == bytes
        && f.editor.body().attachment(to, MetadataKind::TBAA).is_none()
    {
        f.editor.set_attachment(to, MetadataKind::TBAA, Some(tag));
    }
}

/// The fields of a `!tbaa.struct`: offset, size and tag.
fn fields_of(f: &FunctionEdit<'_, '_>, node: Metadata) -> Option<Vec<(u64, u64, Metadata)>> {
    let metadata = &f.additions.metadata;
    let node = metadata.node(node.as_node()?);
    let number = |word: u32| match Metadata::from_word(word)?.open() {
        MetadataRef::Value(n) => f.editor.module().constants().as_u64(metadata.value(n)),
        _ => None,
    };
    let field = |words: &[u32]| Some((number(words[0])?, number(words[1])?, Metadata::from_word(words[2])?));
    (node.kind == NodeKind::Tuple).then(|| node.words.chunks_exact(3).map(field).collect()).flatten()
}

/// A `!tbaa.struct` for an access that begins at an offset.
fn shift_fields(f: &mut FunctionEdit<'_, '_>, node: Metadata, offset: u64) -> Metadata {
    let Some(fields) = fields_of(f, node).filter(|_| offset != 0) else { return node };
    let mut words = Vec::new();
    for (begin, size, tag) in fields {
        let end = begin.saturating_add(size);
        if end <= offset {
            continue;
        }
        let begin = begin.saturating_sub(offset);
        for number in [begin, end - offset - begin] {
            let module = f.editor.module();
            let number = module.constants().int(module.context(), Type::I64, number);
            words.push(f.additions.metadata.add_value(number).bits());
        }
        words.push(tag.bits());
    }
    f.additions.metadata.add_node(NodeKind::Tuple, false, &words)
}
