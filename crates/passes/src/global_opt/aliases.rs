//! Aliases that this module resolves, and the lists `llvm.used` and `llvm.compiler.used`.

use lindworm_ir::eval::CastOp;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::module::{GlobalKind, GlobalValue, Linkage, Visibility};
use lindworm_ir::{Global, Module, Type, Value};

use crate::references::References;

const USED: &[u8] = b"llvm.used";
const COMPILER_USED: &[u8] = b"llvm.compiler.used";

/// Whether the definition of a global is replaced by another neither at link time nor at run time.
fn is_final(global: &GlobalValue) -> bool {
    let is_hidden = global.visibility != Visibility::Default && global.linkage != Linkage::ExternalWeak;
    !global.linkage.is_interposable() && (global.dso_local || global.linkage.is_local() || is_hidden)
}

/// The base global and the aliasee of an alias that can be replaced by its aliasee.
fn resolvable(module: &Module, alias: Global) -> Option<(Global, Value)> {
    let global = module.global(alias)?;
    let GlobalKind::Alias { aliasee } = global.kind else { return None };
    // The definition of an alias with weak linkage may not be the one that is linked.
    let is_weak = matches!(global.linkage, Linkage::WeakOdr | Linkage::LinkOnceOdr);
    let target = module.strip_pointer_casts(aliasee).as_global()?;
    let is_resolvable = !is_weak && target != alias && is_final(global) && is_final(module.global(target)?);
    is_resolvable.then_some((target, aliasee))
}

/// Replaces aliases by their aliasees. A local global takes the name and linkage of its visible alias. Returns whether an alias was
/// replaced.
pub(super) fn resolve(module: &mut Module) -> bool {
    if module.aliases().is_empty() {
        return false;
    }
    let references = References::new(module);
    let listed: HashSet<Global> = [USED, COMPILER_USED].iter().flat_map(|list| module.listed_globals(list)).collect();
    let has_others = |global| !module[global].linkage.is_local() || listed.contains(&global);
    let (mut replaced, mut gone, mut successors) = (Vec::new(), HashSet::default(), HashMap::default());
    for &alias in module.aliases() {
        let Some((target, aliasee)) = resolvable(module, alias) else { continue };
        // An alias of an alias waits until that is resolved. An alias in a list of used globals stays.
        if matches!(module[target].kind, GlobalKind::Alias { .. }) || listed.contains(&alias) {
            continue;
        }
        let is_used = references.count(alias) > 0;
        let takes_place = has_others(alias) && !has_others(target) && !successors.contains_key(&target);
        if !is_used && !takes_place || module.value_type(None, aliasee) != module[alias].ty() {
            continue;
        }
        replaced.push((Value::from(alias), aliasee));
        if takes_place || !has_others(alias) {
            gone.insert(alias);
        }
        if takes_place {
            let alias = &module[alias];
            let place = (alias.name().to_vec(), alias.linkage, alias.dso_local, alias.visibility, alias.dll_storage);
            successors.insert(target, place);
        }
    }
    if replaced.is_empty() {
        return false;
    }
    module.replace_all(&replaced);
    module.remove_unused_globals(&gone);
    let mut successors: Vec<_> = successors.into_iter().collect();
    successors.sort_unstable_by_key(|(target, _)| target.as_u32());
    for (target, (name, linkage, dso_local, visibility, dll_storage)) in successors {
        module.set_global_name(target, &name);
        let target = &mut module[target];
        (target.linkage, target.dso_local) = (linkage, dso_local);
        (target.visibility, target.dll_storage) = (visibility, dll_storage);
    }
    true
}

/// Sorts both lists by name, and removes what the first contains from the second.
pub(super) fn sort_lists(module: &mut Module) {
    let used: HashSet<Global> = module.listed_globals(USED).into_iter().collect();
    for name in [USED, COMPILER_USED] {
        let Some(list) = module.global_named(name) else { continue };
        let mut listed = module.listed_globals(name);
        let Some(old) = module[list].as_variable().and_then(|v| v.initializer) else { continue };
        let element = module.context().element_type(module[list].value_type, 0);
        let Some(element) = element.filter(|_| module[list].linkage == Linkage::Appending) else { continue };
        let before = listed.clone();
        listed.sort_by(|&a, &b| module[a].name().cmp(module[b].name()));
        listed.dedup();
        if name == COMPILER_USED {
            listed.retain(|global| !used.contains(global));
        }
        if listed == before || module.constants().node(old).is_none() {
            continue;
        }
        if listed.is_empty() {
            module.remove_unused_globals(&HashSet::from_iter([list]));
            continue;
        }
        let values: Vec<Value> = listed.iter().map(|&global| address(module, global, element)).collect();
        let ty = module.context().array(element, values.len() as u64);
        let initializer = module.constants().aggregate(module.context(), ty, &values);
        module[list].value_type = ty;
        if let Some(variable) = module[list].as_variable_mut() {
            variable.initializer = Some(initializer);
        }
    }
}

/// The address of a global in the address space of an element.
fn address(module: &Module, global: Global, ty: Type) -> Value {
    let address = Value::from(global);
    match module[global].ty() == ty {
        true => address,
        false => module.cast_constant(CastOp::AddrSpaceCast, address, ty).unwrap_or(address),
    }
}
