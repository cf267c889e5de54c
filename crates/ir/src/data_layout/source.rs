//! Where the data layout of a module comes from.

use crate::triple::default_data_layout;
use crate::version::IrVersion;

/// Where the data layout of a module that is read comes from. Where the module says none, and nothing else either, it is the
/// default one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DataLayoutSource {
    /// The module, as for most of LLVM's tools.
    Module,
    /// The module or else its triple, as for `opt`.
    #[default]
    ModuleOrTriple,
    /// The module or else this triple, as for `opt -mtriple`.
    ModuleOrGivenTriple(Vec<u8>),
    /// This one, whatever the module says.
    Given(Vec<u8>),
}

impl DataLayoutSource {
    /// The text of the data layout of a module that gives this one itself, and this triple, as a version has it.
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
