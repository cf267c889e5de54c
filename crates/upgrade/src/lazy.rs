//! Bodies that are read one by one.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::{Global, Module};

use crate::debug_info::DebugIntrinsics;
use crate::intrinsics::Replacements;
use crate::{Age, Refused, attributes, tbaa, upgrade_body};

/// Brings bodies up to date one by one, as they are read from bitcode. What holds for all of a module stays as old as it is: see
/// [`crate::upgrade_module_of`].
pub struct BodyUpgrade {
    age: Age,
    has_strict_calls: bool,
    tags: tbaa::Tags,
    debug_intrinsics: DebugIntrinsics,
    intrinsics: Replacements,
}

impl BodyUpgrade {
    /// Declares what takes the place of old intrinsics. The old ones stay, as bodies that are yet to come call them; `.old` may be
    /// behind their names, as in LLVM.
    pub fn new(module: &mut Module, age: Age) -> BodyUpgrade {
        BodyUpgrade {
            age,
            has_strict_calls: module.context().has_function_attribute(AttrKind::STRICT_FP),
            tags: tbaa::Tags::default(),
            debug_intrinsics: DebugIntrinsics::of(module),
            intrinsics: Replacements::declare(module, age),
        }
    }

    /// Upgrades the body of a function.
    pub fn upgrade(&mut self, module: &mut Module, function: Global) -> Result<(), Refused> {
        attributes::upgrade_function(module, function, self.has_strict_calls);
        module.change_body(function, |module, body| {
            upgrade_body(module, function, body, self.age, &mut self.tags);
            self.debug_intrinsics.upgrade_body(module, body);
        });
        self.intrinsics.upgrade_body(module, self.age, function)
    }
}
