//! The traversal of a module.

use std::sync::atomic::{AtomicUsize, Ordering};

use lindworm_ir::parallel;
use lindworm_ir::{Global, Module};

use crate::check::{Checker, FunctionCheck, Mode, ModuleView};
use crate::finding::Report;
use crate::rules::blocks::NO_TERMINATOR;
use crate::{
    blocks, constants, convergence, debug_info, exceptions, functions, globals, instructions, intrinsics, metadata,
    module_flags,
};

/// Options that depend on the use of the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether types with the same identifier are uniqued across modules, as in link-time optimization and LLVM's `opt`. Then a
    /// module need not list all compile units that it refers to, since they may belong to another module, and a definition must
    /// not be nested in such a type.
    pub odr_uniquing: bool,
    /// Whether a declaration of a `noalias` scope must not dominate another one of the same scope, an optional check in LLVM.
    /// Scopes with 32 or more declarations are not checked.
    pub noalias_scope_dominance: bool,
    /// Whether the bodies of functions are not checked, as in LLVM's checks of modules whose bodies are read on demand.
    pub skips_bodies: bool,
    /// Whether each metadata node is known to be valid by itself, as in a module linked of modules that were checked.
    pub skips_nodes: bool,
}

/// Checks a module against all rules.
///
/// The report of a valid module is empty. Functions are checked on all cores. The cost is linear in the size of the module.
pub fn verify(module: &Module) -> Report {
    verify_with(module, Options::default())
}

/// [`verify`] with options.
pub fn verify_with(module: &Module, options: Options) -> Report {
    let view = ModuleView::new(module, options);
    if !is_suspicious(&view) {
        return Report::default();
    }
    let mut checker = Checker::new(&view, Mode::Exact);
    for &id in module.functions() {
        check_function(&mut checker, id);
    }
    check_module(&mut checker);
    Report { findings: checker.findings }
}

/// Whether there is, or may be, a violation.
fn is_suspicious(view: &ModuleView) -> bool {
    let pieces = pieces(view.module);
    let next = AtomicUsize::new(0);
    let functions = || {
        // One checker per thread, since its caches become more effective over time.
        parallel::on_threads(pieces.len(), || {
            let mut checker = Checker::new(view, Mode::Detect);
            while let Some(piece) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
                for &id in *piece {
                    check_function(&mut checker, id);
                    if checker.broken {
                        next.store(pieces.len(), Ordering::Relaxed);
                        return None;
                    }
                }
            }
            Some((checker.intrinsics, checker.debug_info))
        })
    };
    let nodes = || {
        !view.options.skips_nodes && metadata::are_nodes_suspicious(view)
            || debug_info::has_unlisted_unit(view)
            || constants::are_suspicious(view)
            || functions::are_addresses_suspicious(view)
    };
    let (walked, suspicious) = parallel::join(functions, nodes);
    let mut checker = Checker::new(view, Mode::Detect);
    for remembered in walked {
        let Some((intrinsics, debug_info)) = remembered else { return true };
        checker.intrinsics.absorb(intrinsics);
        if !checker.debug_info.absorb(debug_info) {
            return true;
        }
    }
    if suspicious {
        return true;
    }
    check_module(&mut checker);
    checker.broken
}

/// Splits the functions into pieces of about equal work for the threads.
fn pieces(module: &Module) -> Vec<&[Global]> {
    const PIECE_SIZE: usize = 2048;
    let mut pieces = Vec::new();
    let (mut first, mut size) = (0, 0);
    for (i, &f) in module.functions().iter().enumerate() {
        size += 16 + module.body(f).map_or(0, |b| b.inst_count());
        if size >= PIECE_SIZE || i + 1 == module.functions().len() {
            pieces.push(&module.functions()[first..=i]);
            (first, size) = (i + 1, 0);
        }
    }
    pieces
}

/// Checks a function and its contents.
fn check_function(checker: &mut Checker, id: Global) {
    if functions::is_like_a_checked_one(checker, id) {
        return;
    }
    let Some(mut f) = FunctionCheck::new(checker, id) else { return };
    let body = f.body;
    if let Some(block) = f.cfg.layout().iter().copied().find(|&b| body.terminator(b).is_none()) {
        let entities = [f.value(block)];
        let _ = f.checker.fail_with(&NO_TERMINATOR, &[f.global.name()], &entities);
        return f.finish();
    }
    functions::check(&mut f);
    if f.view.options.skips_bodies {
        return f.finish();
    }
    for i in 0..f.cfg.layout().len() {
        let block = f.cfg.layout()[i];
        f.place.inst = None;
        let _ = blocks::check(&mut f, block);
        for inst in body.insts(block) {
            if blocks::check_place(&mut f, block, inst).is_err() {
                break;
            }
            f.place.inst = Some(inst);
            instructions::check(&mut f, inst);
        }
        if f.mode == Mode::Detect && f.broken {
            return f.finish();
        }
    }
    f.place.inst = None;
    functions::check_names(&mut f);
    exceptions::check_sibling_unwinds(&mut f);
    convergence::check(&mut f);
    intrinsics::check_declared_scopes(&mut f);
    f.finish();
}

/// Checks the module except for functions.
fn check_module(checker: &mut Checker) {
    let module = checker.module;
    intrinsics::check_recovered_frames(checker);
    for &id in module.variables() {
        checker.place.global = Some(id);
        let _ = globals::check_variable(checker, id);
    }
    for &id in module.aliases() {
        checker.place.global = Some(id);
        let _ = globals::check_alias(checker, id);
    }
    for &id in module.ifuncs() {
        checker.place.global = Some(id);
        let _ = globals::check_ifunc(checker, id);
    }
    checker.place.global = None;
    globals::check_names(checker);
    globals::check_defined(checker);
    metadata::check_named(checker);
    globals::check_comdats(checker);
    module_flags::check(checker);
    debug_info::check_compile_units(checker);
    intrinsics::check_deoptimize_conventions(checker);
}
