//! `coro-annotation-elide`: coroutines that a coroutine calls with `coro_elide_safe` have their frames in that of the caller.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::builder::CallOptions;
use lindworm_ir::editor::Editor;
use lindworm_ir::instruction::Align;
use lindworm_ir::{Global, Inst, InstData, Module, Value};

use super::{elide, is_elide_safe};
use crate::function_attrs::has;
use crate::pass::{CgsccPass, Component, FunctionEdit};

/// Replaces marked calls of coroutines by the variant of the coroutine without an allocation, which is inlined.
pub struct CoroAnnotationElide;

impl CgsccPass for CoroAnnotationElide {
    fn name(&self) -> &'static str {
        "coro-annotation-elide"
    }

    fn class(&self) -> &'static str {
        "CoroAnnotationElidePass"
    }

    fn updates_references(&self) -> bool {
        true
    }

    fn run(&self, component: &mut Component<'_>) {
        for &coroutine in &component.functions {
            let name = [component.module[coroutine].name(), b".noalloc"].concat();
            let variant = component.module.global_named(&name);
            let Some(variant) = variant.filter(|&variant| component.module.body(variant).is_some()) else { continue };
            for caller in component.references.users(coroutine) {
                if caller != variant && has(component.module, caller, AttrKind::PRESPLIT_COROUTINE) {
                    elide_calls(component.module, caller, coroutine, variant);
                    component.references.update(component.module, caller);
                }
            }
        }
    }
}

/// Replaces the marked calls of a coroutine in one caller.
fn elide_calls(module: &mut Module, caller: Global, coroutine: Global, variant: Global) {
    let inlined = module.edit_bodies(&[caller], |module, body, additions| {
        let editor = Editor::new(module, body);
        let mut f = FunctionEdit { editor, analyses: Default::default(), additions };
        let calls: Vec<Inst> = f.editor.insts();
        let mut is_changed = false;
        for call in calls {
            if f.editor.body().inst_block(call).is_some() && is_elide_safe(module, f.editor.body(), call, coroutine) {
                is_changed |= elide_call(&mut f, call, variant).is_some();
            }
        }
        is_changed
    });
    if inlined.contains(&true) {
        crate::inline::adopt(module, caller, &[variant]);
    }
}

fn elide_call(f: &mut FunctionEdit<'_, '_>, call: Inst, variant: Global) -> Option<()> {
    let module = f.editor.module();
    let cx = module.context();
    let source = module.body(variant)?;
    let function = module.global(variant)?;
    let list = cx.attribute_list(function.as_function()?.attributes);
    let place = source.args().len().checked_sub(1)?;
    let size = cx.attribute_int(list.param(place), AttrKind::DEREFERENCEABLE).unwrap_or(0);
    let align = cx.attribute_int(list.param(place), AttrKind::ALIGN).and_then(Align::new).unwrap_or(Align::ONE);
    let data = *f.editor.body().inst(call);
    let info = data.call_info()?;
    let mut args: Vec<Value> = f.editor.body().call_args(info).to_vec();
    if args.len() != place || !f.editor.body().bundles(info.bundles).is_empty() {
        return None;
    }
    args.push(elide::allocate(f, size, align)?);
    let set = cx.without_attribute(cx.attribute_list(info.attributes).function, AttrKind::CORO_ELIDE_SAFE);
    let attributes = cx.with_function_attributes(info.attributes, set);
    let new = f.editor.build_before(call, |b| match data {
        InstData::Invoke { convention, normal, unwind, .. } => {
            let options = CallOptions { attributes, convention, ..CallOptions::default() };
            b.invoke(variant.into(), function.value_type, &args, [normal, unwind], options)
        }
        InstData::Call { convention, tail, .. } => {
            let options = CallOptions { attributes, convention, tail, ..CallOptions::default() };
            b.call_with(variant.into(), function.value_type, &args, options)
        }
        _ => Err(lindworm_ir::builder::BuildError::NoPoint),
    });
    let new = new.ok()?;
    if !crate::inline::can_inline(module, f.editor.body(), new, variant) {
        f.editor.erase(new);
        return None;
    }
    f.editor.replace_all(call.into(), new.into());
    f.editor.take_name(call.into(), new.into());
    f.editor.erase(call);
    crate::inline::inline_call(f, new, variant, source);
    Some(())
}
