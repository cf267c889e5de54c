//! Metadata of inlined instructions: locations get the location of the call, and alias scopes become those of one inlined copy.

use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::{NodeKind, location};
use lindworm_ir::hash::HashMap;
use lindworm_ir::metadata::{MetadataRef, NewMetadata};
use lindworm_ir::{Body, Inst, InstData, Metadata, Module};

use crate::LOOP;
use crate::pass::FunctionEdit;

pub(super) const ALIAS_SCOPE: MetadataKind = crate::known!(b"alias.scope");
pub(super) const NO_ALIAS: MetadataKind = crate::known!(b"noalias");

/// Maps the metadata of the instructions of one inlined call.
pub(super) struct Inlining {
    /// The location of the call.
    call: Option<Metadata>,
    /// The copy of that location which stands for this call only.
    call_site: Option<Metadata>,
    callee_has_debug_info: bool,
    locations: HashMap<Metadata, Metadata>,
    scopes: HashMap<Metadata, Metadata>,
}

impl Inlining {
    pub fn new(call: Option<Metadata>, callee_has_debug_info: bool) -> Inlining {
        let (locations, scopes) = Default::default();
        Inlining { call, call_site: None, callee_has_debug_info, locations, scopes }
    }

    /// Maps the metadata of an inlined instruction and of its debug records.
    pub fn map(&mut self, f: &mut FunctionEdit<'_, '_>, inst: Inst) {
        self.map_scopes(f, inst);
        let Some(call) = self.call else { return };
        let body = f.editor.body();
        let records: Vec<_> = match body.has_debug_records() {
            true => body.debug_records(inst).handles().map(|(record, _)| record).collect(),
            false => Vec::new(),
        };
        let (loc, of_loop) = (body.debug_loc(inst), body.attachment(inst, LOOP));
        if let Some(old) = loc {
            let new = self.location(&mut f.additions.metadata, old);
            f.editor.set_debug_loc(inst, Some(new));
        } else if !self.callee_has_debug_info && !is_static_alloca(f.editor.module(), body, inst) {
            f.editor.set_debug_loc(inst, Some(call));
        }
        for record in records {
            use lindworm_ir::body::DebugRecordData::*;
            let (Value { debug_loc, .. }
            | Declare { debug_loc, .. }
            | DeclareValue { debug_loc, .. }
            | Assign { debug_loc, .. }
            | Label { debug_loc, .. }) = f.editor.debug_record_mut(record);
            *debug_loc = self.location(&mut f.additions.metadata, *debug_loc);
        }
        if let Some(old) = of_loop.and_then(|m| m.as_node()) {
            let operands: Vec<u32> = f.additions.metadata.node(old).tail().iter().skip(1).copied().collect();
            let mut mapped = Vec::new();
            for word in operands {
                let location = Metadata::from_word(word).filter(|m| is_location(&f.additions.metadata, *m));
                mapped.push(location.map_or(word, |m| self.location(&mut f.additions.metadata, m).bits()));
            }
            let new = f.additions.metadata.add_self_reference(&mapped);
            f.editor.set_attachment(inst, LOOP, Some(new));
        }
    }

    /// The location, inlined at the call.
    fn location(&mut self, metadata: &mut NewMetadata<'_>, old: Metadata) -> Metadata {
        if !is_location(metadata, old) {
            return old;
        }
        if let Some(&known) = self.locations.get(&old) {
            return known;
        }
        let call_site = self.call_site(metadata);
        // The calls that the location was inlined at before, the outermost last.
        let mut chain = Vec::new();
        let mut next = inlined_at(metadata, old);
        let mut outer = call_site;
        while let Some(at) = next {
            if let Some(&known) = self.locations.get(&at) {
                outer = known;
                break;
            }
            chain.push(at);
            next = inlined_at(metadata, at);
        }
        for at in chain.into_iter().rev() {
            outer = with_inlined_at(metadata, at, outer, true);
            self.locations.insert(at, outer);
        }
        let new = with_inlined_at(metadata, old, outer, false);
        self.locations.insert(old, new);
        new
    }

    fn call_site(&mut self, metadata: &mut NewMetadata<'_>) -> Metadata {
        if let Some(known) = self.call_site {
            return known;
        }
        let call = self.call.filter(|m| is_location(metadata, *m));
        let copy = call.map(|m| copy_location(metadata, m, None, true));
        let copy = copy.or(self.call).unwrap_or_else(|| metadata.add_node(NodeKind::Tuple, false, &[]));
        self.call_site = Some(copy);
        copy
    }

    // Alias scopes.

    /// Replaces the alias scopes of an instruction, and those that it declares, by copies for this call.
    fn map_scopes(&mut self, f: &mut FunctionEdit<'_, '_>, inst: Inst) {
        for kind in [ALIAS_SCOPE, NO_ALIAS] {
            if let Some(old) = f.editor.body().attachment(inst, kind) {
                let new = self.scopes(&mut f.additions.metadata, old, 0);
                f.editor.set_attachment(inst, kind, Some(new));
            }
        }
        let data = f.editor.body().inst(inst);
        let Some(call) = data.call_info() else { return };
        let callee = f.editor.module().callee(call.callee).and_then(|f| f.intrinsic);
        if callee == Some(lindworm_ir::intrinsics::IntrinsicId::EXPERIMENTAL_NOALIAS_SCOPE_DECL)
            && let Some(old) = f.editor.body().call_args(call).first().and_then(|v| v.as_metadata())
        {
            let new = self.scopes(&mut f.additions.metadata, old, 0);
            let at = lindworm_ir::use_list::Use { user: inst, operand: 0 };
            f.editor.set_operand(at, new.into());
        }
    }

    /// Copies a list of scopes (depth 0) with its scopes (1) and their domains (2). Scopes and domains refer to themselves.
    fn scopes(&mut self, metadata: &mut NewMetadata<'_>, old: Metadata, depth: u32) -> Metadata {
        if depth > 2 {
            return old;
        }
        if let Some(&known) = self.scopes.get(&old) {
            return known;
        }
        let Some(node) = old.as_node().map(|n| metadata.node(n)).filter(|n| n.kind == NodeKind::Tuple) else {
            return old;
        };
        let operands = node.tail().to_vec();
        let is_own = operands.first() == Some(&old.bits());
        let mut mapped = Vec::new();
        for &word in operands.iter().skip(usize::from(is_own)) {
            let of_node = Metadata::from_word(word).filter(|m| matches!(m.open(), MetadataRef::Node(_)) && *m != old);
            mapped.push(of_node.map_or(word, |m| self.scopes(metadata, m, depth + 1).bits()));
        }
        let new = match is_own {
            true => metadata.add_self_reference(&mapped),
            false => metadata.add_node(NodeKind::Tuple, node_is_distinct(metadata, old), &mapped),
        };
        self.scopes.insert(old, new);
        new
    }
}

fn node_is_distinct(metadata: &NewMetadata<'_>, m: Metadata) -> bool {
    m.as_node().is_some_and(|n| metadata.node(n).distinct)
}

fn is_location(metadata: &NewMetadata<'_>, m: Metadata) -> bool {
    m.as_node().is_some_and(|n| metadata.node(n).kind == NodeKind::DILocation)
}

fn inlined_at(metadata: &NewMetadata<'_>, m: Metadata) -> Option<Metadata> {
    metadata.node(m.as_node()?).get_ref(location::INLINED_AT)
}

fn with_inlined_at(metadata: &mut NewMetadata<'_>, m: Metadata, at: Metadata, distinct: bool) -> Metadata {
    copy_location(metadata, m, Some(at), distinct)
}

/// A copy of a location, with another `inlinedAt` if that is given.
fn copy_location(metadata: &mut NewMetadata<'_>, m: Metadata, at: Option<Metadata>, distinct: bool) -> Metadata {
    let Some(node) = m.as_node().map(|n| metadata.node(n)) else { return m };
    let mut fields: Vec<(usize, u64)> = (0..node.kind.fields().len()).map(|field| (field, node.get(field))).collect();
    if let Some(at) = at {
        fields[location::INLINED_AT].1 = at.bits().into();
    }
    metadata.add_fields(NodeKind::DILocation, distinct, &fields, &[])
}

/// Whether an instruction is an alloca of constant size, which may move to the entry block.
pub(super) fn is_static_alloca(module: &Module, body: &Body, inst: Inst) -> bool {
    match *body.inst(inst) {
        InstData::Alloca { count, in_alloca, .. } => !in_alloca && module.constants().as_u64(count).is_some(),
        _ => false,
    }
}
