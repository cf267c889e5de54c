//! Upgrades of Objective-C runtime calls to intrinsics.

use lindworm_ir::{Global, InstData, Metadata, Module, Type};

use super::call::{Call, Done, Stop};
use super::uses::Uses;
use super::{Replacement, Rewrite, Upgrade, declare};
use crate::{Age, module_flags};

const MARKER: &[u8] = b"clang.arc.retainAutoreleasedReturnValueMarker";

/// Runtime functions, without `objc_`, that became intrinsics with the same name after `llvm.objc.`.
const RUNTIME: [&str; 29] = [
    "autorelease",
    "autoreleasePoolPop",
    "autoreleasePoolPush",
    "autoreleaseReturnValue",
    "copyWeak",
    "destroyWeak",
    "initWeak",
    "loadWeak",
    "loadWeakRetained",
    "moveWeak",
    "release",
    "retain",
    "retainAutorelease",
    "retainAutoreleaseReturnValue",
    "retainAutoreleasedReturnValue",
    "retainBlock",
    "storeStrong",
    "storeWeak",
    "unsafeClaimAutoreleasedReturnValue",
    "retainedObject",
    "unretainedObject",
    "unretainedPointer",
    "retain_autorelease",
    "sync_enter",
    "sync_exit",
    "arc_annotation_topdown_bbstart",
    "arc_annotation_topdown_bbend",
    "arc_annotation_bottomup_bbstart",
    "arc_annotation_bottomup_bbend",
];

/// Converts calls of the Objective-C runtime to calls of intrinsics. For bitcode only.
///
/// Applies only to modules with the marker for runtime calls in the place used by older compilers; the marker becomes a
/// module flag.
pub fn upgrade_arc_runtime(module: &mut Module) {
    let mut pairs = vec![("clang.arc.use".to_string(), "objc.clang.arc.use".to_string())];
    if upgrade_marker(module) {
        pairs.extend(RUNTIME.iter().map(|name| {
            // In names of intrinsics, `_` becomes `.`.
            (format!("objc_{name}"), format!("objc.{}", name.replace('_', ".")))
        }));
    }
    let there = |(old, new): (String, String)| {
        let function = module.global_named(old.as_bytes()).filter(|&f| module.function(f).is_some())?;
        Some((function, old, declare::id(module.version(), &new)?))
    };
    let there: Vec<_> = pairs.into_iter().filter_map(there).collect();
    let functions: Vec<Global> = there.iter().map(|(function, ..)| *function).collect();
    let mut uses = Uses::of(module, &functions);
    let mut upgrade = Upgrade::new(module, Age::Opaque);
    for (function, old, id) in there {
        let Some(new) = upgrade.module.intrinsic_of(id, &[], &mut upgrade.names) else { continue };
        let ty = upgrade.module[function].value_type;
        let rewrite = Rewrite::With(call_intrinsic);
        let replacement = Replacement { old_name: old.into_bytes().into(), new: Some(new), rewrite };
        let mut unused = !uses.others.contains(&function);
        for (caller, inst) in uses.take_calls(function) {
            unused &= upgrade.called_type(caller, inst) == Some(ty) && upgrade.call(&replacement, caller, inst);
        }
        if unused {
            upgrade.remove(function);
        }
    }
    upgrade.put();
}

/// Moves the marker to the module flags. Returns whether it was present.
fn upgrade_marker(module: &mut Module) -> bool {
    let Some(at) = module.named_metadata().iter().position(|named| *named.name == *MARKER) else { return false };
    let node = module.named_metadata()[at].operands.first().and_then(|node| node.as_node());
    let word = node.and_then(|node| module.metadata().node(node).words.first().copied());
    let Some(text) = word.and_then(Metadata::from_word).and_then(|m| module_flags::string(module, m)) else {
        return false;
    };
    let parts: Vec<&[u8]> = text.split(|&b| b == b'#').collect();
    let text = if parts.len() == 2 { parts.join(&b";"[..]) } else { text.to_vec() };
    let text = module.metadata_mut().add_string(&text);
    module_flags::add(module, module_flags::ERROR, MARKER, text);
    module.named_metadata_mut().retain(|named| *named.name != *MARKER);
    true
}

fn call_intrinsic(call: &mut Call<'_>) -> Result<Done, Stop> {
    let new = call.new.ok_or(Stop)?;
    let context = call.module.context().clone();
    let (result, params, _) = context.function_parts(call.module[new].value_type).ok_or(Stop)?;
    if result != call.ty && (result == Type::VOID || call.ty == Type::VOID) {
        return Err(Stop);
    }
    let mut args = call.args.clone();
    for (arg, &ty) in args.iter_mut().zip(params) {
        *arg = call.b().bitcast(*arg, ty)?;
    }
    let made = call.call_function(new, &args)?;
    let InstData::Call { tail: old_tail, .. } = *call.body.inst(call.inst) else { return Err(Stop) };
    if let InstData::Call { tail, .. } = call.body.inst_mut(made) {
        *tail = old_tail;
    }
    let ty = call.ty;
    Ok(Done::Rename(made, call.b().bitcast(made.into(), ty)?))
}

#[cfg(test)]
mod tests {
    use lindworm_ir::debug_info::NodeKind;
    use lindworm_ir::version::IrVersion;

    use super::*;

    #[test]
    fn the_runtime_has_intrinsics() {
        for name in RUNTIME {
            assert!(declare::id(IrVersion::V22, &format!("objc.{}", name.replace('_', "."))).is_some(), "{name}");
        }
    }

    #[test]
    fn the_marker_becomes_a_module_flag() {
        let mut module = Module::new(&lindworm_ir::Context::new(), "m");
        let text = module.metadata_mut().add_string(b"mov fp # marker");
        let node = module.metadata_mut().add_node(NodeKind::Tuple, false, &[text.bits()]);
        let named = lindworm_ir::module::NamedMetadata { name: MARKER.into(), operands: vec![node] };
        module.named_metadata_mut().push(named);
        assert!(upgrade_marker(&mut module));
        let [flags] = module.named_metadata() else { panic!() };
        let [_, _, value] = *module.metadata().node(flags.operands[0].as_node().unwrap()).words else { panic!() };
        let value = Metadata::from_word(value).unwrap();
        assert_eq!(module_flags::string(&module, value), Some(&b"mov fp ; marker"[..]));
    }
}
