//! Declarations of intrinsics.

use lindworm_ir::intrinsics::{IntrinsicId, UniqueNames};
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Global, Module, Type};
use smallvec::SmallVec;

/// The intrinsic with exactly this name, without `llvm.`.
pub(super) fn id(version: IrVersion, name: &str) -> Option<IntrinsicId> {
    IntrinsicId::lookup(version, format!("llvm.{name}").as_bytes())
}

/// The declaration of an intrinsic for these overload types. Newer versions also overload some intrinsics on pointer types: if
/// `overloads` are too few, the pointer types among `params` are added in order.
pub(super) fn intrinsic(
    module: &mut Module,
    names: &mut UniqueNames,
    id: IntrinsicId,
    overloads: &[Type],
    params: &[Type],
) -> Option<Global> {
    let mut overloads: SmallVec<[Type; 4]> = overloads.into();
    let mut params = params.iter().copied();
    loop {
        if let Some(function) = module.intrinsic_of(id, &overloads, names) {
            return Some(function);
        }
        overloads.push(params.find(|&ty| module.context().is_pointer(ty))?);
    }
}

/// Appends a suffix to the name of a function.
pub(super) fn rename(module: &mut Module, function: Global, suffix: &[u8]) {
    let name = [module[function].name(), suffix].concat();
    module.set_global_name(function, &name);
}

/// The function with this name and type that replaces `function`.
pub(super) fn like(module: &mut Module, function: Global, name: &[u8], ty: Type) -> Global {
    let new = module.function_named(name, ty, b".renamed");
    let convention = module.function(function).map(|f| f.convention).unwrap_or_default();
    if let Some(f) = module[new].as_function_mut() {
        f.convention = convention;
    }
    new
}

/// The correctly mangled name of the intrinsic `id` with function type `ty`, if it differs from `name`.
pub(super) fn remangled(
    module: &Module,
    names: &mut UniqueNames,
    id: IntrinsicId,
    ty: Type,
    name: &[u8],
) -> Option<Vec<u8>> {
    let value_type = |name: &[u8]| module.global_named(name).map(|g| module[g].value_type);
    names.remangled(module.version(), module.context(), id, ty, name, value_type)
}

/// Sets the attributes of an intrinsic, if its type is valid.
pub(super) fn set_attributes(module: &mut Module, function: Global) {
    let global = &module[function];
    let id = IntrinsicId::lookup(module.version(), global.name());
    if let Some(list) = id.and_then(|id| id.attribute_list(module.version(), module.context(), global.value_type))
        && let Some(f) = module[function].as_function_mut()
    {
        f.attributes = list;
    }
}
