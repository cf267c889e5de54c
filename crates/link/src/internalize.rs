//! Makes definitions local to the linked module.

use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::module::GlobalValue;
use lindworm_ir::module::{BaseObjects, Comdat, ComdatKind, DllStorage, Linkage, Visibility};
use lindworm_ir::triple::{Arch, Os, Triple};
use lindworm_ir::{Global, Module};

/// Names that code generation or the runtime refers to.
const KEPT: &[&[u8]] = &[
    b"llvm.used",
    b"llvm.compiler.used",
    b"llvm.global_ctors",
    b"llvm.global_dtors",
    b"llvm.global.annotations",
    b"__stack_chk_fail",
];

/// Makes definitions internal, as LLVM's pass `internalize` does, except those for which `is_kept` holds and those with
/// references from outside the module.
pub fn internalize(module: &mut Module, is_kept: impl Fn(&GlobalValue) -> bool) {
    let used: HashSet<Global> = module.listed_globals(b"llvm.used").into_iter().collect();
    let triple = Triple::new(module.triple());
    let guard: &[u8] = if triple.os == Os::Aix { b"__ssp_canary_word" } else { b"__stack_chk_guard" };
    let stays_seen = |module: &Module, global: Global| {
        let data = &module[global];
        let is_initialized_elsewhere = data.as_variable().is_some_and(|v| v.externally_initialized);
        if data.is_declaration()
            || data.linkage == Linkage::AvailableExternally
            || data.dll_storage == DllStorage::Export
            || is_initialized_elsewhere
        {
            return true;
        }
        !data.linkage.is_local()
            && (KEPT.contains(&data.name()) || data.name() == guard || used.contains(&global) || is_kept(data))
    };
    let objects = BaseObjects::new(module);
    let globals: Vec<Global> = module.global_values().collect();
    let comdat =
        |module: &Module, global: Global| objects.of(module, global.into()).and_then(|object| module[object].comdat);
    // For each comdat, the number of members, and whether a member is externally visible.
    let mut comdats: HashMap<Comdat, (usize, bool)> = HashMap::default();
    for &global in &globals {
        if let Some(comdat) = comdat(module, global) {
            let (size, is_seen) = comdats.entry(comdat).or_default();
            *size += 1;
            *is_seen |= stays_seen(module, global);
        }
    }
    let is_wasm = matches!(triple.arch, Arch::Wasm32 | Arch::Wasm64);
    for &global in &globals {
        match comdat(module, global).map(|c| (c, comdats[&c])) {
            Some((_, (_, true))) => continue,
            Some((_, (1, _))) => module[global].comdat = None,
            Some((comdat, _)) if !is_wasm => module.comdats_mut()[comdat].kind = ComdatKind::NoDeduplicate,
            Some(_) => {}
            None if stays_seen(module, global) => continue,
            None => {}
        }
        let data = &mut module[global];
        if !data.linkage.is_local() {
            data.visibility = Visibility::Default;
            data.linkage = Linkage::Internal;
            data.dso_local = true;
        }
    }
}
