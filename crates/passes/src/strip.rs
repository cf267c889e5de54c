//! The passes `strip` and `strip-nondebug`.

use lindworm_ir::types::TypeKind;
use lindworm_ir::{Block, Body, Inst, Module, Value};

use crate::pass::ModulePass;

/// Removes debug information, and names that nothing outside the module can refer to.
pub struct Strip;

impl ModulePass for Strip {
    fn name(&self) -> &'static str {
        "strip"
    }

    fn class(&self) -> &'static str {
        "StripSymbolsPass"
    }

    fn run(&self, module: &mut Module) {
        module.strip_debug_info();
        strip_names(module, |_| false);
    }
}

/// Removes the same names as [`Strip`], except those that begin with `llvm.dbg`, and keeps debug information.
pub struct StripNondebug;

impl ModulePass for StripNondebug {
    fn name(&self) -> &'static str {
        "strip-nondebug"
    }

    fn class(&self) -> &'static str {
        "StripNonDebugSymbolsPass"
    }

    fn run(&self, module: &mut Module) {
        strip_names(module, |name| name.starts_with(b"llvm.dbg"));
    }
}

/// Removes the names of local values, of struct types, and of local globals, except globals in the lists of used globals and
/// names to be kept.
fn strip_names(module: &mut Module, is_kept: impl Fn(&[u8]) -> bool) {
    let used = module.used_globals();
    let objects: Vec<_> = module.variables().iter().chain(module.functions()).copied().collect();
    for global in objects {
        let data = &module[global];
        if data.linkage.is_local() && !used.contains(&global) && !is_kept(data.name()) {
            module.set_global_name(global, b"");
        }
        if let Some(body) = module[global].as_function_mut().and_then(|f| f.body.as_deref_mut()) {
            strip_local_names(body, &is_kept);
        }
    }
    let cx = module.context();
    for ty in cx.all_types() {
        if let TypeKind::Identified(id) = *cx.kind(ty)
            && !is_kept(cx.struct_def(id).name())
        {
            cx.clear_struct_name(id);
        }
    }
}

fn strip_local_names(body: &mut Body, is_kept: impl Fn(&[u8]) -> bool) {
    let args = (0..body.args().len() as u32).map(Value::arg);
    let blocks = (0..body.block_count() as u32).map(|b| Block::from_u32(b).into());
    let insts = (0..body.inst_count() as u32).map(|i| Inst::from_u32(i).into());
    for value in args.chain(blocks).chain(insts) {
        if !body.name(value).is_empty() && !is_kept(body.name(value)) {
            body.set_name(value, b"");
        }
    }
}
