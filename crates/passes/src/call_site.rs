//! Attributes of arguments and results of calls, from the call site and the callee.

use lindworm_ir::attributes::{AttrKind, AttributeListData, AttributeSet, Captures};
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::library::LibraryFunction;
use lindworm_ir::{Body, Module, Value};

use crate::effects::call_has;

/// The attribute lists of a call site and of its callee, if that is known and of the called type.
fn lists<'m>(module: &'m Module, call: &CallInfo) -> impl Iterator<Item = &'m AttributeListData> + use<'m> {
    let global = call.callee.as_global().and_then(|g| module.global(g));
    let callee = global.filter(|g| g.value_type == call.function_type).and_then(|g| g.as_function());
    let lists = [Some(call.attributes), callee.map(|f| f.attributes)];
    lists.into_iter().flatten().map(|list| module.context().attribute_list(list))
}

/// The attributes of an argument, at the call site and of the callee's parameter.
pub(crate) fn param_sets<'m>(
    module: &'m Module,
    call: &CallInfo,
    index: usize,
) -> impl Iterator<Item = AttributeSet> + use<'m> {
    lists(module, call).map(move |list| list.param(index))
}

/// Whether an argument has an attribute.
pub(crate) fn param_has(module: &Module, call: &CallInfo, index: usize, kind: AttrKind) -> bool {
    param_sets(module, call, index).any(|set| module.context().has_attribute(set, kind))
}

/// The attributes of the result, at the call site and of the callee.
pub(crate) fn result_sets<'m>(module: &'m Module, call: &CallInfo) -> impl Iterator<Item = AttributeSet> + use<'m> {
    lists(module, call).map(|list| list.result)
}

/// Whether the result has an attribute.
pub(crate) fn result_has(module: &Module, call: &CallInfo, kind: AttrKind) -> bool {
    lists(module, call).any(|list| module.context().has_attribute(list.result, kind))
}

/// The argument that a call returns.
pub(crate) fn returned_argument(module: &Module, body: &Body, call: &CallInfo) -> Option<Value> {
    let args = body.call_args(call);
    (0..args.len()).find(|&n| param_has(module, call, n, AttrKind::RETURNED)).map(|n| args[n])
}

/// Whether an operand of a call is an argument that the callee does not capture.
pub(crate) fn is_not_captured(module: &Module, body: &Body, call: &CallInfo, operand: usize) -> bool {
    operand < body.call_args(call).len()
        && param_sets(module, call, operand).any(|set| {
            let captures = module.context().attribute_int(set, AttrKind::CAPTURES).map(Captures::from_bits);
            captures == Some(Captures::NONE)
        })
}

/// The name of the library function that a call calls. `None` if the types of call and function differ, or if the call is
/// `nobuiltin`.
pub(crate) fn library_function<'m>(module: &'m Module, call: &CallInfo) -> Option<&'m [u8]> {
    let global = module.global(call.callee.as_global()?)?;
    LibraryFunction::of(module, global)?;
    let is_builtin = !call_has(module, call, AttrKind::NO_BUILTIN) || call_has(module, call, AttrKind::BUILTIN);
    let name = global.name().strip_prefix(b"\x01").unwrap_or(global.name());
    (is_builtin && global.value_type == call.function_type).then_some(name)
}
