//! The passes that print.

/// A tree over basic blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeKind {
    /// The dominator tree.
    Dominators,
    /// The post-dominator tree.
    PostDominators,
}

/// A printer of function properties. The `dot-*` printers write Graphviz files; the flag is whether block contents are included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionPrinter {
    /// `print`: the text of the function.
    Text,
    /// `print<domtree>`, `print<postdomtree>`
    Tree(TreeKind),
    /// `print<loops>`
    Loops,
    /// `print<cycles>`
    Cycles,
    /// `print-cfg-sccs`
    CfgComponents,
    /// `print<branch-prob>`
    BranchProbabilities,
    /// `print<block-freq>`
    BlockFrequencies,
    /// `print<scalar-evolution>`
    ScalarEvolution,
    /// `print<demanded-bits>`
    DemandedBits,
    /// `print<lazy-value-info>`
    LazyValueInfo,
    /// `aa-eval`: the results of all alias queries
    Aliases,
    /// `print<memoryssa>`, `print<memoryssa><no-ensure-optimized-uses>`; the flag is whether uses refer to what wrote the memory
    MemorySsa(bool),
    /// `print<memoryssa-walker>`: with what overwrites or reads each access
    MemorySsaWalker,
    /// `dot-dom`, `dot-post-dom` and their `-only` variants
    DotTree(TreeKind, bool),
    /// `dot-cfg`, `dot-cfg-only`
    DotCfg(bool),
}

/// The format of the call graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallGraphPrinter {
    /// `print-callgraph`
    Text,
    /// `print-callgraph-sccs`
    Components,
    /// `dot-callgraph`
    Dot,
}

/// A printer pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printer {
    /// `print`: the text of the module.
    Module,
    /// The call graph.
    CallGraph(CallGraphPrinter),
    /// A property of each function.
    Function(FunctionPrinter),
}

/// The printer passes: their names in pipelines, and the names of LLVM's classes.
const PRINTERS: &[(&str, &str, Printer)] = {
    use FunctionPrinter::*;
    use TreeKind::*;
    &[
        ("print", "PrintModulePass", Printer::Module),
        ("print-callgraph", "CallGraphPrinterPass", Printer::CallGraph(CallGraphPrinter::Text)),
        ("print-callgraph-sccs", "CallGraphSCCsPrinterPass", Printer::CallGraph(CallGraphPrinter::Components)),
        ("dot-callgraph", "CallGraphDOTPrinterPass", Printer::CallGraph(CallGraphPrinter::Dot)),
        ("print", "PrintFunctionPass", Printer::Function(Text)),
        ("print<domtree>", "DominatorTreePrinterPass", Printer::Function(Tree(Dominators))),
        ("print<postdomtree>", "PostDominatorTreePrinterPass", Printer::Function(Tree(PostDominators))),
        ("print<loops>", "LoopPrinterPass", Printer::Function(Loops)),
        ("print<cycles>", "CycleInfoPrinterPass", Printer::Function(Cycles)),
        ("print-cfg-sccs", "CFGSCCPrinterPass", Printer::Function(CfgComponents)),
        ("print<branch-prob>", "BranchProbabilityPrinterPass", Printer::Function(BranchProbabilities)),
        ("print<block-freq>", "BlockFrequencyPrinterPass", Printer::Function(BlockFrequencies)),
        ("print<scalar-evolution>", "ScalarEvolutionPrinterPass", Printer::Function(ScalarEvolution)),
        ("print<demanded-bits>", "DemandedBitsPrinterPass", Printer::Function(DemandedBits)),
        ("print<lazy-value-info>", "LazyValueInfoPrinterPass", Printer::Function(LazyValueInfo)),
        ("aa-eval", "AAEvaluator", Printer::Function(Aliases)),
        ("print<memoryssa>", "MemorySSAPrinterPass", Printer::Function(MemorySsa(true))),
        ("print<memoryssa><no-ensure-optimized-uses>", "MemorySSAPrinterPass", Printer::Function(MemorySsa(false))),
        ("print<memoryssa-walker>", "MemorySSAWalkerPrinterPass", Printer::Function(MemorySsaWalker)),
        ("dot-cfg", "CFGPrinterPass", Printer::Function(DotCfg(true))),
        ("dot-cfg-only", "CFGOnlyPrinterPass", Printer::Function(DotCfg(false))),
        ("dot-dom", "DomPrinter", Printer::Function(DotTree(Dominators, true))),
        ("dot-dom-only", "DomOnlyPrinter", Printer::Function(DotTree(Dominators, false))),
        ("dot-post-dom", "PostDomPrinter", Printer::Function(DotTree(PostDominators, true))),
        ("dot-post-dom-only", "PostDomOnlyPrinter", Printer::Function(DotTree(PostDominators, false))),
    ]
};

impl Printer {
    /// The printer of this name: over modules if `of_modules`, over functions otherwise.
    pub(crate) fn named(name: &str, of_modules: bool) -> Option<Printer> {
        let mut named = PRINTERS.iter().filter(|(n, ..)| *n == name).map(|(.., printer)| *printer);
        named.find(|printer| matches!(printer, Printer::Function(_)) != of_modules)
    }

    /// The names of the printers: over modules if `of_modules`, over functions otherwise.
    pub(crate) fn names(of_modules: bool) -> impl Iterator<Item = &'static str> {
        let of_kind = move |printer: &Printer| matches!(printer, Printer::Function(_)) != of_modules;
        PRINTERS.iter().filter(move |(.., printer)| of_kind(printer)).map(|(name, ..)| *name)
    }

    fn row(self) -> (&'static str, &'static str) {
        PRINTERS.iter().find(|(.., p)| *p == self).map_or(("", ""), |(name, class, _)| (name, class))
    }

    /// The name in pipelines.
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// The name of LLVM's class.
    pub fn class(self) -> &'static str {
        self.row().1
    }
}
