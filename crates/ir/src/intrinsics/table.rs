//! Made by tools/gen-intrinsics.py, which says what is in `table.bin`. Do not edit.

use super::IntrinsicAttribute::{self, Flag, Int, Range};
use super::{IntrinsicId, PrintedArgument};

static TABLE: &[u8] = include_bytes!("table.bin");

const fn section(start: usize, end: usize) -> &'static [u8] {
    TABLE.split_at(end).0.split_at(start).1
}

pub(super) const COUNT: u16 = 16123;
pub(super) const BLOCK: usize = 16;
pub(super) static ENTRIES: &[u8] = section(0, 64492);
pub(super) static BLOCKS: &[u8] = section(64492, 68524);
pub(super) static NAMES: &[u8] = section(68524, 197643);
pub(super) static SIGNATURES: &[u8] = section(197643, 241773);
pub(super) static ATTRIBUTE_SETS: &[u8] = section(241773, 250394);

pub(super) static TARGETS: [&str; 18] = ["aarch64", "amdgcn", "arm", "bpf", "dx", "hexagon", "loongarch", "mips", "nvvm", "ppc", "r600", "riscv", "s390", "spv", "ve", "wasm", "x86", "xcore"];

pub(super) static ATTRIBUTES: [IntrinsicAttribute; 54] = [
    Flag("nocallback"),
    Flag("nofree"),
    Flag("nosync"),
    Flag("nounwind"),
    Flag("willreturn"),
    Int("memory", 0x0),
    Flag("immarg"),
    Flag("cold"),
    Flag("noreturn"),
    Int("memory", 0x555),
    Flag("writeonly"),
    Int("captures", 0),
    Int("memory", 0x2),
    Int("memory", 0x4),
    Int("memory", 0x1),
    Flag("readonly"),
    Int("memory", 0xf),
    Int("memory", 0x8),
    Int("memory", 0xc),
    Int("memory", 0xaaa),
    Flag("speculatable"),
    Int("memory", 0x3),
    Flag("noundef"),
    Flag("nocreateundeforpoison"),
    Flag("convergent"),
    Range { lower: 0, upper: 16 },
    Range { lower: 0, upper: 4 },
    Flag("nonnull"),
    Int("align", 4),
    Flag("readnone"),
    Range { lower: 32, upper: 65 },
    Range { lower: 0, upper: 1024 },
    Flag("nomerge"),
    Flag("noduplicate"),
    Flag("strictfp"),
    Flag("noalias"),
    Range { lower: 0, upper: 3 },
    Range { lower: 128, upper: 129 },
    Range { lower: 0, upper: 1 },
    Range { lower: 0, upper: 2 },
    Range { lower: 0, upper: 2147483647 },
    Range { lower: 0, upper: 65535 },
    Range { lower: 1, upper: 2147483648 },
    Range { lower: 1, upper: 65536 },
    Range { lower: 0, upper: 32 },
    Range { lower: 1, upper: 1025 },
    Range { lower: 1, upper: 65 },
    Range { lower: 0, upper: 64 },
    Range { lower: 32, upper: 33 },
    Range { lower: 24, upper: 257 },
    Range { lower: 1, upper: 3 },
    Range { lower: 0, upper: 5 },
    Flag("returned"),
    Range { lower: -1, upper: 2 },
];

pub(super) static PRINTED_ARGUMENTS: [PrintedArgument; 8] = [
    PrintedArgument { intrinsic: IntrinsicId(10191), argument: 5, name: "kind", values: &["f16", "tf32", "f8f6f4", "i8"] },
    PrintedArgument { intrinsic: IntrinsicId(10191), argument: 6, name: "cta_group", values: &[] },
    PrintedArgument { intrinsic: IntrinsicId(10191), argument: 7, name: "collector", values: &["discard", "lastuse", "fill", "use"] },
    PrintedArgument { intrinsic: IntrinsicId(10262), argument: 1, name: "elemtype", values: &["u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "f32.ftz", "f64", "bf16", "tf32", "tf32.ftz", "b4x16", "b4x16_p64", "b6x16_p32"] },
    PrintedArgument { intrinsic: IntrinsicId(10263), argument: 1, name: "fill_mode", values: &["Zero fill", "OOB-NaN fill"] },
    PrintedArgument { intrinsic: IntrinsicId(10267), argument: 1, name: "interleave_layout", values: &["No interleave", "16B interleave", "32B interleave"] },
    PrintedArgument { intrinsic: IntrinsicId(10269), argument: 1, name: "swizzle_atomicity", values: &["16B", "32B", "32B + 8B flip", "64B"] },
    PrintedArgument { intrinsic: IntrinsicId(10270), argument: 1, name: "swizzle_mode", values: &["No swizzling", "32B swizzling", "64B swizzling", "128B swizzling", "96B swizzling"] },
];

/// The intrinsics that belong to no target, and those of targets that the verifier has rules about.
impl IntrinsicId {
    /// `llvm.aarch64.ldaxr`
    pub const AARCH64_LDAXR: Self = Self(66);
    /// `llvm.aarch64.ldxr`
    pub const AARCH64_LDXR: Self = Self(69);
    /// `llvm.aarch64.prefetch`
    pub const AARCH64_PREFETCH: Self = Self(280);
    /// `llvm.aarch64.range.prefetch`
    pub const AARCH64_RANGE_PREFETCH: Self = Self(281);
    /// `llvm.aarch64.stlxr`
    pub const AARCH64_STLXR: Self = Self(741);
    /// `llvm.aarch64.stxr`
    pub const AARCH64_STXR: Self = Self(743);
    /// `llvm.abs`
    pub const ABS: Self = Self(1705);
    /// `llvm.acos`
    pub const ACOS: Self = Self(1706);
    /// `llvm.addressofreturnaddress`
    pub const ADDRESSOFRETURNADDRESS: Self = Self(1707);
    /// `llvm.adjust.trampoline`
    pub const ADJUST_TRAMPOLINE: Self = Self(1708);
    /// `llvm.alloc.token.id`
    pub const ALLOC_TOKEN_ID: Self = Self(1709);
    /// `llvm.allow.runtime.check`
    pub const ALLOW_RUNTIME_CHECK: Self = Self(1710);
    /// `llvm.allow.sanitize.address`
    pub const ALLOW_SANITIZE_ADDRESS: Self = Self(1711);
    /// `llvm.allow.sanitize.hwaddress`
    pub const ALLOW_SANITIZE_HWADDRESS: Self = Self(1712);
    /// `llvm.allow.sanitize.memory`
    pub const ALLOW_SANITIZE_MEMORY: Self = Self(1713);
    /// `llvm.allow.sanitize.thread`
    pub const ALLOW_SANITIZE_THREAD: Self = Self(1714);
    /// `llvm.allow.ubsan.check`
    pub const ALLOW_UBSAN_CHECK: Self = Self(1715);
    /// `llvm.amdgcn.call.whole.wave`
    pub const AMDGCN_CALL_WHOLE_WAVE: Self = Self(1729);
    /// `llvm.amdgcn.cooperative.atomic.load.16x8B`
    pub const AMDGCN_COOPERATIVE_ATOMIC_LOAD_16X8B: Self = Self(1749);
    /// `llvm.amdgcn.cooperative.atomic.load.32x4B`
    pub const AMDGCN_COOPERATIVE_ATOMIC_LOAD_32X4B: Self = Self(1750);
    /// `llvm.amdgcn.cooperative.atomic.load.8x16B`
    pub const AMDGCN_COOPERATIVE_ATOMIC_LOAD_8X16B: Self = Self(1751);
    /// `llvm.amdgcn.cooperative.atomic.store.16x8B`
    pub const AMDGCN_COOPERATIVE_ATOMIC_STORE_16X8B: Self = Self(1752);
    /// `llvm.amdgcn.cooperative.atomic.store.32x4B`
    pub const AMDGCN_COOPERATIVE_ATOMIC_STORE_32X4B: Self = Self(1753);
    /// `llvm.amdgcn.cooperative.atomic.store.8x16B`
    pub const AMDGCN_COOPERATIVE_ATOMIC_STORE_8X16B: Self = Self(1754);
    /// `llvm.amdgcn.cs.chain`
    pub const AMDGCN_CS_CHAIN: Self = Self(1756);
    /// `llvm.amdgcn.init.exec.from.input`
    pub const AMDGCN_INIT_EXEC_FROM_INPUT: Self = Self(2741);
    /// `llvm.amdgcn.kill`
    pub const AMDGCN_KILL: Self = Self(2758);
    /// `llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4`
    pub const AMDGCN_MFMA_SCALE_F32_16X16X128_F8F6F4: Self = Self(2816);
    /// `llvm.amdgcn.mfma.scale.f32.32x32x64.f8f6f4`
    pub const AMDGCN_MFMA_SCALE_F32_32X32X64_F8F6F4: Self = Self(2817);
    /// `llvm.amdgcn.s.prefetch.data`
    pub const AMDGCN_S_PREFETCH_DATA: Self = Self(2939);
    /// `llvm.amdgcn.set.inactive.chain.arg`
    pub const AMDGCN_SET_INACTIVE_CHAIN_ARG: Self = Self(2977);
    /// `llvm.amdgcn.unreachable`
    pub const AMDGCN_UNREACHABLE: Self = Self(3101);
    /// `llvm.amdgcn.wmma.f32.16x16x128.f8f6f4`
    pub const AMDGCN_WMMA_F32_16X16X128_F8F6F4: Self = Self(3137);
    /// `llvm.amdgcn.wmma.scale.f32.16x16x128.f8f6f4`
    pub const AMDGCN_WMMA_SCALE_F32_16X16X128_F8F6F4: Self = Self(3158);
    /// `llvm.amdgcn.wmma.scale16.f32.16x16x128.f8f6f4`
    pub const AMDGCN_WMMA_SCALE16_F32_16X16X128_F8F6F4: Self = Self(3160);
    /// `llvm.annotation`
    pub const ANNOTATION: Self = Self(3173);
    /// `llvm.arithmetic.fence`
    pub const ARITHMETIC_FENCE: Self = Self(3174);
    /// `llvm.arm.ldaex`
    pub const ARM_LDAEX: Self = Self(3227);
    /// `llvm.arm.ldrex`
    pub const ARM_LDREX: Self = Self(3233);
    /// `llvm.arm.stlex`
    pub const ARM_STLEX: Self = Self(3646);
    /// `llvm.arm.strex`
    pub const ARM_STREX: Self = Self(3648);
    /// `llvm.asan.check.memaccess`
    pub const ASAN_CHECK_MEMACCESS: Self = Self(3679);
    /// `llvm.asin`
    pub const ASIN: Self = Self(3680);
    /// `llvm.assume`
    pub const ASSUME: Self = Self(3681);
    /// `llvm.atan`
    pub const ATAN: Self = Self(3682);
    /// `llvm.atan2`
    pub const ATAN2: Self = Self(3683);
    /// `llvm.bitreverse`
    pub const BITREVERSE: Self = Self(3684);
    /// `llvm.bswap`
    pub const BSWAP: Self = Self(3697);
    /// `llvm.call.preallocated.arg`
    pub const CALL_PREALLOCATED_ARG: Self = Self(3698);
    /// `llvm.call.preallocated.setup`
    pub const CALL_PREALLOCATED_SETUP: Self = Self(3699);
    /// `llvm.call.preallocated.teardown`
    pub const CALL_PREALLOCATED_TEARDOWN: Self = Self(3700);
    /// `llvm.callbr.landingpad`
    pub const CALLBR_LANDINGPAD: Self = Self(3701);
    /// `llvm.canonicalize`
    pub const CANONICALIZE: Self = Self(3702);
    /// `llvm.ceil`
    pub const CEIL: Self = Self(3703);
    /// `llvm.clear_cache`
    pub const CLEAR_CACHE: Self = Self(3704);
    /// `llvm.clmul`
    pub const CLMUL: Self = Self(3705);
    /// `llvm.codeview.annotation`
    pub const CODEVIEW_ANNOTATION: Self = Self(3706);
    /// `llvm.convert.from.fp16`
    pub const CONVERT_FROM_FP16: Self = Self(3707);
    /// `llvm.convert.to.fp16`
    pub const CONVERT_TO_FP16: Self = Self(3708);
    /// `llvm.copysign`
    pub const COPYSIGN: Self = Self(3709);
    /// `llvm.coro.align`
    pub const CORO_ALIGN: Self = Self(3710);
    /// `llvm.coro.alloc`
    pub const CORO_ALLOC: Self = Self(3711);
    /// `llvm.coro.alloca.alloc`
    pub const CORO_ALLOCA_ALLOC: Self = Self(3712);
    /// `llvm.coro.alloca.free`
    pub const CORO_ALLOCA_FREE: Self = Self(3713);
    /// `llvm.coro.alloca.get`
    pub const CORO_ALLOCA_GET: Self = Self(3714);
    /// `llvm.coro.async.context.alloc`
    pub const CORO_ASYNC_CONTEXT_ALLOC: Self = Self(3715);
    /// `llvm.coro.async.context.dealloc`
    pub const CORO_ASYNC_CONTEXT_DEALLOC: Self = Self(3716);
    /// `llvm.coro.async.resume`
    pub const CORO_ASYNC_RESUME: Self = Self(3717);
    /// `llvm.coro.async.size.replace`
    pub const CORO_ASYNC_SIZE_REPLACE: Self = Self(3718);
    /// `llvm.coro.await.suspend.bool`
    pub const CORO_AWAIT_SUSPEND_BOOL: Self = Self(3719);
    /// `llvm.coro.await.suspend.handle`
    pub const CORO_AWAIT_SUSPEND_HANDLE: Self = Self(3720);
    /// `llvm.coro.await.suspend.void`
    pub const CORO_AWAIT_SUSPEND_VOID: Self = Self(3721);
    /// `llvm.coro.begin`
    pub const CORO_BEGIN: Self = Self(3722);
    /// `llvm.coro.begin.custom.abi`
    pub const CORO_BEGIN_CUSTOM_ABI: Self = Self(3723);
    /// `llvm.coro.destroy`
    pub const CORO_DESTROY: Self = Self(3724);
    /// `llvm.coro.done`
    pub const CORO_DONE: Self = Self(3725);
    /// `llvm.coro.end`
    pub const CORO_END: Self = Self(3726);
    /// `llvm.coro.end.async`
    pub const CORO_END_ASYNC: Self = Self(3727);
    /// `llvm.coro.end.results`
    pub const CORO_END_RESULTS: Self = Self(3728);
    /// `llvm.coro.frame`
    pub const CORO_FRAME: Self = Self(3729);
    /// `llvm.coro.free`
    pub const CORO_FREE: Self = Self(3730);
    /// `llvm.coro.id`
    pub const CORO_ID: Self = Self(3731);
    /// `llvm.coro.id.async`
    pub const CORO_ID_ASYNC: Self = Self(3732);
    /// `llvm.coro.id.retcon`
    pub const CORO_ID_RETCON: Self = Self(3733);
    /// `llvm.coro.id.retcon.once`
    pub const CORO_ID_RETCON_ONCE: Self = Self(3734);
    /// `llvm.coro.is_in_ramp`
    pub const CORO_IS_IN_RAMP: Self = Self(3735);
    /// `llvm.coro.noop`
    pub const CORO_NOOP: Self = Self(3736);
    /// `llvm.coro.prepare.async`
    pub const CORO_PREPARE_ASYNC: Self = Self(3737);
    /// `llvm.coro.prepare.retcon`
    pub const CORO_PREPARE_RETCON: Self = Self(3738);
    /// `llvm.coro.promise`
    pub const CORO_PROMISE: Self = Self(3739);
    /// `llvm.coro.resume`
    pub const CORO_RESUME: Self = Self(3740);
    /// `llvm.coro.save`
    pub const CORO_SAVE: Self = Self(3741);
    /// `llvm.coro.size`
    pub const CORO_SIZE: Self = Self(3742);
    /// `llvm.coro.subfn.addr`
    pub const CORO_SUBFN_ADDR: Self = Self(3743);
    /// `llvm.coro.suspend`
    pub const CORO_SUSPEND: Self = Self(3744);
    /// `llvm.coro.suspend.async`
    pub const CORO_SUSPEND_ASYNC: Self = Self(3745);
    /// `llvm.coro.suspend.retcon`
    pub const CORO_SUSPEND_RETCON: Self = Self(3746);
    /// `llvm.cos`
    pub const COS: Self = Self(3747);
    /// `llvm.cosh`
    pub const COSH: Self = Self(3748);
    /// `llvm.ctlz`
    pub const CTLZ: Self = Self(3749);
    /// `llvm.ctpop`
    pub const CTPOP: Self = Self(3750);
    /// `llvm.cttz`
    pub const CTTZ: Self = Self(3751);
    /// `llvm.dbg.assign`
    pub const DBG_ASSIGN: Self = Self(3752);
    /// `llvm.dbg.declare`
    pub const DBG_DECLARE: Self = Self(3753);
    /// `llvm.dbg.label`
    pub const DBG_LABEL: Self = Self(3754);
    /// `llvm.dbg.value`
    pub const DBG_VALUE: Self = Self(3755);
    /// `llvm.debugtrap`
    pub const DEBUGTRAP: Self = Self(3756);
    /// `llvm.donothing`
    pub const DONOTHING: Self = Self(3757);
    /// `llvm.eh.dwarf.cfa`
    pub const EH_DWARF_CFA: Self = Self(3832);
    /// `llvm.eh.exceptioncode`
    pub const EH_EXCEPTIONCODE: Self = Self(3833);
    /// `llvm.eh.exceptionpointer`
    pub const EH_EXCEPTIONPOINTER: Self = Self(3834);
    /// `llvm.eh.recoverfp`
    pub const EH_RECOVERFP: Self = Self(3835);
    /// `llvm.eh.return.i32`
    pub const EH_RETURN_I32: Self = Self(3836);
    /// `llvm.eh.return.i64`
    pub const EH_RETURN_I64: Self = Self(3837);
    /// `llvm.eh.sjlj.callsite`
    pub const EH_SJLJ_CALLSITE: Self = Self(3838);
    /// `llvm.eh.sjlj.functioncontext`
    pub const EH_SJLJ_FUNCTIONCONTEXT: Self = Self(3839);
    /// `llvm.eh.sjlj.longjmp`
    pub const EH_SJLJ_LONGJMP: Self = Self(3840);
    /// `llvm.eh.sjlj.lsda`
    pub const EH_SJLJ_LSDA: Self = Self(3841);
    /// `llvm.eh.sjlj.setjmp`
    pub const EH_SJLJ_SETJMP: Self = Self(3842);
    /// `llvm.eh.sjlj.setup.dispatch`
    pub const EH_SJLJ_SETUP_DISPATCH: Self = Self(3843);
    /// `llvm.eh.typeid.for`
    pub const EH_TYPEID_FOR: Self = Self(3844);
    /// `llvm.eh.unwind.init`
    pub const EH_UNWIND_INIT: Self = Self(3845);
    /// `llvm.exp`
    pub const EXP: Self = Self(3846);
    /// `llvm.exp10`
    pub const EXP10: Self = Self(3847);
    /// `llvm.exp2`
    pub const EXP2: Self = Self(3848);
    /// `llvm.expect`
    pub const EXPECT: Self = Self(3849);
    /// `llvm.expect.with.probability`
    pub const EXPECT_WITH_PROBABILITY: Self = Self(3850);
    /// `llvm.experimental.constrained.acos`
    pub const EXPERIMENTAL_CONSTRAINED_ACOS: Self = Self(3851);
    /// `llvm.experimental.constrained.asin`
    pub const EXPERIMENTAL_CONSTRAINED_ASIN: Self = Self(3852);
    /// `llvm.experimental.constrained.atan`
    pub const EXPERIMENTAL_CONSTRAINED_ATAN: Self = Self(3853);
    /// `llvm.experimental.constrained.atan2`
    pub const EXPERIMENTAL_CONSTRAINED_ATAN2: Self = Self(3854);
    /// `llvm.experimental.constrained.ceil`
    pub const EXPERIMENTAL_CONSTRAINED_CEIL: Self = Self(3855);
    /// `llvm.experimental.constrained.cos`
    pub const EXPERIMENTAL_CONSTRAINED_COS: Self = Self(3856);
    /// `llvm.experimental.constrained.cosh`
    pub const EXPERIMENTAL_CONSTRAINED_COSH: Self = Self(3857);
    /// `llvm.experimental.constrained.exp`
    pub const EXPERIMENTAL_CONSTRAINED_EXP: Self = Self(3858);
    /// `llvm.experimental.constrained.exp2`
    pub const EXPERIMENTAL_CONSTRAINED_EXP2: Self = Self(3859);
    /// `llvm.experimental.constrained.fadd`
    pub const EXPERIMENTAL_CONSTRAINED_FADD: Self = Self(3860);
    /// `llvm.experimental.constrained.fcmp`
    pub const EXPERIMENTAL_CONSTRAINED_FCMP: Self = Self(3861);
    /// `llvm.experimental.constrained.fcmps`
    pub const EXPERIMENTAL_CONSTRAINED_FCMPS: Self = Self(3862);
    /// `llvm.experimental.constrained.fdiv`
    pub const EXPERIMENTAL_CONSTRAINED_FDIV: Self = Self(3863);
    /// `llvm.experimental.constrained.floor`
    pub const EXPERIMENTAL_CONSTRAINED_FLOOR: Self = Self(3864);
    /// `llvm.experimental.constrained.fma`
    pub const EXPERIMENTAL_CONSTRAINED_FMA: Self = Self(3865);
    /// `llvm.experimental.constrained.fmul`
    pub const EXPERIMENTAL_CONSTRAINED_FMUL: Self = Self(3866);
    /// `llvm.experimental.constrained.fmuladd`
    pub const EXPERIMENTAL_CONSTRAINED_FMULADD: Self = Self(3867);
    /// `llvm.experimental.constrained.fpext`
    pub const EXPERIMENTAL_CONSTRAINED_FPEXT: Self = Self(3868);
    /// `llvm.experimental.constrained.fptosi`
    pub const EXPERIMENTAL_CONSTRAINED_FPTOSI: Self = Self(3869);
    /// `llvm.experimental.constrained.fptoui`
    pub const EXPERIMENTAL_CONSTRAINED_FPTOUI: Self = Self(3870);
    /// `llvm.experimental.constrained.fptrunc`
    pub const EXPERIMENTAL_CONSTRAINED_FPTRUNC: Self = Self(3871);
    /// `llvm.experimental.constrained.frem`
    pub const EXPERIMENTAL_CONSTRAINED_FREM: Self = Self(3872);
    /// `llvm.experimental.constrained.fsub`
    pub const EXPERIMENTAL_CONSTRAINED_FSUB: Self = Self(3873);
    /// `llvm.experimental.constrained.ldexp`
    pub const EXPERIMENTAL_CONSTRAINED_LDEXP: Self = Self(3874);
    /// `llvm.experimental.constrained.llrint`
    pub const EXPERIMENTAL_CONSTRAINED_LLRINT: Self = Self(3875);
    /// `llvm.experimental.constrained.llround`
    pub const EXPERIMENTAL_CONSTRAINED_LLROUND: Self = Self(3876);
    /// `llvm.experimental.constrained.log`
    pub const EXPERIMENTAL_CONSTRAINED_LOG: Self = Self(3877);
    /// `llvm.experimental.constrained.log10`
    pub const EXPERIMENTAL_CONSTRAINED_LOG10: Self = Self(3878);
    /// `llvm.experimental.constrained.log2`
    pub const EXPERIMENTAL_CONSTRAINED_LOG2: Self = Self(3879);
    /// `llvm.experimental.constrained.lrint`
    pub const EXPERIMENTAL_CONSTRAINED_LRINT: Self = Self(3880);
    /// `llvm.experimental.constrained.lround`
    pub const EXPERIMENTAL_CONSTRAINED_LROUND: Self = Self(3881);
    /// `llvm.experimental.constrained.maximum`
    pub const EXPERIMENTAL_CONSTRAINED_MAXIMUM: Self = Self(3882);
    /// `llvm.experimental.constrained.maxnum`
    pub const EXPERIMENTAL_CONSTRAINED_MAXNUM: Self = Self(3883);
    /// `llvm.experimental.constrained.minimum`
    pub const EXPERIMENTAL_CONSTRAINED_MINIMUM: Self = Self(3884);
    /// `llvm.experimental.constrained.minnum`
    pub const EXPERIMENTAL_CONSTRAINED_MINNUM: Self = Self(3885);
    /// `llvm.experimental.constrained.nearbyint`
    pub const EXPERIMENTAL_CONSTRAINED_NEARBYINT: Self = Self(3886);
    /// `llvm.experimental.constrained.pow`
    pub const EXPERIMENTAL_CONSTRAINED_POW: Self = Self(3887);
    /// `llvm.experimental.constrained.powi`
    pub const EXPERIMENTAL_CONSTRAINED_POWI: Self = Self(3888);
    /// `llvm.experimental.constrained.rint`
    pub const EXPERIMENTAL_CONSTRAINED_RINT: Self = Self(3889);
    /// `llvm.experimental.constrained.round`
    pub const EXPERIMENTAL_CONSTRAINED_ROUND: Self = Self(3890);
    /// `llvm.experimental.constrained.roundeven`
    pub const EXPERIMENTAL_CONSTRAINED_ROUNDEVEN: Self = Self(3891);
    /// `llvm.experimental.constrained.sin`
    pub const EXPERIMENTAL_CONSTRAINED_SIN: Self = Self(3892);
    /// `llvm.experimental.constrained.sinh`
    pub const EXPERIMENTAL_CONSTRAINED_SINH: Self = Self(3893);
    /// `llvm.experimental.constrained.sitofp`
    pub const EXPERIMENTAL_CONSTRAINED_SITOFP: Self = Self(3894);
    /// `llvm.experimental.constrained.sqrt`
    pub const EXPERIMENTAL_CONSTRAINED_SQRT: Self = Self(3895);
    /// `llvm.experimental.constrained.tan`
    pub const EXPERIMENTAL_CONSTRAINED_TAN: Self = Self(3896);
    /// `llvm.experimental.constrained.tanh`
    pub const EXPERIMENTAL_CONSTRAINED_TANH: Self = Self(3897);
    /// `llvm.experimental.constrained.trunc`
    pub const EXPERIMENTAL_CONSTRAINED_TRUNC: Self = Self(3898);
    /// `llvm.experimental.constrained.uitofp`
    pub const EXPERIMENTAL_CONSTRAINED_UITOFP: Self = Self(3899);
    /// `llvm.experimental.convergence.anchor`
    pub const EXPERIMENTAL_CONVERGENCE_ANCHOR: Self = Self(3900);
    /// `llvm.experimental.convergence.entry`
    pub const EXPERIMENTAL_CONVERGENCE_ENTRY: Self = Self(3901);
    /// `llvm.experimental.convergence.loop`
    pub const EXPERIMENTAL_CONVERGENCE_LOOP: Self = Self(3902);
    /// `llvm.experimental.cttz.elts`
    pub const EXPERIMENTAL_CTTZ_ELTS: Self = Self(3903);
    /// `llvm.experimental.deoptimize`
    pub const EXPERIMENTAL_DEOPTIMIZE: Self = Self(3904);
    /// `llvm.experimental.gc.get.pointer.base`
    pub const EXPERIMENTAL_GC_GET_POINTER_BASE: Self = Self(3905);
    /// `llvm.experimental.gc.get.pointer.offset`
    pub const EXPERIMENTAL_GC_GET_POINTER_OFFSET: Self = Self(3906);
    /// `llvm.experimental.gc.relocate`
    pub const EXPERIMENTAL_GC_RELOCATE: Self = Self(3907);
    /// `llvm.experimental.gc.result`
    pub const EXPERIMENTAL_GC_RESULT: Self = Self(3908);
    /// `llvm.experimental.gc.statepoint`
    pub const EXPERIMENTAL_GC_STATEPOINT: Self = Self(3909);
    /// `llvm.experimental.get.vector.length`
    pub const EXPERIMENTAL_GET_VECTOR_LENGTH: Self = Self(3910);
    /// `llvm.experimental.guard`
    pub const EXPERIMENTAL_GUARD: Self = Self(3911);
    /// `llvm.experimental.memset.pattern`
    pub const EXPERIMENTAL_MEMSET_PATTERN: Self = Self(3912);
    /// `llvm.experimental.noalias.scope.decl`
    pub const EXPERIMENTAL_NOALIAS_SCOPE_DECL: Self = Self(3913);
    /// `llvm.experimental.patchpoint`
    pub const EXPERIMENTAL_PATCHPOINT: Self = Self(3914);
    /// `llvm.experimental.patchpoint.void`
    pub const EXPERIMENTAL_PATCHPOINT_VOID: Self = Self(3915);
    /// `llvm.experimental.stackmap`
    pub const EXPERIMENTAL_STACKMAP: Self = Self(3916);
    /// `llvm.experimental.vector.compress`
    pub const EXPERIMENTAL_VECTOR_COMPRESS: Self = Self(3917);
    /// `llvm.experimental.vector.extract.last.active`
    pub const EXPERIMENTAL_VECTOR_EXTRACT_LAST_ACTIVE: Self = Self(3918);
    /// `llvm.experimental.vector.histogram.add`
    pub const EXPERIMENTAL_VECTOR_HISTOGRAM_ADD: Self = Self(3919);
    /// `llvm.experimental.vector.histogram.uadd.sat`
    pub const EXPERIMENTAL_VECTOR_HISTOGRAM_UADD_SAT: Self = Self(3920);
    /// `llvm.experimental.vector.histogram.umax`
    pub const EXPERIMENTAL_VECTOR_HISTOGRAM_UMAX: Self = Self(3921);
    /// `llvm.experimental.vector.histogram.umin`
    pub const EXPERIMENTAL_VECTOR_HISTOGRAM_UMIN: Self = Self(3922);
    /// `llvm.experimental.vector.match`
    pub const EXPERIMENTAL_VECTOR_MATCH: Self = Self(3923);
    /// `llvm.experimental.vp.reverse`
    pub const EXPERIMENTAL_VP_REVERSE: Self = Self(3924);
    /// `llvm.experimental.vp.splice`
    pub const EXPERIMENTAL_VP_SPLICE: Self = Self(3925);
    /// `llvm.experimental.vp.strided.load`
    pub const EXPERIMENTAL_VP_STRIDED_LOAD: Self = Self(3926);
    /// `llvm.experimental.vp.strided.store`
    pub const EXPERIMENTAL_VP_STRIDED_STORE: Self = Self(3927);
    /// `llvm.experimental.widenable.condition`
    pub const EXPERIMENTAL_WIDENABLE_CONDITION: Self = Self(3928);
    /// `llvm.fabs`
    pub const FABS: Self = Self(3929);
    /// `llvm.fake.use`
    pub const FAKE_USE: Self = Self(3930);
    /// `llvm.floor`
    pub const FLOOR: Self = Self(3931);
    /// `llvm.fma`
    pub const FMA: Self = Self(3932);
    /// `llvm.fmuladd`
    pub const FMULADD: Self = Self(3933);
    /// `llvm.fptosi.sat`
    pub const FPTOSI_SAT: Self = Self(3934);
    /// `llvm.fptoui.sat`
    pub const FPTOUI_SAT: Self = Self(3935);
    /// `llvm.fptrunc.round`
    pub const FPTRUNC_ROUND: Self = Self(3936);
    /// `llvm.frameaddress`
    pub const FRAMEADDRESS: Self = Self(3937);
    /// `llvm.frexp`
    pub const FREXP: Self = Self(3938);
    /// `llvm.fshl`
    pub const FSHL: Self = Self(3939);
    /// `llvm.fshr`
    pub const FSHR: Self = Self(3940);
    /// `llvm.gcread`
    pub const GCREAD: Self = Self(3941);
    /// `llvm.gcroot`
    pub const GCROOT: Self = Self(3942);
    /// `llvm.gcwrite`
    pub const GCWRITE: Self = Self(3943);
    /// `llvm.get.active.lane.mask`
    pub const GET_ACTIVE_LANE_MASK: Self = Self(3944);
    /// `llvm.get.dynamic.area.offset`
    pub const GET_DYNAMIC_AREA_OFFSET: Self = Self(3945);
    /// `llvm.get.fpenv`
    pub const GET_FPENV: Self = Self(3946);
    /// `llvm.get.fpmode`
    pub const GET_FPMODE: Self = Self(3947);
    /// `llvm.get.rounding`
    pub const GET_ROUNDING: Self = Self(3948);
    /// `llvm.hwasan.check.memaccess`
    pub const HWASAN_CHECK_MEMACCESS: Self = Self(6064);
    /// `llvm.hwasan.check.memaccess.fixedshadow`
    pub const HWASAN_CHECK_MEMACCESS_FIXEDSHADOW: Self = Self(6065);
    /// `llvm.hwasan.check.memaccess.shortgranules`
    pub const HWASAN_CHECK_MEMACCESS_SHORTGRANULES: Self = Self(6066);
    /// `llvm.hwasan.check.memaccess.shortgranules.fixedshadow`
    pub const HWASAN_CHECK_MEMACCESS_SHORTGRANULES_FIXEDSHADOW: Self = Self(6067);
    /// `llvm.icall.branch.funnel`
    pub const ICALL_BRANCH_FUNNEL: Self = Self(6068);
    /// `llvm.init.trampoline`
    pub const INIT_TRAMPOLINE: Self = Self(6069);
    /// `llvm.instrprof.callsite`
    pub const INSTRPROF_CALLSITE: Self = Self(6070);
    /// `llvm.instrprof.cover`
    pub const INSTRPROF_COVER: Self = Self(6071);
    /// `llvm.instrprof.increment`
    pub const INSTRPROF_INCREMENT: Self = Self(6072);
    /// `llvm.instrprof.increment.step`
    pub const INSTRPROF_INCREMENT_STEP: Self = Self(6073);
    /// `llvm.instrprof.mcdc.parameters`
    pub const INSTRPROF_MCDC_PARAMETERS: Self = Self(6074);
    /// `llvm.instrprof.mcdc.tvbitmap.update`
    pub const INSTRPROF_MCDC_TVBITMAP_UPDATE: Self = Self(6075);
    /// `llvm.instrprof.timestamp`
    pub const INSTRPROF_TIMESTAMP: Self = Self(6076);
    /// `llvm.instrprof.value.profile`
    pub const INSTRPROF_VALUE_PROFILE: Self = Self(6077);
    /// `llvm.invariant.end`
    pub const INVARIANT_END: Self = Self(6078);
    /// `llvm.invariant.start`
    pub const INVARIANT_START: Self = Self(6079);
    /// `llvm.is.constant`
    pub const IS_CONSTANT: Self = Self(6080);
    /// `llvm.is.fpclass`
    pub const IS_FPCLASS: Self = Self(6081);
    /// `llvm.launder.invariant.group`
    pub const LAUNDER_INVARIANT_GROUP: Self = Self(6082);
    /// `llvm.ldexp`
    pub const LDEXP: Self = Self(6083);
    /// `llvm.lifetime.end`
    pub const LIFETIME_END: Self = Self(6084);
    /// `llvm.lifetime.start`
    pub const LIFETIME_START: Self = Self(6085);
    /// `llvm.llrint`
    pub const LLRINT: Self = Self(6086);
    /// `llvm.llround`
    pub const LLROUND: Self = Self(6087);
    /// `llvm.load.relative`
    pub const LOAD_RELATIVE: Self = Self(6088);
    /// `llvm.localaddress`
    pub const LOCALADDRESS: Self = Self(6089);
    /// `llvm.localescape`
    pub const LOCALESCAPE: Self = Self(6090);
    /// `llvm.localrecover`
    pub const LOCALRECOVER: Self = Self(6091);
    /// `llvm.log`
    pub const LOG: Self = Self(6092);
    /// `llvm.log10`
    pub const LOG10: Self = Self(6093);
    /// `llvm.log2`
    pub const LOG2: Self = Self(6094);
    /// `llvm.loop.decrement`
    pub const LOOP_DECREMENT: Self = Self(7630);
    /// `llvm.loop.decrement.reg`
    pub const LOOP_DECREMENT_REG: Self = Self(7631);
    /// `llvm.loop.dependence.raw.mask`
    pub const LOOP_DEPENDENCE_RAW_MASK: Self = Self(7632);
    /// `llvm.loop.dependence.war.mask`
    pub const LOOP_DEPENDENCE_WAR_MASK: Self = Self(7633);
    /// `llvm.lrint`
    pub const LRINT: Self = Self(7634);
    /// `llvm.lround`
    pub const LROUND: Self = Self(7635);
    /// `llvm.masked.compressstore`
    pub const MASKED_COMPRESSSTORE: Self = Self(7636);
    /// `llvm.masked.expandload`
    pub const MASKED_EXPANDLOAD: Self = Self(7637);
    /// `llvm.masked.gather`
    pub const MASKED_GATHER: Self = Self(7638);
    /// `llvm.masked.load`
    pub const MASKED_LOAD: Self = Self(7639);
    /// `llvm.masked.scatter`
    pub const MASKED_SCATTER: Self = Self(7640);
    /// `llvm.masked.store`
    pub const MASKED_STORE: Self = Self(7641);
    /// `llvm.matrix.column.major.load`
    pub const MATRIX_COLUMN_MAJOR_LOAD: Self = Self(7642);
    /// `llvm.matrix.column.major.store`
    pub const MATRIX_COLUMN_MAJOR_STORE: Self = Self(7643);
    /// `llvm.matrix.multiply`
    pub const MATRIX_MULTIPLY: Self = Self(7644);
    /// `llvm.matrix.transpose`
    pub const MATRIX_TRANSPOSE: Self = Self(7645);
    /// `llvm.maximum`
    pub const MAXIMUM: Self = Self(7646);
    /// `llvm.maximumnum`
    pub const MAXIMUMNUM: Self = Self(7647);
    /// `llvm.maxnum`
    pub const MAXNUM: Self = Self(7648);
    /// `llvm.memcpy`
    pub const MEMCPY: Self = Self(7649);
    /// `llvm.memcpy.element.unordered.atomic`
    pub const MEMCPY_ELEMENT_UNORDERED_ATOMIC: Self = Self(7650);
    /// `llvm.memcpy.inline`
    pub const MEMCPY_INLINE: Self = Self(7651);
    /// `llvm.memmove`
    pub const MEMMOVE: Self = Self(7652);
    /// `llvm.memmove.element.unordered.atomic`
    pub const MEMMOVE_ELEMENT_UNORDERED_ATOMIC: Self = Self(7653);
    /// `llvm.memset`
    pub const MEMSET: Self = Self(7654);
    /// `llvm.memset.element.unordered.atomic`
    pub const MEMSET_ELEMENT_UNORDERED_ATOMIC: Self = Self(7655);
    /// `llvm.memset.inline`
    pub const MEMSET_INLINE: Self = Self(7656);
    /// `llvm.minimum`
    pub const MINIMUM: Self = Self(7657);
    /// `llvm.minimumnum`
    pub const MINIMUMNUM: Self = Self(7658);
    /// `llvm.minnum`
    pub const MINNUM: Self = Self(7659);
    /// `llvm.modf`
    pub const MODF: Self = Self(8331);
    /// `llvm.nearbyint`
    pub const NEARBYINT: Self = Self(8332);
    /// `llvm.nvvm.setmaxnreg.dec.sync.aligned.u32`
    pub const NVVM_SETMAXNREG_DEC_SYNC_ALIGNED_U32: Self = Self(9615);
    /// `llvm.nvvm.setmaxnreg.inc.sync.aligned.u32`
    pub const NVVM_SETMAXNREG_INC_SYNC_ALIGNED_U32: Self = Self(9616);
    /// `llvm.objc.arc.annotation.bottomup.bbend`
    pub const OBJC_ARC_ANNOTATION_BOTTOMUP_BBEND: Self = Self(10902);
    /// `llvm.objc.arc.annotation.bottomup.bbstart`
    pub const OBJC_ARC_ANNOTATION_BOTTOMUP_BBSTART: Self = Self(10903);
    /// `llvm.objc.arc.annotation.topdown.bbend`
    pub const OBJC_ARC_ANNOTATION_TOPDOWN_BBEND: Self = Self(10904);
    /// `llvm.objc.arc.annotation.topdown.bbstart`
    pub const OBJC_ARC_ANNOTATION_TOPDOWN_BBSTART: Self = Self(10905);
    /// `llvm.objc.autorelease`
    pub const OBJC_AUTORELEASE: Self = Self(10906);
    /// `llvm.objc.autoreleasePoolPop`
    pub const OBJC_AUTORELEASEPOOLPOP: Self = Self(10907);
    /// `llvm.objc.autoreleasePoolPush`
    pub const OBJC_AUTORELEASEPOOLPUSH: Self = Self(10908);
    /// `llvm.objc.autoreleaseReturnValue`
    pub const OBJC_AUTORELEASERETURNVALUE: Self = Self(10909);
    /// `llvm.objc.claimAutoreleasedReturnValue`
    pub const OBJC_CLAIMAUTORELEASEDRETURNVALUE: Self = Self(10910);
    /// `llvm.objc.clang.arc.noop.use`
    pub const OBJC_CLANG_ARC_NOOP_USE: Self = Self(10911);
    /// `llvm.objc.clang.arc.use`
    pub const OBJC_CLANG_ARC_USE: Self = Self(10912);
    /// `llvm.objc.copyWeak`
    pub const OBJC_COPYWEAK: Self = Self(10913);
    /// `llvm.objc.destroyWeak`
    pub const OBJC_DESTROYWEAK: Self = Self(10914);
    /// `llvm.objc.initWeak`
    pub const OBJC_INITWEAK: Self = Self(10915);
    /// `llvm.objc.loadWeak`
    pub const OBJC_LOADWEAK: Self = Self(10916);
    /// `llvm.objc.loadWeakRetained`
    pub const OBJC_LOADWEAKRETAINED: Self = Self(10917);
    /// `llvm.objc.moveWeak`
    pub const OBJC_MOVEWEAK: Self = Self(10918);
    /// `llvm.objc.release`
    pub const OBJC_RELEASE: Self = Self(10919);
    /// `llvm.objc.retain`
    pub const OBJC_RETAIN: Self = Self(10920);
    /// `llvm.objc.retain.autorelease`
    pub const OBJC_RETAIN_AUTORELEASE: Self = Self(10921);
    /// `llvm.objc.retainAutorelease`
    pub const OBJC_RETAINAUTORELEASE: Self = Self(10922);
    /// `llvm.objc.retainAutoreleaseReturnValue`
    pub const OBJC_RETAINAUTORELEASERETURNVALUE: Self = Self(10923);
    /// `llvm.objc.retainAutoreleasedReturnValue`
    pub const OBJC_RETAINAUTORELEASEDRETURNVALUE: Self = Self(10924);
    /// `llvm.objc.retainBlock`
    pub const OBJC_RETAINBLOCK: Self = Self(10925);
    /// `llvm.objc.retainedObject`
    pub const OBJC_RETAINEDOBJECT: Self = Self(10926);
    /// `llvm.objc.storeStrong`
    pub const OBJC_STORESTRONG: Self = Self(10927);
    /// `llvm.objc.storeWeak`
    pub const OBJC_STOREWEAK: Self = Self(10928);
    /// `llvm.objc.sync.enter`
    pub const OBJC_SYNC_ENTER: Self = Self(10929);
    /// `llvm.objc.sync.exit`
    pub const OBJC_SYNC_EXIT: Self = Self(10930);
    /// `llvm.objc.unretainedObject`
    pub const OBJC_UNRETAINEDOBJECT: Self = Self(10931);
    /// `llvm.objc.unretainedPointer`
    pub const OBJC_UNRETAINEDPOINTER: Self = Self(10932);
    /// `llvm.objc.unsafeClaimAutoreleasedReturnValue`
    pub const OBJC_UNSAFECLAIMAUTORELEASEDRETURNVALUE: Self = Self(10933);
    /// `llvm.objectsize`
    pub const OBJECTSIZE: Self = Self(10934);
    /// `llvm.pcmarker`
    pub const PCMARKER: Self = Self(10935);
    /// `llvm.pow`
    pub const POW: Self = Self(10936);
    /// `llvm.powi`
    pub const POWI: Self = Self(10937);
    /// `llvm.prefetch`
    pub const PREFETCH: Self = Self(11623);
    /// `llvm.preserve.array.access.index`
    pub const PRESERVE_ARRAY_ACCESS_INDEX: Self = Self(11624);
    /// `llvm.preserve.static.offset`
    pub const PRESERVE_STATIC_OFFSET: Self = Self(11625);
    /// `llvm.preserve.struct.access.index`
    pub const PRESERVE_STRUCT_ACCESS_INDEX: Self = Self(11626);
    /// `llvm.preserve.union.access.index`
    pub const PRESERVE_UNION_ACCESS_INDEX: Self = Self(11627);
    /// `llvm.protected.field.ptr`
    pub const PROTECTED_FIELD_PTR: Self = Self(11628);
    /// `llvm.pseudoprobe`
    pub const PSEUDOPROBE: Self = Self(11629);
    /// `llvm.ptr.annotation`
    pub const PTR_ANNOTATION: Self = Self(11630);
    /// `llvm.ptrauth.auth`
    pub const PTRAUTH_AUTH: Self = Self(11631);
    /// `llvm.ptrauth.blend`
    pub const PTRAUTH_BLEND: Self = Self(11632);
    /// `llvm.ptrauth.resign`
    pub const PTRAUTH_RESIGN: Self = Self(11633);
    /// `llvm.ptrauth.sign`
    pub const PTRAUTH_SIGN: Self = Self(11634);
    /// `llvm.ptrauth.sign.generic`
    pub const PTRAUTH_SIGN_GENERIC: Self = Self(11635);
    /// `llvm.ptrauth.strip`
    pub const PTRAUTH_STRIP: Self = Self(11636);
    /// `llvm.ptrmask`
    pub const PTRMASK: Self = Self(11637);
    /// `llvm.public.type.test`
    pub const PUBLIC_TYPE_TEST: Self = Self(11638);
    /// `llvm.read_register`
    pub const READ_REGISTER: Self = Self(11674);
    /// `llvm.read_volatile_register`
    pub const READ_VOLATILE_REGISTER: Self = Self(11675);
    /// `llvm.readcyclecounter`
    pub const READCYCLECOUNTER: Self = Self(11676);
    /// `llvm.readsteadycounter`
    pub const READSTEADYCOUNTER: Self = Self(11677);
    /// `llvm.reloc.none`
    pub const RELOC_NONE: Self = Self(11678);
    /// `llvm.reset.fpenv`
    pub const RESET_FPENV: Self = Self(11679);
    /// `llvm.reset.fpmode`
    pub const RESET_FPMODE: Self = Self(11680);
    /// `llvm.returnaddress`
    pub const RETURNADDRESS: Self = Self(11681);
    /// `llvm.rint`
    pub const RINT: Self = Self(11682);
    /// `llvm.round`
    pub const ROUND: Self = Self(12478);
    /// `llvm.roundeven`
    pub const ROUNDEVEN: Self = Self(12479);
    /// `llvm.sadd.sat`
    pub const SADD_SAT: Self = Self(12738);
    /// `llvm.sadd.with.overflow`
    pub const SADD_WITH_OVERFLOW: Self = Self(12739);
    /// `llvm.scmp`
    pub const SCMP: Self = Self(12740);
    /// `llvm.sdiv.fix`
    pub const SDIV_FIX: Self = Self(12741);
    /// `llvm.sdiv.fix.sat`
    pub const SDIV_FIX_SAT: Self = Self(12742);
    /// `llvm.seh.scope.begin`
    pub const SEH_SCOPE_BEGIN: Self = Self(12743);
    /// `llvm.seh.scope.end`
    pub const SEH_SCOPE_END: Self = Self(12744);
    /// `llvm.seh.try.begin`
    pub const SEH_TRY_BEGIN: Self = Self(12745);
    /// `llvm.seh.try.end`
    pub const SEH_TRY_END: Self = Self(12746);
    /// `llvm.set.fpenv`
    pub const SET_FPENV: Self = Self(12747);
    /// `llvm.set.fpmode`
    pub const SET_FPMODE: Self = Self(12748);
    /// `llvm.set.loop.iterations`
    pub const SET_LOOP_ITERATIONS: Self = Self(12749);
    /// `llvm.set.rounding`
    pub const SET_ROUNDING: Self = Self(12750);
    /// `llvm.sideeffect`
    pub const SIDEEFFECT: Self = Self(12751);
    /// `llvm.sin`
    pub const SIN: Self = Self(12752);
    /// `llvm.sincos`
    pub const SINCOS: Self = Self(12753);
    /// `llvm.sincospi`
    pub const SINCOSPI: Self = Self(12754);
    /// `llvm.sinh`
    pub const SINH: Self = Self(12755);
    /// `llvm.smax`
    pub const SMAX: Self = Self(12756);
    /// `llvm.smin`
    pub const SMIN: Self = Self(12757);
    /// `llvm.smul.fix`
    pub const SMUL_FIX: Self = Self(12758);
    /// `llvm.smul.fix.sat`
    pub const SMUL_FIX_SAT: Self = Self(12759);
    /// `llvm.smul.with.overflow`
    pub const SMUL_WITH_OVERFLOW: Self = Self(12760);
    /// `llvm.sponentry`
    pub const SPONENTRY: Self = Self(12761);
    /// `llvm.sqrt`
    pub const SQRT: Self = Self(12873);
    /// `llvm.ssa.copy`
    pub const SSA_COPY: Self = Self(12874);
    /// `llvm.sshl.sat`
    pub const SSHL_SAT: Self = Self(12875);
    /// `llvm.ssub.sat`
    pub const SSUB_SAT: Self = Self(12876);
    /// `llvm.ssub.with.overflow`
    pub const SSUB_WITH_OVERFLOW: Self = Self(12877);
    /// `llvm.stackaddress`
    pub const STACKADDRESS: Self = Self(12878);
    /// `llvm.stackguard`
    pub const STACKGUARD: Self = Self(12879);
    /// `llvm.stackprotector`
    pub const STACKPROTECTOR: Self = Self(12880);
    /// `llvm.stackrestore`
    pub const STACKRESTORE: Self = Self(12881);
    /// `llvm.stacksave`
    pub const STACKSAVE: Self = Self(12882);
    /// `llvm.start.loop.iterations`
    pub const START_LOOP_ITERATIONS: Self = Self(12883);
    /// `llvm.stepvector`
    pub const STEPVECTOR: Self = Self(12884);
    /// `llvm.strip.invariant.group`
    pub const STRIP_INVARIANT_GROUP: Self = Self(12885);
    /// `llvm.swift.async.context.addr`
    pub const SWIFT_ASYNC_CONTEXT_ADDR: Self = Self(12886);
    /// `llvm.tan`
    pub const TAN: Self = Self(12887);
    /// `llvm.tanh`
    pub const TANH: Self = Self(12888);
    /// `llvm.test.set.loop.iterations`
    pub const TEST_SET_LOOP_ITERATIONS: Self = Self(12889);
    /// `llvm.test.start.loop.iterations`
    pub const TEST_START_LOOP_ITERATIONS: Self = Self(12890);
    /// `llvm.thread.pointer`
    pub const THREAD_POINTER: Self = Self(12891);
    /// `llvm.threadlocal.address`
    pub const THREADLOCAL_ADDRESS: Self = Self(12892);
    /// `llvm.trap`
    pub const TRAP: Self = Self(12893);
    /// `llvm.trunc`
    pub const TRUNC: Self = Self(12894);
    /// `llvm.type.checked.load`
    pub const TYPE_CHECKED_LOAD: Self = Self(12895);
    /// `llvm.type.checked.load.relative`
    pub const TYPE_CHECKED_LOAD_RELATIVE: Self = Self(12896);
    /// `llvm.type.test`
    pub const TYPE_TEST: Self = Self(12897);
    /// `llvm.uadd.sat`
    pub const UADD_SAT: Self = Self(12898);
    /// `llvm.uadd.with.overflow`
    pub const UADD_WITH_OVERFLOW: Self = Self(12899);
    /// `llvm.ubsantrap`
    pub const UBSANTRAP: Self = Self(12900);
    /// `llvm.ucmp`
    pub const UCMP: Self = Self(12901);
    /// `llvm.udiv.fix`
    pub const UDIV_FIX: Self = Self(12902);
    /// `llvm.udiv.fix.sat`
    pub const UDIV_FIX_SAT: Self = Self(12903);
    /// `llvm.umax`
    pub const UMAX: Self = Self(12904);
    /// `llvm.umin`
    pub const UMIN: Self = Self(12905);
    /// `llvm.umul.fix`
    pub const UMUL_FIX: Self = Self(12906);
    /// `llvm.umul.fix.sat`
    pub const UMUL_FIX_SAT: Self = Self(12907);
    /// `llvm.umul.with.overflow`
    pub const UMUL_WITH_OVERFLOW: Self = Self(12908);
    /// `llvm.ushl.sat`
    pub const USHL_SAT: Self = Self(12909);
    /// `llvm.usub.sat`
    pub const USUB_SAT: Self = Self(12910);
    /// `llvm.usub.with.overflow`
    pub const USUB_WITH_OVERFLOW: Self = Self(12911);
    /// `llvm.va_copy`
    pub const VA_COPY: Self = Self(12912);
    /// `llvm.va_end`
    pub const VA_END: Self = Self(12913);
    /// `llvm.va_start`
    pub const VA_START: Self = Self(12914);
    /// `llvm.var.annotation`
    pub const VAR_ANNOTATION: Self = Self(12915);
    /// `llvm.vector.deinterleave2`
    pub const VECTOR_DEINTERLEAVE2: Self = Self(14179);
    /// `llvm.vector.deinterleave3`
    pub const VECTOR_DEINTERLEAVE3: Self = Self(14180);
    /// `llvm.vector.deinterleave4`
    pub const VECTOR_DEINTERLEAVE4: Self = Self(14181);
    /// `llvm.vector.deinterleave5`
    pub const VECTOR_DEINTERLEAVE5: Self = Self(14182);
    /// `llvm.vector.deinterleave6`
    pub const VECTOR_DEINTERLEAVE6: Self = Self(14183);
    /// `llvm.vector.deinterleave7`
    pub const VECTOR_DEINTERLEAVE7: Self = Self(14184);
    /// `llvm.vector.deinterleave8`
    pub const VECTOR_DEINTERLEAVE8: Self = Self(14185);
    /// `llvm.vector.extract`
    pub const VECTOR_EXTRACT: Self = Self(14186);
    /// `llvm.vector.insert`
    pub const VECTOR_INSERT: Self = Self(14187);
    /// `llvm.vector.interleave2`
    pub const VECTOR_INTERLEAVE2: Self = Self(14188);
    /// `llvm.vector.interleave3`
    pub const VECTOR_INTERLEAVE3: Self = Self(14189);
    /// `llvm.vector.interleave4`
    pub const VECTOR_INTERLEAVE4: Self = Self(14190);
    /// `llvm.vector.interleave5`
    pub const VECTOR_INTERLEAVE5: Self = Self(14191);
    /// `llvm.vector.interleave6`
    pub const VECTOR_INTERLEAVE6: Self = Self(14192);
    /// `llvm.vector.interleave7`
    pub const VECTOR_INTERLEAVE7: Self = Self(14193);
    /// `llvm.vector.interleave8`
    pub const VECTOR_INTERLEAVE8: Self = Self(14194);
    /// `llvm.vector.partial.reduce.add`
    pub const VECTOR_PARTIAL_REDUCE_ADD: Self = Self(14195);
    /// `llvm.vector.partial.reduce.fadd`
    pub const VECTOR_PARTIAL_REDUCE_FADD: Self = Self(14196);
    /// `llvm.vector.reduce.add`
    pub const VECTOR_REDUCE_ADD: Self = Self(14197);
    /// `llvm.vector.reduce.and`
    pub const VECTOR_REDUCE_AND: Self = Self(14198);
    /// `llvm.vector.reduce.fadd`
    pub const VECTOR_REDUCE_FADD: Self = Self(14199);
    /// `llvm.vector.reduce.fmax`
    pub const VECTOR_REDUCE_FMAX: Self = Self(14200);
    /// `llvm.vector.reduce.fmaximum`
    pub const VECTOR_REDUCE_FMAXIMUM: Self = Self(14201);
    /// `llvm.vector.reduce.fmin`
    pub const VECTOR_REDUCE_FMIN: Self = Self(14202);
    /// `llvm.vector.reduce.fminimum`
    pub const VECTOR_REDUCE_FMINIMUM: Self = Self(14203);
    /// `llvm.vector.reduce.fmul`
    pub const VECTOR_REDUCE_FMUL: Self = Self(14204);
    /// `llvm.vector.reduce.mul`
    pub const VECTOR_REDUCE_MUL: Self = Self(14205);
    /// `llvm.vector.reduce.or`
    pub const VECTOR_REDUCE_OR: Self = Self(14206);
    /// `llvm.vector.reduce.smax`
    pub const VECTOR_REDUCE_SMAX: Self = Self(14207);
    /// `llvm.vector.reduce.smin`
    pub const VECTOR_REDUCE_SMIN: Self = Self(14208);
    /// `llvm.vector.reduce.umax`
    pub const VECTOR_REDUCE_UMAX: Self = Self(14209);
    /// `llvm.vector.reduce.umin`
    pub const VECTOR_REDUCE_UMIN: Self = Self(14210);
    /// `llvm.vector.reduce.xor`
    pub const VECTOR_REDUCE_XOR: Self = Self(14211);
    /// `llvm.vector.reverse`
    pub const VECTOR_REVERSE: Self = Self(14212);
    /// `llvm.vector.splice.left`
    pub const VECTOR_SPLICE_LEFT: Self = Self(14213);
    /// `llvm.vector.splice.right`
    pub const VECTOR_SPLICE_RIGHT: Self = Self(14214);
    /// `llvm.vp.abs`
    pub const VP_ABS: Self = Self(14215);
    /// `llvm.vp.add`
    pub const VP_ADD: Self = Self(14216);
    /// `llvm.vp.and`
    pub const VP_AND: Self = Self(14217);
    /// `llvm.vp.ashr`
    pub const VP_ASHR: Self = Self(14218);
    /// `llvm.vp.bitreverse`
    pub const VP_BITREVERSE: Self = Self(14219);
    /// `llvm.vp.bswap`
    pub const VP_BSWAP: Self = Self(14220);
    /// `llvm.vp.ceil`
    pub const VP_CEIL: Self = Self(14221);
    /// `llvm.vp.copysign`
    pub const VP_COPYSIGN: Self = Self(14222);
    /// `llvm.vp.ctlz`
    pub const VP_CTLZ: Self = Self(14223);
    /// `llvm.vp.ctpop`
    pub const VP_CTPOP: Self = Self(14224);
    /// `llvm.vp.cttz`
    pub const VP_CTTZ: Self = Self(14225);
    /// `llvm.vp.cttz.elts`
    pub const VP_CTTZ_ELTS: Self = Self(14226);
    /// `llvm.vp.fabs`
    pub const VP_FABS: Self = Self(14227);
    /// `llvm.vp.fadd`
    pub const VP_FADD: Self = Self(14228);
    /// `llvm.vp.fcmp`
    pub const VP_FCMP: Self = Self(14229);
    /// `llvm.vp.fdiv`
    pub const VP_FDIV: Self = Self(14230);
    /// `llvm.vp.floor`
    pub const VP_FLOOR: Self = Self(14231);
    /// `llvm.vp.fma`
    pub const VP_FMA: Self = Self(14232);
    /// `llvm.vp.fmul`
    pub const VP_FMUL: Self = Self(14233);
    /// `llvm.vp.fmuladd`
    pub const VP_FMULADD: Self = Self(14234);
    /// `llvm.vp.fneg`
    pub const VP_FNEG: Self = Self(14235);
    /// `llvm.vp.fpext`
    pub const VP_FPEXT: Self = Self(14236);
    /// `llvm.vp.fptosi`
    pub const VP_FPTOSI: Self = Self(14237);
    /// `llvm.vp.fptoui`
    pub const VP_FPTOUI: Self = Self(14238);
    /// `llvm.vp.fptrunc`
    pub const VP_FPTRUNC: Self = Self(14239);
    /// `llvm.vp.frem`
    pub const VP_FREM: Self = Self(14240);
    /// `llvm.vp.fshl`
    pub const VP_FSHL: Self = Self(14241);
    /// `llvm.vp.fshr`
    pub const VP_FSHR: Self = Self(14242);
    /// `llvm.vp.fsub`
    pub const VP_FSUB: Self = Self(14243);
    /// `llvm.vp.gather`
    pub const VP_GATHER: Self = Self(14244);
    /// `llvm.vp.icmp`
    pub const VP_ICMP: Self = Self(14245);
    /// `llvm.vp.inttoptr`
    pub const VP_INTTOPTR: Self = Self(14246);
    /// `llvm.vp.is.fpclass`
    pub const VP_IS_FPCLASS: Self = Self(14247);
    /// `llvm.vp.llrint`
    pub const VP_LLRINT: Self = Self(14248);
    /// `llvm.vp.load`
    pub const VP_LOAD: Self = Self(14249);
    /// `llvm.vp.load.ff`
    pub const VP_LOAD_FF: Self = Self(14250);
    /// `llvm.vp.lrint`
    pub const VP_LRINT: Self = Self(14251);
    /// `llvm.vp.lshr`
    pub const VP_LSHR: Self = Self(14252);
    /// `llvm.vp.maximum`
    pub const VP_MAXIMUM: Self = Self(14253);
    /// `llvm.vp.maxnum`
    pub const VP_MAXNUM: Self = Self(14254);
    /// `llvm.vp.merge`
    pub const VP_MERGE: Self = Self(14255);
    /// `llvm.vp.minimum`
    pub const VP_MINIMUM: Self = Self(14256);
    /// `llvm.vp.minnum`
    pub const VP_MINNUM: Self = Self(14257);
    /// `llvm.vp.mul`
    pub const VP_MUL: Self = Self(14258);
    /// `llvm.vp.nearbyint`
    pub const VP_NEARBYINT: Self = Self(14259);
    /// `llvm.vp.or`
    pub const VP_OR: Self = Self(14260);
    /// `llvm.vp.ptrtoint`
    pub const VP_PTRTOINT: Self = Self(14261);
    /// `llvm.vp.reduce.add`
    pub const VP_REDUCE_ADD: Self = Self(14262);
    /// `llvm.vp.reduce.and`
    pub const VP_REDUCE_AND: Self = Self(14263);
    /// `llvm.vp.reduce.fadd`
    pub const VP_REDUCE_FADD: Self = Self(14264);
    /// `llvm.vp.reduce.fmax`
    pub const VP_REDUCE_FMAX: Self = Self(14265);
    /// `llvm.vp.reduce.fmaximum`
    pub const VP_REDUCE_FMAXIMUM: Self = Self(14266);
    /// `llvm.vp.reduce.fmin`
    pub const VP_REDUCE_FMIN: Self = Self(14267);
    /// `llvm.vp.reduce.fminimum`
    pub const VP_REDUCE_FMINIMUM: Self = Self(14268);
    /// `llvm.vp.reduce.fmul`
    pub const VP_REDUCE_FMUL: Self = Self(14269);
    /// `llvm.vp.reduce.mul`
    pub const VP_REDUCE_MUL: Self = Self(14270);
    /// `llvm.vp.reduce.or`
    pub const VP_REDUCE_OR: Self = Self(14271);
    /// `llvm.vp.reduce.smax`
    pub const VP_REDUCE_SMAX: Self = Self(14272);
    /// `llvm.vp.reduce.smin`
    pub const VP_REDUCE_SMIN: Self = Self(14273);
    /// `llvm.vp.reduce.umax`
    pub const VP_REDUCE_UMAX: Self = Self(14274);
    /// `llvm.vp.reduce.umin`
    pub const VP_REDUCE_UMIN: Self = Self(14275);
    /// `llvm.vp.reduce.xor`
    pub const VP_REDUCE_XOR: Self = Self(14276);
    /// `llvm.vp.rint`
    pub const VP_RINT: Self = Self(14277);
    /// `llvm.vp.round`
    pub const VP_ROUND: Self = Self(14278);
    /// `llvm.vp.roundeven`
    pub const VP_ROUNDEVEN: Self = Self(14279);
    /// `llvm.vp.roundtozero`
    pub const VP_ROUNDTOZERO: Self = Self(14280);
    /// `llvm.vp.sadd.sat`
    pub const VP_SADD_SAT: Self = Self(14281);
    /// `llvm.vp.scatter`
    pub const VP_SCATTER: Self = Self(14282);
    /// `llvm.vp.sdiv`
    pub const VP_SDIV: Self = Self(14283);
    /// `llvm.vp.select`
    pub const VP_SELECT: Self = Self(14284);
    /// `llvm.vp.sext`
    pub const VP_SEXT: Self = Self(14285);
    /// `llvm.vp.shl`
    pub const VP_SHL: Self = Self(14286);
    /// `llvm.vp.sitofp`
    pub const VP_SITOFP: Self = Self(14287);
    /// `llvm.vp.smax`
    pub const VP_SMAX: Self = Self(14288);
    /// `llvm.vp.smin`
    pub const VP_SMIN: Self = Self(14289);
    /// `llvm.vp.sqrt`
    pub const VP_SQRT: Self = Self(14290);
    /// `llvm.vp.srem`
    pub const VP_SREM: Self = Self(14291);
    /// `llvm.vp.ssub.sat`
    pub const VP_SSUB_SAT: Self = Self(14292);
    /// `llvm.vp.store`
    pub const VP_STORE: Self = Self(14293);
    /// `llvm.vp.sub`
    pub const VP_SUB: Self = Self(14294);
    /// `llvm.vp.trunc`
    pub const VP_TRUNC: Self = Self(14295);
    /// `llvm.vp.uadd.sat`
    pub const VP_UADD_SAT: Self = Self(14296);
    /// `llvm.vp.udiv`
    pub const VP_UDIV: Self = Self(14297);
    /// `llvm.vp.uitofp`
    pub const VP_UITOFP: Self = Self(14298);
    /// `llvm.vp.umax`
    pub const VP_UMAX: Self = Self(14299);
    /// `llvm.vp.umin`
    pub const VP_UMIN: Self = Self(14300);
    /// `llvm.vp.urem`
    pub const VP_UREM: Self = Self(14301);
    /// `llvm.vp.usub.sat`
    pub const VP_USUB_SAT: Self = Self(14302);
    /// `llvm.vp.xor`
    pub const VP_XOR: Self = Self(14303);
    /// `llvm.vp.zext`
    pub const VP_ZEXT: Self = Self(14304);
    /// `llvm.vscale`
    pub const VSCALE: Self = Self(14305);
    /// `llvm.write_register`
    pub const WRITE_REGISTER: Self = Self(14380);
    /// `llvm.xray.customevent`
    pub const XRAY_CUSTOMEVENT: Self = Self(16121);
    /// `llvm.xray.typedevent`
    pub const XRAY_TYPEDEVENT: Self = Self(16122);
}
