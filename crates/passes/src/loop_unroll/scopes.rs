//! Alias scopes that a loop declares: each copy of an iteration declares its own.

use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::hash::HashMap;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, Metadata};

use crate::pass::FunctionEdit;

const ALIAS_SCOPE: MetadataKind = crate::known!(b"alias.scope");
const NO_ALIAS: MetadataKind = crate::known!(b"noalias");

/// The list of scopes that an instruction declares.
fn declaration(f: &FunctionEdit<'_, '_>, inst: Inst) -> Option<Metadata> {
    let body = f.editor.body();
    let call = body.inst(inst).call_info()?;
    let callee = f.editor.module().callee(call.callee)?;
    let is_declaration = callee.intrinsic == Some(IntrinsicId::EXPERIMENTAL_NOALIAS_SCOPE_DECL);
    body.call_args(call).first().filter(|_| is_declaration)?.as_metadata()
}

/// The scopes that instructions of these blocks declare.
pub(crate) fn declared(f: &FunctionEdit<'_, '_>, blocks: &[Block]) -> Vec<Metadata> {
    let body = f.editor.body();
    let all = blocks.iter().flat_map(|&block| body.insts(block));
    let mut found: Vec<Metadata> = Vec::new();
    for list in all.filter_map(|inst| declaration(f, inst)) {
        for scope in operands(f, list).iter().filter_map(|&word| Metadata::from_word(word)) {
            if scope.as_node().is_some() && !found.contains(&scope) {
                found.push(scope);
            }
        }
    }
    found
}

fn operands<'f>(f: &'f FunctionEdit<'_, '_>, list: Metadata) -> &'f [u32] {
    list.as_node().map(|node| f.additions.metadata.node(node).words).unwrap_or_default()
}

/// Gives blocks that were copied scopes of their own.
pub(crate) fn separate(f: &mut FunctionEdit<'_, '_>, scopes: &[Metadata], blocks: &[Block], suffix: &str) {
    if scopes.is_empty() {
        return;
    }
    let mut copies: HashMap<u32, u32> = HashMap::default();
    for &scope in scopes {
        let words = operands(f, scope).to_vec();
        let Some(&domain) = words.get(1) else { continue };
        let name = words.get(2).and_then(|&word| Metadata::from_word(word)).map(Metadata::open);
        let name = match name {
            Some(MetadataRef::String(s)) => [f.additions.metadata.string(s), b":", suffix.as_bytes()].concat(),
            _ => suffix.as_bytes().to_vec(),
        };
        let name = f.additions.metadata.add_string(&name).bits();
        copies.insert(scope.bits(), f.additions.metadata.add_self_reference(&[domain, name]).bits());
    }
    let insts: Vec<Inst> = blocks.iter().flat_map(|&block| f.editor.body().insts(block)).collect();
    for inst in insts {
        if let Some(list) = declaration(f, inst)
            && let Some(new) = mapped(f, list, &copies)
        {
            f.editor.set_operand(Use { user: inst, operand: 0 }, new.into());
        }
        for kind in [ALIAS_SCOPE, NO_ALIAS] {
            if let Some(list) = f.editor.body().attachment(inst, kind)
                && let Some(new) = mapped(f, list, &copies)
            {
                f.editor.set_attachment(inst, kind, Some(new));
            }
        }
    }
}

/// The list with the copies of its scopes; `None` if it has none.
fn mapped(f: &mut FunctionEdit<'_, '_>, list: Metadata, copies: &HashMap<u32, u32>) -> Option<Metadata> {
    let old = operands(f, list);
    if !old.iter().any(|word| copies.contains_key(word)) {
        return None;
    }
    let new: Vec<u32> = old.iter().map(|word| copies.get(word).copied().unwrap_or(*word)).collect();
    Some(f.additions.metadata.add_node(NodeKind::Tuple, false, &new))
}
