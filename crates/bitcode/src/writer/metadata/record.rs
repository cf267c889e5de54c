//! The operands of node records.

use lindworm_ir::Metadata;
use lindworm_ir::debug_info::{
    FieldKind, NodeKind, TAG_PTRAUTH_TYPE, compile_unit, derived_type, expression_elements, file, fixed_point_type,
    location, split_big_int,
};
use lindworm_ir::metadata::NodeRef;

use crate::codes::metadata as code;
use crate::nodes::{ID, Layout, PLACE, PLUS_ONE, UNUSED, VERSIONED_LANGUAGE, rotate};

/// Appends the operands of a node record. Returns its code.
pub(super) fn operands(node: NodeRef, id: impl Fn(Metadata) -> u32, ops: &mut Vec<u64>) -> u32 {
    let id_or_null = |word: u32| Metadata::from_word(word).map_or(0, |m| u64::from(id(m)) + 1);
    let distinct = u64::from(node.distinct);
    let Some(layout) = Layout::of_kind(node.kind) else {
        if node.kind == NodeKind::DIExpression {
            ops.push(distinct | 3 << 1);
            ops.extend(expression_elements(node.words));
            return code::EXPRESSION;
        }
        ops.extend(node.words.iter().map(|&w| id_or_null(w)));
        return if node.distinct { code::DISTINCT_NODE } else { code::NODE };
    };
    let flag = layout.flag_field.map_or(0, |field| node.get(field.into()) << 1);
    ops.push(distinct | layout.flags | flag);
    let fields = node.kind.fields();
    for &operand in layout.operands {
        let place = usize::from(operand & PLACE);
        ops.push(if place == UNUSED.into() {
            0
        } else {
            let value = node.get(place);
            match fields[place].kind {
                kind if kind.is_ref() => id_or_null(value as u32).saturating_sub((operand & ID != 0).into()),
                FieldKind::Signed { .. } => value as i32 as i64 as u64,
                _ if operand & PLUS_ONE != 0 => (value as u32).wrapping_add(1).into(),
                _ => value,
            }
        });
    }
    match node.kind {
        NodeKind::DILocation => ops[1 + location::ATOM_RANK] &= 7,
        NodeKind::DICompileUnit => {
            use compile_unit::*;
            ops[0] = 1;
            if node.get(SOURCE_LANGUAGE_NAME) != fields[SOURCE_LANGUAGE_NAME].default {
                ops[1] = node.get(SOURCE_LANGUAGE_NAME) | VERSIONED_LANGUAGE;
            }
            // LLVM 22 has no dialects, so a zero dialect is omitted.
            ops.pop_if(|dialect| *dialect == 0);
        }
        NodeKind::DIFile => {
            if node.get(file::CHECKSUM_KIND_) == 0 {
                ops[3] = 0;
                ops[4] = 0;
            }
            if ops[5] == 0 {
                ops.pop();
            }
        }
        NodeKind::DIDerivedType if node.get(derived_type::TAG_) == TAG_PTRAUTH_TYPE.into() => {
            ops[14] = std::mem::take(&mut ops[8]);
        }
        NodeKind::GenericDINode => ops.extend(node.tail().iter().map(|&w| id_or_null(w))),
        NodeKind::DIEnumerator => {
            if let Some((bits, words, _)) = split_big_int(node.tail()) {
                ops[1] = bits.into();
                push_big_int(words, ops);
            }
        }
        NodeKind::DIFixedPointType => {
            let mut tail = node.tail();
            for _ in 0..2 {
                let (bits, words, rest) = split_big_int(tail).unwrap_or_default();
                let head = ops.len();
                ops.push(0);
                push_big_int(words, ops);
                ops[head] = ((ops.len() - head - 1) as u64) << 32 | u64::from(bits);
                tail = rest;
            }
            // LLVM 22 has no operands for file, line and scope of the type.
            let place = [fixed_point_type::FILE, fixed_point_type::LINE, fixed_point_type::SCOPE];
            if place.iter().any(|&p| node.get(p) != fields[p].default) {
                let [file, line, scope] = place.map(|p| node.get(p));
                ops.extend([id_or_null(file as u32), line, id_or_null(scope as u32)]);
            }
        }
        _ => {}
    }
    layout.code
}

/// The words of a big integer without leading zeros, but at least one; each has its sign in the lowest bit.
fn push_big_int(words: &[u32], ops: &mut Vec<u64>) {
    let used = words.iter().rposition(|&w| w != 0).map_or(0, |i| i + 1);
    let word = |pair: &[u32]| u64::from(pair[0]) | pair.get(1).map_or(0, |&high| u64::from(high) << 32);
    let first = ops.len();
    ops.extend(words[..used].chunks(2).map(|pair| rotate(word(pair))));
    if ops.len() == first {
        ops.push(0);
    }
}
