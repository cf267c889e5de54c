//! The list of passes: `opt -print-passes`.

use super::{AnalysisStep, Level, Pipeline, Printer};
use crate::table::{self, CGSCC_PASSES, FUNCTION_PASSES, LOOP_PASSES, MODULE_PASSES};

/// The parameters that passes and pipelines accept.
const PARAMETERS: &[(&str, &str)] = &[
    ("coro-split", "reuse-storage"),
    ("default", "O0;O1;O2;O3;Os;Oz"),
    ("early-cse", "memssa"),
    ("function-attrs", "skip-non-recursive-function-attrs"),
    ("function-simplification", "O1;O2;O3;Os;Oz"),
    ("globaldce", "vfe-linkage-unit-visibility"),
    (
        "gvn",
        "no-pre;pre;no-load-pre;load-pre;no-split-backedge-load-pre;split-backedge-load-pre;no-memdep;memdep;no-memoryssa;\
         memoryssa",
    ),
    ("inline", "only-mandatory"),
    ("instcombine", "no-verify-fixpoint;verify-fixpoint;max-iterations=N"),
    ("internalize", "preserve-gv=GV"),
    ("licm", "allowspeculation;no-allowspeculation"),
    ("loop-rotate", "no-header-duplication;header-duplication;no-prepare-for-lto;prepare-for-lto"),
    (
        "loop-unroll",
        "O0;O1;O2;O3;full-unroll-max=N;no-partial;partial;no-peeling;peeling;no-profile-peeling;profile-peeling;no-runtime;\
         runtime;no-upperbound;upperbound",
    ),
    ("lto", "O0;O1;O2;O3;Os;Oz"),
    ("lto-pre-link", "O0;O1;O2;O3;Os;Oz"),
    ("mldst-motion", "no-split-footer-bb;split-footer-bb"),
    ("simple-loop-unswitch", "nontrivial;no-nontrivial;trivial;no-trivial"),
    (
        "simplifycfg",
        "no-speculate-blocks;speculate-blocks;no-simplify-cond-branch;simplify-cond-branch;no-forward-switch-cond;\
         forward-switch-cond;no-switch-range-to-icmp;switch-range-to-icmp;no-switch-to-arithmetic;switch-to-arithmetic;\
         no-switch-to-lookup;switch-to-lookup;no-keep-loops;keep-loops;no-hoist-common-insts;hoist-common-insts;\
         no-hoist-loads-stores-with-cond-faulting;hoist-loads-stores-with-cond-faulting;no-sink-common-insts;\
         sink-common-insts;no-speculate-unpredictables;speculate-unpredictables;bonus-inst-threshold=N",
    ),
    ("speculative-execution", "only-if-divergent-target"),
    ("sroa", "preserve-cfg;modify-cfg"),
    ("thinlto", "O0;O1;O2;O3;Os;Oz"),
    ("thinlto-pre-link", "O0;O1;O2;O3;Os;Oz"),
];

impl Pipeline {
    /// The passes, pipelines and analyses by their names, in groups, as `opt -print-passes` lists them.
    pub fn list() -> String {
        let pipelines = ["default", "lto", "lto-pre-link", "thinlto", "thinlto-pre-link"];
        let pipelines: Vec<(&str, bool)> = pipelines.into_iter().map(|name| (name, true)).collect();
        let module = [table::names(MODULE_PASSES), pipelines, printers(true)].concat();
        let function =
            [table::names(FUNCTION_PASSES), vec![("function-simplification", true)], printers(false)].concat();
        let analyses = |level| AnalysisStep::names(level).filter(|name| !is_of_aliases(name)).collect::<Vec<&str>>();
        let of_aliases = |level| AnalysisStep::names(level).filter(|name| is_of_aliases(name)).collect::<Vec<&str>>();
        let mut out = String::new();
        passes(&mut out, "Module", module);
        group(&mut out, "Module analyses", analyses(Level::Module));
        group(&mut out, "Module alias analyses", of_aliases(Level::Module));
        passes(&mut out, "CGSCC", table::names(CGSCC_PASSES));
        group(&mut out, "CGSCC analyses", analyses(Level::Cgscc));
        passes(&mut out, "Function", function);
        group(&mut out, "Function analyses", analyses(Level::Function));
        group(&mut out, "Function alias analyses", of_aliases(Level::Function));
        let (of_nests, of_loops) =
            table::names(LOOP_PASSES).into_iter().partition(|(name, _)| *name == "no-op-loopnest");
        passes(&mut out, "LoopNest", of_nests);
        passes(&mut out, "Loop", of_loops);
        group(&mut out, "Loop analyses", analyses(Level::Loop));
        out
    }
}

fn is_of_aliases(analysis: &str) -> bool {
    matches!(analysis, "basic-aa" | "globals-aa" | "scev-aa" | "scoped-noalias-aa" | "tbaa")
}

fn printers(of_modules: bool) -> Vec<(&'static str, bool)> {
    Printer::names(of_modules).map(|name| (name, false)).collect()
}

/// Lists passes, and those with parameters separately.
fn passes(out: &mut String, kind: &str, mut passes: Vec<(&str, bool)>) {
    passes.sort_unstable();
    let (with, without): (Vec<_>, Vec<_>) = passes.into_iter().partition(|(_, has_parameters)| *has_parameters);
    group(out, &format!("{kind} passes"), without.into_iter().map(|(name, _)| name).collect());
    let parameters = |name: &str| PARAMETERS.iter().find(|(of, _)| *of == name).map_or("", |(_, text)| text);
    let with: Vec<String> = with.iter().map(|(name, _)| format!("{name}<{}>", parameters(name))).collect();
    if !with.is_empty() {
        group(out, &format!("{kind} passes with params"), with.iter().map(|text| &text[..]).collect());
    }
}

fn group(out: &mut String, title: &str, names: Vec<&str>) {
    *out += &format!("{title}:\n");
    names.iter().for_each(|name| *out += &format!("  {name}\n"));
}
