//! Where in the source, as debug information tells it, an operation is.

use lindworm_ir::body::DebugRecordData;
use lindworm_ir::debug_info::{
    NodeKind, compile_unit, composite_type, file, global_variable, global_variable_expression, lexical_block,
    lexical_block_file, local_variable, location, namespace, subprogram,
};
use lindworm_ir::metadata::{MetadataRef, NodeRef};
use lindworm_ir::{Body, Global, Inst, Metadata, Module};

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
    /// The language, as DWARF numbers it (`DW_LANG_...`); 0 if it is not known.
    pub language: u32,
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

    /// The name of a function in the source, with the names of what it is in, as in `shapes::Square::area`; none without debug
    /// information, and for functions whose symbol is that name, such as those of C.
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

    /// The name in the source of the variable whose memory the `alloca` at a site makes.
    pub(crate) fn local_variable(&self, site: Site) -> Option<String> {
        let (module, function, inst) = self.instruction(site)?;
        self.local_variable_of(module, module.body(function)?, inst)
    }

    /// The same of an `alloca` of a function.
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

    /// The name of a global variable in the source.
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

/// Fills in the function that a scope is in, and the file of the innermost scope that names one.
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
