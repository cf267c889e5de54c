//! Source locations of operations according to debug information.

use lindworm_ir::body::DebugRecordData;
use lindworm_ir::debug_info::{
    NodeKind, compile_unit, composite_type, file, global_variable, global_variable_expression, lexical_block,
    lexical_block_file, local_variable, location, namespace, subprogram,
};
use lindworm_ir::metadata::{MetadataRef, NodeRef};
use lindworm_ir::{Body, Global, Inst, Metadata, Module};

use crate::program::Program;
use crate::value::Site;

/// A source location.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Location {
    /// The source name of the function.
    pub function: String,
    /// The path of the file as passed to the compiler; empty if unknown.
    pub file: String,
    /// The compilation directory, to which `file` is relative.
    pub directory: String,
    /// The line, from 1; 0 if unknown.
    pub line: u32,
    /// The column, from 1; 0 if unknown.
    pub column: u32,
    /// The source language, as a DWARF code (`DW_LANG_...`); 0 if unknown.
    pub language: u32,
}

/// The maximum depth of scopes and inlined calls that is followed.
const MAX_DEPTH: usize = 256;

impl Program {
    /// The source location of an operation, followed by the locations of the calls that it was inlined through, from innermost
    /// to outermost. Empty without debug information.
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

    /// The qualified source name of a function, as in `shapes::Square::area`. `None` without debug information, or if the name
    /// equals the symbol, as in C.
    pub fn source_name(&self, function: u32) -> Option<String> {
        let info = self.functions.get(function as usize)?;
        let module = &self.modules[info.module];
        let nodes = module[info.global].metadata.iter();
        let subprogram = nodes.filter_map(|&(_, node)| node_of(module, node, NodeKind::DISubprogram)).next()?;
        if string(module, subprogram.get_ref(subprogram::LINKAGE_NAME)).is_empty() {
            return None;
        }
        let mut names = Vec::new();
        let mut next = Some(subprogram);
        while let Some(node) = next.take()
            && names.len() < MAX_DEPTH
        {
            let (name, scope) = match node.kind {
                NodeKind::DISubprogram => (subprogram::NAME, subprogram::SCOPE),
                NodeKind::DINamespace => (namespace::NAME, namespace::SCOPE),
                NodeKind::DICompositeType => (composite_type::NAME, composite_type::SCOPE),
                _ => break,
            };
            let name = string(module, node.get_ref(name));
            names.push(if name.is_empty() { "(anonymous)".into() } else { name });
            next = node.get_ref(scope).and_then(Metadata::as_node).map(|n| module.metadata().node(n));
        }
        names.reverse();
        Some(names.join("::"))
    }

    /// The source name of the variable that the `alloca` at a site allocates.
    pub(crate) fn local_variable(&self, site: Site) -> Option<String> {
        let (module, function, inst) = self.instruction(site)?;
        self.local_variable_of(module, module.body(function)?, inst)
    }

    /// The source name of the variable that an `alloca` of a function allocates.
    pub(crate) fn local_variable_of(&self, module: &Module, body: &Body, alloca: Inst) -> Option<String> {
        let mut records = body.blocks().flat_map(|b| body.insts(b)).flat_map(|i| body.debug_records(i));
        let variable = records.find_map(|record| match *record {
            DebugRecordData::Declare { location, variable, .. } => {
                (body.local_value(location)? == alloca.into()).then_some(variable)
            }
            _ => None,
        })?;
        let name = string(module, node_of(module, variable, NodeKind::DILocalVariable)?.get_ref(local_variable::NAME));
        (!name.is_empty()).then_some(name)
    }

    /// The source name of a global variable.
    pub(crate) fn global_variable(&self, module: usize, global: Global) -> Option<String> {
        let module = &self.modules[module];
        let nodes = module[global].metadata.iter();
        nodes.filter_map(|&(_, node)| node_of(module, node, NodeKind::DIGlobalVariableExpression)).find_map(
            |expression| {
                let variable = expression.get_ref(global_variable_expression::VAR)?;
                let variable = node_of(module, variable, NodeKind::DIGlobalVariable)?;
                Some(string(module, variable.get_ref(global_variable::NAME))).filter(|name| !name.is_empty())
            },
        )
    }
}

fn node_of(module: &Module, metadata: Metadata, kind: NodeKind) -> Option<NodeRef<'_>> {
    let node = module.metadata().node(metadata.as_node()?);
    (node.kind == kind).then_some(node)
}

fn string(module: &Module, metadata: Option<Metadata>) -> String {
    match metadata.map(Metadata::open) {
        Some(MetadataRef::String(s)) => String::from_utf8_lossy(module.metadata().string(s)).into_owned(),
        _ => String::new(),
    }
}

/// Sets the function of a scope, and the file of the innermost scope that has one.
fn name_scope(module: &Module, mut scope: Option<Metadata>, place: &mut Location) {
    let mut named = false;
    for _ in 0..MAX_DEPTH {
        let Some(node) = scope.and_then(Metadata::as_node).map(|n| module.metadata().node(n)) else { return };
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
            let unit = node.get_ref(subprogram::UNIT).and_then(|m| node_of(module, m, NodeKind::DICompileUnit));
            place.language = unit.map_or(0, |unit| unit.get(compile_unit::LANGUAGE_) as u32);
            return;
        };
        scope = node.get_ref(outer);
    }
}
