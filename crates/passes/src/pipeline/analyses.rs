//! `require<...>` and `invalidate<...>`. They change nothing, because analyses are computed on demand; a trace of the passes lists
//! them.

use super::Level;

/// The analyses, by their names in pipelines, with the names of LLVM's classes.
const ANALYSES: &[(&str, Level, &str)] = &[
    ("all", Level::Module, "AllAnalyses"),
    ("callgraph", Level::Module, "CallGraphAnalysis"),
    ("collector-metadata", Level::Module, "CollectorMetadataAnalysis"),
    ("dxil-metadata", Level::Module, "DXILMetadataAnalysis"),
    ("globals-aa", Level::Module, "GlobalsAA"),
    ("inline-advisor", Level::Module, "InlineAdvisorAnalysis"),
    ("ir-similarity", Level::Module, "IRSimilarityAnalysis"),
    ("lcg", Level::Module, "LazyCallGraphAnalysis"),
    ("module-summary", Level::Module, "ModuleSummaryIndexAnalysis"),
    ("no-op-module", Level::Module, "NoOpModuleAnalysis"),
    ("profile-summary", Level::Module, "ProfileSummaryAnalysis"),
    ("stack-safety", Level::Module, "StackSafetyGlobalAnalysis"),
    ("verify", Level::Module, "VerifierAnalysis"),
    ("fam-proxy", Level::Cgscc, "FunctionAnalysisManagerCGSCCProxy"),
    ("no-op-cgscc", Level::Cgscc, "NoOpCGSCCAnalysis"),
    ("aa", Level::Function, "AAManager"),
    ("access-info", Level::Function, "LoopAccessAnalysis"),
    ("assumptions", Level::Function, "AssumptionAnalysis"),
    ("basic-aa", Level::Function, "BasicAA"),
    ("block-freq", Level::Function, "BlockFrequencyAnalysis"),
    ("branch-prob", Level::Function, "BranchProbabilityAnalysis"),
    ("cycles", Level::Function, "CycleAnalysis"),
    ("da", Level::Function, "DependenceAnalysis"),
    ("demanded-bits", Level::Function, "DemandedBitsAnalysis"),
    ("domfrontier", Level::Function, "DominanceFrontierAnalysis"),
    ("domtree", Level::Function, "DominatorTreeAnalysis"),
    ("lazy-value-info", Level::Function, "LazyValueAnalysis"),
    ("loops", Level::Function, "LoopAnalysis"),
    ("memdep", Level::Function, "MemoryDependenceAnalysis"),
    ("memoryssa", Level::Function, "MemorySSAAnalysis"),
    ("no-op-function", Level::Function, "NoOpFunctionAnalysis"),
    ("opt-remark-emit", Level::Function, "OptimizationRemarkEmitterAnalysis"),
    ("phi-values", Level::Function, "PhiValuesAnalysis"),
    ("postdomtree", Level::Function, "PostDominatorTreeAnalysis"),
    ("regions", Level::Function, "RegionInfoAnalysis"),
    ("scalar-evolution", Level::Function, "ScalarEvolutionAnalysis"),
    ("scev-aa", Level::Function, "SCEVAA"),
    ("scoped-noalias-aa", Level::Function, "ScopedNoAliasAA"),
    ("stack-safety-local", Level::Function, "StackSafetyAnalysis"),
    ("target-ir", Level::Function, "TargetIRAnalysis"),
    ("target-lib-info", Level::Function, "TargetLibraryAnalysis"),
    ("tbaa", Level::Function, "TypeBasedAA"),
    ("uniformity", Level::Function, "UniformityInfoAnalysis"),
    ("ddg", Level::Loop, "DDGAnalysis"),
    ("iv-users", Level::Loop, "IVUsersAnalysis"),
    ("no-op-loop", Level::Loop, "NoOpLoopAnalysis"),
];

/// The passes that verify an analysis.
const VERIFIED: [&str; 6] = [
    "verify<cycles>",
    "verify<domtree>",
    "verify<loops>",
    "verify<memoryssa>",
    "verify<regions>",
    "verify<scalar-evolution>",
];

/// What a pass wants of an analysis, given by the name of LLVM's class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisUse {
    /// `require<...>`
    Require(&'static str),
    /// `invalidate<...>`
    Invalidate(&'static str),
    /// `invalidate<all>`
    InvalidateAll,
    /// `verify<...>`
    Verify,
}

/// A pass that requires, invalidates or verifies an analysis, at any level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisStep {
    /// The text in the pipeline.
    pub text: String,
    /// The name of LLVM's class of the pass.
    pub class: String,
    /// What is to happen with which analysis.
    pub wants: AnalysisUse,
}

impl AnalysisStep {
    /// The step of this name in a pipeline of this level.
    pub(crate) fn named(name: &str, level: Level) -> Option<AnalysisStep> {
        let step = |class: &str, wants| AnalysisStep { text: name.into(), class: class.into(), wants };
        if VERIFIED.contains(&name) {
            return (level == Level::Function).then(|| step("VerifierPass", AnalysisUse::Verify));
        }
        let (is_required, rest) = match name.strip_prefix("require<") {
            Some(rest) => (true, rest),
            None => (false, name.strip_prefix("invalidate<")?),
        };
        let inner = rest.strip_suffix('>')?;
        let (_, of, class) = ANALYSES.iter().find(|(n, ..)| *n == inner)?;
        let unit = match level {
            Level::Module => "llvm::Module, llvm::AnalysisManager<Module>",
            Level::Cgscc => {
                "llvm::LazyCallGraph::SCC, llvm::AnalysisManager<LazyCallGraph::SCC, LazyCallGraph &>, llvm::LazyCallGraph \
                 &, llvm::CGSCCUpdateResult &"
            }
            Level::Function => "llvm::Function, llvm::AnalysisManager<Function>",
            Level::Loop => {
                "llvm::Loop, llvm::AnalysisManager<Loop, LoopStandardAnalysisResults &>, llvm::LoopStandardAnalysisResults \
                 &, llvm::LPMUpdater &"
            }
        };
        match (inner, is_required) {
            ("all", true) => None,
            ("all", false) => Some(step("InvalidateAllAnalysesPass", AnalysisUse::InvalidateAll)),
            _ if *of != level => None,
            (_, true) => {
                Some(step(&format!("RequireAnalysisPass<llvm::{class}, {unit}>"), AnalysisUse::Require(class)))
            }
            (_, false) => Some(step(&format!("InvalidateAnalysisPass<llvm::{class}>"), AnalysisUse::Invalidate(class))),
        }
    }

    /// The names of the analyses of a level.
    pub(crate) fn names(level: Level) -> impl Iterator<Item = &'static str> {
        ANALYSES.iter().filter(move |(name, of, _)| *of == level && *name != "all").map(|(name, ..)| *name)
    }
}
