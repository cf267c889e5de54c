//! Preparation of modules for link-time optimization: names that are unique across modules.

use std::fmt::Write;

use md5::{Digest, Md5};

use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::hash::HashMap;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::module::{GlobalKind, Linkage};
use lindworm_ir::{Metadata, Module, Value};

use crate::pass::ModulePass;

/// The intrinsics with a type identifier argument, each with the index of that argument.
const TYPE_TESTS: [(&[u8], usize); 4] = [
    (b"llvm.type.test", 1),
    (b"llvm.public.type.test", 1),
    (b"llvm.type.checked.load", 2),
    (b"llvm.type.checked.load.relative", 2),
];

/// An identifier of the module that is unique among linked modules: `.` and the hexadecimal MD5 sum of the file name in the
/// module flag `Unique Source File Identifier`, or otherwise of the names of exported symbols. `None` if the module exports
/// nothing.
pub fn unique_id(module: &Module) -> Option<String> {
    let mut sum = Md5::new();
    if let Some(file) = module.flag(b"Unique Source File Identifier").and_then(|m| m.as_node()) {
        let name = module.metadata().node(file).words.first().and_then(|&word| Metadata::from_word(word));
        if let Some(MetadataRef::String(name)) = name.map(Metadata::open) {
            sum.update(module.metadata().string(name));
        }
    } else {
        let exported = module.global_values().map(|global| &module[global]).filter(|global| {
            let is_intrinsic = global.name().starts_with(b"llvm.");
            let is_exported = global.linkage == Linkage::External && global.comdat.is_none();
            !global.is_declaration() && !is_intrinsic && is_exported
        });
        let mut exports = false;
        for global in exported {
            exports = true;
            sum.update(global.name());
            sum.update([0]);
        }
        exports.then_some(())?;
    }
    Some(format!(".{}", hexadecimal(sum)))
}

/// Gives unnamed functions, variables and aliases names that are unique across modules: `anon.SUM.0`, `anon.SUM.1`, ... with the
/// MD5 sum of the names of exported symbols. The pass `name-anon-globals`.
///
/// ```
/// use lindworm_ir::module::{GlobalKind, GlobalValue, Variable};
/// use lindworm_ir::{Context, Module, Type};
/// let mut module = Module::new(&Context::new(), "m");
/// let kind = GlobalKind::Variable(Variable::default());
/// let variable = module.add_global(GlobalValue::new(b"", Type::I8, Type::PTR, kind));
/// lindworm_passes::name_anonymous_globals(&mut module);
/// assert_eq!(module[variable].name(), b"anon.d41d8cd98f00b204e9800998ecf8427e.0");
/// ```
pub fn name_anonymous_globals(module: &mut Module) {
    let objects = [module.functions(), module.variables()];
    let mut sum = Md5::new();
    for &global in objects.into_iter().flatten() {
        let global = &module[global];
        if !global.is_declaration() && !global.linkage.is_local() {
            sum.update(global.name());
        }
    }
    let sum = hexadecimal(sum);
    let all = [module.functions(), module.variables(), module.aliases()].into_iter().flatten().copied();
    let anonymous: Vec<_> = all.filter(|&global| module[global].name().is_empty()).collect();
    for (number, global) in anonymous.into_iter().enumerate() {
        module.set_global_name(global, format!("anon.{sum}.{number}").as_bytes());
    }
}

/// Whether a part of the module must be linked as a whole: it has type metadata or defines `__cfi_check`.
pub fn needs_split(module: &Module) -> bool {
    let objects = [module.functions(), module.variables(), module.ifuncs()].into_iter().flatten();
    objects.map(|&global| &module[global]).any(|global| {
        global.name() == b"__cfi_check" || global.metadata.iter().any(|(kind, _)| *kind == MetadataKind::TYPE)
    })
}

/// Gives module-local type identifiers, which are distinct nodes, names that are unique across modules: `1.ID`, `2.ID`, ...
pub fn promote_type_ids(module: &mut Module, id: &str) {
    let mut uses = Vec::new();
    for &function in module.functions() {
        let Some(body) = module.body(function) else { continue };
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            let Some(call) = body.inst(inst).call_info() else { continue };
            let Some(callee) = call.callee.as_global() else { continue };
            let name = module[callee].name();
            let test = TYPE_TESTS.iter().position(|(test, _)| {
                name.strip_prefix(*test).is_some_and(|rest| rest.is_empty() || rest.starts_with(b".p"))
            });
            let Some(test) = test else { continue };
            let ty = body.list_values(&call.args).get(TYPE_TESTS[test].1).and_then(|arg| arg.as_metadata());
            if let Some(node) = ty.and_then(Metadata::as_node).filter(|&node| module.metadata().node(node).distinct) {
                uses.push((test, function, inst, node));
            }
        }
    }
    // LLVM visits the users of an intrinsic from last to first.
    uses.reverse();
    uses.sort_by_key(|&(test, ..)| test);
    let mut names: HashMap<Metadata, Metadata> = HashMap::default();
    for (_, function, inst, node) in uses {
        let number = names.len() + 1;
        let node = Metadata::new(MetadataRef::Node(node));
        let metadata = module.metadata_mut();
        let name = *names.entry(node).or_insert_with(|| metadata.add_string(format!("{number}{id}").as_bytes()));
        let GlobalKind::Function(function) = &mut module[function].kind else { continue };
        let Some(body) = &mut function.body else { continue };
        let (data, values) = body.inst_and_values_mut(inst);
        data.map_operands(values, |value| if value.as_metadata() == Some(node) { Value::from(name) } else { value });
    }
    if names.is_empty() {
        return;
    }
    let objects: Vec<_> =
        [module.functions(), module.variables(), module.ifuncs()].into_iter().flatten().copied().collect();
    for global in objects {
        for i in 0..module[global].metadata.len() {
            let (kind, attached) = module[global].metadata[i];
            let Some(node) = attached.as_node().filter(|_| kind == MetadataKind::TYPE) else { continue };
            let &[offset, ty] = module.metadata().node(node).words else { continue };
            if let Some(name) = Metadata::from_word(ty).and_then(|ty| names.get(&ty)) {
                let node = module.metadata_mut().add_node(NodeKind::Tuple, false, &[offset, name.bits()]);
                module[global].metadata[i].1 = node;
            }
        }
    }
}

/// `name-anon-globals`: see [`name_anonymous_globals`].
pub struct NameAnonymousGlobals;

impl ModulePass for NameAnonymousGlobals {
    fn name(&self) -> &'static str {
        "name-anon-globals"
    }

    fn class(&self) -> &'static str {
        "NameAnonGlobalPass"
    }

    fn run(&self, module: &mut Module) {
        name_anonymous_globals(module);
    }
}

fn hexadecimal(sum: Md5) -> String {
    let mut text = String::new();
    for byte in sum.finalize() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
