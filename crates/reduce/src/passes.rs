//! The passes, by LLVM's names and in LLVM's order.

use lindworm_ir::Module;

use crate::delta::Oracle;
use crate::{globals, instructions, ir_passes, signatures, values};

/// A transformation that makes modules smaller. An oracle decides which of its targets are kept.
#[derive(Debug)]
pub struct Pass {
    /// The name of the pass.
    pub name: &'static str,
    /// The description, in LLVM's wording.
    pub title: &'static str,
    pub(crate) run: fn(&mut Module, &mut Oracle<'_>),
}

impl Pass {
    /// The pass with a name.
    pub fn named(name: &str) -> Option<&'static Pass> {
        PASSES.iter().find(|pass| pass.name == name)
    }
}

const fn pass(name: &'static str, title: &'static str, run: fn(&mut Module, &mut Oracle<'_>)) -> Pass {
    Pass { name, title, run }
}

/// All passes, in execution order.
pub static PASSES: &[Pass] = &[
    pass("strip-debug-info", "Stripping Debug Info", globals::strip_debug_info),
    pass("functions", "Reducing Functions", globals::functions),
    pass("function-bodies", "Reducing Function Bodies", globals::function_bodies),
    pass("special-globals", "Reducing Special Globals", globals::special_globals),
    pass("aliases", "Reducing Aliases", globals::aliases),
    pass("ifuncs", "Reducing Ifuncs", globals::ifuncs),
    pass("simplify-conditionals-true", "Reducing conditional branches to true", instructions::conditionals_true),
    pass("simplify-conditionals-false", "Reducing conditional branches to false", instructions::conditionals_false),
    pass("invokes", "Reducing Invokes", instructions::invokes),
    pass("unreachable-basic-blocks", "Removing Unreachable Basic Blocks", instructions::unreachable_blocks),
    pass("basic-blocks", "Reducing Basic Blocks", instructions::blocks),
    pass("simplify-cfg", "Reducing using SimplifyCFG", instructions::merge_blocks),
    pass("function-data", "Reducing Function Data", globals::function_data),
    pass("global-values", "Reducing GlobalValues", globals::global_values),
    pass("global-objects", "Reducing GlobalObjects", globals::global_objects),
    pass("global-initializers", "Reducing GV Initializers", globals::initializers),
    pass("global-variables", "Reducing GlobalVariables", globals::variables),
    pass("di-metadata", "Reducing DIMetadata", globals::debug_lists),
    pass("dbg-records", "Reducing DbgRecords", values::debug_records),
    pass("distinct-metadata", "Reducing Distinct Metadata", globals::distinct_metadata),
    pass("metadata", "Reducing Metadata", globals::attachments),
    pass("named-metadata", "Reducing Named Metadata", globals::named_metadata),
    pass("arguments", "Reducing Arguments", signatures::arguments),
    pass("instructions", "Reducing Instructions", instructions::instructions),
    pass("simplify-instructions", "Simplifying Instructions", instructions::simplify),
    pass("ir-passes", "Running passes", ir_passes::ir_passes),
    pass("operands-zero", "Reducing Operands to zero", values::operands_zero),
    pass("operands-one", "Reducing Operands to one", values::operands_one),
    pass("operands-nan", "Reducing Operands to NaN", values::operands_nan),
    pass("operands-poison", "Reducing Operands to poison", values::operands_poison),
    pass("operands-to-args", "Converting operands to function arguments", signatures::operands_to_arguments),
    pass("operands-skip", "Reducing operands by skipping over instructions", values::operands_skip),
    pass("operand-bundles", "Reducing Operand Bundles", values::bundles),
    pass("attributes", "Reducing Attributes", globals::attributes),
    pass("target-features-attr", "Reducing target-features", globals::target_features),
    pass("module-data", "Reducing Module Data", globals::module_data),
    pass("opcodes", "Reducing Opcodes", instructions::opcodes),
    pass("arguments-to-return", "Converting arguments to function return value", signatures::arguments_to_return),
    pass("instructions-to-return", "Early return of instructions", signatures::instructions_to_return),
    pass("volatile", "Reducing Volatile Instructions", values::volatile),
    pass("atomic-ordering", "Reducing Atomic Ordering", values::atomic_ordering),
    pass("syncscopes", "Reducing Atomic Sync Scopes", values::sync_scopes),
    pass("instruction-flags", "Reducing Instruction Flags", values::flags),
    pass("inline-call-sites", "Inlining callsites", instructions::inline),
    pass("sink-defs-to-uses", "Sinking defs to uses", instructions::sink),
];
