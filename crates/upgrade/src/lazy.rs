//! Upgrades of lazily read bodies.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::{Global, Module};

use crate::debug_info::DebugIntrinsics;
use crate::intrinsics::Replacements;
use crate::{Age, Refused, attributes, tbaa, upgrade_body};

/// Upgrades function bodies individually, as they are read from bitcode. Module-level upgrades are not performed: see
/// [`crate::upgrade_module_of`].
pub struct BodyUpgrade {
    age: Age,
    has_strict_calls: bool,
    tags: tbaa::Tags,
    debug_intrinsics: DebugIntrinsics,
    intrinsics: Replacements,
}

impl BodyUpgrade {
    /// Declares the replacements of old intrinsics. The old functions stay, since unread bodies may call them, possibly
    /// with the suffix `.old`, as in LLVM.
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
