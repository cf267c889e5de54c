//! Where in the source, as debug information tells it, an operation is.

use lindworm_ir::debug_info::{NodeKind, file, lexical_block, lexical_block_file, location, subprogram};
use lindworm_ir::metadata::{MetadataRef, NodeRef};
use lindworm_ir::{Metadata, Module};

use crate::program::Program;
use crate::value::Site;

/// A place in the source of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Location {
    /// The function, under the name that it has in the source.
    pub function: String,
    /// The file as the compiler was given it; empty if it is not known.
    pub file: String,
    /// The directory in which the compiler was started, to which the file's name is relative.
    pub directory: String,
    /// The line, from 1; 0 if it is not known.
    pub line: u32,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
}

/// Scopes that are nested deeper than this, or inlined calls, are not followed.
const MAX_DEPTH: usize = 256;

impl Program {
    /// Where in the source an operation is: the place itself and, if it was inlined, each place that it was inlined to,
    /// outwards. None if there is no debug information.
    pub fn locations(&self, site: Site) -> Vec<Location> {
        let mut found = Vec::new();
        let Some((module, function, inst)) = self.instruction(site) else { return found };
        let mut next = module.body(function).and_then(|body| body.debug_loc(inst));
        while let Some(node) = next.and_then(|m| node_of(module, m, NodeKind::DILocation))
            && found.len() < MAX_DEPTH
        {
            let mut place = Location {
                line: node.get(location::LINE) as u32,
                column: node.get(location::COLUMN) as u32,
                ..Location::default()
            };
            name_scope(module, node.get_ref(location::SCOPE), &mut place);
            found.push(place);
            next = node.get_ref(location::INLINED_AT);
        }
        found
    }
}

fn node_of(module: &Module, metadata: Metadata, kind: NodeKind) -> Option<NodeRef<'_>> {
    let node = module.metadata.node(metadata.as_node()?);
    (node.kind == kind).then_some(node)
}

fn string(module: &Module, metadata: Option<Metadata>) -> String {
    match metadata.map(Metadata::open) {
        Some(MetadataRef::String(s)) => String::from_utf8_lossy(module.metadata.string(s)).into_owned(),
        _ => String::new(),
    }
}

/// Fills in the function that a scope is in, and the file of the innermost scope that names one.
fn name_scope(module: &Module, mut scope: Option<Metadata>, place: &mut Location) {
    let mut named = false;
    for _ in 0..MAX_DEPTH {
        let Some(node) = scope.and_then(Metadata::as_node).map(|n| module.metadata.node(n)) else { return };
        let (outer, in_file) = match node.kind {
            NodeKind::DISubprogram => (None, subprogram::FILE),
            NodeKind::DILexicalBlock => (Some(lexical_block::SCOPE), lexical_block::FILE),
            NodeKind::DILexicalBlockFile => (Some(lexical_block_file::SCOPE), lexical_block_file::FILE),
            _ => return,
        };
        if let Some(file_node) = node.get_ref(in_file).and_then(|m| node_of(module, m, NodeKind::DIFile))
            && !named
        {
            named = true;
            place.file = string(module, file_node.get_ref(file::FILENAME));
            place.directory = string(module, file_node.get_ref(file::DIRECTORY));
        }
        let Some(outer) = outer else {
            place.function = string(module, node.get_ref(subprogram::NAME));
            return;
        };
        scope = node.get_ref(outer);
    }
}
