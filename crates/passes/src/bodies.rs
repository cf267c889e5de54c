//! The bodies of a module, for passes over modules that scan all code.

use lindworm_ir::{Body, Global, Module, parallel};

/// The results of `f` for each function with a body, in order. The bodies are visited in parallel.
pub(crate) fn map_bodies<'m, T: Send>(module: &'m Module, f: impl Fn(&'m Body) -> T + Sync + Send) -> Vec<(Global, T)> {
    let bodies = module.functions().iter().filter_map(|&function| Some((function, module.body(function)?))).collect();
    map_these_bodies(bodies, f)
}

/// The results of `f` for bodies of functions, in order. The bodies are visited in parallel.
pub(crate) fn map_these_bodies<'m, T: Send>(
    bodies: Vec<(Global, &'m Body)>,
    f: impl Fn(&'m Body) -> T + Sync + Send,
) -> Vec<(Global, T)> {
    let size = |&(_, body): &(Global, &Body)| body.inst_count();
    parallel::map_by_weight(bodies, size, |(function, body)| (function, f(body)))
}
