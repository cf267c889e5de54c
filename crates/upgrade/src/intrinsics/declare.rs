//! Declarations of intrinsics.

use lindworm_ir::attributes::{AttrKind, Attribute, AttributeBuilder, AttributeList, AttributeSet};
use lindworm_ir::eval::Int;
use lindworm_ir::intrinsics::{AttributePlace, IntrinsicAttribute, IntrinsicId, UniqueNames};
use lindworm_ir::{Context, Function, Global, GlobalKind, GlobalValue, IrVersion, Module, Type};

/// The intrinsic of exactly this name, given without `llvm.`.
pub(super) fn id(version: IrVersion, name: &str) -> Option<IntrinsicId> {
    IntrinsicId::lookup(version, format!("llvm.{name}").as_bytes())
}

/// Puts something behind the name of a function.
pub(super) fn rename(module: &mut Module, function: Global, suffix: &[u8]) {
    let name = [&module.globals[function].name, suffix].concat();
    module.set_global_name(function, &name);
}

/// The declaration of an intrinsic for these overloads, added if there is none.
pub(super) fn intrinsic(
    module: &mut Module,
    names: &mut UniqueNames,
    id: IntrinsicId,
    overloads: &[Type],
) -> Option<Global> {
    let ty = id.function_type(module.version, &module.context, overloads)?;
    let value_type = |name: &[u8]| module.global_named(name).map(|g| module.globals[g].value_type);
    let name = names.name(&module.context, id, ty, overloads, value_type)?;
    Some(named(module, &name, ty, b".invalid"))
}

/// The function of that name and type, added if there is none. What else has the name moves out of the way.
fn named(module: &mut Module, name: &[u8], ty: Type, suffix: &[u8]) -> Global {
    if let Some(found) = module.global_named(name) {
        let global = &module.globals[found];
        if global.as_function().is_some() && global.value_type == ty {
            return found;
        }
        rename(module, found, suffix);
    }
    insert(module, name, ty)
}

/// Adds a function, with its attributes if it is an intrinsic.
pub(super) fn insert(module: &mut Module, name: &[u8], ty: Type) -> Global {
    let function = Function {
        intrinsic: IntrinsicId::lookup(module.version, name),
        attributes: attributes(module.version, &module.context, name, ty).unwrap_or_default(),
        ..Function::default()
    };
    let address = module.context.ptr(module.data_layout.program_addr_space);
    module.add_global(GlobalValue::new(name, ty, address, GlobalKind::Function(Box::new(function))))
}

/// The function of that name and type, which takes the place of `function`.
pub(super) fn like(module: &mut Module, function: Global, name: &[u8], ty: Type) -> Global {
    let new = named(module, name, ty, b".renamed");
    let convention = module.function(function).map(|f| f.convention).unwrap_or_default();
    if let Some(f) = module.globals[new].as_function_mut() {
        f.convention = convention;
    }
    new
}

/// The name that a function of type `ty`, which is the intrinsic `id`, should have instead of `name`.
pub(super) fn remangled(
    module: &Module,
    names: &mut UniqueNames,
    id: IntrinsicId,
    ty: Type,
    name: &[u8],
) -> Option<Vec<u8>> {
    let value_type = |name: &[u8]| module.global_named(name).map(|g| module.globals[g].value_type);
    names.remangled(module.version, &module.context, id, ty, name, value_type)
}

/// Gives a function the attributes of the intrinsic that it is, if its type fits.
pub(super) fn set_attributes(module: &mut Module, function: Global) {
    let global = &module.globals[function];
    if let Some(list) = attributes(module.version, &module.context, &global.name, global.value_type)
        && let Some(f) = module.globals[function].as_function_mut()
    {
        f.attributes = list;
    }
}

/// The attributes of the intrinsic `name` of type `ty`, if there is one.
fn attributes(version: IrVersion, cx: &Context, name: &[u8], ty: Type) -> Option<AttributeList> {
    let id = IntrinsicId::lookup(version, name)?;
    id.match_signature(version, cx, ty).ok()?;
    let (result, params, _) = cx.function_parts(ty)?;
    let mut function = AttributeBuilder::new();
    let mut of_result = AttributeBuilder::new();
    let mut of_params: Vec<AttributeBuilder> = vec![AttributeBuilder::new(); params.len()];
    for (place, attribute) in id.attributes(version) {
        let (builder, ty) = match place {
            AttributePlace::Function => (&mut function, Type::VOID),
            AttributePlace::Result => (&mut of_result, result),
            AttributePlace::Argument(i) => match of_params.get_mut(usize::from(i)) {
                Some(builder) => (builder, params[usize::from(i)]),
                None => continue,
            },
        };
        let kind = |name: &str| AttrKind::from_name(name.as_bytes());
        let made = match attribute {
            IntrinsicAttribute::Flag(name) => kind(name).map(Attribute::Enum),
            IntrinsicAttribute::Int(name, n) => kind(name).map(|kind| Attribute::Int(kind, n)),
            IntrinsicAttribute::Range { lower, upper } => cx.int_width(cx.scalar_type(ty)).map(|width| {
                let bound = |n| Int::from_i64(width, n);
                Attribute::Range(AttrKind::RANGE, Box::new((bound(lower), bound(upper))))
            }),
        };
        made.into_iter().for_each(|attribute| builder.add(attribute));
    }
    let params: Vec<AttributeSet> = of_params.iter_mut().map(|b| cx.make_attribute_set(b)).collect();
    Some(cx.make_attribute_list(cx.make_attribute_set(&mut function), cx.make_attribute_set(&mut of_result), &params))
}
