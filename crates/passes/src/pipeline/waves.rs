//! The order of a CGSCC pipeline: components of the call graph, callees before callers, in waves of components that do not depend on
//! each other.

use std::convert::Infallible;

use lindworm_analysis::call_graph_components;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Global, Module};

use crate::pass::{Component, Components};
use crate::references::References;

/// Runs a transformation on each component of the call graph, callees first, and removes the functions that became dead. The
/// transformation keeps the numbers of references up to date.
pub(crate) fn run_on_components(module: &mut Module, mut run: impl FnMut(&mut Component<'_>)) {
    let run = |wave: &mut Components<'_>| {
        wave.for_each(&mut run);
        Ok::<(), Infallible>(())
    };
    let Ok(()) = run_on_waves(module, 1, run);
}

/// Runs a transformation on waves of at most `width` components, in an order in which callees come first, and removes the functions
/// that became dead. The transformation keeps the numbers of references up to date. With a width of 1, the order is the post-order
/// of the call graph.
///
/// # Errors
///
/// The first error of the transformation.
pub(super) fn run_on_waves<E>(
    module: &mut Module,
    width: usize,
    mut run: impl FnMut(&mut Components<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut references = References::new(module);
    let mut dead = HashSet::default();
    let components = call_graph_components(module);
    let waves =
        if width == 1 { components.into_iter().map(|c| vec![c]).collect() } else { waves(components, &references) };
    let mut result = Ok(());
    'waves: for components in waves {
        let mut pending = vec![components];
        while let Some(mut components) = pending.pop() {
            components.iter_mut().for_each(|functions| functions.retain(|function| !dead.contains(function)));
            components.retain(|functions| !functions.is_empty());
            if components.is_empty() {
                continue;
            }
            let (references, dead) = (&mut references, &mut dead);
            let mut wave = Components { module, components, references, dead, again: Vec::new() };
            result = run(&mut wave);
            pending.extend(wave.again.into_iter().map(|component| vec![component]));
            if result.is_err() {
                break 'waves;
            }
        }
    }
    module.remove_unused_globals(&dead);
    result
}

/// The components, given in post-order, in waves: each component is in the first wave after those of the components before it that
/// it refers to. Linear in the references of the bodies.
///
/// When a caller is visited, a local function may have more references than in post-order: calls by other components of the wave that
/// are unreachable are not removed yet. So the bonus for the last call of a function may be missed, rarely: with waves in which no two
/// components call the same local function, 2 of the 1,455 functions of sqlite3 differ, and `opt -O2` takes 7 % longer.
fn waves(components: Vec<Vec<Global>>, references: &References) -> Vec<Vec<Vec<Global>>> {
    let mut waves: Vec<Vec<Vec<Global>>> = Vec::new();
    // The wave after that of each function.
    let mut after: HashMap<Global, usize> = HashMap::default();
    for functions in components {
        let callees = functions.iter().flat_map(|&function| references.of(function));
        let wave = callees.filter_map(|global| after.get(&global).copied()).max().unwrap_or(0);
        for &function in &functions {
            after.insert(function, wave + 1);
        }
        if wave == waves.len() {
            waves.push(Vec::new());
        }
        waves[wave].push(functions);
    }
    waves
}

#[cfg(test)]
mod tests {
    use lindworm_ir::{Context, Type};

    use super::*;

    /// The waves of functions with these calls.
    fn waves_of(calls: &[(&str, &[&str])]) -> Vec<Vec<Vec<String>>> {
        let mut module = Module::new(&Context::new(), "m");
        let ty = module.context().function_type(Type::VOID, &[], false);
        for (name, _) in calls {
            module.add_function(name.as_bytes(), ty);
        }
        let named = |module: &Module, name: &str| module.global_named(name.as_bytes()).unwrap();
        for (caller, callees) in calls {
            let callees: Vec<Global> = callees.iter().map(|callee| named(&module, callee)).collect();
            module.build_body(named(&module, caller), |builder| {
                let entry = builder.append_block("");
                builder.at_end(entry);
                for callee in callees {
                    builder.call_function(callee, &[]).unwrap();
                }
                builder.ret(None).unwrap();
            });
        }
        let found = waves(call_graph_components(&module), &References::new(&module));
        let name = |function: Global| String::from_utf8(module.global(function).unwrap().name().to_vec()).unwrap();
        let names = |functions: Vec<Global>| functions.into_iter().map(name).collect();
        found.into_iter().map(|wave| wave.into_iter().map(names).collect()).collect()
    }

    #[test]
    fn a_component_is_in_the_wave_after_its_callees() {
        let calls: &[(&str, &[&str])] = &[("c", &["a"]), ("d", &["b", "d"]), ("a", &[]), ("b", &[])];
        assert_eq!(waves_of(calls), [[["a"], ["b"]], [["c"], ["d"]]]);
    }
}
