//! Compile units.

use lindworm_ir::Metadata;
use lindworm_ir::debug_info::{NodeKind, compile_unit, file, global_variable_expression};
use lindworm_ir::hash::HashSet;
use lindworm_ir::metadata::MetadataRef;

use super::nodes::{self, Kinds, LOCAL_SCOPE, Node, TYPE, is, is_list};
use super::rules;
use crate::check::{Checked, Checker, Mode, ModuleView, check};

/// Checks a compile unit by itself.
pub(super) fn check(c: &mut Checker, n: Node) -> Checked {
    use compile_unit::*;
    check!(c, n.is_distinct(), rules::SHARED_UNIT, n);
    let file = n.get(FILE).and_then(|m| Node::new(c.view, m)).filter(|f| f.kind() == NodeKind::DIFile);
    let Some(file) = file else { return c.fail(&rules::FILE, &[n.into(), n.get(FILE).into()]) };
    check!(c, !file.string(file::FILENAME).is_empty(), rules::FILE_NAME, n, file);
    const DEBUG_DIRECTIVES_ONLY: u32 = 3;
    check!(c, n.word(EMISSION_KIND_) <= DEBUG_DIRECTIVES_ONLY, rules::EMISSION_KIND, n);

    is_list(c, n, ENUMS, &rules::ENUM_LIST)?;
    for m in n.list(ENUMS).iter().map(|&word| Metadata::from_word(word)) {
        check!(c, m.is_some_and(|m| nodes::is_enumeration(c.view, m)), rules::ENUM_TYPE, n, n.get(ENUMS), m);
        check!(c, !m.is_some_and(|m| is_local(c, m)), rules::LOCAL_ENUM, n, n.get(ENUMS), m);
    }
    is_list(c, n, RETAINED_TYPES, &rules::RETAINED_TYPE_LIST)?;
    for m in n.list(RETAINED_TYPES).iter().map(|&word| Metadata::from_word(word)) {
        let fits = m.is_some_and(|m| is(c.view, m, TYPE) || nodes::is_declaration(c.view, m));
        check!(c, fits, rules::RETAINED_TYPE, n, m);
    }
    is_list(c, n, GLOBALS, &rules::GLOBAL_LIST)?;
    for m in n.list(GLOBALS).iter().map(|&word| Metadata::from_word(word)) {
        let fits = m.is_some_and(|m| is(c.view, m, Kinds::of(&[NodeKind::DIGlobalVariableExpression])));
        check!(c, fits, rules::GLOBAL_REFERENCE, n, m);
        let variable = m.and_then(|m| Node::new(c.view, m)?.get(global_variable_expression::VAR));
        check!(c, !variable.is_some_and(|v| is_local(c, v)), rules::LOCAL_GLOBAL, n, m);
    }
    is_list(c, n, IMPORTS, &rules::IMPORT_LIST)?;
    for m in n.list(IMPORTS).iter().map(|&word| Metadata::from_word(word)) {
        let fits = m.is_some_and(|m| is(c.view, m, Kinds::of(&[NodeKind::DIImportedEntity])));
        check!(c, fits, rules::IMPORT_REFERENCE, n, m);
        check!(c, !m.is_some_and(|m| is_local(c, m)), rules::LOCAL_IMPORT, n, m);
    }
    nodes::macros(c, n, MACROS)?;
    if c.mode == Mode::Exact {
        c.debug_info.units.push(n.id);
    }
    Ok(())
}

/// Whether the scope of a node is a subprogram or a lexical block.
fn is_local(c: &Checker, m: Metadata) -> bool {
    nodes::scope(c.view, m).is_some_and(|scope| is(c.view, scope, LOCAL_SCOPE))
}

/// The operands of `!llvm.dbg.cu`.
fn listed(view: &ModuleView) -> HashSet<Metadata> {
    let lists = view.module.named_metadata().iter().filter(|n| *n.name == *b"llvm.dbg.cu");
    lists.flat_map(|n| n.operands.iter().copied()).collect()
}

/// Whether a compile unit of the module is not listed in `!llvm.dbg.cu`.
pub(crate) fn has_unlisted_unit(view: &ModuleView) -> bool {
    if view.options.odr_uniquing {
        return false;
    }
    let nodes = (0..view.module.metadata().node_count() as u32).map(|n| Metadata::new(MetadataRef::Node(n)));
    let mut units = nodes.filter(|&m| view.node_of_kind(m, NodeKind::DICompileUnit).is_some()).peekable();
    let listed = if units.peek().is_some() { listed(view) } else { HashSet::default() };
    units.any(|unit| !listed.contains(&unit))
}

/// Checks that the visited compile units are listed in `!llvm.dbg.cu`.
pub(crate) fn check_compile_units(c: &mut Checker) {
    if c.view.options.odr_uniquing {
        return;
    }
    let units = std::mem::take(&mut c.debug_info.units);
    let listed = if units.is_empty() { HashSet::default() } else { listed(c.view) };
    for unit in units {
        if !listed.contains(&unit) {
            let _ = c.fail(&rules::UNLISTED_UNIT, &[unit.into()]);
            return;
        }
    }
}
