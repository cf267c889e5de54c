//! Merges the metadata of all parts of a source.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::hash::HashMap;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::metadata::{Absorbed, Attachment, MetadataRef, MetadataStore, NULL_WORD};
use lindworm_ir::module::{GlobalKind, NamedMetadata};
use lindworm_ir::{Body, Context, Global, Inst, InstData, Metadata, Module, Value};

use lindworm_upgrade::old_debug_info::{OldDebugInfo, drop_leading_deref};

use super::{Definitions, FIRST_OWN_KIND, MetadataBuffer};
use crate::lexer::{Lexer, Tok};
use crate::reader::diagnostic::Diagnostic;

/// The resolution of all references, after every part of a source is read.
pub struct Resolved {
    definitions: Definitions,
    /// The least number that is referenced but not defined, or [`ALL_DEFINED`].
    undefined: AtomicU64,
    /// The same over references from nodes only.
    undefined_in_nodes: u64,
    parts: Vec<Part>,
    /// The node that each node was merged into; `None` if none was merged.
    merged: Option<Vec<u32>>,
    /// Byte offsets of the definitions of `DIAssignID` nodes.
    assign_ids: HashMap<u32, usize>,
    /// `!{}`, if some operand is replaced by it.
    empty_tuple: Option<Metadata>,
    /// Data for the upgrade of debug info of LLVM 3.9 and earlier.
    old_debug_info: Option<OldDebugInfo>,
    /// Whether two parts define the same number.
    defined_twice: bool,
    /// Byte ranges of the nodes, if requested.
    pub spans: Vec<Range<usize>>,
}

/// Greater than any node number.
const ALL_DEFINED: u64 = u64::MAX;

/// The resolution of the references read by one parser.
struct Part {
    /// `None` for the part whose store became the store of the module: its references are valid unchanged.
    absorbed: Option<Absorbed>,
    large_slots: Vec<u32>,
    /// Its first node.
    slots_from: u32,
    /// By number minus [`FIRST_OWN_KIND`].
    kinds: Vec<MetadataKind>,
}

impl Resolved {
    /// Moves the buffers of all parsers into the module, which must not have metadata yet. Parts are identified by their
    /// index in `buffers`.
    ///
    /// With `odr_types`, composite types with the same identifier are merged, as in LLVM's optimizer.
    pub fn new(module: &mut Module, mut buffers: Vec<MetadataBuffer>, odr_types: bool) -> Resolved {
        let kinds = register_kinds(module.context(), &buffers);
        let store = module.metadata_mut();
        let mut resolved = Resolved {
            definitions: Definitions::default(),
            undefined: AtomicU64::new(ALL_DEFINED),
            undefined_in_nodes: ALL_DEFINED,
            parts: Vec::with_capacity(buffers.len()),
            merged: None,
            assign_ids: HashMap::default(),
            empty_tuple: None,
            old_debug_info: None,
            defined_twice: false,
            spans: Vec::new(),
        };
        // The largest store becomes the store of the module; the others are appended to it.
        let greatest = (0..buffers.len()).max_by_key(|&i| buffers[i].store.node_count());
        if let Some(i) = greatest {
            *store = std::mem::take(&mut buffers[i].store);
            resolved.definitions = std::mem::take(&mut buffers[i].definitions);
            resolved.assign_ids = buffers[i].assign_ids.drain(..).collect();
            resolved.spans = std::mem::take(&mut buffers[i].spans);
        }
        for ((i, buffer), kinds) in buffers.iter_mut().enumerate().zip(kinds) {
            let large_slots = std::mem::take(&mut buffer.large_slots);
            let mut part = Part { absorbed: None, large_slots, kinds, slots_from: store.node_count() as u32 };
            if Some(i) == greatest {
                part.slots_from = 0;
            } else if !buffer.is_empty() {
                let absorbed = store.absorb(&buffer.store);
                for (number, node) in buffer.definitions.all() {
                    resolved.defined_twice |= resolved.definitions.get(number).is_some();
                    resolved.definitions.set(number, absorbed.map_node(node));
                }
                resolved.assign_ids.extend(buffer.assign_ids.iter().map(|&(n, pos)| (absorbed.map_node(n), pos)));
                part.absorbed = Some(absorbed);
                if !buffer.spans.is_empty() {
                    resolved.spans.resize(part.slots_from as usize, 0..0);
                    resolved.spans.append(&mut buffer.spans);
                }
            }
            resolved.parts.push(part);
        }
        resolved.map_slots(store, greatest);
        resolved.undefined_in_nodes = resolved.undefined.load(Ordering::Relaxed);
        let mut old_fields = Vec::new();
        for (part, buffer) in buffers.iter().enumerate() {
            let map = |m| resolved.map(part, m);
            let map_node = |node| map(Metadata::new(MetadataRef::Node(node))).as_node();
            old_fields.extend(buffer.old_fields.iter().filter_map(|&(node, m)| Some((map_node(node)?, map(m)))));
        }
        if !old_fields.is_empty() {
            resolved.old_debug_info = Some(OldDebugInfo::of_text(module, &old_fields));
        }
        let store = module.metadata_mut();
        resolved.merged = store.unique(odr_types);
        let is_null_tuple = |i: u32| {
            let node = store.node(i);
            node.kind == NodeKind::Tuple && node.words == [NULL_WORD]
        };
        if (0..store.node_count() as u32).any(is_null_tuple) {
            resolved.empty_tuple = Some(store.add_node(NodeKind::Tuple, false, &[]));
        }
        resolved
    }

    /// Replaces references by number with references to nodes in the nodes of each part.
    fn map_slots(&self, store: &mut MetadataStore, greatest: Option<usize>) {
        let Some(greatest) = greatest.map(|i| &self.parts[i]) else { return };
        let mut end = store.node_count() as u32;
        for part in self.parts.iter().rev().filter(|p| p.absorbed.is_some()) {
            store.map_refs(part.slots_from..end, |m| self.map_slot(part, m));
            end = part.slots_from;
        }
        store.map_refs(0..end, |m| self.map_slot(greatest, m));
    }

    #[inline]
    fn map_slot(&self, part: &Part, m: Metadata) -> Metadata {
        let MetadataRef::Slot(slot) = m.open() else { return m };
        let number = if slot < super::FIRST_LARGE_SLOT {
            slot
        } else {
            part.large_slots[(slot - super::FIRST_LARGE_SLOT) as usize]
        };
        match self.definitions.get(number) {
            Some(node) => Metadata::new(MetadataRef::Node(node)),
            None => {
                self.undefined.fetch_min(number.into(), Ordering::Relaxed);
                m
            }
        }
    }

    /// The resolution of a reference read by the parser of a part.
    #[inline]
    pub fn map(&self, part: usize, m: Metadata) -> Metadata {
        let part = &self.parts[part];
        let m = match (m.open(), &part.absorbed) {
            (MetadataRef::Slot(_), _) => self.map_slot(part, m),
            (_, Some(absorbed)) => absorbed.map(m),
            _ => m,
        };
        self.merge(m)
    }

    #[inline]
    fn merge(&self, m: Metadata) -> Metadata {
        match (&self.merged, m.open()) {
            (Some(merged), MetadataRef::Node(n)) => Metadata::new(MetadataRef::Node(merged[n as usize])),
            _ => m,
        }
    }

    /// Upgrades debug info of LLVM 3.9 and earlier, if any. Requires that all references are mapped.
    pub fn upgrade_debug_info(&self, module: &mut Module) {
        let Some(old) = &self.old_debug_info else { return };
        old.attach(module, |m| self.merge(m));
        for function in module.functions().to_vec() {
            module.change_body(function, drop_leading_deref);
        }
    }

    /// Maps the operands of named metadata.
    pub fn map_named(&self, part: usize, named: &mut NamedMetadata) {
        for m in &mut named.operands {
            *m = self.map(part, *m);
        }
    }

    /// Maps the attachments of a global.
    pub fn map_attachments(&self, part: usize, attachments: &mut [Attachment]) {
        for (kind, m) in attachments.iter_mut() {
            *m = self.map(part, *m);
            *kind = self.map_kind(part, *kind);
        }
        attachments.sort_by_key(|&(kind, _)| kind);
    }

    fn map_kind(&self, part: usize, kind: MetadataKind) -> MetadataKind {
        match kind.0.checked_sub(FIRST_OWN_KIND) {
            Some(own) => self.parts[part].kinds[own as usize],
            None => kind,
        }
    }

    /// Maps all metadata references of a body. `pos` is its byte offset.
    pub fn map_body(&self, part: usize, store: &MetadataStore, body: &mut Body, pos: usize) {
        body.map_attached_metadata(|m| self.map(part, m));
        body.map_metadata_operands(|m| store.as_operand(self.map(part, m), self.empty_tuple));
        let own_kinds = !self.parts[part].kinds.is_empty();
        for list in body.attachment_lists_mut() {
            if own_kinds {
                for (kind, _) in list.iter_mut() {
                    *kind = self.map_kind(part, *kind);
                }
                list.sort_by_key(|&(kind, _)| kind);
            }
            // LLVM attaches `DIAssignID` nodes when it reads their definition, so only those defined after the use.
            list.retain(|&mut (kind, m)| {
                kind != MetadataKind::DI_ASSIGN_ID
                    || m.as_node().is_some_and(|n| self.assign_ids.get(&n).is_some_and(|&defined| defined > pos))
            });
        }
    }

    /// Removes attachments to variables, functions and instructions, debug intrinsics and scope declarations that refer to
    /// undefined metadata, and recomputes what is undefined. Requires that all references are mapped. `bodies` holds the
    /// functions with the parts of their bodies.
    pub fn drop_undefined(&mut self, module: &mut Module, bodies: &[(usize, Global)], top_part: usize) {
        if *self.undefined.get_mut() == ALL_DEFINED {
            return;
        }
        let is_undefined = |m: Metadata| matches!(m.open(), MetadataRef::Slot(_));
        *self.undefined.get_mut() = self.undefined_in_nodes;
        // Defined references need no note.
        let note = |part: usize, m| {
            self.map_slot(&self.parts[part], m);
        };
        module.named_metadata().iter().flat_map(|named| &named.operands).for_each(|&m| note(0, m));
        for global in module.globals_mut() {
            if matches!(global.kind, GlobalKind::Variable(_) | GlobalKind::Function(_)) {
                global.metadata.retain(|&(_, m)| !is_undefined(m));
            }
            global.metadata.iter().for_each(|&(_, m)| note(top_part, m));
        }
        const DROPPED: [IntrinsicId; 5] = [
            IntrinsicId::DBG_DECLARE,
            IntrinsicId::DBG_VALUE,
            IntrinsicId::DBG_ASSIGN,
            IntrinsicId::DBG_LABEL,
            IntrinsicId::EXPERIMENTAL_NOALIAS_SCOPE_DECL,
        ];
        for &(part, function) in bodies {
            module.change_body(function, |module, body| {
                let is_dropped = |callee: Value| {
                    let function = callee.as_global().and_then(|g| module.function(g));
                    function.and_then(|f| f.intrinsic).is_some_and(|id| DROPPED.contains(&id))
                };
                let insts: Vec<Inst> = body.blocks().flat_map(|block| body.insts(block)).collect();
                for inst in insts {
                    if body.debug_loc(inst).is_some_and(is_undefined) {
                        body.set_debug_loc(inst, None);
                    }
                    if let InstData::Call { call, .. } = body.inst(inst)
                        && is_dropped(call.callee)
                        && body.call_args(call).iter().filter_map(|v| v.as_metadata()).any(is_undefined)
                    {
                        body.remove_inst(inst);
                        *body.inst_mut(inst) = InstData::Unreachable;
                    }
                }
                body.attachment_lists_mut().for_each(|list| list.retain(|&mut (_, m)| !is_undefined(m)));
                body.map_metadata(|m| {
                    note(part, m);
                    m
                });
            });
        }
    }

    /// An error if some number is referenced but not defined, or is defined in two parts (within one part the parser
    /// reports that, with the location). Requires that all references are mapped.
    pub fn check_defined(&self, source: &[u8]) -> Result<(), Diagnostic> {
        if self.defined_twice {
            return Err(Diagnostic::new(0, "Metadata id is already used"));
        }
        match self.undefined.load(Ordering::Relaxed) {
            ALL_DEFINED => Ok(()),
            number => {
                let offset = first_use(source, number);
                Err(Diagnostic::new(offset, format!("use of undefined metadata '!{number}'")))
            }
        }
    }
}

/// Registers attachment kinds in the order of first use. Returns the kinds of each buffer.
fn register_kinds(cx: &Context, buffers: &[MetadataBuffer]) -> Vec<Vec<MetadataKind>> {
    let mut uses: Vec<(usize, &[u8])> =
        buffers.iter().flat_map(|b| &b.kinds).map(|(pos, name)| (*pos, name.as_ref())).collect();
    uses.sort_unstable();
    let mut kinds: HashMap<&[u8], MetadataKind> = HashMap::default();
    for (_, name) in uses {
        kinds.entry(name).or_insert_with(|| cx.metadata_kind(name));
    }
    buffers.iter().map(|b| b.kinds.iter().map(|(_, name)| kinds[name.as_ref()]).collect()).collect()
}

/// Byte offset of the first use of `!N`.
#[cold]
fn first_use(source: &[u8], number: u64) -> usize {
    let mut lexer = Lexer::new(source, 0);
    while lexer.kind != Tok::Eof {
        let after_exclaim = lexer.kind == Tok::Exclaim;
        lexer.bump();
        if after_exclaim && lexer.kind == Tok::Int && lexer.text().iter().all(u8::is_ascii_digit) {
            let value = lexer.text().iter().fold(0u64, |v, c| v.saturating_mul(10).saturating_add((c - b'0') as u64));
            if value == number {
                return lexer.start;
            }
        }
    }
    source.len()
}
