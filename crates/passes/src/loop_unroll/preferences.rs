//! How much loops are unrolled: the options, and what the target wants.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::triple::{Arch, Triple};
use lindworm_ir::{Inst, Module};

use super::LoopUnroll;
use crate::effects::call_has;
use crate::function_attrs::{has, text_attribute};
use crate::loop_form::LoopForm;
use crate::pass::FunctionEdit;
use crate::table::PassOptions;

/// The limits for the unrolling of a loop. Sizes are in instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Preferences {
    /// The maximum size of a loop that is unrolled completely, and of one that is unrolled in part.
    pub threshold: u32,
    pub partial_threshold: u32,
    /// By how many percent at most the threshold grows, if iterations become simpler.
    pub max_boost: u32,
    /// The maximum number of copies, and of those of a loop whose number of iterations is not known exactly.
    pub max_count: u32,
    pub max_upper_bound: u32,
    pub full_max_count: u32,
    /// Whether loops are unrolled that have a known number of iterations, an unknown number, or a bounded number.
    pub partial: bool,
    pub runtime: bool,
    pub upper_bound: bool,
    pub allows_remainder: bool,
    pub unrolls_remainder: bool,
    /// Whether the number of iterations may be expensive to compute.
    pub allows_expensive_count: bool,
    /// Whether the loop is unrolled although the number of iterations cannot be computed.
    pub force: bool,
    /// The number of iterations that are executed to find out how simple they become.
    pub max_analyzed: u32,
    /// The cost of the number of iterations that is cheap.
    pub budget: u32,
    pub multi_exit: bool,
}

/// The size of the branch and the comparison, which unrolling does not copy.
pub(super) const BACK_EDGE: u32 = 2;
/// The number of copies of a loop whose number of iterations is not known, if they are small enough.
pub(super) const RUNTIME_COUNT: u32 = 8;

/// The micro-operations that the loop buffers of x86-64 processors hold, by the names of processors.
const LOOP_BUFFERS: &[(u32, &[&[u8]])] = &[
    (10, &[b"atom", b"bonnell", b"silvermont", b"slm", b"goldmont", b"goldmont-plus", b"tremont"]),
    (
        28,
        &[
            b"generic",
            b"x86-64",
            b"x86-64-v2",
            b"core2",
            b"penryn",
            b"nehalem",
            b"corei7",
            b"westmere",
            b"sandybridge",
            b"corei7-avx",
            b"ivybridge",
            b"core-avx-i",
        ],
    ),
    (
        50,
        &[
            b"haswell",
            b"core-avx2",
            b"broadwell",
            b"skylake",
            b"skylake-avx512",
            b"skx",
            b"cascadelake",
            b"cooperlake",
            b"cannonlake",
            b"icelake-client",
            b"icelake-server",
            b"rocketlake",
            b"tigerlake",
            b"x86-64-v3",
            b"x86-64-v4",
            b"knl",
            b"knm",
        ],
    ),
    (
        72,
        &[
            b"alderlake",
            b"raptorlake",
            b"meteorlake",
            b"gracemont",
            b"sapphirerapids",
            b"emeraldrapids",
            b"graniterapids",
        ],
    ),
    (96, &[b"znver3"]),
    (108, &[b"znver4", b"znver5"]),
    (200, &[b"lunarlake", b"arrowlake-s", b"pantherlake"]),
];

/// Whether code is generated for x86-64.
pub(crate) fn is_x86_64(module: &Module) -> bool {
    Triple::arch_of(module.triple()) == Arch::X86_64
}

/// Whether accesses of memory compute an address from a base and a scaled index.
pub(crate) fn has_scaled_addresses(module: &Module) -> bool {
    matches!(Triple::arch_of(module.triple()), Arch::X86_64 | Arch::AArch64)
}

impl Preferences {
    /// The preferences for a loop: the target's, which the options override.
    pub fn of(pass: &LoopUnroll, f: &FunctionEdit<'_, '_>, form: &LoopForm) -> Preferences {
        let options = &pass.options;
        let number = |name: &str, default: u32| options.number(name).unwrap_or(default);
        let threshold = match pass.is_aggressive {
            true => number("unroll-threshold-aggressive", 300),
            false => number("unroll-threshold-default", 150),
        };
        let mut all = Preferences {
            threshold,
            partial_threshold: 150,
            max_boost: 400,
            max_count: u32::MAX,
            max_upper_bound: 8,
            full_max_count: u32::MAX,
            partial: false,
            runtime: false,
            upper_bound: false,
            allows_remainder: true,
            unrolls_remainder: false,
            allows_expensive_count: false,
            force: false,
            max_analyzed: 10,
            budget: number("scev-cheap-expansion-budget", 4),
            multi_exit: false,
        };
        if let Some(buffer) = loop_buffer(f)
            && !has_real_call(f, form)
        {
            (all.partial, all.runtime, all.upper_bound) = (true, true, true);
            all.partial_threshold = buffer;
        }
        let function = f.additions.function();
        let module = f.editor.module();
        if [AttrKind::OPT_SIZE, AttrKind::MIN_SIZE].into_iter().any(|kind| has(module, function, kind)) {
            all.threshold = number("unroll-optsize-threshold", 0);
            (all.partial_threshold, all.max_boost) = (0, 100);
        }
        all.apply(options);
        let parameters = &pass.parameters;
        all.partial = parameters.partial.unwrap_or(all.partial);
        all.runtime = parameters.runtime.unwrap_or(all.runtime);
        all.upper_bound = parameters.upper_bound.unwrap_or(all.upper_bound);
        all.full_max_count = parameters.full_max_count.unwrap_or(all.full_max_count);
        all
    }

    fn apply(&mut self, options: &PassOptions) {
        let numbers = [
            ("unroll-threshold", &mut self.threshold),
            ("unroll-partial-threshold", &mut self.partial_threshold),
            ("unroll-max-percent-threshold-boost", &mut self.max_boost),
            ("unroll-max-count", &mut self.max_count),
            ("unroll-max-upperbound", &mut self.max_upper_bound),
            ("unroll-full-max-count", &mut self.full_max_count),
            ("unroll-max-iteration-count-to-analyze", &mut self.max_analyzed),
        ];
        for (name, place) in numbers {
            *place = options.number(name).unwrap_or(*place);
        }
        let flags = [
            ("unroll-allow-partial", &mut self.partial),
            ("unroll-allow-remainder", &mut self.allows_remainder),
            ("unroll-runtime", &mut self.runtime),
            ("unroll-remainder", &mut self.unrolls_remainder),
        ];
        for (name, place) in flags {
            *place = options.flag(name).unwrap_or(*place);
        }
        if options.number("unroll-max-upperbound") == Some(0) {
            self.upper_bound = false;
        }
    }

    /// The size of `count` copies of a loop.
    pub fn unrolled_size(size: u32, count: u32) -> u64 {
        u64::from(size - BACK_EDGE) * u64::from(count) + u64::from(BACK_EDGE)
    }
}

/// The loop buffer of the processor that the function is for, if it is known.
fn loop_buffer(f: &FunctionEdit<'_, '_>) -> Option<u32> {
    let module = f.editor.module();
    if !is_x86_64(module) {
        return None;
    }
    let cpu = text_attribute(module, f.additions.function(), b"target-cpu")?;
    LOOP_BUFFERS.iter().find(|(_, names)| names.contains(&cpu)).map(|&(size, _)| size)
}

/// Whether the loop has a call that becomes a call in machine code.
fn has_real_call(f: &FunctionEdit<'_, '_>, form: &LoopForm) -> bool {
    let body = f.editor.body();
    form.blocks.iter().any(|&block| body.insts(block).any(|inst| is_real_call(f, inst)))
}

/// Whether an instruction is a call that becomes one in machine code, as far as the name of the callee says.
pub(super) fn is_real_call(f: &FunctionEdit<'_, '_>, inst: Inst) -> bool {
    let module = f.editor.module();
    let data = f.editor.body().inst(inst);
    let Some(call) = data.call_info() else { return false };
    if matches!(call.callee.kind(), lindworm_ir::value::ValueKind::InlineAsm(_)) {
        return false;
    }
    let Some(callee) = module.callee(call.callee) else { return true };
    if callee.intrinsic.is_some() {
        return false;
    }
    let name = call.callee.as_global().and_then(|g| module.global(g)).map(|g| g.name()).unwrap_or_default();
    !INSTRUCTION_LIKE.contains(&name) || call_has(module, call, AttrKind::NO_BUILTIN)
}

/// Library functions that become instructions.
const INSTRUCTION_LIKE: &[&[u8]] = &[
    b"copysign",
    b"copysignf",
    b"copysignl",
    b"fabs",
    b"fabsf",
    b"fabsl",
    b"fmin",
    b"fminf",
    b"fminl",
    b"fmax",
    b"fmaxf",
    b"fmaxl",
    b"sin",
    b"sinf",
    b"sinl",
    b"cos",
    b"cosf",
    b"cosl",
    b"tan",
    b"tanf",
    b"tanl",
    b"sqrt",
    b"sqrtf",
    b"sqrtl",
    b"pow",
    b"powf",
    b"powl",
    b"exp2",
    b"exp2l",
    b"exp2f",
    b"floor",
    b"floorf",
    b"ceil",
    b"round",
    b"ffs",
    b"ffsl",
    b"abs",
    b"labs",
    b"llabs",
];
