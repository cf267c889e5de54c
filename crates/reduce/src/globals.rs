//! Passes over globals, metadata and properties of the module.

use lindworm_ir::attributes::{AttributeBuilder, AttributeList, AttributeOwner, AttributeSet};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::data_layout::DataLayout;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::Align;
use lindworm_ir::metadata::{Metadata, NULL_WORD};
use lindworm_ir::module::{DllStorage, GlobalKind, Linkage, TlsModel, UnnamedAddr, Visibility};
use lindworm_ir::{Body, Context, Global, InstData, Module, Value};
use lindworm_link::Reached;

use crate::body::{defined, insts};
use crate::delta::Oracle;

pub(crate) fn strip_debug_info(module: &mut Module, oracle: &mut Oracle<'_>) {
    let bodies = || module.functions().iter().filter_map(|&f| module.body(f));
    let has_any = module.named_metadata().iter().any(|n| n.name.starts_with(b"llvm.dbg."))
        || bodies().any(|b| b.has_debug_locs() || b.has_debug_records());
    if has_any && !oracle.keep() {
        module.strip_debug_info();
    }
}

/// Removes globals. Uses of their addresses become null.
fn remove(module: &mut Module, gone: &HashSet<Global>) {
    if gone.is_empty() {
        return;
    }
    module.drop_definitions(gone);
    let nulls: Vec<(Value, Value)> = gone
        .iter()
        .map(|&g| (g.into(), module.constants().zero(module.context(), module.value_type(None, g.into()))))
        .collect();
    module.replace_all(&nulls);
    module.remove_unused_globals(gone);
}

/// The targets to remove.
fn gone<T>(targets: impl IntoIterator<Item = T>, oracle: &mut Oracle<'_>) -> Vec<T> {
    targets.into_iter().filter(|_| !oracle.keep()).collect()
}

pub(crate) fn functions(module: &mut Module, oracle: &mut Oracle<'_>) {
    let mut used = Reached::new(module);
    module.global_values().for_each(|g| used.operands_of(g));
    // A call of an intrinsic cannot call another function: it is removed as an instruction.
    let is_target = |&f: &Global| module.function(f).is_some_and(|data| data.intrinsic.is_none()) || !used.contains(f);
    let targets: Vec<Global> = module.functions().iter().copied().filter(is_target).collect();
    let gone = gone(targets, oracle).into_iter().collect();
    remove(module, &gone);
}

pub(crate) fn function_bodies(module: &mut Module, oracle: &mut Oracle<'_>) {
    let gone: HashSet<Global> = gone(defined(module), oracle).into_iter().collect();
    for &function in &gone {
        module[function].linkage = Linkage::External;
    }
    if !gone.is_empty() {
        module.drop_definitions(&gone);
    }
}

pub(crate) fn special_globals(module: &mut Module, oracle: &mut Oracle<'_>) {
    let names = ["llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"];
    let targets: Vec<Global> = names.iter().filter_map(|name| module.global_named(name.as_bytes())).collect();
    let gone = gone(targets, oracle).into_iter().collect();
    remove(module, &gone);
}

pub(crate) fn aliases(module: &mut Module, oracle: &mut Oracle<'_>) {
    for alias in gone(module.aliases().to_vec(), oracle) {
        let GlobalKind::Alias { aliasee } = module[alias].kind else { continue };
        if module.value_type(None, aliasee) == module.value_type(None, alias.into()) {
            module.replace_all(&[(alias.into(), aliasee)]);
            module.remove_unused_globals(&HashSet::from_iter([alias]));
        }
    }
}

pub(crate) fn ifuncs(module: &mut Module, oracle: &mut Oracle<'_>) {
    let gone = gone(module.ifuncs().to_vec(), oracle).into_iter().collect();
    remove(module, &gone);
}

pub(crate) fn function_data(module: &mut Module, oracle: &mut Oracle<'_>) {
    for function in module.functions().to_vec() {
        let is_needed = module.body(function).is_some_and(needs_personality);
        let Some(function) = module[function].as_function_mut() else { continue };
        let personality = if is_needed { None } else { Some(&mut function.personality) };
        for data in personality.into_iter().chain([&mut function.prefix, &mut function.prologue]) {
            if data.is_some() && !oracle.keep() {
                *data = None;
            }
        }
        if !function.gc.is_empty() && !oracle.keep() {
            function.gc = Box::default();
        }
    }
}

/// Whether a function has instructions that require a personality.
fn needs_personality(body: &Body) -> bool {
    use InstData::*;
    insts(body).into_iter().any(|inst| {
        matches!(
            body.inst(inst),
            LandingPad { .. } | Resume { .. } | CatchSwitch { .. } | CatchPad { .. } | CleanupPad { .. }
        )
    })
}

/// Resets a property to its default if the oracle removes it.
fn reset<T: PartialEq>(property: &mut T, default: T, oracle: &mut Oracle<'_>) {
    if *property != default && !oracle.keep() {
        *property = default;
    }
}

pub(crate) fn global_values(module: &mut Module, oracle: &mut Oracle<'_>) {
    let lists = [module.variables(), module.functions(), module.aliases(), module.ifuncs()];
    for global in lists.into_iter().flatten().copied().collect::<Vec<_>>() {
        let data = &mut module[global];
        reset(&mut data.visibility, Visibility::Default, oracle);
        let is_implied = data.is_implicitly_dso_local();
        reset(&mut data.dso_local, is_implied, oracle);
        reset(&mut data.unnamed_addr, UnnamedAddr::None, oracle);
        reset(&mut data.dll_storage, DllStorage::Default, oracle);
        reset(&mut data.tls, TlsModel::None, oracle);
        reset(&mut data.partition, Box::default(), oracle);
        if !matches!(data.linkage, Linkage::External | Linkage::Appending) && !oracle.keep() {
            data.linkage = Linkage::External;
            data.dso_local = data.is_implicitly_dso_local();
        }
    }
}

pub(crate) fn global_objects(module: &mut Module, oracle: &mut Oracle<'_>) {
    for global in [module.variables(), module.functions()].concat() {
        let data = &mut module[global];
        reset(&mut data.section, Box::default(), oracle);
        reset(&mut data.align, Align::NONE, oracle);
        reset(&mut data.comdat, None, oracle);
        if let Some(variable) = data.as_variable_mut() {
            reset(&mut variable.externally_initialized, false, oracle);
            reset(&mut variable.code_model, None, oracle);
            reset(&mut variable.sanitizer, Default::default(), oracle);
        }
    }
}

pub(crate) fn initializers(module: &mut Module, oracle: &mut Oracle<'_>) {
    let has_initializer = |&v: &Global| module[v].as_variable().is_some_and(|v| v.initializer.is_some());
    let targets: Vec<Global> = module.variables().iter().copied().filter(has_initializer).collect();
    for variable in gone(targets, oracle) {
        let data = &mut module[variable];
        data.linkage = Linkage::External;
        data.comdat = None;
        if let Some(variable) = data.as_variable_mut() {
            variable.initializer = None;
        }
    }
}

pub(crate) fn variables(module: &mut Module, oracle: &mut Oracle<'_>) {
    let gone = gone(module.variables().to_vec(), oracle).into_iter().collect();
    remove(module, &gone);
}

/// The nodes that the module refers to.
fn used_nodes(module: &Module) -> Vec<u32> {
    let mut stack: Vec<Metadata> = module.named_metadata().iter().flat_map(|n| n.operands.iter().copied()).collect();
    let lists = [module.variables(), module.functions()];
    for &global in lists.into_iter().flatten() {
        stack.extend(module[global].metadata.iter().map(|&(_, m)| m));
        let Some(body) = module.body(global) else { continue };
        for inst in insts(body) {
            stack.extend(body.debug_loc(inst));
            stack.extend(body.attachments(inst).iter().map(|&(_, m)| m));
            if body.has_debug_records() {
                body.debug_records(inst).for_each(|record| stack.extend(record.operands()));
            }
        }
    }
    stack.reverse();
    let (mut seen, mut nodes) = (HashSet::default(), Vec::new());
    while let Some(m) = stack.pop() {
        let Some(n) = m.as_node().filter(|&n| seen.insert(n)) else { continue };
        nodes.push(n);
        module.metadata().node(n).for_each_ref(|m| stack.push(m));
    }
    nodes.sort_unstable();
    nodes
}

/// Shortens lists of debug information: members, retained types and so on.
pub(crate) fn debug_lists(module: &mut Module, oracle: &mut Oracle<'_>) {
    let nodes = used_nodes(module);
    let mut lists: HashSet<u32> = HashSet::default();
    for &n in &nodes {
        let node = module.metadata().node(n);
        if node.kind != NodeKind::Tuple {
            node.for_each_ref(|m| lists.extend(m.as_node()));
        }
    }
    for n in nodes.into_iter().filter(|n| lists.contains(n)) {
        let node = module.metadata().node(n);
        if node.kind != NodeKind::Tuple || node.words.is_empty() {
            continue;
        }
        let (distinct, words) = (node.distinct, node.words.to_vec());
        let left: Vec<u32> = words.iter().copied().filter(|_| oracle.keep()).collect();
        if left.len() != words.len() {
            module.metadata_mut().set_node(n, NodeKind::Tuple, distinct, &left);
        }
    }
}

pub(crate) fn distinct_metadata(module: &mut Module, oracle: &mut Oracle<'_>) {
    for n in used_nodes(module) {
        let node = module.metadata().node(n);
        if !node.distinct || node.kind != NodeKind::Tuple {
            continue;
        }
        let is_node = |word: u32| Metadata::from_word(word).is_some_and(|m| m.as_node().is_some());
        let words: Vec<u32> =
            node.words.iter().map(|&word| if is_node(word) && !oracle.keep() { NULL_WORD } else { word }).collect();
        module.metadata_mut().set_node(n, NodeKind::Tuple, true, &words);
    }
}

pub(crate) fn attachments(module: &mut Module, oracle: &mut Oracle<'_>) {
    for global in [module.variables(), module.functions()].concat() {
        module[global].metadata.retain(|_| oracle.keep());
        module.change_body(global, |_, body| {
            for inst in insts(body) {
                let kinds = body.attachments(inst).iter().map(|&(kind, _)| kind);
                let kinds: Vec<MetadataKind> = kinds.chain(body.debug_loc(inst).map(|_| MetadataKind::DBG)).collect();
                for kind in kinds {
                    if !oracle.keep() {
                        body.set_attachment(inst, kind, None);
                    }
                }
            }
        });
    }
}

pub(crate) fn named_metadata(module: &mut Module, oracle: &mut Oracle<'_>) {
    for named in module.named_metadata_mut() {
        named.operands.retain(|_| oracle.keep());
    }
    module.named_metadata_mut().retain(|named| !named.operands.is_empty() || oracle.keep());
}

/// The list without the removed attributes.
fn fewer(cx: &Context, list: AttributeList, oracle: &mut Oracle<'_>) -> AttributeList {
    if list == AttributeList::EMPTY {
        return list;
    }
    cx.map_attribute_list(list, |_, set| fewer_of_set(cx, set, oracle))
}

fn fewer_of_set(cx: &Context, set: AttributeSet, oracle: &mut Oracle<'_>) -> AttributeSet {
    let mut builder = AttributeBuilder::new();
    for attribute in cx.attribute_set(set) {
        if oracle.keep() {
            builder.add(attribute.clone());
        }
    }
    cx.make_attribute_set(&mut builder)
}

pub(crate) fn attributes(module: &mut Module, oracle: &mut Oracle<'_>) {
    let cx = module.context().clone();
    for variable in module.variables().to_vec() {
        if let Some(variable) = module[variable].as_variable_mut() {
            variable.attributes = fewer_of_set(&cx, variable.attributes, oracle);
        }
    }
    for function in module.functions().to_vec() {
        if let Some(function) = module[function].as_function_mut().filter(|f| f.intrinsic.is_none()) {
            function.attributes = fewer(&cx, function.attributes, oracle);
        }
        module.change_body(function, |_, body| {
            for inst in insts(body) {
                if let Some(call) = body.inst_mut(inst).call_info_mut() {
                    call.attributes = fewer(&cx, call.attributes, oracle);
                }
            }
        });
    }
}

pub(crate) fn target_features(module: &mut Module, oracle: &mut Oracle<'_>) {
    const KEY: &[u8] = b"target-features";
    let cx = module.context().clone();
    for function in module.functions().to_vec() {
        let Some(function) = module[function].as_function_mut() else { continue };
        let list = function.attributes;
        let Some(features) = cx.attribute_value(cx.attribute_list(list).function, KEY) else { continue };
        let left: Vec<&[u8]> = features.split(|&b| b == b',').filter(|f| !f.is_empty() && oracle.keep()).collect();
        let left = left.join(&b',');
        if left.len() == features.len() {
            continue;
        }
        function.attributes = cx.map_attribute_list(list, |owner, set| match owner {
            AttributeOwner::Function => {
                let mut builder = AttributeBuilder::new();
                cx.attribute_set(set).iter().for_each(|a| builder.add(a.clone()));
                builder.remove(KEY);
                if !left.is_empty() {
                    builder.add(lindworm_ir::attributes::Attribute::string(KEY, &left));
                }
                cx.make_attribute_set(&mut builder)
            }
            _ => set,
        });
    }
}

pub(crate) fn module_data(module: &mut Module, oracle: &mut Oracle<'_>) {
    if !module.source_filename().is_empty() && !oracle.keep() {
        module.set_source_filename("");
    }
    if !module.data_layout().text.is_empty() && !oracle.keep() {
        module.set_data_layout(DataLayout::default());
    }
    if !module.triple().is_empty() && !oracle.keep() {
        module.set_triple("");
    }
    if !module.module_asm().is_empty() && !oracle.keep() {
        module.set_module_asm(Vec::new(), Vec::new());
    }
}
