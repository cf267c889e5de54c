//! `-mcpu`, `-mattr` and the like: options for a code generator, stored as attributes of functions.

use lindworm::Module;
use lindworm::ir::attributes::Attribute;

/// A feature with a sign before it and no capitals.
pub fn feature(name: &[u8]) -> Vec<u8> {
    let sign: &[u8] = if matches!(name, [b'+' | b'-', ..]) { b"" } else { b"+" };
    [sign, &name.to_ascii_lowercase()].concat()
}

/// Gives each function these attributes, where it does not have them with another value.
pub fn add_function_attributes(module: &mut Module, attributes: &[(&'static str, String)]) {
    let cx = module.context().clone();
    for function in module.functions().to_vec() {
        let Some(data) = module[function].as_function_mut() else { continue };
        let mut set = cx.attribute_list(data.attributes).function;
        for (name, value) in attributes {
            if cx.attribute_value(set, name.as_bytes()).is_none() {
                set = cx.with_attribute(set, Attribute::string(*name, value.as_bytes()));
            }
        }
        data.attributes = cx.with_function_attributes(data.attributes, set);
    }
}

/// Gives each function that has none the CPU, and each the features behind those that it has.
pub fn set_function_attributes(module: &mut Module, cpu: &[u8], features: &[Vec<u8>]) {
    let cx = module.context().clone();
    let features = features.join(&b","[..]);
    for function in module.functions().to_vec() {
        let Some(data) = module[function].as_function_mut() else { continue };
        let mut set = cx.attribute_list(data.attributes).function;
        if !cpu.is_empty() && cx.attribute_value(set, b"target-cpu").is_none() {
            set = cx.with_attribute(set, Attribute::string("target-cpu", cpu));
        }
        if !features.is_empty() {
            let all = match cx.attribute_value(set, b"target-features") {
                Some(old) if !old.is_empty() => [old, &features].join(&b","[..]),
                _ => features.clone(),
            };
            set = cx.with_attribute(set, Attribute::string("target-features", all));
        }
        data.attributes = cx.with_function_attributes(data.attributes, set);
    }
}
