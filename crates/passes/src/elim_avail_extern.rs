//! `elim-avail-extern`: removal of definitions that another module has too.

use lindworm_ir::hash::HashSet;
use lindworm_ir::module::Linkage;
use lindworm_ir::{Global, Module};

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
        let dropped: HashSet<_> = module.global_values().filter(is_available).collect();
        if dropped.is_empty() {
            return;
        }
        module.drop_definitions(&dropped);
        for global in dropped {
            module[global].linkage = Linkage::External;
        }
    }
}
