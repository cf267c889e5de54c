//! The last steps of reading, after all of a source is read: undefined references, upgrades of old IR.

use std::collections::hash_map::Entry;
use std::sync::atomic::Ordering;

use cranelift_entity::EntityRef;
use lindworm_ir::body::UseListOrder;
use lindworm_ir::data_layout::DataLayout;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::metadata::{Metadata, MetadataRef, NULL_WORD, NodeRef};
use lindworm_ir::use_list::{ModuleUses, UseLists};
use lindworm_ir::{Block, Global, Module, Value};
use lindworm_upgrade::bitcode::upgrade_old_text;
use lindworm_upgrade::data_layout::without_ignored;
use lindworm_upgrade::{Age, Form, Refused, upgrade_module_of};

use super::body::use_list_fault;
use super::diagnostic::Diagnostic;
use super::globals::TopLevel;
use super::metadata::{MetadataBuffer, Resolved};
use super::missing::missing;
use super::module::{BodyChunk, ReadOptions, ReadOutcome};
use super::symbols::{GlobalNames, SymbolName, Symbols};
use crate::lexer::{Lexer, Tok};
use crate::writer::type_to_string;
use lindworm_ir::parallel;

type Result<T> = std::result::Result<T, Diagnostic>;

fn error<T>(offset: usize, message: impl Into<String>) -> Result<T> {
    Err(Diagnostic::new(offset, message))
}

fn text(name: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(name)
}

/// Assembles the module from its parts, with the remaining checks in the order of LLVM's reader.
///
/// Errors after the first go to `more`. The first of `buffers` holds the metadata definitions. `top_part` is the index of
/// the buffer of the top level.
#[allow(clippy::too_many_arguments)]
pub fn finish(
    mut module: Module,
    source: &[u8],
    symbols: &Symbols,
    mut top: TopLevel,
    mut chunks: Vec<BodyChunk>,
    buffers: [MetadataBuffer; 2],
    top_part: usize,
    options: &ReadOptions,
    more: &mut Vec<Diagnostic>,
) -> Result<ReadOutcome> {
    if let Some(mixed) = symbols.mixed_debug_info() {
        return Err(mixed);
    }
    let names = std::mem::take(&mut *symbols.globals_mut());
    let mut spans = std::mem::take(&mut top.spans);
    spans.bodies = chunks.iter_mut().flat_map(|c| std::mem::take(&mut c.spans)).collect();
    for (global, value) in std::mem::take(&mut top.globals) {
        module.define_global(global, value);
    }
    *module.comdats_mut() = std::mem::take(&mut top.comdats);
    module.set_module_asm(std::mem::take(&mut top.module_asm), std::mem::take(&mut top.module_asm_stretches));

    if let Some(triple) = top.late_target.triple.take() {
        module.set_triple(triple);
    }
    if let Some((layout, pos)) = top.late_target.layout.take() {
        module.set_data_layout(
            DataLayout::parse(&without_ignored(&layout)).map_err(|m| Diagnostic::new(pos, m.to_string()))?,
        );
    }

    block_addresses(&mut module, symbols, &names, &chunks)?;
    dso_local_equivalents(&module, symbols, &names)?;
    undefined_types(symbols)?;
    if let Some((comdat, pos)) = top.forward_comdats.iter().min_by_key(|(comdat, _)| &module.comdats()[**comdat].name) {
        return error(*pos, format!("use of undefined comdat '${}'", text(&module.comdats()[*comdat].name)));
    }

    for &(function, personality) in chunks.iter().flat_map(|chunk| &chunk.personalities) {
        if let Some(function) = module[function].as_function_mut() {
            function.personality.get_or_insert(personality);
        }
    }

    // Metadata parts: 0 and 1 are the buffers of the top level; those of the bodies follow.
    let (mut bodies, buffers) = split(chunks, buffers);
    let mut resolved = Resolved::new(&mut module, buffers, options.odr_types);
    for global in module.globals_mut() {
        if !global.metadata.is_empty() {
            resolved.map_attachments(top_part, &mut global.metadata);
        }
    }
    spans.nodes = std::mem::take(&mut resolved.spans);
    let mut named_places: HashMap<Box<[u8]>, usize> = HashMap::default();
    for (mut named, span) in std::mem::take(&mut top.named_metadata) {
        resolved.map_named(0, &mut named);
        match named_places.entry(named.name.clone()) {
            Entry::Occupied(place) => module.named_metadata_mut()[*place.get()].operands.append(&mut named.operands),
            Entry::Vacant(place) => {
                place.insert(module.named_metadata().len());
                spans.named_metadata.insert(named.name.clone(), span);
                module.named_metadata_mut().push(named);
            }
        }
    }
    bodies = parallel::map(bodies, |(part, mut list)| {
        for (_, body, pos) in &mut list {
            resolved.map_body(part, module.metadata(), body, *pos);
        }
        (part, list)
    });
    let mut parts = Vec::new();
    for (part, (global, body, _)) in
        bodies.into_iter().flat_map(|(part, list)| list.into_iter().map(move |b| (part, b)))
    {
        parts.push((part, global));
        if let Some(function) = module[global].as_function_mut() {
            function.body = Some(body);
        }
    }
    resolved.upgrade_debug_info(&mut module);
    use_list_orders(&mut module, symbols, &names, &mut top)?;
    let complete = undefined_globals(&mut module, source, &names, options.allow_incomplete).and_then(|()| {
        if options.allow_incomplete {
            resolved.drop_undefined(&mut module, &parts, top_part);
        }
        resolved.check_defined(source)
    });
    if let Err(first) = complete {
        more.extend(missing(source, &names, options.allow_incomplete));
        more.retain(|other| other.message != first.message);
        return Err(first);
    }
    let typed = symbols.typed_pointers.load(Ordering::Relaxed);
    let age = if typed { Age::Typed } else { Age::Opaque };
    let old_forms = symbols.old_forms.uses();
    let upgraded = match options.upgrade {
        false => Ok(Vec::new()),
        // IR that LLVM 22 accepts only as bitcode gets the upgrades of the bitcode reader.
        true if !old_forms.is_empty() => upgrade_old_text(&mut module, age, &options.data_layout),
        true => upgrade_module_of(&mut module, age, Form::Text),
    };
    let warnings = match upgraded {
        Ok(warnings) => warnings,
        Err(Refused(message)) => return Err(Diagnostic { is_fatal: true, ..Diagnostic::new(0, message) }),
    };
    let spans = options.spans.then_some(spans);
    Ok(ReadOutcome { module, warnings, spans, has_typed_pointers: typed, old_forms, summary: None })
}

type Bodies = Vec<(Global, Box<lindworm_ir::Body>, usize)>;

/// Moves the metadata out of the chunks. Returns the bodies of each chunk with the index of its buffer, and all buffers.
fn split(chunks: Vec<BodyChunk>, top: [MetadataBuffer; 2]) -> (Vec<(usize, Bodies)>, Vec<MetadataBuffer>) {
    let mut buffers: Vec<_> = top.into();
    let mut bodies = Vec::with_capacity(chunks.len());
    for chunk in chunks {
        bodies.push((buffers.len(), chunk.bodies));
        buffers.push(chunk.metadata);
    }
    (bodies, buffers)
}

/// Resolves the blocks whose addresses are taken.
fn block_addresses(module: &mut Module, symbols: &Symbols, names: &GlobalNames, chunks: &[BodyChunk]) -> Result<()> {
    let requests = std::mem::take(&mut symbols.block_addresses().requests);
    if requests.is_empty() {
        return Ok(());
    }
    let mut labels: HashMap<&(Global, SymbolName), Block> = HashMap::default();
    for chunk in chunks {
        labels.extend(chunk.labels.iter().map(|(key, block)| (key, *block)));
    }
    let mut mistyped: Option<(SymbolName, usize, lindworm_ir::Type, lindworm_ir::Type)> = None;
    for request in requests {
        let function = names.find(&request.function).filter(|g| names.entries[g.index()].forward.is_none());
        let Some(function) = function else {
            return error(request.function_pos, "expected function name in blockaddress");
        };
        match module.function(function) {
            None => return error(request.function_pos, "expected function name in blockaddress"),
            Some(f) if f.body.is_none() => {
                return error(request.function_pos, "cannot take blockaddress inside a declaration");
            }
            Some(_) => {}
        }
        let actual = module[function].ty();
        if actual != request.ty && mistyped.as_ref().is_none_or(|(label, ..)| request.label < *label) {
            mistyped = Some((request.label.clone(), request.label_pos, actual, request.ty));
        }
        let is_numbered = matches!(request.label, SymbolName::Number(_));
        match labels.get(&(function, request.label)) {
            Some(&block) => module.extend_block_addresses([(function, block)]),
            None if is_numbered => {
                return error(request.label_pos, "cannot take address of numeric label after the function is defined");
            }
            None => return error(request.label_pos, "referenced value is not a basic block"),
        }
    }
    if let Some((label, pos, actual, expected)) = mistyped {
        let label = match &label {
            SymbolName::Name(n) => text(n),
            SymbolName::Number(_) => "".into(),
        };
        let cx = module.context();
        let (actual, expected) = (type_to_string(cx, actual), type_to_string(cx, expected));
        return error(pos, format!("'{label}' defined with type '{actual}' but expected '{expected}'"));
    }
    Ok(())
}

fn dso_local_equivalents(module: &Module, symbols: &Symbols, names: &GlobalNames) -> Result<()> {
    for &(global, pos) in symbols.dso_local_equivalents().iter() {
        let entry = &names.entries[global.index()];
        if entry.forward.is_some() {
            let name = match &entry.name {
                SymbolName::Name(n) => text(n),
                SymbolName::Number(_) => "".into(),
            };
            return error(pos, format!("unknown function '{name}' referenced by dso_local_equivalent"));
        }
        if !module.context().is_function(module[global].value_type) {
            return error(pos, "expected a function, alias to function, or ifunc in dso_local_equivalent");
        }
    }
    Ok(())
}

fn undefined_types(symbols: &Symbols) -> Result<()> {
    let types = symbols.types();
    let undefined = types.iter().filter_map(|(name, entry)| Some((name, entry.forward?)));
    // Numbered types first, in numeric order; then named types by first use.
    let first = undefined.min_by_key(|(name, pos)| match name {
        SymbolName::Number(n) => (0, *n as usize),
        SymbolName::Name(_) => (1, *pos),
    });
    match first {
        None => Ok(()),
        Some((SymbolName::Number(n), pos)) => error(pos, format!("use of undefined type '%{n}'")),
        Some((SymbolName::Name(n), pos)) => error(pos, format!("use of undefined type named '{}'", text(n))),
    }
}

/// Declares intrinsics that are called without a declaration. Other undefined globals are an error or, with
/// `allow_incomplete` and if named, are declared, too.
fn undefined_globals(module: &mut Module, source: &[u8], names: &GlobalNames, allow_incomplete: bool) -> Result<()> {
    let undefined = names.entries.iter().enumerate().filter(|(_, e)| e.forward.is_some());
    let mut undefined: Vec<(Global, &SymbolName)> = undefined.map(|(i, e)| (Global::new(i), &e.name)).collect();
    if undefined.is_empty() {
        return Ok(());
    }
    undefined.sort_by(|a, b| a.1.cmp(b.1));
    let named: Vec<(&[u8], Global)> = undefined
        .iter()
        .filter_map(|(global, name)| match name {
            SymbolName::Name(n) => Some((&**n, *global)),
            SymbolName::Number(_) => None,
        })
        .collect();
    // Globals are declared in the order of their names, so the intrinsics are contiguous.
    let first = named.partition_point(|(name, _)| *name < b"llvm.");
    let (before, rest) = named.split_at(first);
    let (intrinsics, after) = rest.split_at(rest.partition_point(|(name, _)| name.starts_with(b"llvm.")));
    if allow_incomplete {
        lindworm_upgrade::declare_undefined(module, before);
    }
    if let Err(undeclared) = lindworm_upgrade::declare_called(module, intrinsics) {
        let pos =
            undefined.iter().find(|(g, _)| *g == undeclared.global).map_or(0, |(_, name)| first_use(source, name));
        return Err(Diagnostic { is_fatal: undeclared.is_fatal, ..Diagnostic::new(pos, undeclared.message) });
    }
    forget_in_metadata(module, intrinsics);
    if allow_incomplete {
        lindworm_upgrade::declare_undefined(module, after);
    }
    let is_missing = |name: &SymbolName| match name {
        SymbolName::Name(n) => !allow_incomplete && !n.starts_with(b"llvm."),
        SymbolName::Number(_) => true,
    };
    match undefined.iter().find(|(_, name)| is_missing(name)) {
        None => Ok(()),
        Some((_, name @ SymbolName::Name(n))) => {
            error(first_use(source, name), format!("use of undefined value '@{}'", text(n)))
        }
        Some((_, name @ SymbolName::Number(n))) => {
            error(first_use(source, name), format!("use of undefined value '@{n}'"))
        }
    }
}

/// Removes references to undeclared intrinsics, whose calls now have other callees, from metadata. As in LLVM, tuples with
/// such an element become distinct, and a direct reference by an operand becomes the empty tuple.
fn forget_in_metadata(module: &mut Module, gone: &[(&[u8], Global)]) {
    let gone: HashSet<Value> = gone.iter().map(|&(_, global)| global.into()).collect();
    let store = module.metadata_mut();
    let values: Vec<bool> = store.values().iter().map(|value| gone.contains(value)).collect();
    if !values.contains(&true) {
        return;
    }
    let is_gone = |m: Metadata| matches!(m.open(), MetadataRef::Value(value) if values[value as usize]);
    for number in 0..store.node_count() as u32 {
        let NodeRef { kind: NodeKind::Tuple, words, .. } = store.node(number) else { continue };
        let is_gone = |word: u32| Metadata::from_word(word).is_some_and(is_gone);
        if words.iter().any(|&word| is_gone(word)) {
            let words: Vec<u32> = words.iter().map(|&word| if is_gone(word) { NULL_WORD } else { word }).collect();
            store.set_node(number, NodeKind::Tuple, true, &words);
        }
    }
    let empty = store.add_node(NodeKind::Tuple, false, &[]);
    for function in module.functions().to_vec() {
        module.change_body(function, |_, body| body.map_metadata(|m| if is_gone(m) { empty } else { m }));
    }
}

/// Byte offset of the first use of an undefined global. Needs a scan of the source: bodies are read last, so the order of
/// reading is not that of the text.
#[cold]
fn first_use(source: &[u8], name: &SymbolName) -> usize {
    let mut lexer = Lexer::new(source, 0);
    while lexer.kind != Tok::Eof {
        let is_it = match name {
            SymbolName::Name(n) => lexer.kind == Tok::GlobalName && *lexer.name() == **n,
            SymbolName::Number(n) => lexer.kind == Tok::GlobalId && lexer.value as u32 == *n,
        };
        if is_it {
            return lexer.start;
        }
        lexer.bump();
    }
    source.len()
}

/// Checks and stores the `uselistorder` directives outside of functions.
fn use_list_orders(module: &mut Module, symbols: &Symbols, names: &GlobalNames, top: &mut TopLevel) -> Result<()> {
    if !top.use_list_orders.is_empty() {
        let uses = ModuleUses::new(module);
        for (order, pos) in std::mem::take(&mut top.use_list_orders) {
            if module.has_use_list(order.value) {
                if let Some(message) = use_list_fault(&order, uses.uses_of(order.value).len()) {
                    return error(pos, message);
                }
                module.use_list_orders_mut().push(order);
            }
        }
    }
    if top.block_use_list_orders.is_empty() {
        return Ok(());
    }
    let uses = ModuleUses::new(module);
    type Names = HashMap<Box<[u8]>, Value>;
    let mut bodies: HashMap<Global, (Names, UseLists)> = HashMap::default();
    for order in std::mem::take(&mut top.block_use_list_orders) {
        let function = match names.find(&order.function) {
            Some(global) if names.entries[global.index()].forward.is_none() => global,
            _ => return error(order.function_pos, "invalid function forward reference in uselistorder_bb"),
        };
        let Some(f) = module[function].as_function_mut() else {
            return error(order.function_pos, "expected function name in uselistorder_bb");
        };
        let Some(body) = f.body.as_deref_mut() else {
            return error(order.function_pos, "invalid declaration in uselistorder_bb");
        };
        let (named, own_uses) = bodies.entry(function).or_insert_with(|| {
            (body.named_values().map(|(name, value)| (name.into(), value)).collect(), UseLists::new(body))
        });
        let Some(&value) = named.get(symbols.name_limit.cut(&order.block)) else {
            return error(order.block_pos, "invalid basic block in uselistorder_bb");
        };
        let Some(block) = value.as_block() else {
            return error(order.block_pos, "expected basic block in uselistorder_bb");
        };
        // If the address of a block is taken, the module's use lists hold all of its uses.
        let count = match uses.uses_of_block(function, block).len() {
            0 => own_uses.uses_of(value).len(),
            count => count,
        };
        let directive = UseListOrder { value, order: order.order };
        if let Some(message) = use_list_fault(&directive, count) {
            return error(order.pos, message);
        }
        body.use_list_orders_mut().push(directive);
    }
    Ok(())
}
