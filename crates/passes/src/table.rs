//! The registry of passes, by their names in pipelines.

use std::sync::Arc;

use lindworm_analysis::alias::AliasRules;

use crate::debug_counter::DebugCounter;
use crate::default_pipeline::ExtensionPoint;
use crate::no_op::{NoOp, NoOpLoopNest, TriggerVerifierError};
use crate::pass::{CgsccPass, FunctionPass, LoopPass, ModulePass};
use crate::{
    Adce, AlwaysInline, ArgPromotion, Bdce, ConstantMerge, Dce, DeadArgElim, Debugify, EarlyCse, FunctionAttrs,
    GlobalDce, GlobalOpt, InferAttrs, Inline, InlineOptions, InstCombine, InstSimplify, Internalize, Lcssa,
    LoopSimplify, LowerExpect, LowerSwitch, Mem2Reg, ModuleInline, NameAnonymousGlobals, Reassociate,
    RedundantDebugRecords, RpoFunctionAttrs, Sccp, SimplifyCfg, Sroa, Strip, StripDeadDebugInfo, StripDeadPrototypes,
    StripNondebug, TailCallElim,
};

/// Command-line options of passes, besides their textual parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PassOptions {
    /// The thresholds of `inline`: `-inline-threshold`, `-inlinehint-threshold` and the like.
    pub inline: InlineOptions,
    /// The rules of alias analysis: `-aa-pipeline`.
    pub alias_rules: AliasRules,
    /// Patterns of symbol names that `internalize` preserves.
    pub public_names: Vec<Vec<u8>>,
    /// Whether `adce` removes dead loops.
    pub remove_loops: bool,
    /// Whether `strip-dead-debug-info` removes debug information of constants that no variable holds.
    pub strip_global_constants: bool,
    /// Options of single passes by their names on the command line, with their values.
    pub values: Vec<(String, String)>,
    /// Counters that skip some transformations: `-debug-counter`.
    pub counters: Vec<Arc<DebugCounter>>,
    /// Whether the passes are those of a predefined pipeline.
    pub in_predefined: bool,
    /// Pipelines that run at points of the predefined ones: `-passes-ep-peephole` and the like.
    pub extensions: Vec<(ExtensionPoint, String)>,
}

impl PassOptions {
    /// The pipelines of an extension point.
    pub(crate) fn extensions(&self, point: ExtensionPoint) -> impl Iterator<Item = &str> {
        self.extensions.iter().filter(move |(at, _)| *at == point).map(|(_, text)| &text[..])
    }

    /// The counter of this name, if it is given.
    pub(crate) fn counter(&self, name: &str) -> Option<Arc<DebugCounter>> {
        self.counters.iter().rfind(|counter| counter.name() == name).cloned()
    }

    /// The text of an option, if it is given.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values.iter().rfind(|(n, _)| n == name).map(|(_, value)| &value[..])
    }

    /// The value of an option that is on or off, if it is given.
    pub fn flag(&self, name: &str) -> Option<bool> {
        self.value(name).map(|value| !matches!(value, "false" | "FALSE" | "False" | "0"))
    }

    /// The value of an option that is a number, if it is given.
    pub fn number(&self, name: &str) -> Option<u32> {
        self.value(name)?.parse().ok()
    }
}

/// A table entry.
pub(crate) struct Row<P: ?Sized> {
    pub name: &'static str,
    make: Make<P>,
}

enum Make<P: ?Sized> {
    Plain(fn(&PassOptions) -> Box<P>),
    /// Constructs the pass from the text in angle brackets, empty if absent. The error is LLVM's message.
    WithParameters(MakeWithParameters<P>),
}

type MakeWithParameters<P> = fn(&str, &PassOptions) -> Result<Box<P>, String>;

const fn with_parameters<P: ?Sized>(name: &'static str, make: MakeWithParameters<P>) -> Row<P> {
    Row { name, make: Make::WithParameters(make) }
}

const fn plain<P: ?Sized>(name: &'static str, make: fn(&PassOptions) -> Box<P>) -> Row<P> {
    Row { name, make: Make::Plain(make) }
}

/// The module passes.
pub(crate) const MODULE_PASSES: &[Row<dyn ModulePass>] = &[
    plain("always-inline", |options| Box::new(AlwaysInline { options: options.inline.clone() })),
    plain("called-value-propagation", |options| Box::new(crate::CalledValuePropagation::new(options))),
    plain("constmerge", |_| Box::new(ConstantMerge)),
    plain("coro-cleanup", |_| Box::new(crate::CoroCleanup)),
    plain("coro-early", |_| Box::new(crate::CoroEarly)),
    plain("debugify", |_| Box::new(Debugify)),
    plain("deadargelim", |_| Box::new(DeadArgElim)),
    plain("elim-avail-extern", |_| Box::new(crate::EliminateAvailableExternally)),
    plain("forceattrs", |options| Box::new(crate::ForceAttrs::new(options))),
    with_parameters("globaldce", |parameters, _| Ok(Box::new(GlobalDce::parse(parameters)?))),
    with_parameters("internalize", |parameters, options| {
        let patterns = options.public_names.clone();
        Ok(Box::new(Internalize { patterns, ..Internalize::parse(parameters)? }))
    }),
    plain("globalopt", |_| Box::new(GlobalOpt)),
    plain("inferattrs", |_| Box::new(InferAttrs)),
    plain("ipsccp", |_| Box::new(crate::IpSccp)),
    plain("module-inline", |options| {
        Box::new(ModuleInline(Inline { only_mandatory: false, options: options.inline.clone() }))
    }),
    plain("name-anon-globals", |_| Box::new(NameAnonymousGlobals)),
    plain("no-op-module", |_| Box::new(NoOp)),
    plain("norecurse-lto-inference", |_| Box::new(crate::NoRecurseLtoInference)),
    plain("rpo-function-attrs", |_| Box::new(RpoFunctionAttrs)),
    plain("strip", |_| Box::new(Strip)),
    plain("strip-dead-debug-info", |options| {
        Box::new(StripDeadDebugInfo { constants: options.strip_global_constants })
    }),
    plain("strip-dead-prototypes", |_| Box::new(StripDeadPrototypes)),
    plain("strip-nondebug", |_| Box::new(StripNondebug)),
    plain("trigger-verifier-error", |_| Box::new(TriggerVerifierError)),
];

/// The passes over SCCs of the call graph.
pub(crate) const CGSCC_PASSES: &[Row<dyn CgsccPass>] = &[
    plain("argpromotion", |_| Box::new(ArgPromotion)),
    plain("coro-annotation-elide", |_| Box::new(crate::CoroAnnotationElide)),
    with_parameters("coro-split", |parameters, _| Ok(Box::new(crate::CoroSplit::parse(parameters)?))),
    with_parameters("function-attrs", |parameters, _| match parameters {
        "" => Ok(Box::new(FunctionAttrs::default())),
        "skip-non-recursive-function-attrs" => Ok(Box::new(FunctionAttrs { skip_non_recursive: true })),
        other => Err(format!("invalid PostOrderFunctionAttrs pass parameter '{other}' ")),
    }),
    with_parameters("inline", |parameters, options| {
        let only_mandatory = match parameters {
            "" => false,
            "only-mandatory" => true,
            other => return Err(format!("invalid Inliner pass parameter '{other}' ")),
        };
        Ok(Box::new(Inline { only_mandatory, options: options.inline.clone() }))
    }),
    plain("no-op-cgscc", |_| Box::new(NoOp)),
];

/// The function passes.
pub(crate) const FUNCTION_PASSES: &[Row<dyn FunctionPass>] = &[
    plain("adce", |options| Box::new(Adce { remove_loops: options.remove_loops })),
    plain("aggressive-instcombine", |options| Box::new(crate::AggressiveInstCombine::new(options))),
    plain("bdce", |_| Box::new(Bdce)),
    plain("break-crit-edges", |_| Box::new(crate::BreakCriticalEdges)),
    plain("constraint-elimination", |_| Box::new(crate::ConstraintElimination)),
    plain("coro-elide", |_| Box::new(crate::CoroElide)),
    plain("correlated-propagation", |_| Box::new(crate::CorrelatedPropagation)),
    plain("dce", |options| Box::new(Dce { counter: options.counter("dce-transform") })),
    plain("div-rem-pairs", |_| Box::new(crate::DivRemPairs)),
    plain("dse", |options| {
        let merges = options.flag("enable-dse-partial-store-merging").unwrap_or(true);
        Box::new(crate::DeadStores { alias_rules: options.alias_rules, merges })
    }),
    plain("expand-memcmp", |options| Box::new(crate::ExpandMemcmp::new(options))),
    plain("float2int", |options| {
        Box::new(crate::Float2Int { max_width: options.number("float2int-max-integer-bw").unwrap_or(64).clamp(1, 64) })
    }),
    with_parameters("early-cse", |parameters, options| match parameters {
        "" | "memssa" => {
            let (memory_ssa, alias_rules) = (parameters == "memssa", options.alias_rules);
            Ok(Box::new(EarlyCse { memory_ssa, alias_rules, counter: options.counter("early-cse") }))
        }
        other => Err(format!("invalid EarlyCSE pass parameter '{other}'")),
    }),
    with_parameters("instcombine", |parameters, _| Ok(Box::new(InstCombine::parse(parameters)?))),
    with_parameters("gvn", |parameters, options| Ok(Box::new(crate::Gvn::parse(parameters, options)?))),
    plain("instsimplify", |_| Box::new(InstSimplify)),
    plain("jump-threading", |options| Box::new(crate::JumpThreading::new(options))),
    plain("lcssa", |_| Box::new(Lcssa)),
    plain("loop-simplify", |_| Box::new(LoopSimplify)),
    plain("loop-sink", |options| Box::new(crate::LoopSink { alias_rules: options.alias_rules })),
    with_parameters("loop-unroll", |parameters, options| Ok(Box::new(crate::LoopUnroll::parse(parameters, options)?))),
    plain("lower-atomic", |_| Box::new(crate::LowerAtomic)),
    plain("lower-constant-intrinsics", |_| Box::new(crate::LowerConstantIntrinsics)),
    plain("lower-expect", |_| Box::new(LowerExpect)),
    plain("lower-switch", |_| Box::new(LowerSwitch)),
    plain("mem2reg", |_| Box::new(Mem2Reg)),
    plain("memcpyopt", |options| Box::new(crate::MemCpyOpt { alias_rules: options.alias_rules })),
    plain("mergeicmps", |options| Box::new(crate::MergeIcmps { alias_rules: options.alias_rules })),
    with_parameters("mldst-motion", |parameters, options| {
        Ok(Box::new(crate::MergedLoadStoreMotion::parse(parameters, options)?))
    }),
    plain("no-op-function", |_| Box::new(NoOp)),
    plain("reassociate", |_| Box::new(Reassociate)),
    plain("redundant-dbg-inst-elim", |_| Box::new(RedundantDebugRecords)),
    plain("reg2mem", |_| Box::new(crate::Reg2Mem)),
    plain("sccp", |_| Box::new(Sccp)),
    with_parameters("simplifycfg", |parameters, options| Ok(Box::new(SimplifyCfg::parse(parameters, options)?))),
    plain("sink", |options| Box::new(crate::Sink { alias_rules: options.alias_rules })),
    with_parameters("speculative-execution", |parameters, options| {
        Ok(Box::new(crate::SpeculativeExecution::parse(parameters, options)?))
    }),
    with_parameters("sroa", |parameters, _| match parameters {
        "" | "modify-cfg" => Ok(Box::new(Sroa { keeps_cfg: false })),
        "preserve-cfg" => Ok(Box::new(Sroa { keeps_cfg: true })),
        other => {
            Err(format!("invalid SROA pass parameter '{other}' (either preserve-cfg or modify-cfg can be specified)"))
        }
    }),
    plain("tailcallelim", |options| Box::new(TailCallElim { alias_rules: options.alias_rules })),
    plain("trigger-verifier-error", |_| Box::new(TriggerVerifierError)),
];

/// The loop passes.
pub(crate) const LOOP_PASSES: &[Row<dyn LoopPass>] = &[
    plain("indvars", |options| Box::new(crate::IndVars::new(options))),
    with_parameters("licm", |parameters, options| Ok(Box::new(crate::Licm::parse(parameters, options)?))),
    with_parameters("lnicm", |parameters, options| {
        Ok(Box::new(crate::Licm { is_nest: true, ..crate::Licm::parse(parameters, options)? }))
    }),
    plain("loop-idiom", |options| Box::new(crate::LoopIdiom::new(options))),
    plain("loop-deletion", |_| Box::new(crate::LoopDeletion)),
    plain("loop-instsimplify", |_| Box::new(crate::LoopInstSimplify)),
    with_parameters("loop-rotate", |parameters, options| Ok(Box::new(crate::LoopRotate::parse(parameters, options)?))),
    plain("loop-simplifycfg", |_| Box::new(crate::LoopSimplifyCfg)),
    with_parameters("loop-unroll-full", |parameters, options| {
        Ok(Box::new(crate::LoopUnroll::parse_full(parameters, options)?))
    }),
    with_parameters("simple-loop-unswitch", |parameters, options| {
        Ok(Box::new(crate::SimpleLoopUnswitch::parse(parameters, options)?))
    }),
    plain("no-op-loop", |_| Box::new(NoOp)),
    plain("no-op-loopnest", |_| Box::new(NoOpLoopNest)),
];

/// The entry for a name with or without parameters, and the parameters.
fn row<'t, P: ?Sized>(table: &'static [Row<P>], text: &'t str) -> Option<(&'static Row<P>, &'t str)> {
    let (name, parameters) = match text.split_once('<') {
        Some((name, rest)) => (name, rest.strip_suffix('>')?),
        None => (text, ""),
    };
    let row = table.iter().find(|row| row.name == name)?;
    (text == name || matches!(row.make, Make::WithParameters(_))).then_some((row, parameters))
}

/// The names of a table, and whether each takes parameters.
pub(crate) fn names<P: ?Sized>(table: &'static [Row<P>]) -> Vec<(&'static str, bool)> {
    table.iter().map(|row| (row.name, matches!(row.make, Make::WithParameters(_)))).collect()
}

/// Whether the table has an entry for this name, with or without parameters.
pub(crate) fn has<P: ?Sized>(table: &'static [Row<P>], text: &str) -> bool {
    row(table, text).is_some()
}

/// Constructs a pass by name and parameters; `None` if the table has no such entry.
pub(crate) fn make<P: ?Sized>(
    table: &'static [Row<P>],
    text: &str,
    options: &PassOptions,
) -> Option<Result<Box<P>, String>> {
    let (row, parameters) = row(table, text)?;
    Some(match row.make {
        Make::Plain(make) => Ok(make(options)),
        Make::WithParameters(make) => make(parameters, options),
    })
}
