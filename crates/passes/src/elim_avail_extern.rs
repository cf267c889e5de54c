//! `elim-avail-extern`: removal of definitions that another module has too.

use lindworm_ir::module::{GlobalKind, Linkage};
use lindworm_ir::{Global, Module};
use lindworm_link::declare_alias;

use crate::pass::ModulePass;

/// Turns definitions with `available_externally` linkage into declarations.
pub struct EliminateAvailableExternally;

impl ModulePass for EliminateAvailableExternally {
    fn name(&self) -> &'static str {
        "elim-avail-extern"
    }

    fn class(&self) -> &'static str {
        "EliminateAvailableExternallyPass"
    }

    fn run(&self, module: &mut Module) {
        let is_available = |&global: &Global| module[global].linkage == Linkage::AvailableExternally;
        let dropped: Vec<Global> = module.global_values().filter(is_available).collect();
        if dropped.is_empty() {
            return;
        }
        module.drop_definitions(&dropped.iter().copied().collect());
        for global in dropped {
            match module[global].kind {
                // An alias of a declaration is invalid.
                GlobalKind::Alias { .. } => declare_alias(module, global),
                _ => module[global].linkage = Linkage::External,
            }
        }
    }
}
