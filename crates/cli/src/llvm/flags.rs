//! The flags of LLVM's tools.

use lindworm::ir::module::NativeSplats;

use super::Tool;
use super::extract::{Chosen, Kind};

/// A flag of some of the tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    Assembly,
    Output,
    Passes,
    Triple,
    Cpu,
    Features,
    NoTypeMap,
    DataLayout,
    NoOutput,
    NoVerify,
    NoEffect,
    UseListOrder,
    BitcodeUseListOrder,
    NameLimit,
    IrVersion,
    DiscardValueNames,
    AddrSpaceNames,
    AllowIncomplete,
    ExpandConstants,
    Splat(NativeSplats),
    ModuleHash,
    ModuleSummary,
    RelativeFrequencies,
    AllocationContexts,
    ThinLto,
    ThinLinkFile,
    SplitLtoUnit,
    UnifiedLto,
    MetadataIndexThreshold,
    Force,
    IndexOnly,
    OnlyMetadata,
    Annotations,
    Binary,
    ModuleIndex,
    Dump,
    DumpBlockInfo,
    NoHistogram,
    NonSymbolic,
    BinaryBlobs,
    BlockInfo,
    CheckHash,
    Shuffles,
    SaveTemps,
    OnlyNeeded,
    Internalize,
    SuppressWarnings,
    DumpAssembly,
    Verbose,
    Override,
    Chosen(Chosen),
    Recursive,
    Delete,
    KeepConstInit,
    Aggregate,
    Parts,
    PreserveLocals,
    RoundRobin,
    Category,
    AmdgpuMaxDepth,
    AmdgpuLargeFactor,
    AmdgpuMergeShare,
    AmdgpuKeepVariables,
    AmdgpuKeepFunctions,
    Color,
    EntryFunction,
    FakeArgv0,
    ExtraModule,
    Library,
    JitKind,
    Version,
    Help,
}

impl Flag {
    /// Under what LLVM lists it, where that is the same in every tool.
    pub fn category(self) -> Option<&'static str> {
        match self {
            Flag::Help | Flag::Version => Some("Generic Options"),
            Flag::Color => Some("Color Options"),
            _ => None,
        }
    }
}

/// A flag: its name, which tools have it, how its value is called in the help text if it takes one, and what it does.
pub struct FlagInfo {
    pub name: &'static str,
    pub flag: Flag,
    pub tools: &'static [Tool],
    pub value: Option<&'static str>,
    pub help: &'static str,
}

const fn flag(
    name: &'static str,
    flag: Flag,
    tools: &'static [Tool],
    value: Option<&'static str>,
    help: &'static str,
) -> FlagInfo {
    FlagInfo { name, flag, tools, value, help }
}

/// The tools that write a module.
const WRITERS: &[Tool] = &[Tool::Opt, Tool::As, Tool::Dis];

/// The tools that write bitcode.
const ASSEMBLERS: &[Tool] = &[Tool::Opt, Tool::As];

const LINK: &[Tool] = &[Tool::Link];

const EXTRACT: &[Tool] = &[Tool::Extract];

const SPLIT: &[Tool] = &[Tool::Split];

const LLI: &[Tool] = &[Tool::Interpreter];

const ANALYZER: &[Tool] = &[Tool::Analyzer];

/// All flags, by name.
pub const FLAGS: &[FlagInfo] = &[
    flag("O0", Flag::NoEffect, LLI, None, "Optimization level; programs are not optimized at any level"),
    flag("O1", Flag::NoEffect, LLI, None, "Like -O0"),
    flag("O2", Flag::NoEffect, LLI, None, "Like -O0"),
    flag("O3", Flag::NoEffect, LLI, None, "Like -O0"),
    flag(
        "S",
        Flag::Assembly,
        &[Tool::Opt, Tool::Link, Tool::Extract, Tool::Split],
        None,
        "Write output as LLVM assembly",
    ),
    flag(
        "aggregate-extracted-args",
        Flag::Aggregate,
        EXTRACT,
        None,
        "Aggregate the parameters of extracted blocks: only 'false' is supported",
    ),
    flag("alias", Flag::Chosen(Chosen::Named(Kind::Alias)), EXTRACT, Some("alias"), "Specify alias to extract"),
    flag(
        "allow-incomplete-ir",
        Flag::AllowIncomplete,
        Tool::ALL,
        None,
        "Allow incomplete IR on a best effort basis (references to unknown metadata will be dropped)",
    ),
    flag("b", Flag::Binary, &[Tool::Cat, Tool::ModExtract], None, "Copy modules as they are"),
    flag(
        "amdgpu-module-splitting-large-threshold",
        Flag::AmdgpuLargeFactor,
        SPLIT,
        Some("number"),
        "What costs more than this times a fair share may go where most of what it calls is",
    ),
    flag(
        "amdgpu-module-splitting-max-depth",
        Flag::AmdgpuMaxDepth,
        SPLIT,
        Some("uint"),
        "Maximum search depth. 0 forces a greedy approach",
    ),
    flag(
        "amdgpu-module-splitting-merge-threshold",
        Flag::AmdgpuMergeShare,
        SPLIT,
        Some("number"),
        "... if more than this share of what it calls is there",
    ),
    flag(
        "amdgpu-module-splitting-no-externalize-address-taken",
        Flag::AmdgpuKeepFunctions,
        SPLIT,
        None,
        "Local functions whose address is taken stay local",
    ),
    flag(
        "amdgpu-module-splitting-no-externalize-globals",
        Flag::AmdgpuKeepVariables,
        SPLIT,
        None,
        "Local variables stay local, and are copied",
    ),
    flag(
        "bb",
        Flag::Chosen(Chosen::Blocks),
        EXTRACT,
        Some("function:bb1[;bb2...]"),
        "Specify <function, basic block1[;basic block2...]> pairs to extract; each pair will create a function. '%' and its \
         number stand for a block without a name",
    ),
    flag(
        "bitcode-mdindex-threshold",
        Flag::MetadataIndexThreshold,
        ASSEMBLERS,
        Some("uint"),
        "Number of metadatas above which we emit an index to enable lazy-loading",
    ),
    flag("block-info", Flag::BlockInfo, ANALYZER, Some("string"), "Use the BLOCK_INFO from the given file"),
    flag(
        "check-hash",
        Flag::CheckHash,
        ANALYZER,
        Some("string"),
        "Check module hash using the argument as a string table",
    ),
    flag(
        "color",
        Flag::Color,
        &[Tool::Link, Tool::Dis, Tool::Analyzer, Tool::ModExtract, Tool::Split, Tool::Diff],
        None,
        "Use colors in output: only 'false' is supported",
    ),
    flag(
        "combined-index-memprof-context",
        Flag::AllocationContexts,
        Tool::ALL,
        None,
        "Write the contexts of allocations to an index of several modules",
    ),
    flag(
        "data-layout",
        Flag::DataLayout,
        ASSEMBLERS,
        Some("layout-string"),
        "Data layout to use instead of the module's",
    ),
    flag("delete", Flag::Delete, EXTRACT, None, "Delete specified Globals from Module"),
    flag("d", Flag::DumpAssembly, LINK, None, "Print assembly as linked"),
    flag(
        "disable-debug-info-type-map",
        Flag::NoTypeMap,
        &[Tool::Opt, Tool::Link],
        None,
        "Keep debug info types of one identifier apart",
    ),
    flag("disable-histogram", Flag::NoHistogram, ANALYZER, None, "Do not print per-code histogram"),
    flag("disable-lazy-loading", Flag::NoEffect, LINK, None, "Disable lazy module loading: whole modules are read"),
    flag("disable-output", Flag::NoOutput, WRITERS, None, "Read and check only, write nothing"),
    flag("disable-verify", Flag::NoVerify, &[Tool::Opt, Tool::As, Tool::Link], None, "Do not run the verifier"),
    flag(
        "discard-value-names",
        Flag::DiscardValueNames,
        &[Tool::Opt],
        None,
        "Discard names from Value (other than GlobalValue)",
    ),
    flag("dlopen", Flag::Library, LLI, Some("library"), "Dynamic libraries to load before linking"),
    flag("dump", Flag::Dump, ANALYZER, None, "Dump low level bitcode trace"),
    flag("dump-blockinfo", Flag::DumpBlockInfo, ANALYZER, None, "Include BLOCKINFO details in low level dump"),
    flag(
        "entry-function",
        Flag::EntryFunction,
        LLI,
        Some("function"),
        "Function to call as the entry point instead of 'main'",
    ),
    flag(
        "expand-constant-exprs",
        Flag::ExpandConstants,
        Tool::ALL,
        None,
        "Expand constant expressions to instructions for testing purposes",
    ),
    flag("extra-module", Flag::ExtraModule, LLI, Some("input bitcode"), "Extra modules to be loaded"),
    flag(
        "f",
        Flag::Force,
        &[Tool::Opt, Tool::As, Tool::Dis, Tool::Link, Tool::Extract],
        None,
        "Enable binary output on terminals",
    ),
    flag(
        "fake-argv0",
        Flag::FakeArgv0,
        LLI,
        Some("executable"),
        "Override the 'argv[0]' value passed into the program",
    ),
    flag("func", Flag::Chosen(Chosen::Named(Kind::Function)), EXTRACT, Some("function"), "Specify function to extract"),
    flag("glob", Flag::Chosen(Chosen::Named(Kind::Variable)), EXTRACT, Some("global"), "Specify global to extract"),
    flag("force-interpreter", Flag::NoEffect, LLI, None, "Interpret the program, which is always done"),
    flag("help", Flag::Help, Tool::ALL, None, "Display available options"),
    flag("internalize", Flag::Internalize, LINK, None, "Internalize linked symbols"),
    flag(
        "ir-version",
        Flag::IrVersion,
        &[Tool::Opt, Tool::Dis],
        Some("number"),
        "Version of LLVM whose text is written: 22 (the default) or 23",
    ),
    flag("j", Flag::Parts, SPLIT, Some("uint"), "Number of output files"),
    flag("jit-kind", Flag::JitKind, LLI, Some("kind"), "orc, orc-lazy or mcjit: all are interpreted"),
    flag("keep-const-init", Flag::KeepConstInit, EXTRACT, None, "Keep initializers of constants"),
    flag("load", Flag::Library, LLI, Some("library"), "Alias for --dlopen"),
    flag("materialize-metadata", Flag::OnlyMetadata, &[Tool::Dis], None, "Load the metadata, but no function bodies"),
    flag("module-hash", Flag::ModuleHash, ASSEMBLERS, None, "Emit module hash"),
    flag("module-summary", Flag::ModuleSummary, &[Tool::Opt], None, "Emit module summary index"),
    flag(
        "mattr",
        Flag::Features,
        &[Tool::Opt],
        Some("a1,+a2,-a3"),
        "Target features to append to those of each function",
    ),
    flag("mcpu", Flag::Cpu, &[Tool::Opt], Some("cpu-name"), "Target CPU of the functions that name none"),
    flag("mtriple", Flag::Triple, &[Tool::Opt], Some("triple"), "Target triple to use instead of the module's"),
    flag(
        "mtriple",
        Flag::Triple,
        SPLIT,
        Some("triple"),
        "Target triple, by which modules for amdgcn are split in a way of their own",
    ),
    flag("n", Flag::ModuleIndex, &[Tool::ModExtract], Some("index"), "Index of module to extract"),
    flag(
        "non-global-value-max-name-size",
        Flag::NameLimit,
        Tool::ALL,
        Some("int"),
        "Maximum size for the name of non-global values",
    ),
    flag(
        "non-symbolic",
        Flag::NonSymbolic,
        ANALYZER,
        None,
        "Emit numeric info in dump even if symbolic info is available",
    ),
    flag(
        "num-shuffles",
        Flag::Shuffles,
        &[Tool::VerifyUseListOrder],
        Some("uint"),
        "Number of times to shuffle and verify use-lists",
    ),
    flag(
        "o",
        Flag::Output,
        &[Tool::Opt, Tool::As, Tool::Dis, Tool::Cat, Tool::ModExtract, Tool::Link, Tool::Extract, Tool::Split],
        Some("filename"),
        "Override output filename",
    ),
    flag("only-needed", Flag::OnlyNeeded, LINK, None, "Link only needed symbols"),
    flag(
        "override",
        Flag::Override,
        LINK,
        Some("filename"),
        "input bitcode file which can override previously defined symbol(s)",
    ),
    flag("p", Flag::Passes, &[Tool::Opt], Some("passes"), "Alias for --passes"),
    flag(
        "passes",
        Flag::Passes,
        &[Tool::Opt],
        Some("passes"),
        "Passes to run, separated by commas: name-anon-globals, strip, strip-nondebug, verify",
    ),
    flag(
        "preserve-bc-uselistorder",
        Flag::BitcodeUseListOrder,
        &[Tool::Opt, Tool::As, Tool::Link, Tool::Extract],
        None,
        "Preserve use-list order when writing LLVM bitcode: the default",
    ),
    flag(
        "preserve-ll-uselistorder",
        Flag::UseListOrder,
        &[Tool::Opt, Tool::Dis, Tool::Link, Tool::Extract],
        None,
        "Preserve use-list order when writing LLVM assembly",
    ),
    flag("preserve-locals", Flag::PreserveLocals, SPLIT, None, "Split without externalizing locals"),
    flag("print-addrspace-name", Flag::AddrSpaceNames, Tool::ALL, None, "Print address space names"),
    flag("print-thinlto-index-only", Flag::IndexOnly, &[Tool::Dis], None, "Only read and print the summary index"),
    flag(
        "ralias",
        Flag::Chosen(Chosen::Matching(Kind::Alias)),
        EXTRACT,
        Some("ralias"),
        "Specify alias(es) to extract using a regular expression",
    ),
    flag("recursive", Flag::Recursive, EXTRACT, None, "Recursively extract all called functions"),
    flag(
        "rfunc",
        Flag::Chosen(Chosen::Matching(Kind::Function)),
        EXTRACT,
        Some("rfunction"),
        "Specify function(s) to extract using a regular expression",
    ),
    flag(
        "rglob",
        Flag::Chosen(Chosen::Matching(Kind::Variable)),
        EXTRACT,
        Some("rglobal"),
        "Specify global(s) to extract using a regular expression",
    ),
    flag(
        "round-robin",
        Flag::RoundRobin,
        SPLIT,
        None,
        "Use round-robin distribution of functions to modules instead of the default name-hash-based one",
    ),
    flag("run-twice", Flag::NoEffect, &[Tool::Opt], None, "Run all passes twice"),
    flag("save-temps", Flag::SaveTemps, &[Tool::VerifyUseListOrder], None, "Save temp files"),
    flag("show-annotations", Flag::Annotations, &[Tool::Dis], None, "Add informational comments to the .ll file"),
    flag("show-binary-blobs", Flag::BinaryBlobs, ANALYZER, None, "Print binary blobs using hex escapes"),
    flag(
        "split-by-category",
        Flag::Category,
        SPLIT,
        Some("value"),
        "A part for each category: module-id, one per value of the attribute \"module-id\" of kernels, or kernel, one per kernel",
    ),
    flag("suppress-warnings", Flag::SuppressWarnings, LINK, None, "Suppress all linking warnings"),
    flag(
        "thin-link-bitcode-file",
        Flag::ThinLinkFile,
        &[Tool::Opt],
        Some("filename"),
        "A file in which to write minimized bitcode for the thin link only",
    ),
    flag("thinlto-bc", Flag::ThinLto, &[Tool::Opt], None, "Write output as ThinLTO-ready bitcode"),
    flag(
        "thinlto-split-lto-unit",
        Flag::SplitLtoUnit,
        &[Tool::Opt],
        None,
        "Enable splitting of a ThinLTO LTOUnit; modules that need splitting are refused",
    ),
    flag(
        "unified-lto",
        Flag::UnifiedLto,
        &[Tool::Opt],
        None,
        "Use unified LTO pipelines. Ignored unless -thinlto-bc is also specified",
    ),
    flag(
        "use-constant-fp-for-fixed-length-splat",
        Flag::Splat(NativeSplats::FIXED_FLOATS),
        Tool::ALL,
        None,
        "Use ConstantFP's native fixed-length vector splat support",
    ),
    flag(
        "use-constant-fp-for-scalable-splat",
        Flag::Splat(NativeSplats::SCALABLE_FLOATS),
        Tool::ALL,
        None,
        "Use ConstantFP's native scalable vector splat support",
    ),
    flag(
        "use-constant-int-for-fixed-length-splat",
        Flag::Splat(NativeSplats::FIXED_INTS),
        Tool::ALL,
        None,
        "Use ConstantInt's native fixed-length vector splat support",
    ),
    flag(
        "use-constant-int-for-scalable-splat",
        Flag::Splat(NativeSplats::SCALABLE_INTS),
        Tool::ALL,
        None,
        "Use ConstantInt's native scalable vector splat support",
    ),
    flag("v", Flag::Verbose, LINK, None, "Print information about actions taken"),
    flag("verify-each", Flag::NoEffect, &[Tool::Opt], None, "Verify after each transform"),
    flag("version", Flag::Version, Tool::ALL, None, "Display the version of this program"),
    flag(
        "write-relbf-to-summary",
        Flag::RelativeFrequencies,
        Tool::ALL,
        None,
        "Write relative block frequency to function summary",
    ),
];

/// A number as LLVM's scanner reads it: `0x`, `0b`, `0o` or `0` before it say that it is no decimal one.
pub fn parse_integer(text: &str) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &digits[2..]),
        [b'0', b'b' | b'B', ..] => (2, &digits[2..]),
        [b'0', b'o', ..] => (8, &digits[2..]),
        [b'0', b'0'..=b'9', ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    // A sign of its own is none of the digits.
    let number = digits.bytes().all(|b| b.is_ascii_alphanumeric()).then(|| i64::from_str_radix(digits, radix))?;
    Some(sign * number.ok()?)
}
