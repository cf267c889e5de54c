//! The source of a module's data layout.

use crate::triple::default_data_layout;
use crate::version::IrVersion;

/// The source of the data layout of a module that is read. The default layout applies if the source gives none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DataLayoutSource {
    /// The module, as for most of LLVM's tools.
    Module,
    /// The module, or else its triple, as for `opt`.
    #[default]
    ModuleOrTriple,
    /// The module, or else this triple, as for `opt -mtriple`.
    ModuleOrGivenTriple(Vec<u8>),
    /// This layout, regardless of the module.
    Given(Vec<u8>),
}

impl DataLayoutSource {
    /// The layout string for a module with this layout string and triple, as a version defines it.
    pub fn choose(&self, version: IrVersion, layout: Vec<u8>, triple: &[u8]) -> Vec<u8> {
        let triple = match self {
            DataLayoutSource::Given(given) => return given.clone(),
            DataLayoutSource::Module => return layout,
            DataLayoutSource::ModuleOrTriple => triple,
            DataLayoutSource::ModuleOrGivenTriple(given) => given,
        };
        match default_data_layout(version, triple) {
            Some(of_triple) if layout.is_empty() => of_triple.into(),
            _ => layout,
        }
    }
}
