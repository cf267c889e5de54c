//! `inferattrs`: attributes of declarations of library functions.

use lindworm_ir::attributes::{
    AttrKind, Attribute, AttributeList, AttributeOwner, AttributeSet, Captures, MemoryEffects, ModRef,
};
use lindworm_ir::library::LibraryFunction;
use lindworm_ir::{Context, Global, Module};

use crate::pass::ModulePass;

/// Adds the attributes of library functions to their declarations, and attributes that follow from others.
pub struct InferAttrs;

impl ModulePass for InferAttrs {
    fn name(&self) -> &'static str {
        "inferattrs"
    }

    fn class(&self) -> &'static str {
        "InferFunctionAttrsPass"
    }

    fn run(&self, module: &mut Module) {
        for function in module.functions().to_vec() {
            if let Some(inferred) = inferred(module, function)
                && let Some(f) = module.global_mut(function).and_then(|g| g.as_function_mut())
            {
                f.attributes = inferred;
            }
        }
    }
}

/// The attributes of a declaration together with the inferred ones; `None` if nothing is inferred.
fn inferred(module: &Module, function: Global) -> Option<AttributeList> {
    let global = module.global(function).filter(|g| g.is_declaration())?;
    let old = global.as_function()?.attributes;
    let cx = module.context();
    let of_function = cx.attribute_list(old).function;
    if cx.has_attribute(of_function, AttrKind::OPT_NONE) {
        return None;
    }
    let mut list = old;
    if !cx.has_attribute(of_function, AttrKind::NO_BUILTIN)
        && let Some(known) = LibraryFunction::of(module, global)
    {
        for (owner, attribute) in known.attributes() {
            list = with(cx, list, *owner, |set| add(cx, set, attribute));
        }
    }
    list = with(cx, list, AttributeOwner::Function, |set| implied(cx, set));
    (list != old).then_some(list)
}

/// The attributes of a declaration of a library function; none for other names.
pub(crate) fn library_attributes(cx: &Context, name: &[u8]) -> AttributeList {
    let known = LibraryFunction::named(name).map_or(&[][..], LibraryFunction::attributes);
    known.iter().fold(AttributeList::default(), |list, (owner, attribute)| {
        with(cx, list, *owner, |set| add(cx, set, attribute))
    })
}

/// The list with the set of one owner edited.
pub(crate) fn with(
    cx: &Context,
    list: AttributeList,
    owner: AttributeOwner,
    edit: impl FnOnce(AttributeSet) -> AttributeSet,
) -> AttributeList {
    let data = cx.attribute_list(list);
    match owner {
        AttributeOwner::Function => cx.with_function_attributes(list, edit(data.function)),
        AttributeOwner::Result => cx.with_result_attributes(list, edit(data.result)),
        AttributeOwner::Param(index) => cx.with_param_attributes(list, index, edit(data.param(index))),
    }
}

/// Adds an attribute to a set, which may already promise as much.
fn add(cx: &Context, set: AttributeSet, attribute: &Attribute) -> AttributeSet {
    match attribute {
        Attribute::Int(AttrKind::MEMORY, bits) => {
            let effects = cx.memory_effects(set) & MemoryEffects::from_bits(*bits);
            cx.with_attribute(set, Attribute::memory(effects))
        }
        Attribute::Int(AttrKind::CAPTURES, _) => cx.with_attribute(set, Attribute::captures(Captures::NONE)),
        Attribute::Enum(AttrKind::READ_ONLY | AttrKind::WRITE_ONLY) if cx.has_attribute(set, AttrKind::READ_NONE) => {
            set
        }
        _ if cx.attribute(set, attribute.key()).is_some() => set,
        _ => cx.with_attribute(set, attribute.clone()),
    }
}

/// Adds the attributes of a function that follow from others.
pub(crate) fn implied(cx: &Context, mut set: AttributeSet) -> AttributeSet {
    let effects = cx.memory_effects(set);
    let no_writes = !effects.any().contains(ModRef::MOD);
    for (kind, follows) in [
        (AttrKind::NO_SYNC, effects == MemoryEffects::NONE && !cx.has_attribute(set, AttrKind::CONVERGENT)),
        (AttrKind::NO_FREE, no_writes),
        (AttrKind::MUST_PROGRESS, cx.has_attribute(set, AttrKind::WILL_RETURN)),
    ] {
        if follows && !cx.has_attribute(set, kind) {
            set = cx.with_attribute(set, Attribute::Enum(kind));
        }
    }
    set
}
