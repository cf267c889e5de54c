//! `!nvvm.annotations`, most of which are attributes and calling conventions today.

use lindworm_ir::attributes::{AttrKind, Attribute, AttributeOwner, AttributeSet};
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::{Context, Global, Metadata, Module};
use rustc_hash::FxHashSet;

use crate::module_flags::{integer, string};

const ANNOTATIONS: &[u8] = b"nvvm.annotations";
const PTX_KERNEL: CallingConvention = CallingConvention(71);

/// Keys whose numbers are attributes of the function.
const NUMBERS: [(&[u8], &str); 4] = [
    (b"maxclusterrank", "nvvm.maxclusterrank"),
    (b"cluster_max_blocks", "nvvm.maxclusterrank"),
    (b"minctasm", "nvvm.minctasm"),
    (b"maxnreg", "nvvm.maxnreg"),
];

/// Keys that, with `x`, `y` or `z` behind them, are one attribute of up to three numbers.
const VECTORS: [(&[u8], &str); 3] =
    [(b"maxntid", "nvvm.maxntid"), (b"reqntid", "nvvm.reqntid"), (b"cluster_dim_", "nvvm.cluster_dim")];

/// Brings the annotations up to date; those that are none of today's attributes remain.
pub(crate) fn upgrade(module: &mut Module) {
    let Some(at) = module.named_metadata.iter().position(|named| *named.name == *ANNOTATIONS) else { return };
    let mut seen = FxHashSet::default();
    let mut remaining = Vec::new();
    for node in module.named_metadata[at].operands.clone() {
        let Some(number) = node.as_node().filter(|n| seen.insert(*n)) else { continue };
        let words = module.metadata.node(number).words.to_vec();
        let Some((&first, pairs)) = words.split_first() else { continue };
        let Some(MetadataRef::Value(value)) = Metadata::from_word(first).map(Metadata::open) else { continue };
        let Some(global) = module.metadata.value(value).as_global() else { continue };
        let mut kept = vec![first];
        for pair in pairs.chunks(2) {
            let known = match pair.iter().map(|&w| Metadata::from_word(w)).collect::<Vec<_>>()[..] {
                [Some(key), Some(value)] => annotate(module, global, key, value),
                _ => None,
            };
            if known.is_none() {
                kept.extend_from_slice(pair);
            }
        }
        if kept.len() > 1 {
            remaining.push(module.metadata.add_node(NodeKind::Tuple, false, &kept));
        }
    }
    module.named_metadata[at].operands = remaining;
}

/// Says one annotation in today's way, if there is one.
fn annotate(module: &mut Module, global: Global, key: Metadata, value: Metadata) -> Option<()> {
    let key = string(module, key)?;
    let number = integer(module, value).map(|(_, n)| n);
    let cx = module.context.clone();
    module.function(global)?;
    let attribute = if key == b"kernel" {
        if number? != 0 {
            module.globals[global].as_function_mut()?.convention = PTX_KERNEL;
        }
        return Some(());
    } else if key == b"align" {
        // Whose it is stands in the high bits: 0 is the result, parameters count from 1.
        let (owner, align) = ((number? >> 16) as usize, number? & 0xffff);
        let owner = owner.checked_sub(1).map_or(AttributeOwner::Result, AttributeOwner::Param);
        return set(module, global, owner, |set| cx.with_attribute(set, Attribute::Int(AttrKind::ALIGN_STACK, align)));
    } else if key == b"grid_constant" {
        let indices: Vec<_> = module.metadata.node(value.as_node()?).words.to_vec();
        for index in indices.into_iter().filter_map(Metadata::from_word) {
            let index = integer(module, index)?.1.checked_sub(1).filter(|&i| i < 1 << 16)? as usize;
            let owner = AttributeOwner::Param(index);
            set(module, global, owner, |set| cx.with_attribute(set, Attribute::string("nvvm.grid_constant", "")))?;
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
        vector_attribute(module, &cx, global, name, dimension, number?)?
    };
    set(module, global, AttributeOwner::Function, |set| cx.with_attribute(set, attribute.clone()))
}

/// An attribute of up to three numbers, with one of them set; those before it that were not said are 1.
fn vector_attribute(
    module: &Module,
    cx: &Context,
    global: Global,
    name: &str,
    dimension: usize,
    number: u64,
) -> Option<Attribute> {
    let function = cx.attribute_list(module.function(global)?.attributes).function;
    let old = cx.attribute_value(function, name.as_bytes()).unwrap_or_default();
    let mut parts: Vec<Vec<u8>> = match old {
        [] => Vec::new(),
        _ => old.split(|&b| b == b',').take(3).map(|part| part.trim_ascii().to_vec()).collect(),
    };
    parts.resize(parts.len().max(dimension + 1), b"1".to_vec());
    parts[dimension] = number.to_string().into_bytes();
    Some(Attribute::string(name, parts.join(&b","[..])))
}

fn set(
    module: &mut Module,
    global: Global,
    owner: AttributeOwner,
    mut edit: impl FnMut(AttributeSet) -> AttributeSet,
) -> Option<()> {
    let cx = module.context.clone();
    let function = module.globals[global].as_function_mut()?;
    let data = cx.attribute_list(function.attributes);
    function.attributes = match owner {
        AttributeOwner::Function => cx.with_function_attributes(function.attributes, edit(data.function)),
        AttributeOwner::Result => cx.with_result_attributes(function.attributes, edit(data.result)),
        AttributeOwner::Param(i) => cx.with_param_attributes(function.attributes, i, edit(data.param(i))),
    };
    Some(())
}
