//! Upgrades of attributes.
//!
//! LLVM upgrades most of them in bitcode only, and leaves text unchanged. [`upgrade_set`] and [`upgrade_functions`] are for
//! bitcode, [`copy_branch_protection`] is for both.

use lindworm_ir::attributes::{AttrKind, Attribute, AttributeBuilder, AttributeList, AttributeOwner, AttributeSet};
use lindworm_ir::constant::ConstantData;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::hash::HashSet;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::{Body, Context, Global, Inst, InstData, Metadata, Module, Type};

/// Old names of attributes.
const OLD_NAMES: [(&str, AttrKind); 1] = [
    // Up to LLVM 3.2.
    ("address_safety", AttrKind::SANITIZE_ADDRESS),
];

/// The attribute with this old name.
pub fn kind_of_old_name(name: &[u8]) -> Option<AttrKind> {
    OLD_NAMES.iter().find(|(old, _)| old.as_bytes() == name).map(|&(_, kind)| kind)
}

/// Upgrades an attribute set of bitcode: `"no-frame-pointer-elim"` and `"no-frame-pointer-elim-non-leaf"` become
/// `"frame-pointer"`, `"null-pointer-is-valid"` becomes an enum attribute.
pub fn upgrade_set(cx: &Context, set: AttributeSet) -> AttributeSet {
    const ELIM: &str = "no-frame-pointer-elim";
    const NON_LEAF: &str = "no-frame-pointer-elim-non-leaf";
    const NULL_VALID: &str = "null-pointer-is-valid";
    if [ELIM, NON_LEAF, NULL_VALID].into_iter().all(|key| cx.attribute(set, key).is_none()) {
        return set;
    }
    let mut builder = AttributeBuilder::from(cx.attribute_set(set));
    let mut frame_pointer = cx.attribute_value(set, ELIM.as_bytes()).map(|v| if v == b"true" { "all" } else { "none" });
    if builder.remove(NON_LEAF) && frame_pointer != Some("all") {
        frame_pointer = Some("non-leaf");
    }
    builder.remove(ELIM);
    builder.extend(frame_pointer.map(|value| Attribute::string("frame-pointer", value)));
    if cx.attribute_value(set, NULL_VALID.as_bytes()) == Some(b"true") {
        builder.add(Attribute::Enum(AttrKind::NULL_POINTER_IS_VALID));
    }
    builder.remove(NULL_VALID);
    cx.make_attribute_set(&mut builder)
}

/// Removes the return and parameter attributes that are incompatible with the types, including those of the ABI.
pub fn drop_incompatible(cx: &Context, list: AttributeList, function_type: Type) -> AttributeList {
    let Some((result, params, _)) = cx.function_parts(function_type) else { return list };
    cx.map_attribute_list(list, |owner, set| {
        let ty = match owner {
            AttributeOwner::Function => return set,
            AttributeOwner::Result => result,
            AttributeOwner::Param(i) => match params.get(i) {
                Some(&ty) => ty,
                // Surplus parameter attributes are left for the verifier.
                None => return set,
            },
        };
        cx.without_attributes(set, cx.incompatible_attributes(ty, set))
    })
}

/// Upgrades the attributes of functions read from bitcode, and their effects on the bodies.
pub fn upgrade_functions(module: &mut Module) {
    let has_strict_calls = module.context().has_function_attribute(AttrKind::STRICT_FP);
    // The attributes that stay as they are on functions of a type.
    let mut current = HashSet::default();
    for function in module.functions().to_vec() {
        let key = attributes_and_type(module, function);
        if has_strict_calls || !current.contains(&key) {
            upgrade_function(module, function, has_strict_calls);
            if attributes_and_type(module, function) == key {
                current.insert(key);
            }
        }
    }
}

fn attributes_and_type(module: &Module, function: Global) -> (AttributeList, Type) {
    let list = module[function].as_function().map_or(AttributeList::EMPTY, |f| f.attributes);
    (list, module[function].value_type)
}

/// Upgrades the attributes of a function and their effects on its body. `has_strict_calls` is false if the body has no call
/// with `strictfp`.
pub(crate) fn upgrade_function(module: &mut Module, function: Global, has_strict_calls: bool) {
    let cx = module.context().clone();
    let value_type = module[function].value_type;
    let Some(data) = module[function].as_function_mut() else { return };
    let mut list = drop_incompatible(&cx, data.attributes, value_type);
    let mut set = cx.attribute_list(list).function;

    let section = cx.attribute_value(set, b"implicit-section-name").map(Box::from);
    set = cx.without_attribute(set, "implicit-section-name");
    module.change_body(function, |module, body| {
        if has_strict_calls && !cx.has_attribute(set, AttrKind::STRICT_FP) {
            drop_strictfp_calls(module, body);
        }
        if cx.attribute_value(set, UNSAFE_ATOMICS.as_bytes()) == Some(b"true") {
            mark_unsafe_atomics(module, body);
        }
        set = cx.without_attribute(set, UNSAFE_ATOMICS);
    });
    list = cx.with_function_attributes(list, set);

    let global = &mut module[function];
    if let Some(section) = section {
        global.section = section;
    }
    if let Some(data) = global.as_function_mut() {
        data.attributes = list;
    }
}

const UNSAFE_ATOMICS: &str = "amdgpu-unsafe-fp-atomics";

/// In a function without `strictfp`, replaces it on calls by `nobuiltin`: it was only meant to prevent folding. A call also
/// has it if the callee does.
fn drop_strictfp_calls(module: &Module, body: &mut Body) {
    let cx = module.context();
    for inst in all_insts(body) {
        let Some(call) = body.inst_mut(inst).call_info_mut() else { continue };
        let set = cx.attribute_list(call.attributes).function;
        let constrained = |callee: Global| module[callee].name().starts_with(b"llvm.experimental.constrained.");
        let is_strict = |list| cx.has_attribute(cx.attribute_list(list).function, AttrKind::STRICT_FP);
        let strict = is_strict(call.attributes) || module.callee(call.callee).is_some_and(|f| is_strict(f.attributes));
        if strict && !call.callee.as_global().is_some_and(constrained) {
            let set = cx.without_attribute(set, AttrKind::STRICT_FP);
            let set = cx.with_attribute(set, Attribute::Enum(AttrKind::NO_BUILTIN));
            call.attributes = cx.with_function_attributes(call.attributes, set);
        }
    }
}

/// Replaces the function attribute by metadata on each atomic operation.
fn mark_unsafe_atomics(module: &mut Module, body: &mut Body) {
    for inst in all_insts(body) {
        let InstData::AtomicRmw { op, .. } = *body.inst(inst) else { continue };
        if !op.is_float() {
            continue;
        }
        let empty = module.metadata_mut().add_node(NodeKind::Tuple, false, &[]);
        let mut mark = |kind: &[u8]| body.set_attachment(inst, module.context().metadata_kind(kind), Some(empty));
        mark(b"amdgpu.no.fine.grained.host.memory");
        mark(b"amdgpu.no.remote.memory.access");
        mark(b"amdgpu.ignore.denormal.mode");
    }
}

/// The instructions of a body, in unspecified order.
fn all_insts(body: &Body) -> impl Iterator<Item = Inst> + use<> {
    (0..body.inst_count() as u32).map(Inst::from_u32)
}

/// The module flags of branch protection on Arm and AArch64.
const FLAGS: [&str; 6] = [
    "branch-target-enforcement",
    "branch-protection-pauth-lr",
    "guarded-control-stack",
    "sign-return-address",
    "sign-return-address-all",
    "sign-return-address-with-bkey",
];

/// Copies the branch protection of module flags to function attributes, on Arm and AArch64. Flags with the value 1 apply to
/// all functions of old modules; after the upgrade they have the value 2.
pub fn copy_branch_protection(module: &mut Module) {
    let arm = [&b"arm"[..], b"thumb", b"aarch64", b"xscale"].into_iter().any(|arch| module.triple().starts_with(arch));
    if !arm {
        return;
    }
    let Some(values) = flag_values(module) else { return };
    let on = values.map(|value| value == 1);
    let [branch_target, pauth_lr, control_stack, sign, sign_all, sign_b_key] = on;
    let cx = module.context().clone();
    for function in module.functions().to_vec() {
        let Some(data) = module[function].as_function_mut().filter(|f| f.body.is_some()) else { continue };
        let mut set = cx.attribute_list(data.attributes).function;
        if sign {
            let scope = if sign_all { "all" } else { "non-leaf" };
            set = add_unless_there(&cx, set, "sign-return-address", scope);
            let key = if sign_b_key { "b_key" } else { "a_key" };
            set = add_unless_there(&cx, set, "sign-return-address-key", key);
        } else if cx.attribute_value(set, b"sign-return-address") == Some(b"none") {
            set = cx.without_attribute(set, "sign-return-address");
            set = cx.without_attribute(set, "sign-return-address-key");
        }
        for (key, on) in FLAGS.into_iter().zip([branch_target, pauth_lr, control_stack]) {
            set = match cx.attribute_value(set, key.as_bytes()) {
                None if on => cx.with_attribute(set, Attribute::string(key, "")),
                Some(b"false") => cx.without_attribute(set, key),
                Some(b"true") => cx.with_attribute(set, Attribute::string(key, "")),
                _ => set,
            };
        }
        data.attributes = cx.with_function_attributes(data.attributes, set);
    }
    let done = [branch_target, pauth_lr, control_stack, sign, sign && sign_all, sign && sign_b_key];
    for (name, _) in FLAGS.into_iter().zip(done).filter(|(_, done)| *done) {
        set_flag_done(module, name);
    }
}

fn add_unless_there(cx: &Context, set: AttributeSet, key: &str, value: &str) -> AttributeSet {
    match cx.attribute(set, key) {
        Some(_) => set,
        None => cx.with_attribute(set, Attribute::string(key, value)),
    }
}

/// The nodes of the module flags.
fn flag_nodes(module: &Module) -> impl Iterator<Item = Metadata> {
    let flags = module.named_metadata().iter().find(|named| *named.name == *b"llvm.module.flags");
    flags.into_iter().flat_map(|flags| flags.operands.iter().copied())
}

/// Behavior, name and value of a module flag.
fn flag(module: &Module, node: Metadata) -> Option<[Metadata; 3]> {
    let node = module.metadata().node(node.as_node()?);
    let [behavior, name, value] = *node.words else { return None };
    Some([Metadata::from_word(behavior)?, Metadata::from_word(name)?, Metadata::from_word(value)?])
}

fn flag_has_name(module: &Module, name: Metadata, expected: &str) -> bool {
    matches!(name.open(), MetadataRef::String(s) if module.metadata().string(s) == expected.as_bytes())
}

/// The values of the flags, in the order of [`FLAGS`]; 0 for absent ones. `None` if a value shows that they were copied
/// before.
fn flag_values(module: &Module) -> Option<[u64; 6]> {
    let mut values = [0; 6];
    for [_, name, value] in flag_nodes(module).filter_map(|node| flag(module, node)) {
        let MetadataRef::Value(value) = value.open() else { continue };
        let Some(ConstantData::Int(value)) = module.constants().node(module.metadata().value(value)).map(|c| &c.data)
        else {
            continue;
        };
        if let Some(flag) = FLAGS.iter().position(|flag| flag_has_name(module, name, flag)) {
            values[flag] = *value;
            if *value == 2 {
                return None;
            }
        }
    }
    Some(values)
}

/// Sets the value of a module flag to 2 and its behavior to 8 (minimum).
fn set_flag_done(module: &mut Module, name: &str) {
    let found =
        flag_nodes(module).position(|node| flag(module, node).is_some_and(|f| flag_has_name(module, f[1], name)));
    let Some(index) = found else { return };
    let mut i32_value = |value| {
        let value = module.constants().int(module.context(), Type::I32, value);
        module.metadata_mut().add_value(value).bits()
    };
    let (behavior, value) = (i32_value(8), i32_value(2));
    let name = module.metadata_mut().add_string(name.as_bytes()).bits();
    let node = module.metadata_mut().add_node(NodeKind::Tuple, false, &[behavior, name, value]);
    if let Some(flags) = module.named_metadata_mut().iter_mut().find(|named| *named.name == *b"llvm.module.flags") {
        flags.operands[index] = node;
    }
}

#[cfg(test)]
mod tests {
    use lindworm_ir::calling_convention::CallingConvention;
    use lindworm_ir::module::{Function, GlobalKind, GlobalValue, NamedMetadata};

    use super::*;

    fn set(cx: &Context, attributes: &[Attribute]) -> AttributeSet {
        cx.make_attribute_set(&mut attributes.into())
    }

    fn strings(cx: &Context, pairs: &[(&str, &str)]) -> AttributeSet {
        set(cx, &pairs.iter().map(|(key, value)| Attribute::string(key, value)).collect::<Vec<_>>())
    }

    #[test]
    fn frame_pointer_elimination_is_a_kind_of_frame_pointer() {
        let cx = Context::new();
        let (elim, non_leaf) = ("no-frame-pointer-elim", "no-frame-pointer-elim-non-leaf");
        for (old, new) in [
            (&[(elim, "true")][..], "all"),
            (&[(elim, "false")], "none"),
            (&[(elim, "false"), (non_leaf, "")], "non-leaf"),
            (&[(elim, "true"), (non_leaf, "")], "all"),
        ] {
            assert_eq!(upgrade_set(&cx, strings(&cx, old)), strings(&cx, &[("frame-pointer", new)]));
        }
        let old = strings(&cx, &[("null-pointer-is-valid", "true"), ("a", "b")]);
        let new = [Attribute::Enum(AttrKind::NULL_POINTER_IS_VALID), Attribute::string("a", "b")];
        assert_eq!(cx.attribute_set(upgrade_set(&cx, old)), new);
        assert_eq!(upgrade_set(&cx, strings(&cx, &[("null-pointer-is-valid", "false")])), AttributeSet::EMPTY);
    }

    /// `define void @f() { call void @f() }` for AArch64, with these attributes on function and call.
    fn module(function: &[Attribute], call: &[Attribute]) -> (Module, Global) {
        let mut module = Module::new(&Context::new(), "m");
        module.set_triple(b"aarch64-linux".to_vec());
        let cx = module.context().clone();
        let ty = cx.function_type(Type::VOID, &[], false);
        let function = GlobalKind::Function(Box::new(Function {
            attributes: cx.make_attribute_list(set(&cx, function), AttributeSet::EMPTY, &[]),
            ..Function::default()
        }));
        let f = module.add_global(GlobalValue::new(b"f", ty, Type::PTR, function));
        let mut body = Body::new(&[]);
        let block = body.create_block();
        body.append_block(block);
        let call = InstData::Call {
            call: lindworm_ir::instruction::CallInfo {
                callee: f.into(),
                args: body.list(&[]),
                function_type: ty,
                attributes: cx.make_attribute_list(set(&cx, call), AttributeSet::EMPTY, &[]),
                bundles: None.into(),
            },
            convention: CallingConvention::C,
            tail: Default::default(),
            fast_math: Default::default(),
        };
        body.append_inst(block, call, Type::VOID);
        if let Some(data) = module[f].as_function_mut() {
            data.body = Some(Box::new(body));
        }
        (module, f)
    }

    fn function_set(module: &Module, f: Global) -> AttributeSet {
        module.context().attribute_list(module.function(f).unwrap().attributes).function
    }

    #[test]
    fn strictfp_on_a_call_alone_is_nobuiltin() {
        let strict = [Attribute::Enum(AttrKind::STRICT_FP)];
        for (function, kept) in [(&[][..], AttrKind::NO_BUILTIN), (&strict, AttrKind::STRICT_FP)] {
            let (mut module, f) = module(function, &strict);
            upgrade_functions(&mut module);
            let body = module.body(f).unwrap();
            let call = body.inst(all_insts(body).next().unwrap()).call_info().unwrap();
            let set = module.context().attribute_list(call.attributes).function;
            assert_eq!(Some(set), AttributeSet::of(kept));
        }
    }

    #[test]
    fn an_implicit_section_is_a_section() {
        let (mut module, f) = module(&[Attribute::string("implicit-section-name", "s")], &[]);
        upgrade_functions(&mut module);
        assert_eq!(*module[f].section, *b"s");
        assert!(function_set(&module, f).is_empty());
    }

    #[test]
    fn flags_for_branch_protection_go_to_the_functions() {
        let (mut module, f) = module(&[Attribute::string("guarded-control-stack", "false")], &[]);
        let mut flag = |name: &str, value| {
            let mut int = |value| {
                let value = module.constants().int(module.context(), Type::I32, value);
                module.metadata_mut().add_value(value).bits()
            };
            let (behavior, value) = (int(1), int(value));
            let name = module.metadata_mut().add_string(name.as_bytes()).bits();
            module.metadata_mut().add_node(NodeKind::Tuple, false, &[behavior, name, value])
        };
        let operands = vec![flag("branch-target-enforcement", 1), flag("sign-return-address", 1)];
        module.named_metadata_mut().push(NamedMetadata { name: (*b"llvm.module.flags").into(), operands });
        copy_branch_protection(&mut module);
        let expected = [
            ("branch-target-enforcement", ""),
            ("sign-return-address", "non-leaf"),
            ("sign-return-address-key", "a_key"),
        ];
        assert_eq!(function_set(&module, f), strings(module.context(), &expected));
        // A second upgrade has no effect.
        assert_eq!(flag_values(&module), None);
    }

    #[test]
    fn attributes_of_pointers_do_not_fit_integers() {
        let cx = Context::new();
        let [non_null, by_val] = [
            set(&cx, &[Attribute::Enum(AttrKind::NON_NULL)]),
            set(&cx, &[Attribute::Type(AttrKind::BY_VAL, Some(Type::I8))]),
        ];
        let list = cx.make_attribute_list(AttributeSet::EMPTY, non_null, &[non_null, by_val, non_null]);
        let ty = cx.function_type(Type::PTR, &[Type::I32, Type::I32], false);
        // Surplus parameter attributes are kept.
        let kept = cx.make_attribute_list(
            AttributeSet::EMPTY,
            non_null,
            &[AttributeSet::EMPTY, AttributeSet::EMPTY, non_null],
        );
        assert_eq!(drop_incompatible(&cx, list, ty), kept);
    }
}
