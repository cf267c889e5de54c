//! Upgrades of `!nvvm.annotations`, most of which became attributes and calling conventions.

use lindworm_ir::attributes::{AttrKind, Attribute, AttributeBuilder, AttributeOwner};
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::{Global, Metadata, Module};

use crate::module_flags::{integer, string};

const ANNOTATIONS: &[u8] = b"nvvm.annotations";
const PTX_KERNEL: CallingConvention = CallingConvention(71);

/// Keys with a number that became function attributes.
const NUMBERS: [(&[u8], &str); 4] = [
    (b"maxclusterrank", "nvvm.maxclusterrank"),
    (b"cluster_max_blocks", "nvvm.maxclusterrank"),
    (b"minctasm", "nvvm.minctasm"),
    (b"maxnreg", "nvvm.maxnreg"),
];

/// Keys with a suffix `x`, `y` or `z` that became one attribute of up to three numbers.
const VECTORS: [(&[u8], &str); 3] =
    [(b"maxntid", "nvvm.maxntid"), (b"reqntid", "nvvm.reqntid"), (b"cluster_dim_", "nvvm.cluster_dim")];

/// Upgrades the annotations. Those without an equivalent attribute remain.
pub(crate) fn upgrade(module: &mut Module) {
    let Some(at) = module.named_metadata().iter().position(|named| *named.name == *ANNOTATIONS) else { return };
    let (mut seen, mut added) = (HashSet::default(), Added::default());
    let mut remaining = Vec::new();
    for node in module.named_metadata()[at].operands.clone() {
        let Some(number) = node.as_node().filter(|n| seen.insert(*n)) else { continue };
        let words = module.metadata().node(number).words.to_vec();
        let Some((&first, pairs)) = words.split_first() else { continue };
        let Some(MetadataRef::Value(value)) = Metadata::from_word(first).map(Metadata::open) else { continue };
        let Some(global) = module.metadata().value(value).as_global() else { continue };
        let mut kept = vec![first];
        for pair in pairs.chunks(2) {
            let known = match pair.iter().map(|&w| Metadata::from_word(w)).collect::<Vec<_>>()[..] {
                [Some(key), Some(value)] => annotate(module, &mut added, global, key, value),
                _ => None,
            };
            if known.is_none() {
                kept.extend_from_slice(pair);
            }
        }
        if kept.len() > 1 {
            remaining.push(module.metadata_mut().add_node(NodeKind::Tuple, false, &kept));
        }
    }
    module.named_metadata_mut()[at].operands = remaining;
    added.put(module);
}

/// The attributes to add to functions. Later ones of the same kind replace earlier ones.
#[derive(Default)]
struct Added(HashMap<Global, HashMap<AttributeOwner, Vec<Attribute>>>);

impl Added {
    fn add(&mut self, module: &Module, global: Global, owner: AttributeOwner, attribute: Attribute) {
        let params =
            module.context().function_parts(module[global].value_type).map_or(0, |(_, params, _)| params.len());
        let owner = match owner {
            // One index past the last parameter suffices to be rejected.
            AttributeOwner::Param(i) => AttributeOwner::Param(i.min(params)),
            other => other,
        };
        let attributes = self.0.entry(global).or_default().entry(owner).or_default();
        attributes.retain(|a| a.key() != attribute.key());
        attributes.push(attribute);
    }

    /// Sets all collected attributes.
    fn put(self, module: &mut Module) {
        let cx = module.context().clone();
        for (global, mut owners) in self.0 {
            let Some(function) = module[global].as_function_mut() else { continue };
            let data = cx.attribute_list(function.attributes);
            let ends = owners.keys().filter_map(|owner| match owner {
                AttributeOwner::Param(i) => Some(i + 1),
                _ => None,
            });
            let count = ends.max().unwrap_or(0).max(data.params.len());
            let mut with_added = |owner, set| {
                let Some(added) = owners.remove(&owner) else { return set };
                let mut builder = AttributeBuilder::from(cx.attribute_set(set));
                builder.extend(added);
                cx.make_attribute_set(&mut builder)
            };
            let result = with_added(AttributeOwner::Result, data.result);
            let of_function = with_added(AttributeOwner::Function, data.function);
            let params: Vec<_> = (0..count).map(|i| with_added(AttributeOwner::Param(i), data.param(i))).collect();
            function.attributes = cx.make_attribute_list(of_function, result, &params);
        }
    }
}

/// Upgrades one annotation. `None` if it has no equivalent.
fn annotate(module: &mut Module, added: &mut Added, global: Global, key: Metadata, value: Metadata) -> Option<()> {
    let key = string(module, key)?;
    let number = integer(module, value).map(|(_, n)| n);
    module.function(global)?;
    let attribute = if key == b"kernel" {
        if number? != 0 {
            module[global].as_function_mut()?.convention = PTX_KERNEL;
        }
        return Some(());
    } else if key == b"align" {
        // The owner is in the upper bits: 0 is the result, parameters count from 1, `u32::MAX` is the function.
        let align = (number? & 0xffff).checked_ilog2().map_or(0, |log2| 1 << log2);
        let owner = match (number? >> 16) as u32 {
            0 => AttributeOwner::Result,
            u32::MAX => AttributeOwner::Function,
            param => AttributeOwner::Param(param as usize - 1),
        };
        added.add(module, global, owner, Attribute::Int(AttrKind::ALIGN_STACK, align));
        return Some(());
    } else if key == b"grid_constant" {
        let indices: Vec<_> = module.metadata().node(value.as_node()?).words.to_vec();
        for index in indices.into_iter().filter_map(Metadata::from_word) {
            let index = integer(module, index)?.1.checked_sub(1).filter(|&i| i < 1 << 16)? as usize;
            let owner = AttributeOwner::Param(index);
            added.add(module, global, owner, Attribute::string("nvvm.grid_constant", ""));
        }
        return Some(());
    } else if let Some((_, name)) = NUMBERS.iter().find(|(k, _)| *k == key) {
        Attribute::string(name, number?.to_string())
    } else {
        let (dimension, name) = VECTORS.iter().find_map(|(k, name)| Some((key.strip_prefix(*k)?, *name)))?;
        let dimension = match dimension {
            b"x" => 0,
            b"y" => 1,
            b"z" => 2,
            _ => return None,
        };
        vector_attribute(module, added, global, name, dimension, number?)?
    };
    added.add(module, global, AttributeOwner::Function, attribute);
    Some(())
}

/// Sets one component of an attribute of up to three numbers. Missing components before it are 1.
fn vector_attribute(
    module: &Module,
    added: &Added,
    global: Global,
    name: &str,
    dimension: usize,
    number: u64,
) -> Option<Attribute> {
    let cx = module.context();
    let of_function = added.0.get(&global).and_then(|owners| owners.get(&AttributeOwner::Function));
    let old = match of_function.and_then(|all| all.iter().find(|a| a.key() == name.into())) {
        Some(added) => added.value(),
        None => {
            let function = cx.attribute_list(module.function(global)?.attributes).function;
            cx.attribute_value(function, name.as_bytes())
        }
    };
    let old = old.unwrap_or_default();
    let mut parts: Vec<Vec<u8>> = match old {
        [] => Vec::new(),
        _ => old.split(|&b| b == b',').take(3).map(|part| part.trim_ascii().to_vec()).collect(),
    };
    parts.resize(parts.len().max(dimension + 1), b"1".to_vec());
    parts[dimension] = number.to_string().into_bytes();
    Some(Attribute::string(name, parts.join(&b","[..])))
}
