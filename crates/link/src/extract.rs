//! Extracts parts of modules: the chosen globals are kept or removed, and the others become declarations.

use lindworm_ir::hash::HashSet;
use lindworm_ir::module::{GlobalKind, GlobalValue, Linkage, Variable, Visibility};
use lindworm_ir::{Global, Module};

use crate::dead::{VirtualFunctions, remove_dead_debug_info, remove_dead_globals, remove_dead_prototypes};

/// Options of extraction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExtractOptions {
    /// Removes the chosen globals and keeps the others: `-delete`.
    pub delete: bool,
    /// Constants keep their initializers in any case: `-keep-const-init`.
    pub keep_constant_initializers: bool,
}

/// Keeps the chosen globals of a module, as `llvm-extract` does. Other globals become declarations, or are removed if unused.
///
/// `internal` and `private` globals become hidden, and `linkonce` becomes `weak`, so that the parts of a module can be linked
/// again. The cost is linear in the module.
///
/// ```
/// use lindworm_ir::{Context, Module, Type};
/// use lindworm_link::{ExtractOptions, extract};
///
/// let mut module = Module::new(&Context::new(), "m");
/// let one = module.constants().int(module.context(), Type::I32, 1);
/// let x = module.add_variable(b"x", Type::I32, Some(one));
/// module.add_variable(b"y", Type::I32, Some(one));
/// extract(&mut module, &[x].into_iter().collect(), ExtractOptions::default());
/// assert_eq!(module.variables(), [x]);
/// ```
pub fn extract(module: &mut Module, chosen: &HashSet<Global>, options: ExtractOptions) {
    if !options.delete {
        module.set_module_asm(Vec::new(), Vec::new());
    }
    let mut dropped = HashSet::default();
    for global in [module.variables(), module.functions()].concat() {
        let data = &mut module[global];
        let is_kept_constant =
            options.keep_constant_initializers && data.as_variable().is_some_and(|variable| variable.constant);
        let goes = options.delete == chosen.contains(&global) && !data.is_declaration() && !is_kept_constant;
        if !goes && (data.linkage == Linkage::AvailableExternally || data.name() == b"llvm.global_ctors") {
            continue;
        }
        make_visible(data, goes);
        if goes {
            dropped.insert(global);
        }
    }
    module.drop_definitions(&dropped);
    for global in [module.aliases(), module.ifuncs()].concat() {
        let goes = options.delete == chosen.contains(&global);
        make_visible(&mut module[global], goes);
        if goes {
            declare_alias(module, global);
        }
    }
    if !options.delete {
        remove_dead_globals(module, &VirtualFunctions::default());
    }
    remove_dead_debug_info(module, false);
    remove_dead_prototypes(module);
}

/// The functions among `chosen`, and the functions that they transitively call directly, as far as the module defines them.
pub fn with_callees(module: &Module, chosen: &HashSet<Global>) -> HashSet<Global> {
    let mut all = chosen.clone();
    let mut work: Vec<Global> = chosen.iter().copied().collect();
    while let Some(function) = work.pop() {
        let Some(body) = module.body(function) else { continue };
        for inst in body.blocks().flat_map(|b| body.insts(b)) {
            let Some(callee) = body.inst(inst).call_info().and_then(|call| call.callee.as_global()) else { continue };
            if module.body(callee).is_some() && all.insert(callee) {
                work.push(callee);
            }
        }
    }
    all
}

/// Makes a global externally visible, and keeps it even if unused in this module.
fn make_visible(global: &mut GlobalValue, goes: bool) {
    let is_local = global.linkage.is_local();
    match global.linkage {
        _ if is_local || goes => {
            global.set_linkage(Linkage::External);
            if is_local {
                global.set_visibility(Visibility::Hidden);
            }
        }
        Linkage::LinkOnceAny => global.set_linkage(Linkage::WeakAny),
        Linkage::LinkOnceOdr => global.set_linkage(Linkage::WeakOdr),
        _ => {}
    }
}

/// Replaces an alias or ifunc by a declaration, behind all others of its kind.
pub fn declare_alias(module: &mut Module, alias: Global) {
    let old = &module[alias];
    let is_function = module.context().is_function(old.value_type);
    let kind = match is_function {
        true => GlobalKind::Function(Box::default()),
        false => GlobalKind::Variable(Variable::default()),
    };
    let declaration = GlobalValue::new(old.name(), old.value_type, old.ty(), kind);
    module.replace_global(alias, declaration);
}
