//! Upgrades of global variables.

use lindworm_ir::constant::ConstantData;
use lindworm_ir::module::Linkage;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Context, Global, Module, Type};

/// Removed linkages, with their replacements.
const OLD_LINKAGES: [(&str, Linkage); 4] = [
    // Up to LLVM 3.4.
    ("linker_private", Linkage::Private),
    ("linker_private_weak", Linkage::Private),
    // Up to LLVM 3.1, and under its new name in LLVM 3.2.
    ("linker_private_weak_def_auto", Linkage::External),
    ("linkonce_odr_auto_hide", Linkage::External),
];

/// The replacement of a removed linkage.
pub fn linkage_of_old_name(name: &[u8]) -> Option<Linkage> {
    OLD_LINKAGES.iter().find(|(old, _)| old.as_bytes() == name).map(|&(_, linkage)| linkage)
}

/// Removes the spaces from the section of Objective-C's category list: `__DATA, __objc_catlist, regular`.
pub(crate) fn upgrade_sections(module: &mut Module) {
    for i in 0..module.variables().len() {
        let variable = module.variables()[i];
        let section = &mut module[variable].section;
        if section.starts_with(b"__DATA, __objc_catlist") {
            let parts: Vec<&[u8]> = section.split(|&b| b == b',').map(<[u8]>::trim_ascii).collect();
            *section = parts.join(&b","[..]).into();
        }
    }
}

/// Whether a variable with this name and type is a list of constructors or destructors without the third field.
pub fn has_old_constructors(cx: &Context, name: &[u8], value_type: Type) -> bool {
    let TypeKind::Array { element, .. } = *cx.kind(value_type) else { return false };
    matches!(name, b"llvm.global_ctors" | b"llvm.global_dtors")
        && cx.struct_parts(element).is_some_and(|(fields, _)| fields.len() == 2)
}

/// Adds the third field to the entries of `@llvm.global_ctors` and `@llvm.global_dtors`. For bitcode only.
pub fn upgrade_constructors(module: &mut Module, variable: Global) {
    let cx = module.context().clone();
    let global = &module[variable];
    let is_list = has_old_constructors(&cx, global.name(), global.value_type);
    let Some(init) = global.as_variable().and_then(|v| v.initializer).filter(|_| is_list) else { return };
    let TypeKind::Array { element, .. } = *cx.kind(global.value_type) else { return };
    let Some((&[priority, function], _)) = cx.struct_parts(element) else { return };
    let new_element = cx.struct_type(&[priority, function, Type::PTR], false);
    let null = module.constants().zero(&cx, Type::PTR);
    let entries: Vec<_> = match module.constants().node(init).map(|n| &n.data) {
        // A zero initializer has no entries, whatever the array length.
        Some(ConstantData::Aggregate(entries)) => entries.to_vec(),
        Some(ConstantData::Zero | ConstantData::Undef | ConstantData::Poison) => Vec::new(),
        _ => return,
    };
    let entries: Option<Vec<_>> = entries
        .into_iter()
        .map(|entry| {
            let fields = [module.constants().element(&cx, entry, 0)?, module.constants().element(&cx, entry, 1)?, null];
            Some(module.constants().aggregate(&cx, new_element, &fields))
        })
        .collect();
    let Some(entries) = entries else { return };
    let ty = cx.array(new_element, entries.len() as u64);
    let init = module.constants().aggregate(&cx, ty, &entries);
    let global = &mut module[variable];
    global.value_type = ty;
    if let Some(variable) = global.as_variable_mut() {
        variable.initializer = Some(init);
        variable.constant = false;
    }
}
