//! Excerpts of a module: selected globals with the declarations they need.

use lindworm_ir::debug_info::{NodeKind, compile_unit};
use lindworm_ir::hash::HashSet;
use lindworm_ir::metadata::NULL_WORD;
use lindworm_ir::module::{DllStorage, GlobalKind, GlobalValue, Linkage};
use lindworm_ir::{Global, Module};

use crate::reach::Reach;

/// Reduces a module to the definitions of `kept`. Other globals to which they refer become declarations, and the rest is removed.
///
/// The printed module has only the types, attributes and metadata that are still used. The lists of compile units are dropped,
/// because they would keep all debug information. The aliasee of an alias that is kept or referred to is kept too.
///
/// ```
/// use lindworm_inspect::excerpt::cut_down;
/// use lindworm_ir::Context;
/// use lindworm_text::{ReadOptions, read, to_bytes};
///
/// let source = b"define void @f() {\n  call void @g()\n  ret void\n}\ndefine void @g() {\n  call void @h()\n  ret void\n}\n\
///     declare void @h()\n";
/// let mut module = read(&Context::new(), "m", source, &ReadOptions::default())?.module;
/// let f = module.global_named(b"f").unwrap();
/// cut_down(&mut module, &[f]);
/// let text = String::from_utf8(to_bytes(&module)).unwrap();
/// assert!(text.ends_with("\n\ndefine void @f() {\n  call void @g()\n  ret void\n}\n\ndeclare void @g()\n"));
/// # Ok::<(), lindworm_text::Diagnostics>(())
/// ```
pub fn cut_down(module: &mut Module, kept: &[Global]) {
    drop_lists_of_units(module);
    let mut reach = Reach::default();
    let mut pending = kept.to_vec();
    let mut kept: HashSet<Global> = HashSet::default();
    let mut looked_at = 0;
    while let Some(global) = pending.pop() {
        if !kept.insert(global) {
            continue;
        }
        reach.definition(module, global);
        if let GlobalKind::Alias { aliasee: target } | GlobalKind::IFunc { resolver: target } = module[global].kind {
            pending.extend(module.base_global(target));
        }
        // An alias must have a definition as aliasee.
        let is_alias = |g: &&Global| matches!(module[**g].kind, GlobalKind::Alias { .. } | GlobalKind::IFunc { .. });
        pending.extend(reach.in_order[looked_at..].iter().filter(is_alias));
        looked_at = reach.in_order.len();
    }
    keep_named_metadata(module, &mut reach);
    let others: Vec<Global> = module.global_values().filter(|g| !kept.contains(g)).collect();
    let (declared, removed): (Vec<Global>, Vec<Global>) = others.into_iter().partition(|g| reach.globals.contains(g));
    for global in declared {
        declare(&mut module[global]);
    }
    module.remove_globals(&removed.into_iter().collect());
    module.use_list_orders_mut().clear();
    module.set_module_asm(Vec::new(), Vec::new());
}

/// Turns a definition into a declaration.
fn declare(global: &mut GlobalValue) {
    let is_declaration = global.is_declaration();
    match &mut global.kind {
        GlobalKind::Function(function) => {
            function.body = None;
            function.prefix = None;
            function.prologue = None;
            function.personality = None;
        }
        GlobalKind::Variable(variable) => variable.initializer = None,
        GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => {}
    }
    if !is_declaration {
        if global.linkage != Linkage::ExternalWeak {
            global.linkage = Linkage::External;
        }
        if global.dll_storage == DllStorage::Export {
            global.dll_storage = DllStorage::Default;
        }
        global.comdat = None;
        global.metadata.clear();
    }
}

/// If any debug information remains, keeps its compile units and the module flags. Removes all other named metadata.
fn keep_named_metadata(module: &mut Module, reach: &mut Reach) {
    let has_debug_info = units(module).any(|unit| reach.nodes.contains(&unit));
    let mut lists = std::mem::take(module.named_metadata_mut());
    lists.retain_mut(|list| {
        if *list.name == *b"llvm.dbg.cu" {
            list.operands.retain(|m| m.as_node().is_some_and(|node| reach.nodes.contains(&node)));
        }
        has_debug_info && matches!(&*list.name, b"llvm.dbg.cu" | b"llvm.module.flags")
    });
    for list in &lists {
        list.operands.iter().for_each(|&m| reach.metadata(module, m));
    }
    *module.named_metadata_mut() = lists;
}

/// Removes the lists of types, variables and macros from compile units.
fn drop_lists_of_units(module: &mut Module) {
    use compile_unit::{ENUMS, GLOBALS, IMPORTS, MACROS, RETAINED_TYPES};
    for unit in units(module).collect::<Vec<u32>>() {
        for field in [ENUMS, RETAINED_TYPES, GLOBALS, IMPORTS, MACROS] {
            module.metadata_mut().set_field(unit, field, u64::from(NULL_WORD));
        }
    }
}

fn units(module: &Module) -> impl Iterator<Item = u32> {
    let metadata = module.metadata();
    (0..metadata.node_count() as u32).filter(|&node| metadata.node(node).kind == NodeKind::DICompileUnit)
}
