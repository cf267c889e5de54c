//! Symbols: linkage, variables, aliases, ifuncs, comdats.

use lindworm_ir::constant::ConstantData;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::Align;
use lindworm_ir::module::{Comdat, DllStorage, GlobalKind, GlobalValue, Linkage, Variable, Visibility};
use lindworm_ir::target_type::TargetProperties;
use lindworm_ir::triple::ObjectFormat;
use lindworm_ir::types::TypeKind;
use lindworm_ir::value::Constant;
use lindworm_ir::{Global, Metadata, Module, Type, Value};

use crate::check::{Checked, Checker, ModuleView, check};

use crate::finding::Entity;
use crate::metadata::Locations;
use crate::pointers::{Through, base_of_constant};
use crate::rule::Rule;
use crate::rules::globals as rules;
use crate::type_contents::TypeContents;
use crate::{attachments, constants, debug_info, metadata, module_flags};

/// State of a walk.
#[derive(Default)]
pub(crate) struct Remembered {
    /// The properties of types by type index, as far as computed.
    types: Vec<Option<VariableType>>,
    /// The outcome of walks through an alias or expression: no violation or a single one.
    alias_walks: HashMap<Value, Option<&'static Rule>>,
    /// The base objects of aliases.
    alias_bases: HashMap<Global, Value>,
}

/// Properties of the type of a variable.
#[derive(Clone, Copy)]
struct VariableType {
    is_sized: bool,
    /// Whether the type is or contains a scalable vector.
    is_scalable: bool,
    /// Whether the type is or contains a `target` type that variables cannot have.
    is_forbidden: bool,
}

impl VariableType {
    fn new(module: &Module, contents: &mut TypeContents, ty: Type) -> Self {
        let cx = module.context();
        // An array has the properties of its elements. Computing its layout would create an entry for each array length.
        let mut element = ty;
        while let TypeKind::Array { element: inner, .. } = *cx.kind(element) {
            element = inner;
        }
        if matches!(cx.kind(element), TypeKind::Int(_) | TypeKind::Pointer { .. }) {
            return VariableType { is_sized: true, is_scalable: false, is_forbidden: false };
        }
        let contents = contents.of(cx, element);
        VariableType {
            is_sized: module.data_layout().is_sized(cx, element),
            is_scalable: contents.is_scalable,
            is_forbidden: !contents.target.contains(TargetProperties::GLOBAL),
        }
    }
}

fn variable_type(checker: &mut Checker, ty: Type) -> VariableType {
    let types = &mut checker.globals.types;
    if types.len() <= ty.index() {
        types.resize(ty.index() + 1, None);
    }
    *types[ty.index()].get_or_insert_with(|| VariableType::new(checker.module, &mut checker.type_contents, ty))
}

/// Checks a variable.
pub(crate) fn check_variable(checker: &mut Checker, id: Global) -> Checked {
    let Some(global) = checker.view.global(id) else { return Ok(()) };
    let Some(variable) = global.as_variable() else { return Ok(()) };
    check!(checker, is_usual_align(global.align), rules::HUGE_ALIGNMENT, id);
    let ty = variable_type(checker, global.value_type);
    if let Some(initializer) = variable.initializer {
        let is_right = checker.module.value_type(None, initializer) == global.value_type;
        check!(checker, is_right, rules::INITIALIZER_TYPE, id);
        check!(checker, ty.is_sized, rules::INITIALIZER_SIZE, id);
        let _ = constants::check(checker, initializer);
        if global.linkage == Linkage::Common {
            check!(checker, checker.module.constants().is_zero(initializer), rules::COMMON_ZERO, id);
            check!(checker, !variable.constant, rules::COMMON_CONSTANT, id);
            check!(checker, global.comdat.is_none(), rules::COMMON_COMDAT, id);
        }
    }
    match global.name() {
        b"llvm.global_ctors" | b"llvm.global_dtors" => check_structors(checker, id, global, variable)?,
        b"llvm.used" | b"llvm.compiler.used" => check_used(checker, id, global, variable)?,
        _ => {}
    }
    if !global.metadata.is_empty() {
        debug_info::check_variable_attachments(checker, id)?;
    }
    check!(checker, !ty.is_scalable, rules::SCALABLE, id);
    if ty.is_forbidden {
        return checker.fail_with(&rules::TARGET_TYPE, &[global.name()], &[global.value_type.into()]);
    }
    check_symbol(checker, id)
}

fn is_usual_align(align: Align) -> bool {
    align.bytes().is_none_or(|bytes| bytes <= Align::MAX)
}

/// The common checks of `@llvm.global_ctors`, `@llvm.used` and similar variables.
fn check_list(checker: &mut Checker, id: Global, global: &GlobalValue, variable: &Variable) -> Checked {
    let is_appending = global.linkage == Linkage::Appending;
    check!(checker, variable.initializer.is_none() || is_appending, rules::LIST_LINKAGE, id);
    check!(checker, !is_used(checker.view, id), rules::LIST_USES, id);
    Ok(())
}

/// Checks `@llvm.global_ctors` or `@llvm.global_dtors`.
fn check_structors(checker: &mut Checker, id: Global, global: &GlobalValue, variable: &Variable) -> Checked {
    check_list(checker, id, global, variable)?;
    let cx = checker.cx;
    let TypeKind::Array { element, .. } = *cx.kind(global.value_type) else { return Ok(()) };
    let fields = cx.struct_parts(element).map_or(&[][..], |(fields, _)| fields);
    let function_space = Some(checker.module.data_layout().program_addr_space);
    let begins_right = matches!(*fields, [priority, function, ..] if priority == Type::I32
        && cx.is_pointer(function) && cx.addr_space(function) == function_space);
    check!(checker, begins_right && fields.len() <= 3, rules::LIST_TYPE, id);
    check!(checker, fields.len() == 3, rules::STRUCTOR_FIELDS);
    check!(checker, cx.is_pointer(fields[2]), rules::LIST_TYPE, id);
    Ok(())
}

/// Checks `@llvm.used` or `@llvm.compiler.used`.
fn check_used(checker: &mut Checker, id: Global, global: &GlobalValue, variable: &Variable) -> Checked {
    check_list(checker, id, global, variable)?;
    let view = checker.view;
    let TypeKind::Array { element, .. } = *checker.cx.kind(global.value_type) else { return Ok(()) };
    check!(checker, checker.cx.is_pointer(element), rules::LIST_TYPE, id);
    let Some(initializer) = variable.initializer else { return Ok(()) };
    let Some(ConstantData::Aggregate(members)) = view.module.constants().node(initializer).map(|n| &n.data) else {
        return checker.fail(&rules::USED_INITIALIZER, &[Entity::of_module(initializer)]);
    };
    for &member in members {
        let member = base_of_constant(view, member, Through::Zeros);
        let symbol = member.as_global().and_then(|g| view.global(g));
        let Some(symbol) = symbol.filter(|g| !matches!(g.kind, GlobalKind::IFunc { .. })) else {
            return checker.fail_with(&rules::USED_MEMBER, &[global.name()], &[Entity::of_module(member)]);
        };
        if symbol.name().is_empty() {
            return checker.fail_with(&rules::USED_NAME, &[global.name()], &[Entity::of_module(member)]);
        }
    }
    Ok(())
}

/// Checks that the names of globals are unique.
pub(crate) fn check_names(checker: &mut Checker) {
    let module = checker.module;
    let all =
        || [module.variables(), module.functions(), module.aliases(), module.ifuncs()].into_iter().flatten().copied();
    let name = |id: Global| checker.view.global(id).map_or(&b""[..], |g| g.name());
    // The symbol table contains one global per name, unless a name was overwritten.
    if all().all(|id| name(id).is_empty() || module.global_named(name(id)) == Some(id)) {
        return;
    }
    let mut seen = HashSet::default();
    let repeated: Vec<Global> = all().filter(|&id| !name(id).is_empty() && !seen.insert(name(id))).collect();
    for id in repeated {
        let _ = checker.fail(&rules::GLOBAL_NAME, &[id.into()]);
    }
}

/// Checks that used symbols are defined.
pub(crate) fn check_defined(checker: &mut Checker) {
    let view = checker.view;
    for id in view.module.undefined_globals() {
        if !view.uses().uses_of(id.into()).is_empty() {
            let _ = checker.fail(&rules::GLOBAL_UNDEFINED, &[id.into()]);
        }
    }
}

/// Whether a global is used in the module. Usually a scan of all operands finds no use; only otherwise use lists are built.
fn is_used(view: &ModuleView, id: Global) -> bool {
    let (module, value) = (view.module, Value::from(id));
    let mut found = false;
    for i in 0..module.constants().len() as u32 {
        let constant = Constant::from_u32(i).into();
        if let Some(node) = module.constants().node(constant) {
            node.data.for_each_operand(|operand| found |= operand == value);
        }
    }
    for global in module.globals().values() {
        match &global.kind {
            GlobalKind::Variable(v) => found |= v.initializer == Some(value),
            GlobalKind::Alias { aliasee: target } | GlobalKind::IFunc { resolver: target } => found |= *target == value,
            GlobalKind::Function(f) => found |= [f.prefix, f.prologue, f.personality].contains(&Some(value)),
        }
    }
    for body in module.functions().iter().filter_map(|&f| view.global(f)?.as_function()?.body.as_deref()) {
        if found {
            break;
        }
        for inst in body.blocks().flat_map(|b| body.insts(b)) {
            body.inst(inst).for_each_operand(body.values(), |operand| found |= operand == value);
        }
    }
    found && !view.uses().uses_of(value).is_empty()
}

/// Checks an alias.
pub(crate) fn check_alias(checker: &mut Checker, id: Global) -> Checked {
    let Some(global) = checker.view.global(id) else { return Ok(()) };
    let GlobalKind::Alias { aliasee } = global.kind else { return Ok(()) };
    let linkage = global.linkage;
    check!(checker, linkage == Linkage::AvailableExternally || is_usual(linkage), rules::ALIAS_LINKAGE, id);
    check!(checker, checker.module.value_type(None, aliasee) == global.ty(), rules::ALIASEE_TYPE, id);
    let node = checker.module.constants().node(aliasee);
    let is_expression = node.is_some_and(|n| matches!(n.data, ConstantData::Expr(_)));
    check!(checker, aliasee.as_global().is_some() || is_expression, rules::ALIASEE, id);
    AliaseeWalk::new(id, linkage, aliasee).run(checker);
    check_symbol(checker, id)
}

/// Whether aliases and ifuncs can have this linkage.
fn is_usual(linkage: Linkage) -> bool {
    use Linkage::*;
    matches!(linkage, External | LinkOnceAny | LinkOnceOdr | WeakAny | WeakOdr | Internal | Private)
}

/// The next step of a walk.
enum Step {
    Enter(Value),
    Leave(Value),
}

/// A walk through the aliasee of an alias.
struct AliaseeWalk {
    id: Global,
    /// Whether the alias is `available_externally`, which then all referenced globals must be.
    is_elsewhere: bool,
    /// The visited aliases.
    aliases: HashSet<Global>,
    /// The visited expressions. The flag is set while an expression is in progress; reaching it again is a cycle.
    expressions: HashMap<Value, bool>,
    todo: Vec<Step>,
    /// Whether the walk had more than one path.
    branched: bool,
    /// The violations found.
    found: Vec<&'static Rule>,
}

impl AliaseeWalk {
    fn new(id: Global, linkage: Linkage, aliasee: Value) -> Self {
        AliaseeWalk {
            id,
            is_elsewhere: linkage == Linkage::AvailableExternally,
            aliases: HashSet::from_iter([id]),
            expressions: HashMap::default(),
            todo: vec![Step::Enter(aliasee)],
            branched: false,
            found: Vec::new(),
        }
    }

    /// Runs the walk to its end. The outcomes are recorded, so that chains of aliases are not walked once for each link.
    fn run(mut self, checker: &mut Checker) {
        while let Some(step) = self.todo.pop() {
            let part = match step {
                Step::Enter(part) => part,
                Step::Leave(part) => {
                    self.expressions.insert(part, false);
                    continue;
                }
            };
            if let Err(rule) = self.check(checker, part) {
                self.found.push(rule);
                let _ = checker.fail(rule, &[self.id.into()]);
            }
        }
        let outcome = match *self.found {
            [] => None,
            [rule] if !self.branched => Some(rule),
            _ => return,
        };
        if !self.is_elsewhere {
            // The start of a walk is checked differently than an alias on the way, so its outcome is not recorded.
            self.aliases.remove(&self.id);
            // Reaching an alias twice is a violation, even through different expressions.
            if self.aliases.is_empty() {
                checker.globals.alias_walks.extend(self.expressions.into_keys().map(|expr| (expr, outcome)));
            }
            checker.globals.alias_walks.extend(self.aliases.into_iter().map(|alias| (alias.into(), outcome)));
        }
    }

    fn check(&mut self, checker: &mut Checker, part: Value) -> Result<(), &'static Rule> {
        let view = checker.view;
        let global = part.as_global().and_then(|g| Some((g, view.global(g)?)));
        if self.is_elsewhere && global.is_none_or(|(_, g)| g.linkage != Linkage::AvailableExternally) {
            return Err(&rules::ALIAS_AVAILABLE_EXTERNALLY);
        }
        let Some((target, target_value)) = global else {
            let Some(node) = view.module.constants().node(part) else { return Ok(()) };
            if let Some(outcome) = checker.globals.alias_walks.get(&part).filter(|_| !self.is_elsewhere) {
                return outcome.map_or(Ok(()), Err);
            }
            if matches!(node.data, ConstantData::Expr(_)) {
                let _ = constants::check(checker, part);
            }
            match self.expressions.insert(part, true) {
                // LLVM overflows its stack on a cycle of expressions without an alias.
                Some(true) => return Err(&rules::ALIAS_CYCLE),
                Some(false) => {
                    self.expressions.insert(part, false);
                }
                None => {
                    self.todo.push(Step::Leave(part));
                    let first = self.todo.len();
                    node.data.for_each_operand(|operand| self.push(view, operand));
                    self.todo[first..].reverse();
                    self.branched |= self.todo.len() > first + 1;
                }
            }
            return Ok(());
        };
        if !self.is_elsewhere && is_declaration_for_linker(target_value) {
            return Err(&rules::ALIASEE_DECLARATION);
        }
        if let GlobalKind::Alias { aliasee } = target_value.kind {
            if self.aliases.contains(&target) {
                return Err(&rules::ALIAS_CYCLE);
            }
            if is_interposable(view, target_value) {
                return Err(&rules::ALIASEE_INTERPOSABLE);
            }
            self.aliases.insert(target);
            match checker.globals.alias_walks.get(&target.into()) {
                Some(outcome) if !self.is_elsewhere => return outcome.map_or(Ok(()), Err),
                _ => self.push(view, aliasee),
            }
        }
        Ok(())
    }

    /// Adds an operand to the walk; an alias is replaced by its aliasee.
    fn push(&mut self, view: &ModuleView, operand: Value) {
        let global = operand.as_global().and_then(|g| view.global(g));
        match global.map(|g| &g.kind) {
            Some(GlobalKind::Alias { aliasee }) => self.todo.push(Step::Enter(*aliasee)),
            Some(_) => self.todo.push(Step::Enter(operand)),
            // Constants without operands refer to no global, which is only relevant for `available_externally`.
            None => {
                let mut has_operands = false;
                if let Some(node) = view.module.constants().node(operand) {
                    node.data.for_each_operand(|_| has_operands = true);
                }
                if has_operands || self.is_elsewhere {
                    self.todo.push(Step::Enter(operand));
                }
            }
        }
    }
}

/// Whether the definition may be replaced at link or load time.
fn is_interposable(view: &ModuleView, global: &GlobalValue) -> bool {
    global.linkage.is_interposable()
        || (!global.dso_local && module_flags::int_flag(view, b"SemanticInterposition").is_some_and(|v| !v.is_zero()))
}

/// Checks an ifunc.
pub(crate) fn check_ifunc(checker: &mut Checker, id: Global) -> Checked {
    let view = checker.view;
    let Some(global) = view.global(id) else { return Ok(()) };
    let GlobalKind::IFunc { resolver } = global.kind else { return Ok(()) };
    let _ = check_symbol(checker, id);
    for &(kind, node) in &global.metadata {
        check!(checker, kind != MetadataKind::DBG, rules::IFUNC_DBG, id);
        check!(checker, kind != MetadataKind::PROF, rules::IFUNC_PROF, id);
        let _ = metadata::check_node(checker, node, Locations::Forbidden);
    }
    check!(checker, is_usual(global.linkage), rules::IFUNC_LINKAGE, id);
    let function = base_through_aliases(checker, resolver).as_global();
    let function = function.and_then(|g| view.global(g)).filter(|g| g.as_function().is_some());
    check!(checker, function.is_some(), rules::IFUNC_RESOLVER, id);
    let Some(function) = function else { return Ok(()) };
    check!(checker, !is_declaration_for_linker(function), rules::IFUNC_RESOLVER_DECLARATION, id);
    let result = view.cx.function_parts(function.value_type).map(|(result, ..)| result);
    check!(checker, result.is_some_and(|r| view.cx.is_pointer(r)), rules::IFUNC_RESOLVER_RESULT, id);
    check!(checker, view.module.value_type(None, resolver) == global.ty(), rules::IFUNC_RESOLVER_TYPE, id);
    Ok(())
}

/// Whether a function has no blocks, or a variable no initializer.
fn is_declaration(global: &GlobalValue) -> bool {
    match &global.kind {
        GlobalKind::Function(f) => f.body.as_ref().is_none_or(|b| b.entry().is_none()),
        _ => global.is_declaration(),
    }
}

/// Whether the symbol is not a definition for the linker.
fn is_declaration_for_linker(global: &GlobalValue) -> bool {
    global.linkage == Linkage::AvailableExternally || is_declaration(global)
}

/// The common checks of all symbols.
pub(crate) fn check_symbol(checker: &mut Checker, id: Global) -> Checked {
    let view = checker.view;
    let Some(global) = view.global(id) else { return Ok(()) };
    let (linkage, is_declaration) = (global.linkage, is_declaration(global));
    let is_outside = matches!(linkage, Linkage::External | Linkage::ExternalWeak);
    check!(checker, !is_declaration || is_outside, rules::DECLARATION_LINKAGE, id);
    if !global.metadata.is_empty() {
        check_attachments(checker, id, global)?;
    }
    if linkage == Linkage::Appending {
        check!(checker, global.as_variable().is_some(), rules::APPENDING_VARIABLE, id);
        let is_array = matches!(checker.cx.kind(global.value_type), TypeKind::Array { .. });
        check!(checker, is_array, rules::APPENDING_ARRAY, id);
    }
    if is_declaration || linkage == Linkage::AvailableExternally {
        let comdat = comdat_of(checker, global);
        check!(checker, comdat.is_none(), rules::DECLARATION_COMDAT, id);
    }
    match global.dll_storage {
        DllStorage::Default => {}
        DllStorage::Export => {
            check!(checker, global.visibility != Visibility::Hidden, rules::DLLEXPORT_VISIBILITY, id);
        }
        DllStorage::Import => {
            check!(checker, global.visibility == Visibility::Default, rules::DLLIMPORT_VISIBILITY, id);
            check!(checker, !global.dso_local, rules::DLLIMPORT_LOCAL, id);
            let is_import = (is_declaration && is_outside) || linkage == Linkage::AvailableExternally;
            check!(checker, is_import, rules::DLLIMPORT_LINKAGE, id);
        }
    }
    let is_hidden = global.visibility != Visibility::Default && linkage != Linkage::ExternalWeak;
    check!(checker, global.dso_local || !(linkage.is_local() || is_hidden), rules::DSO_LOCAL, id);
    Ok(())
}

/// The comdat of a symbol; for an alias, that of its base object.
fn comdat_of(checker: &mut Checker, global: &GlobalValue) -> Option<Comdat> {
    match global.kind {
        GlobalKind::Alias { aliasee } => {
            let target = base_through_aliases(checker, aliasee).as_global()?;
            checker.view.global(target)?.comdat
        }
        _ => global.comdat,
    }
}

/// The base object of a pointer, through aliases, each of which is resolved once. The base of a cyclic alias is an alias.
fn base_through_aliases(checker: &mut Checker, pointer: Value) -> Value {
    let view = checker.view;
    let alias_of = |value: Value| match view.global(value.as_global()?)?.kind {
        GlobalKind::Alias { aliasee } => Some((value.as_global()?, aliasee)),
        _ => None,
    };
    let mut aliases = Vec::new();
    let mut base = base_of_constant(view, pointer, Through::Zeros);
    while let Some((alias, aliasee)) = alias_of(base) {
        if let Some(&known) = checker.globals.alias_bases.get(&alias) {
            base = known;
            break;
        }
        // A preliminary result, which detects cycles.
        checker.globals.alias_bases.insert(alias, base);
        aliases.push(alias);
        base = base_of_constant(view, aliasee, Through::Zeros);
    }
    checker.globals.alias_bases.extend(aliases.into_iter().map(|alias| (alias, base)));
    base
}

/// Checks `!associated`, `!absolute_symbol`, `!implicit.ref` and `!elf_section_properties`.
fn check_attachments(checker: &mut Checker, id: Global, global: &GlobalValue) -> Checked {
    const ASSOCIATED: [&Rule; 5] = [
        &rules::ASSOCIATED_OPERANDS,
        &rules::ASSOCIATED_NOTHING,
        &rules::ASSOCIATED_VALUE,
        &rules::ASSOCIATED_TYPE,
        &rules::ASSOCIATED_SELF,
    ];
    const REF: [&Rule; 5] =
        [&rules::REF_OPERANDS, &rules::REF_VALUE, &rules::REF_VALUE, &rules::REF_TYPE, &rules::REF_SELF];
    let first = |kind| global.metadata.iter().find(|a| a.0 == kind).map(|a| a.1);
    if let Some(node) = first(MetadataKind::ASSOCIATED) {
        check_reference(checker, id, node, ASSOCIATED)?;
    }
    if let Some(range) = first(MetadataKind::ABSOLUTE_SYMBOL) {
        let _ = attachments::check_absolute_symbol(checker, id, range);
    }
    for &(_, node) in global.metadata.iter().filter(|a| a.0 == MetadataKind::IMPLICIT_REF) {
        check!(checker, !is_declaration(global), rules::REF_DECLARATION, id);
        check_reference(checker, id, node, REF)?;
    }
    // A broken module may have a kind that its context does not have.
    let cx = checker.cx;
    let is_known = |kind: MetadataKind| (kind.0 as usize) < cx.metadata_kind_names().len();
    let is_of_section = |kind: MetadataKind| {
        !kind.is_fixed() && is_known(kind) && cx.metadata_kind_name(kind) == b"elf_section_properties"
    };
    match global.metadata.iter().find(|&&(kind, _)| is_of_section(kind)) {
        Some(&(_, node)) => check_section_properties(checker, id, node),
        None => Ok(()),
    }
}

/// Checks `!elf_section_properties`.
fn check_section_properties(checker: &mut Checker, id: Global, node: Metadata) -> Checked {
    let view = checker.view;
    let Some(&[ty, entry_size]) = view.tuple(node) else {
        return checker.fail(&rules::ELF_SECTION_OPERANDS, &[id.into(), node.into()]);
    };
    let [ty, entry_size] = [ty, entry_size].map(Metadata::from_word);
    let is_constant = |m: Option<Metadata>| m.and_then(|m| view.constant(m)).is_some();
    let is_int = |m: Option<Metadata>| m.and_then(|m| view.int(m)).is_some();
    check!(checker, is_constant(ty), rules::ELF_SECTION_TYPE, id, node);
    check!(checker, is_constant(entry_size), rules::ELF_SECTION_ENTRY_SIZE, id, node);
    check!(checker, is_int(ty), rules::ELF_SECTION_TYPE_INT, id, node);
    check!(checker, is_int(entry_size), rules::ELF_SECTION_ENTRY_SIZE_INT, id, node);
    Ok(())
}

/// Checks a node that refers to another symbol, by these rules: it has one operand, which is a non-null constant of pointer
/// type other than the symbol itself.
fn check_reference(
    checker: &mut Checker,
    id: Global,
    node: Metadata,
    [one, something, constant, pointer, another]: [&'static Rule; 5],
) -> Checked {
    let view = checker.view;
    let Some(&[operand]) = view.tuple(node) else { return checker.fail(one, &[id.into(), node.into()]) };
    let operand = Metadata::from_word(operand);
    check!(checker, operand.is_some(), *something, id, node);
    let Some(value) = operand.and_then(|m| view.constant(m)) else {
        return checker.fail(constant, &[id.into(), node.into()]);
    };
    check!(checker, view.cx.is_pointer(view.module.value_type(None, value)), *pointer, id, node);
    let target = base_through_aliases(checker, value);
    check!(checker, target != id.into(), *another, id, node);
    Ok(())
}

/// Checks the comdats.
pub(crate) fn check_comdats(checker: &mut Checker) {
    if checker.view.triple.object_format != ObjectFormat::Coff {
        return;
    }
    let module = checker.module;
    for comdat in module.comdats().values() {
        let global = module.global_named(&comdat.name);
        if let Some(id) = global
            && checker.view.global(id).is_some_and(|g| g.linkage == Linkage::Private)
        {
            let _ = checker.fail(&rules::COMDAT_PRIVATE, &[id.into()]);
        }
    }
}
