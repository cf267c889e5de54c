//! Upgrades of module flags ([Language Reference](https://llvm.org/docs/LangRef.html#module-flags-metadata)).

use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::module::NamedMetadata;
use lindworm_ir::{Metadata, Module, Type};

const FLAGS: &[u8] = b"llvm.module.flags";

// Merge behaviors of module flags.
pub(crate) const ERROR: u64 = 1;
const OVERRIDE: u64 = 4;
const MAX: u64 = 7;
const MIN: u64 = 8;

/// The value and type of a constant integer in metadata.
pub(crate) fn integer(module: &Module, metadata: Metadata) -> Option<(Type, u64)> {
    let MetadataRef::Value(value) = metadata.open() else { return None };
    let value = module.metadata().value(value);
    Some((module.value_type(None, value), module.constants().as_u64(value)?))
}

/// The bytes of a metadata string.
pub(crate) fn string(module: &Module, metadata: Metadata) -> Option<&[u8]> {
    match metadata.open() {
        MetadataRef::String(s) => Some(module.metadata().string(s)),
        _ => None,
    }
}

/// A constant integer as metadata.
fn int_metadata(module: &mut Module, ty: Type, value: u64) -> Metadata {
    let value = module.constants().int(module.context(), ty, value);
    module.metadata_mut().add_value(value)
}

/// The module flags, if present.
fn flags(module: &mut Module) -> Option<&mut NamedMetadata> {
    module.named_metadata_mut().iter_mut().find(|named| *named.name == *FLAGS)
}

/// Appends a flag.
pub(crate) fn add(module: &mut Module, behavior: u64, name: &[u8], value: Metadata) {
    let behavior = int_metadata(module, Type::I32, behavior);
    let name = module.metadata_mut().add_string(name);
    let node = module.metadata_mut().add_node(NodeKind::Tuple, false, &[behavior.bits(), name.bits(), value.bits()]);
    match flags(module) {
        Some(flags) => flags.operands.push(node),
        None => module.named_metadata_mut().push(NamedMetadata { name: FLAGS.into(), operands: vec![node] }),
    }
}

fn add_int(module: &mut Module, behavior: u64, name: &[u8], ty: Type, value: u64) {
    let value = int_metadata(module, ty, value);
    add(module, behavior, name, value);
}

/// Upgrades the module flags.
pub(crate) fn upgrade(module: &mut Module) {
    let Some(named) = flags(module) else { return };
    let mut operands = named.operands.clone();
    let (mut image_info, mut class_properties, mut swift) = (false, false, None);
    for operand in &mut operands {
        let Some(&[behavior, name, value]) = operand.as_node().map(|n| module.metadata().node(n).words) else {
            continue;
        };
        let mut words = [behavior, name, value];
        let [behavior, name, value] = words.map(Metadata::from_word);
        let Some(key) = name.and_then(|name| string(module, name)) else { continue };
        let behavior = behavior.and_then(|b| integer(module, b)).map(|(_, n)| n);
        let new_behavior = match (key, behavior) {
            (b"PIC Level", Some(ERROR | MAX)) => Some(MIN),
            (b"PIE Level", Some(ERROR)) => Some(MAX),
            (b"branch-target-enforcement", Some(ERROR)) => Some(MIN),
            (_, Some(ERROR)) if key.starts_with(b"sign-return-address") => Some(MIN),
            _ => None,
        };
        match key {
            b"Objective-C Image Info Version" => image_info = true,
            b"Objective-C Class Properties" => class_properties = true,
            b"Objective-C Image Info Section" => {
                if let Some(section) = value.and_then(|v| string(module, v)) {
                    let without_spaces: Vec<u8> = section.iter().copied().filter(|&b| b != b' ').collect();
                    words[2] = module.metadata_mut().add_string(&without_spaces).bits();
                }
            }
            b"Objective-C Garbage Collection" => {
                if let Some((ty, n)) = value.and_then(|v| integer(module, v)).filter(|(ty, _)| *ty != Type::I8) {
                    // The higher bytes hold the Swift version.
                    if n > 0xff && ty == Type::I32 {
                        swift = Some(n);
                    }
                    words[0] = int_metadata(module, Type::I32, ERROR).bits();
                    words[2] = int_metadata(module, Type::I8, n & 0xff).bits();
                }
            }
            b"amdgpu_code_object_version" => {
                words[1] = module.metadata_mut().add_string(b"amdhsa_code_object_version").bits();
            }
            _ => {}
        }
        if let Some(behavior) = new_behavior {
            words[0] = int_metadata(module, Type::I32, behavior).bits();
        }
        let old = operand.as_node().map(|n| module.metadata().node(n).words);
        if old != Some(&words[..]) {
            *operand = module.metadata_mut().add_node(NodeKind::Tuple, false, &words);
        }
    }
    if let Some(named) = flags(module) {
        named.operands = operands;
    }
    if image_info && !class_properties {
        add_int(module, OVERRIDE, b"Objective-C Class Properties", Type::I32, 0);
    }
    if let Some(n) = swift {
        add_int(module, ERROR, b"Swift ABI Version", Type::I32, n >> 8 & 0xff);
        add_int(module, ERROR, b"Swift Major Version", Type::I8, n >> 24 & 0xff);
        add_int(module, ERROR, b"Swift Minor Version", Type::I8, n >> 16 & 0xff);
    }
}
