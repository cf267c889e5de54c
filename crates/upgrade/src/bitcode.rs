//! Upgrades that LLVM performs only on bitcode. Also used for text with old forms that LLVM 22 rejects, since an older LLVM
//! would have to convert it to bitcode first.

use lindworm_ir::attributes::{AttributeList, AttributeOwner};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::data_layout::{DataLayout, DataLayoutSource};
use lindworm_ir::hash::HashMap;
use lindworm_ir::metadata::{Attachment, MetadataRef};
use lindworm_ir::module::{InlineAsmData, NamedMetadata};
use lindworm_ir::value::InlineAsm;
use lindworm_ir::{Body, Context, Global, Inst, InstData, Metadata, Module, Type, Value};

use crate::inline_asm::upgrade_marker;
use crate::loops::upgrade_loops;
use crate::{
    Age, BodyUpgrade, Form, Refused, attributes, compile_units, data_layout, globals, upgrade_arc_runtime,
    upgrade_module_of,
};

/// Upgrades a module read from text with old forms, like the bitcode that an older LLVM writes for it. Returns warnings
/// about dropped parts.
pub fn upgrade_old_text(module: &mut Module, age: Age, layout: &DataLayoutSource) -> Result<Vec<String>, Refused> {
    let text = data_layout::upgrade(module.version(), &module.data_layout().text, module.triple());
    if let Ok(layout) = DataLayout::parse(&layout.choose(module.version(), text, module.triple())) {
        module.set_data_layout(layout);
    }
    upgrade_as_read(module);
    // Loop metadata names are old only in bitcode of an older LLVM.
    for function in module.functions().to_vec() {
        module.change_body(function, |module, body| upgrade_loops(module.metadata_mut(), body));
    }
    upgrade_module(module, age)
}

/// Performs the upgrades that LLVM's bitcode reader applies during reading. The result equals the module after writing it
/// to bitcode and reading it back.
pub fn upgrade_as_read(module: &mut Module) {
    let cx = module.context().clone();
    compile_units::move_local_imports(module);
    let markers = upgraded_markers(module);
    let mut sets = UpgradedSets::default();
    let mut calls = UpgradedCalls::default();
    for function in module.functions().to_vec() {
        if let Some(data) = module[function].as_function_mut() {
            data.attributes = upgrade_sets(&cx, data.attributes, &mut sets);
        }
        module.change_body(function, |module, body| {
            for inst in insts(body) {
                if let Some(call) = body.inst_mut(inst).call_info_mut() {
                    call.attributes = upgrade_sets(&cx, call.attributes, &mut sets);
                    call.callee = *markers.get(&call.callee).unwrap_or(&call.callee);
                }
            }
            upgrade_calls(module, body, &mut calls);
        });
    }
}

/// The inline assembly with an old marker, with its replacements.
fn upgraded_markers(module: &Module) -> HashMap<Value, Value> {
    let upgraded = |(asm, data): (u32, &InlineAsmData)| {
        let mut template = data.template.clone();
        let has_marker = upgrade_marker(&mut template);
        has_marker.then(|| (InlineAsm::from_u32(asm).into(), InlineAsmData { template, ..data.clone() }))
    };
    let upgraded: Vec<(Value, InlineAsmData)> = (0..).zip(module.inline_asms()).filter_map(upgraded).collect();
    upgraded.into_iter().map(|(asm, data)| (asm, module.add_inline_asm(data))).collect()
}

type UpgradedSets = HashMap<AttributeList, AttributeList>;

fn upgrade_sets(cx: &Context, list: AttributeList, known: &mut UpgradedSets) -> AttributeList {
    let upgraded = || cx.map_attribute_list(list, |_, set| attributes::upgrade_set(cx, set));
    *known.entry(list).or_insert_with(upgraded)
}

/// Upgraded call attributes by old attributes and function type. A cache: calls of one function usually have equal
/// attributes.
pub type UpgradedCalls = HashMap<(AttributeList, Type), AttributeList>;

/// Removes attributes from calls that are incompatible with the types of results and arguments.
pub fn upgrade_calls(module: &Module, body: &mut Body, known: &mut UpgradedCalls) {
    let cx = module.context();
    for inst in insts(body) {
        let Some(call) = body.inst(inst).call_info() else { continue };
        let (old, ty) = (call.attributes, call.function_type);
        let Some((result, params, _)) = cx.function_parts(ty).filter(|_| old != AttributeList::EMPTY) else { continue };
        let args = body.call_args(call);
        let upgraded = |old| {
            cx.map_attribute_list(old, |owner, set| {
                let ty = match owner {
                    AttributeOwner::Result => Some(result),
                    AttributeOwner::Param(i) => args.get(i).map(|&arg| module.value_type(Some(body), arg)),
                    AttributeOwner::Function => None,
                };
                ty.map_or(set, |ty| cx.without_attributes(set, cx.incompatible_attributes(ty, set)))
            })
        };
        let new = match args.len() == params.len() {
            true => *known.entry((old, ty)).or_insert_with(|| upgraded(old)),
            false => upgraded(old),
        };
        if new != old
            && let Some(call) = body.inst_mut(inst).call_info_mut()
        {
            call.attributes = new;
        }
    }
}

/// The instructions of a body, in unspecified order.
fn insts(body: &Body) -> impl Iterator<Item = Inst> + use<> {
    (0..body.inst_count() as u32).map(Inst::from_u32)
}

/// Upgrades a module after all bodies are read. Returns warnings about dropped parts.
pub fn upgrade_module(module: &mut Module, age: Age) -> Result<Vec<String>, Refused> {
    linker_options(module);
    for variable in module.variables().to_vec() {
        globals::upgrade_constructors(module, variable);
    }
    for function in module.functions().to_vec() {
        module.change_body(function, |module, body| branch_weights(module, body));
    }
    attributes::upgrade_functions(module);
    let warnings = upgrade_module_of(module, age, Form::Bitcode)?;
    upgrade_arc_runtime(module);
    Ok(warnings)
}

/// Upgrades one body of a module read lazily.
pub fn upgrade_body(module: &mut Module, function: Global, rest: &mut BodyUpgrade) -> Result<(), Refused> {
    module.change_body(function, |module, body| branch_weights(module, body));
    rest.upgrade(module, function)
}

/// Converts the module flag for linker options to named metadata.
fn linker_options(module: &mut Module) {
    const OPTIONS: &[u8] = b"llvm.linker.options";
    if module.named_metadata().iter().any(|named| *named.name == *OPTIONS) {
        return;
    }
    let value = module.flag(b"Linker Options").and_then(Metadata::as_node);
    if let Some(options) = value {
        let words = module.metadata().node(options).words.iter();
        let operands = words.filter_map(|&w| Metadata::from_word(w).filter(|m| m.as_node().is_some())).collect();
        module.named_metadata_mut().push(NamedMetadata { name: OPTIONS.into(), operands });
    }
}

/// The string in a word of a node, if it is one.
fn string(module: &Module, word: u32) -> Option<&[u8]> {
    match Metadata::from_word(word)?.open() {
        MetadataRef::String(s) => Some(module.metadata().string(s)),
        _ => None,
    }
}

/// Drops branch weights whose number does not match the terminator.
fn branch_weights(module: &Module, body: &mut Body) {
    if !body.has_attachments() {
        return;
    }
    let has_profile = |list: &[Attachment]| list.iter().any(|&(kind, _)| kind == MetadataKind::PROF);
    if !body.attachment_lists().any(has_profile) {
        return;
    }
    for inst in insts(body) {
        let Some(node) = body.attachment(inst, MetadataKind::PROF).and_then(Metadata::as_node) else { continue };
        let [name, rest @ ..] = module.metadata().node(node).words else { continue };
        if string(module, *name) != Some(b"branch_weights") {
            continue;
        }
        let data = body.inst(inst);
        let expected = match data {
            InstData::Br { .. } | InstData::CondBr { .. } | InstData::Switch { .. } | InstData::IndirectBr { .. } => {
                let mut count = 0;
                data.for_each_successor(body.values(), |_| count += 1);
                count
            }
            InstData::Call { .. } => 1,
            InstData::Select { .. } => 2,
            _ => continue,
        };
        // The weights may be preceded by their origin.
        let has_origin = rest.first().is_some_and(|&word| string(module, word).is_some());
        if rest.len() != expected + has_origin as usize {
            body.set_attachment(inst, MetadataKind::PROF, None);
        }
    }
}
