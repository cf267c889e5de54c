//! Checks that the locations in a function lead to its subprogram.

use cranelift_entity::EntityRef;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::{NodeKind, lexical_block, lexical_block_file, location};
use lindworm_ir::hash::HashSet;
use lindworm_ir::{Inst, Metadata};

use super::nodes::{LOCAL_SCOPE, is};
use crate::check::{Checked, FunctionCheck, Mode, ModuleView, check};
use crate::finding::Entity;
use crate::rules::debug_records as rules;

/// Checks that all locations in a function lead to its subprogram.
pub(crate) fn check_function_locations(f: &mut FunctionCheck) -> Checked {
    let attached = f.global.metadata.iter().find(|(kind, _)| *kind == MetadataKind::DBG).map(|a| a.1);
    f.debug.subprogram = attached.filter(|&m| f.view.node_of_kind(m, NodeKind::DISubprogram).is_some());
    let Some(subprogram) = f.debug.subprogram else { return Ok(()) };
    match f.mode {
        Mode::Detect => check!(f, all_lead_to(f, subprogram), rules::WRONG_SUBPROGRAM),
        Mode::Exact => {
            let mut seen = HashSet::default();
            for inst in f.body.blocks().flat_map(|b| f.body.insts(b)) {
                f.place.inst = Some(inst);
                if let Some(m) = f.body.debug_loc(inst) {
                    let _ = check_location(f, inst, m, subprogram, &mut seen);
                }
                for m in loop_locations(f, inst) {
                    let _ = check_location(f, inst, m, subprogram, &mut seen);
                }
                if f.broken_debug_info {
                    break;
                }
            }
            f.place.inst = None;
        }
    }
    Ok(())
}

/// Whether all locations in the function lead to its subprogram. A quick check in memory order, which usually succeeds.
fn all_lead_to(f: &FunctionCheck, subprogram: Metadata) -> bool {
    let body = f.body;
    if !body.has_debug_locs() && !body.has_attachments() {
        return true;
    }
    let links = f.view.links();
    let expected = subprogram.as_node();
    let mut last = None;
    let mut leads = |m: Metadata| {
        let leads = last == Some(m) || links.subprogram(m) == expected;
        last = Some(m);
        leads
    };
    let has_attachments = body.has_attachments();
    for inst in (0..body.inst_count()).map(Inst::new) {
        let here = body.debug_loc(inst).is_none_or(&mut leads)
            && (!has_attachments || loop_locations(f, inst).all(&mut leads));
        // Instructions that were removed from their block do not count.
        if !here && body.inst_block(inst).is_some() {
            return false;
        }
    }
    true
}

/// The locations of the loop with this latch terminator.
fn loop_locations<'m>(f: &FunctionCheck<'_, 'm>, inst: Inst) -> impl Iterator<Item = Metadata> + use<'m> {
    let view = f.view;
    let attachments = f.body.attachments(inst).iter().find(|(kind, _)| *kind == MetadataKind::LOOP);
    let words = attachments.and_then(|&(_, m)| view.tuple(m)).and_then(|words| words.get(1..)).unwrap_or(&[]);
    let operands = words.iter().filter_map(|&word| Metadata::from_word(word));
    operands.filter(move |&m| view.node_of_kind(m, NodeKind::DILocation).is_some())
}

fn check_location(
    f: &mut FunctionCheck,
    inst: Inst,
    m: Metadata,
    subprogram: Metadata,
    seen: &mut HashSet<Metadata>,
) -> Checked {
    let Some(node) = f.view.node_of_kind(m, NodeKind::DILocation).filter(|_| seen.insert(m)) else { return Ok(()) };
    let (function, shown) = (Entity::from(f.id), f.value(inst));
    let parent = node.get_ref(location::SCOPE);
    let is_local = parent.is_some_and(|p| is(f.view, p, LOCAL_SCOPE));
    check!(f, is_local, rules::FOREIGN_LOCATION_SCOPE, subprogram, function, shown, m, parent);
    if f.view.links().subprogram(m) == subprogram.as_node() {
        return Ok(());
    }
    let outermost = outermost_location(f.view, m);
    check!(f, outermost.is_some(), rules::NO_LOCAL_SCOPE, m);
    let scope = outermost.and_then(|m| f.view.node_of_kind(m, NodeKind::DILocation)?.get_ref(location::SCOPE));
    // If `inlinedAt` is not a location or has no scope, the check of that node reports it.
    let Some(scope) = scope.filter(|&s| seen.insert(s)) else { return Ok(()) };
    let owner = end_of_scopes(f.view, scope);
    if owner != Some(scope) && owner.is_some_and(|o| !seen.insert(o)) {
        return Ok(());
    }
    check!(f, owner == Some(subprogram), rules::WRONG_SUBPROGRAM, subprogram, function, shown, m, scope, owner);
    Ok(())
}

/// The outermost location of the `inlinedAt` chain; `None` if the chain is cyclic.
fn outermost_location(view: &ModuleView, location: Metadata) -> Option<Metadata> {
    let mut at = location;
    // Only a cyclic chain is longer.
    for _ in 0..view.module.metadata().node_count() {
        match view.node_of_kind(at, NodeKind::DILocation).and_then(|n| n.get_ref(location::INLINED_AT)) {
            Some(caller) => at = caller,
            None => return Some(at),
        }
    }
    None
}

/// The first enclosing scope that is not a lexical block, of any kind; `None` if the chain is cyclic.
fn end_of_scopes(view: &ModuleView, scope: Metadata) -> Option<Metadata> {
    let mut at = scope;
    for _ in 0..view.module.metadata().node_count() {
        at = match view.node(at) {
            Some(n) if n.kind == NodeKind::DILexicalBlock => n.get_ref(lexical_block::SCOPE)?,
            Some(n) if n.kind == NodeKind::DILexicalBlockFile => n.get_ref(lexical_block_file::SCOPE)?,
            _ => return Some(at),
        };
    }
    None
}
