//! `strip-dead-prototypes` and `strip-dead-debug-info`: removal of unreferenced declarations and debug information.

use lindworm_ir::Module;
use lindworm_link::{remove_dead_debug_info, remove_dead_prototypes};

use crate::pass::ModulePass;

/// Removes unused declarations.
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

/// Removes debug information of variables that no longer exist, and empty compile units.
#[derive(Default)]
pub struct StripDeadDebugInfo {
    /// Whether debug information of constants is removed too: `-strip-global-constants`.
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
