//! `strip-dead-prototypes`, `strip-dead-debug-info`: what nothing refers to.

use lindworm_ir::Module;
use lindworm_link::{remove_dead_debug_info, remove_dead_prototypes};

use crate::pass::ModulePass;

/// Removes declarations that nothing refers to.
pub struct StripDeadPrototypes;

impl ModulePass for StripDeadPrototypes {
    fn name(&self) -> &'static str {
        "strip-dead-prototypes"
    }

    fn class(&self) -> &'static str {
        "StripDeadPrototypesPass"
    }

    fn run(&self, module: &mut Module) {
        remove_dead_prototypes(module);
    }
}

/// Removes compile units and descriptions of variables of which nothing is left.
#[derive(Default)]
pub struct StripDeadDebugInfo {
    /// Whether descriptions go too that say a constant value: `-strip-global-constants`.
    pub constants: bool,
}

impl ModulePass for StripDeadDebugInfo {
    fn name(&self) -> &'static str {
        "strip-dead-debug-info"
    }

    fn class(&self) -> &'static str {
        "StripDeadDebugInfoPass"
    }

    fn run(&self, module: &mut Module) {
        remove_dead_debug_info(module, self.constants);
    }
}
