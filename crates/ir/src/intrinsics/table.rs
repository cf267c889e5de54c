//! Made by tools/gen-intrinsics.py, which says what is in `table.bin`. Do not edit.

use super::IntrinsicAttribute::{self, Flag, Int, Range};
use super::PrintedValues::{FpClass, Names};
use super::{IntrinsicId, PrintedArgument};
use crate::version::IrVersion;

static TABLE: &[u8] = include_bytes!("table.bin");

const fn section(start: usize, end: usize) -> &'static [u8] {
    TABLE.split_at(end).0.split_at(start).1
}

pub(super) const COUNT: u16 = 16485;
pub(super) const BLOCK: usize = 16;
pub(super) static ENTRIES: &[u8] = section(0, 131880);
pub(super) static BLOCKS: &[u8] = section(131880, 136004);
pub(super) static NAMES: &[u8] = section(136004, 269602);
pub(super) static SIGNATURES: &[u8] = section(269602, 315909);
pub(super) static ATTRIBUTE_SETS: &[u8] = section(315909, 325372);

pub(super) static TARGETS: [&str; 19] = ["aarch64", "amdgcn", "arm", "avr", "bpf", "dx", "hexagon", "loongarch", "mips", "nvvm", "ppc", "r600", "riscv", "s390", "spv", "ve", "wasm", "x86", "xcore"];

pub(super) static ATTRIBUTES: [IntrinsicAttribute; 65] = [
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
    Int("memory", 0x800),
    Int("memory", 0xc00),
    Int("memory", 0xc04),
    Int("memory", 0xc03),
    Int("memory", 0x303),
    Int("memory", 0x100),
    Int("memory", 0x400),
    Int("memory", 0x300),
    Int("memory", 0x200),
    Int("memory", 0xa00),
    Int("dereferenceable", 64),
];

pub(super) static PRINTED_ARGUMENTS: [PrintedArgument; 11] = [
    PrintedArgument { intrinsic: IntrinsicId(6172), argument: 1, name: "", values: FpClass, since: IrVersion::V23 },
    PrintedArgument { intrinsic: IntrinsicId(9828), argument: 2, name: "isMultimem", values: Names(&[]), since: IrVersion::V23 },
    PrintedArgument { intrinsic: IntrinsicId(9830), argument: 2, name: "isMultimem", values: Names(&[]), since: IrVersion::V23 },
    PrintedArgument { intrinsic: IntrinsicId(10382), argument: 5, name: "kind", values: Names(&["f16", "tf32", "f8f6f4", "i8"]), since: IrVersion::V22 },
    PrintedArgument { intrinsic: IntrinsicId(10382), argument: 6, name: "cta_group", values: Names(&[]), since: IrVersion::V22 },
    PrintedArgument { intrinsic: IntrinsicId(10382), argument: 7, name: "collector", values: Names(&["discard", "lastuse", "fill", "use"]), since: IrVersion::V22 },
    PrintedArgument { intrinsic: IntrinsicId(10453), argument: 1, name: "elemtype", values: Names(&["u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "f32.ftz", "f64", "bf16", "tf32", "tf32.ftz", "b4x16", "b4x16_p64", "b6x16_p32"]), since: IrVersion::V22 },
    PrintedArgument { intrinsic: IntrinsicId(10454), argument: 1, name: "fill_mode", values: Names(&["Zero fill", "OOB-NaN fill"]), since: IrVersion::V22 },
    PrintedArgument { intrinsic: IntrinsicId(10458), argument: 1, name: "interleave_layout", values: Names(&["No interleave", "16B interleave", "32B interleave"]), since: IrVersion::V22 },
    PrintedArgument { intrinsic: IntrinsicId(10460), argument: 1, name: "swizzle_atomicity", values: Names(&["16B", "32B", "32B + 8B flip", "64B"]), since: IrVersion::V22 },
    PrintedArgument { intrinsic: IntrinsicId(10461), argument: 1, name: "swizzle_mode", values: Names(&["No swizzling", "32B swizzling", "64B swizzling", "128B swizzling", "96B swizzling"]), since: IrVersion::V22 },
];

/// The intrinsics that belong to no target, and those of targets that the verifier has rules about.
impl IntrinsicId {
    /// `llvm.aarch64.ldaxr`
    pub const AARCH64_LDAXR: Self = Self(66);
    /// `llvm.aarch64.ldxr`
    pub const AARCH64_LDXR: Self = Self(69);
    /// `llvm.aarch64.prefetch`
    pub const AARCH64_PREFETCH: Self = Self(281);
    /// `llvm.aarch64.range.prefetch`
    pub const AARCH64_RANGE_PREFETCH: Self = Self(283);
    /// `llvm.aarch64.stlxr`
    pub const AARCH64_STLXR: Self = Self(749);
    /// `llvm.aarch64.stxr`
    pub const AARCH64_STXR: Self = Self(751);
    /// `llvm.abs`
    pub const ABS: Self = Self(1730);
    /// `llvm.acos`
    pub const ACOS: Self = Self(1731);
    /// `llvm.addressofreturnaddress`
    pub const ADDRESSOFRETURNADDRESS: Self = Self(1732);
    /// `llvm.adjust.trampoline`
    pub const ADJUST_TRAMPOLINE: Self = Self(1733);
    /// `llvm.alloc.token.id`
    pub const ALLOC_TOKEN_ID: Self = Self(1734);
    /// `llvm.allow.runtime.check`
    pub const ALLOW_RUNTIME_CHECK: Self = Self(1735);
    /// `llvm.allow.sanitize.address`
    pub const ALLOW_SANITIZE_ADDRESS: Self = Self(1736);
    /// `llvm.allow.sanitize.hwaddress`
    pub const ALLOW_SANITIZE_HWADDRESS: Self = Self(1737);
    /// `llvm.allow.sanitize.memory`
    pub const ALLOW_SANITIZE_MEMORY: Self = Self(1738);
    /// `llvm.allow.sanitize.thread`
    pub const ALLOW_SANITIZE_THREAD: Self = Self(1739);
    /// `llvm.allow.ubsan.check`
    pub const ALLOW_UBSAN_CHECK: Self = Self(1740);
    /// `llvm.amdgcn.av.load.b128`
    pub const AMDGCN_AV_LOAD_B128: Self = Self(1750);
    /// `llvm.amdgcn.av.store.b128`
    pub const AMDGCN_AV_STORE_B128: Self = Self(1751);
    /// `llvm.amdgcn.call.whole.wave`
    pub const AMDGCN_CALL_WHOLE_WAVE: Self = Self(1757);
    /// `llvm.amdgcn.cooperative.atomic.load.16x8B`
    pub const AMDGCN_COOPERATIVE_ATOMIC_LOAD_16X8B: Self = Self(1777);
    /// `llvm.amdgcn.cooperative.atomic.load.32x4B`
    pub const AMDGCN_COOPERATIVE_ATOMIC_LOAD_32X4B: Self = Self(1778);
    /// `llvm.amdgcn.cooperative.atomic.load.8x16B`
    pub const AMDGCN_COOPERATIVE_ATOMIC_LOAD_8X16B: Self = Self(1779);
    /// `llvm.amdgcn.cooperative.atomic.store.16x8B`
    pub const AMDGCN_COOPERATIVE_ATOMIC_STORE_16X8B: Self = Self(1780);
    /// `llvm.amdgcn.cooperative.atomic.store.32x4B`
    pub const AMDGCN_COOPERATIVE_ATOMIC_STORE_32X4B: Self = Self(1781);
    /// `llvm.amdgcn.cooperative.atomic.store.8x16B`
    pub const AMDGCN_COOPERATIVE_ATOMIC_STORE_8X16B: Self = Self(1782);
    /// `llvm.amdgcn.cs.chain`
    pub const AMDGCN_CS_CHAIN: Self = Self(1784);
    /// `llvm.amdgcn.global.load.async.lds`
    pub const AMDGCN_GLOBAL_LOAD_ASYNC_LDS: Self = Self(1983);
    /// `llvm.amdgcn.global.load.lds`
    pub const AMDGCN_GLOBAL_LOAD_LDS: Self = Self(1988);
    /// `llvm.amdgcn.init.exec.from.input`
    pub const AMDGCN_INIT_EXEC_FROM_INPUT: Self = Self(2770);
    /// `llvm.amdgcn.kill`
    pub const AMDGCN_KILL: Self = Self(2787);
    /// `llvm.amdgcn.load.async.to.lds`
    pub const AMDGCN_LOAD_ASYNC_TO_LDS: Self = Self(2793);
    /// `llvm.amdgcn.load.to.lds`
    pub const AMDGCN_LOAD_TO_LDS: Self = Self(2794);
    /// `llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4`
    pub const AMDGCN_MFMA_SCALE_F32_16X16X128_F8F6F4: Self = Self(2846);
    /// `llvm.amdgcn.mfma.scale.f32.32x32x64.f8f6f4`
    pub const AMDGCN_MFMA_SCALE_F32_32X32X64_F8F6F4: Self = Self(2847);
    /// `llvm.amdgcn.raw.buffer.load.async.lds`
    pub const AMDGCN_RAW_BUFFER_LOAD_ASYNC_LDS: Self = Self(2902);
    /// `llvm.amdgcn.raw.buffer.load.lds`
    pub const AMDGCN_RAW_BUFFER_LOAD_LDS: Self = Self(2904);
    /// `llvm.amdgcn.raw.ptr.buffer.load.async.lds`
    pub const AMDGCN_RAW_PTR_BUFFER_LOAD_ASYNC_LDS: Self = Self(2927);
    /// `llvm.amdgcn.raw.ptr.buffer.load.lds`
    pub const AMDGCN_RAW_PTR_BUFFER_LOAD_LDS: Self = Self(2929);
    /// `llvm.amdgcn.s.prefetch.data`
    pub const AMDGCN_S_PREFETCH_DATA: Self = Self(2972);
    /// `llvm.amdgcn.set.inactive.chain.arg`
    pub const AMDGCN_SET_INACTIVE_CHAIN_ARG: Self = Self(3012);
    /// `llvm.amdgcn.struct.buffer.load.async.lds`
    pub const AMDGCN_STRUCT_BUFFER_LOAD_ASYNC_LDS: Self = Self(3067);
    /// `llvm.amdgcn.struct.buffer.load.lds`
    pub const AMDGCN_STRUCT_BUFFER_LOAD_LDS: Self = Self(3069);
    /// `llvm.amdgcn.struct.ptr.buffer.load.async.lds`
    pub const AMDGCN_STRUCT_PTR_BUFFER_LOAD_ASYNC_LDS: Self = Self(3092);
    /// `llvm.amdgcn.struct.ptr.buffer.load.lds`
    pub const AMDGCN_STRUCT_PTR_BUFFER_LOAD_LDS: Self = Self(3094);
    /// `llvm.amdgcn.unreachable`
    pub const AMDGCN_UNREACHABLE: Self = Self(3138);
    /// `llvm.amdgcn.wmma.f32.16x16x128.f8f6f4`
    pub const AMDGCN_WMMA_F32_16X16X128_F8F6F4: Self = Self(3175);
    /// `llvm.amdgcn.wmma.scale.f32.16x16x128.f8f6f4`
    pub const AMDGCN_WMMA_SCALE_F32_16X16X128_F8F6F4: Self = Self(3197);
    /// `llvm.amdgcn.wmma.scale16.f32.16x16x128.f8f6f4`
    pub const AMDGCN_WMMA_SCALE16_F32_16X16X128_F8F6F4: Self = Self(3199);
    /// `llvm.annotation`
    pub const ANNOTATION: Self = Self(3212);
    /// `llvm.arithmetic.fence`
    pub const ARITHMETIC_FENCE: Self = Self(3213);
    /// `llvm.arm.ldaex`
    pub const ARM_LDAEX: Self = Self(3266);
    /// `llvm.arm.ldrex`
    pub const ARM_LDREX: Self = Self(3272);
    /// `llvm.arm.stlex`
    pub const ARM_STLEX: Self = Self(3685);
    /// `llvm.arm.strex`
    pub const ARM_STREX: Self = Self(3687);
    /// `llvm.asan.check.memaccess`
    pub const ASAN_CHECK_MEMACCESS: Self = Self(3718);
    /// `llvm.asin`
    pub const ASIN: Self = Self(3719);
    /// `llvm.assume`
    pub const ASSUME: Self = Self(3720);
    /// `llvm.atan`
    pub const ATAN: Self = Self(3721);
    /// `llvm.atan2`
    pub const ATAN2: Self = Self(3722);
    /// `llvm.bitreverse`
    pub const BITREVERSE: Self = Self(3729);
    /// `llvm.bswap`
    pub const BSWAP: Self = Self(3742);
    /// `llvm.call.preallocated.arg`
    pub const CALL_PREALLOCATED_ARG: Self = Self(3743);
    /// `llvm.call.preallocated.setup`
    pub const CALL_PREALLOCATED_SETUP: Self = Self(3744);
    /// `llvm.call.preallocated.teardown`
    pub const CALL_PREALLOCATED_TEARDOWN: Self = Self(3745);
    /// `llvm.callbr.landingpad`
    pub const CALLBR_LANDINGPAD: Self = Self(3746);
    /// `llvm.canonicalize`
    pub const CANONICALIZE: Self = Self(3747);
    /// `llvm.ceil`
    pub const CEIL: Self = Self(3748);
    /// `llvm.clear_cache`
    pub const CLEAR_CACHE: Self = Self(3749);
    /// `llvm.clmul`
    pub const CLMUL: Self = Self(3750);
    /// `llvm.codeview.annotation`
    pub const CODEVIEW_ANNOTATION: Self = Self(3751);
    /// `llvm.cond.loop`
    pub const COND_LOOP: Self = Self(3752);
    /// `llvm.convert.from.arbitrary.fp`
    pub const CONVERT_FROM_ARBITRARY_FP: Self = Self(3753);
    /// `llvm.convert.from.fp16`
    pub const CONVERT_FROM_FP16: Self = Self(3754);
    /// `llvm.convert.to.arbitrary.fp`
    pub const CONVERT_TO_ARBITRARY_FP: Self = Self(3755);
    /// `llvm.convert.to.fp16`
    pub const CONVERT_TO_FP16: Self = Self(3756);
    /// `llvm.copysign`
    pub const COPYSIGN: Self = Self(3757);
    /// `llvm.coro.align`
    pub const CORO_ALIGN: Self = Self(3758);
    /// `llvm.coro.alloc`
    pub const CORO_ALLOC: Self = Self(3759);
    /// `llvm.coro.alloca.alloc`
    pub const CORO_ALLOCA_ALLOC: Self = Self(3760);
    /// `llvm.coro.alloca.free`
    pub const CORO_ALLOCA_FREE: Self = Self(3761);
    /// `llvm.coro.alloca.get`
    pub const CORO_ALLOCA_GET: Self = Self(3762);
    /// `llvm.coro.async.context.alloc`
    pub const CORO_ASYNC_CONTEXT_ALLOC: Self = Self(3763);
    /// `llvm.coro.async.context.dealloc`
    pub const CORO_ASYNC_CONTEXT_DEALLOC: Self = Self(3764);
    /// `llvm.coro.async.resume`
    pub const CORO_ASYNC_RESUME: Self = Self(3765);
    /// `llvm.coro.async.size.replace`
    pub const CORO_ASYNC_SIZE_REPLACE: Self = Self(3766);
    /// `llvm.coro.await.suspend.bool`
    pub const CORO_AWAIT_SUSPEND_BOOL: Self = Self(3767);
    /// `llvm.coro.await.suspend.handle`
    pub const CORO_AWAIT_SUSPEND_HANDLE: Self = Self(3768);
    /// `llvm.coro.await.suspend.void`
    pub const CORO_AWAIT_SUSPEND_VOID: Self = Self(3769);
    /// `llvm.coro.begin`
    pub const CORO_BEGIN: Self = Self(3770);
    /// `llvm.coro.begin.custom.abi`
    pub const CORO_BEGIN_CUSTOM_ABI: Self = Self(3771);
    /// `llvm.coro.dead`
    pub const CORO_DEAD: Self = Self(3772);
    /// `llvm.coro.destroy`
    pub const CORO_DESTROY: Self = Self(3773);
    /// `llvm.coro.done`
    pub const CORO_DONE: Self = Self(3774);
    /// `llvm.coro.end`
    pub const CORO_END: Self = Self(3775);
    /// `llvm.coro.end.async`
    pub const CORO_END_ASYNC: Self = Self(3776);
    /// `llvm.coro.end.results`
    pub const CORO_END_RESULTS: Self = Self(3777);
    /// `llvm.coro.frame`
    pub const CORO_FRAME: Self = Self(3778);
    /// `llvm.coro.free`
    pub const CORO_FREE: Self = Self(3779);
    /// `llvm.coro.id`
    pub const CORO_ID: Self = Self(3780);
    /// `llvm.coro.id.async`
    pub const CORO_ID_ASYNC: Self = Self(3781);
    /// `llvm.coro.id.retcon`
    pub const CORO_ID_RETCON: Self = Self(3782);
    /// `llvm.coro.id.retcon.once`
    pub const CORO_ID_RETCON_ONCE: Self = Self(3783);
    /// `llvm.coro.is_in_ramp`
    pub const CORO_IS_IN_RAMP: Self = Self(3784);
    /// `llvm.coro.noop`
    pub const CORO_NOOP: Self = Self(3785);
    /// `llvm.coro.prepare.async`
    pub const CORO_PREPARE_ASYNC: Self = Self(3786);
    /// `llvm.coro.prepare.retcon`
    pub const CORO_PREPARE_RETCON: Self = Self(3787);
    /// `llvm.coro.promise`
    pub const CORO_PROMISE: Self = Self(3788);
    /// `llvm.coro.resume`
    pub const CORO_RESUME: Self = Self(3789);
    /// `llvm.coro.save`
    pub const CORO_SAVE: Self = Self(3790);
    /// `llvm.coro.size`
    pub const CORO_SIZE: Self = Self(3791);
    /// `llvm.coro.subfn.addr`
    pub const CORO_SUBFN_ADDR: Self = Self(3792);
    /// `llvm.coro.suspend`
    pub const CORO_SUSPEND: Self = Self(3793);
    /// `llvm.coro.suspend.async`
    pub const CORO_SUSPEND_ASYNC: Self = Self(3794);
    /// `llvm.coro.suspend.retcon`
    pub const CORO_SUSPEND_RETCON: Self = Self(3795);
    /// `llvm.cos`
    pub const COS: Self = Self(3796);
    /// `llvm.cosh`
    pub const COSH: Self = Self(3797);
    /// `llvm.ctlz`
    pub const CTLZ: Self = Self(3798);
    /// `llvm.ctpop`
    pub const CTPOP: Self = Self(3799);
    /// `llvm.cttz`
    pub const CTTZ: Self = Self(3800);
    /// `llvm.dbg.assign`
    pub const DBG_ASSIGN: Self = Self(3801);
    /// `llvm.dbg.declare`
    pub const DBG_DECLARE: Self = Self(3802);
    /// `llvm.dbg.label`
    pub const DBG_LABEL: Self = Self(3803);
    /// `llvm.dbg.value`
    pub const DBG_VALUE: Self = Self(3804);
    /// `llvm.debugtrap`
    pub const DEBUGTRAP: Self = Self(3805);
    /// `llvm.donothing`
    pub const DONOTHING: Self = Self(3806);
    /// `llvm.eh.dwarf.cfa`
    pub const EH_DWARF_CFA: Self = Self(3923);
    /// `llvm.eh.exceptioncode`
    pub const EH_EXCEPTIONCODE: Self = Self(3924);
    /// `llvm.eh.exceptionpointer`
    pub const EH_EXCEPTIONPOINTER: Self = Self(3925);
    /// `llvm.eh.recoverfp`
    pub const EH_RECOVERFP: Self = Self(3926);
    /// `llvm.eh.return.i32`
    pub const EH_RETURN_I32: Self = Self(3927);
    /// `llvm.eh.return.i64`
    pub const EH_RETURN_I64: Self = Self(3928);
    /// `llvm.eh.sjlj.callsite`
    pub const EH_SJLJ_CALLSITE: Self = Self(3929);
    /// `llvm.eh.sjlj.functioncontext`
    pub const EH_SJLJ_FUNCTIONCONTEXT: Self = Self(3930);
    /// `llvm.eh.sjlj.longjmp`
    pub const EH_SJLJ_LONGJMP: Self = Self(3931);
    /// `llvm.eh.sjlj.lsda`
    pub const EH_SJLJ_LSDA: Self = Self(3932);
    /// `llvm.eh.sjlj.setjmp`
    pub const EH_SJLJ_SETJMP: Self = Self(3933);
    /// `llvm.eh.sjlj.setup.dispatch`
    pub const EH_SJLJ_SETUP_DISPATCH: Self = Self(3934);
    /// `llvm.eh.typeid.for`
    pub const EH_TYPEID_FOR: Self = Self(3935);
    /// `llvm.eh.unwind.init`
    pub const EH_UNWIND_INIT: Self = Self(3936);
    /// `llvm.exp`
    pub const EXP: Self = Self(3937);
    /// `llvm.exp10`
    pub const EXP10: Self = Self(3938);
    /// `llvm.exp2`
    pub const EXP2: Self = Self(3939);
    /// `llvm.expect`
    pub const EXPECT: Self = Self(3940);
    /// `llvm.expect.with.probability`
    pub const EXPECT_WITH_PROBABILITY: Self = Self(3941);
    /// `llvm.experimental.constrained.acos`
    pub const EXPERIMENTAL_CONSTRAINED_ACOS: Self = Self(3942);
    /// `llvm.experimental.constrained.asin`
    pub const EXPERIMENTAL_CONSTRAINED_ASIN: Self = Self(3943);
    /// `llvm.experimental.constrained.atan`
    pub const EXPERIMENTAL_CONSTRAINED_ATAN: Self = Self(3944);
    /// `llvm.experimental.constrained.atan2`
    pub const EXPERIMENTAL_CONSTRAINED_ATAN2: Self = Self(3945);
    /// `llvm.experimental.constrained.ceil`
    pub const EXPERIMENTAL_CONSTRAINED_CEIL: Self = Self(3946);
    /// `llvm.experimental.constrained.cos`
    pub const EXPERIMENTAL_CONSTRAINED_COS: Self = Self(3947);
    /// `llvm.experimental.constrained.cosh`
    pub const EXPERIMENTAL_CONSTRAINED_COSH: Self = Self(3948);
    /// `llvm.experimental.constrained.exp`
    pub const EXPERIMENTAL_CONSTRAINED_EXP: Self = Self(3949);
    /// `llvm.experimental.constrained.exp2`
    pub const EXPERIMENTAL_CONSTRAINED_EXP2: Self = Self(3950);
    /// `llvm.experimental.constrained.fadd`
    pub const EXPERIMENTAL_CONSTRAINED_FADD: Self = Self(3951);
    /// `llvm.experimental.constrained.fcmp`
    pub const EXPERIMENTAL_CONSTRAINED_FCMP: Self = Self(3952);
    /// `llvm.experimental.constrained.fcmps`
    pub const EXPERIMENTAL_CONSTRAINED_FCMPS: Self = Self(3953);
    /// `llvm.experimental.constrained.fdiv`
    pub const EXPERIMENTAL_CONSTRAINED_FDIV: Self = Self(3954);
    /// `llvm.experimental.constrained.floor`
    pub const EXPERIMENTAL_CONSTRAINED_FLOOR: Self = Self(3955);
    /// `llvm.experimental.constrained.fma`
    pub const EXPERIMENTAL_CONSTRAINED_FMA: Self = Self(3956);
    /// `llvm.experimental.constrained.fmul`
    pub const EXPERIMENTAL_CONSTRAINED_FMUL: Self = Self(3957);
    /// `llvm.experimental.constrained.fmuladd`
    pub const EXPERIMENTAL_CONSTRAINED_FMULADD: Self = Self(3958);
    /// `llvm.experimental.constrained.fpext`
    pub const EXPERIMENTAL_CONSTRAINED_FPEXT: Self = Self(3959);
    /// `llvm.experimental.constrained.fptosi`
    pub const EXPERIMENTAL_CONSTRAINED_FPTOSI: Self = Self(3960);
    /// `llvm.experimental.constrained.fptoui`
    pub const EXPERIMENTAL_CONSTRAINED_FPTOUI: Self = Self(3961);
    /// `llvm.experimental.constrained.fptrunc`
    pub const EXPERIMENTAL_CONSTRAINED_FPTRUNC: Self = Self(3962);
    /// `llvm.experimental.constrained.frem`
    pub const EXPERIMENTAL_CONSTRAINED_FREM: Self = Self(3963);
    /// `llvm.experimental.constrained.fsub`
    pub const EXPERIMENTAL_CONSTRAINED_FSUB: Self = Self(3964);
    /// `llvm.experimental.constrained.ldexp`
    pub const EXPERIMENTAL_CONSTRAINED_LDEXP: Self = Self(3965);
    /// `llvm.experimental.constrained.llrint`
    pub const EXPERIMENTAL_CONSTRAINED_LLRINT: Self = Self(3966);
    /// `llvm.experimental.constrained.llround`
    pub const EXPERIMENTAL_CONSTRAINED_LLROUND: Self = Self(3967);
    /// `llvm.experimental.constrained.log`
    pub const EXPERIMENTAL_CONSTRAINED_LOG: Self = Self(3968);
    /// `llvm.experimental.constrained.log10`
    pub const EXPERIMENTAL_CONSTRAINED_LOG10: Self = Self(3969);
    /// `llvm.experimental.constrained.log2`
    pub const EXPERIMENTAL_CONSTRAINED_LOG2: Self = Self(3970);
    /// `llvm.experimental.constrained.lrint`
    pub const EXPERIMENTAL_CONSTRAINED_LRINT: Self = Self(3971);
    /// `llvm.experimental.constrained.lround`
    pub const EXPERIMENTAL_CONSTRAINED_LROUND: Self = Self(3972);
    /// `llvm.experimental.constrained.maximum`
    pub const EXPERIMENTAL_CONSTRAINED_MAXIMUM: Self = Self(3973);
    /// `llvm.experimental.constrained.maxnum`
    pub const EXPERIMENTAL_CONSTRAINED_MAXNUM: Self = Self(3974);
    /// `llvm.experimental.constrained.minimum`
    pub const EXPERIMENTAL_CONSTRAINED_MINIMUM: Self = Self(3975);
    /// `llvm.experimental.constrained.minnum`
    pub const EXPERIMENTAL_CONSTRAINED_MINNUM: Self = Self(3976);
    /// `llvm.experimental.constrained.nearbyint`
    pub const EXPERIMENTAL_CONSTRAINED_NEARBYINT: Self = Self(3977);
    /// `llvm.experimental.constrained.pow`
    pub const EXPERIMENTAL_CONSTRAINED_POW: Self = Self(3978);
    /// `llvm.experimental.constrained.powi`
    pub const EXPERIMENTAL_CONSTRAINED_POWI: Self = Self(3979);
    /// `llvm.experimental.constrained.rint`
    pub const EXPERIMENTAL_CONSTRAINED_RINT: Self = Self(3980);
    /// `llvm.experimental.constrained.round`
    pub const EXPERIMENTAL_CONSTRAINED_ROUND: Self = Self(3981);
    /// `llvm.experimental.constrained.roundeven`
    pub const EXPERIMENTAL_CONSTRAINED_ROUNDEVEN: Self = Self(3982);
    /// `llvm.experimental.constrained.sin`
    pub const EXPERIMENTAL_CONSTRAINED_SIN: Self = Self(3983);
    /// `llvm.experimental.constrained.sinh`
    pub const EXPERIMENTAL_CONSTRAINED_SINH: Self = Self(3984);
    /// `llvm.experimental.constrained.sitofp`
    pub const EXPERIMENTAL_CONSTRAINED_SITOFP: Self = Self(3985);
    /// `llvm.experimental.constrained.sqrt`
    pub const EXPERIMENTAL_CONSTRAINED_SQRT: Self = Self(3986);
    /// `llvm.experimental.constrained.tan`
    pub const EXPERIMENTAL_CONSTRAINED_TAN: Self = Self(3987);
    /// `llvm.experimental.constrained.tanh`
    pub const EXPERIMENTAL_CONSTRAINED_TANH: Self = Self(3988);
    /// `llvm.experimental.constrained.trunc`
    pub const EXPERIMENTAL_CONSTRAINED_TRUNC: Self = Self(3989);
    /// `llvm.experimental.constrained.uitofp`
    pub const EXPERIMENTAL_CONSTRAINED_UITOFP: Self = Self(3990);
    /// `llvm.experimental.convergence.anchor`
    pub const EXPERIMENTAL_CONVERGENCE_ANCHOR: Self = Self(3991);
    /// `llvm.experimental.convergence.entry`
    pub const EXPERIMENTAL_CONVERGENCE_ENTRY: Self = Self(3992);
    /// `llvm.experimental.convergence.loop`
    pub const EXPERIMENTAL_CONVERGENCE_LOOP: Self = Self(3993);
    /// `llvm.experimental.cttz.elts`
    pub const EXPERIMENTAL_CTTZ_ELTS: Self = Self(3994);
    /// `llvm.experimental.deoptimize`
    pub const EXPERIMENTAL_DEOPTIMIZE: Self = Self(3995);
    /// `llvm.experimental.gc.get.pointer.base`
    pub const EXPERIMENTAL_GC_GET_POINTER_BASE: Self = Self(3996);
    /// `llvm.experimental.gc.get.pointer.offset`
    pub const EXPERIMENTAL_GC_GET_POINTER_OFFSET: Self = Self(3997);
    /// `llvm.experimental.gc.relocate`
    pub const EXPERIMENTAL_GC_RELOCATE: Self = Self(3998);
    /// `llvm.experimental.gc.result`
    pub const EXPERIMENTAL_GC_RESULT: Self = Self(3999);
    /// `llvm.experimental.gc.statepoint`
    pub const EXPERIMENTAL_GC_STATEPOINT: Self = Self(4000);
    /// `llvm.experimental.get.vector.length`
    pub const EXPERIMENTAL_GET_VECTOR_LENGTH: Self = Self(4001);
    /// `llvm.experimental.guard`
    pub const EXPERIMENTAL_GUARD: Self = Self(4002);
    /// `llvm.experimental.memset.pattern`
    pub const EXPERIMENTAL_MEMSET_PATTERN: Self = Self(4003);
    /// `llvm.experimental.noalias.scope.decl`
    pub const EXPERIMENTAL_NOALIAS_SCOPE_DECL: Self = Self(4004);
    /// `llvm.experimental.patchpoint`
    pub const EXPERIMENTAL_PATCHPOINT: Self = Self(4005);
    /// `llvm.experimental.patchpoint.void`
    pub const EXPERIMENTAL_PATCHPOINT_VOID: Self = Self(4006);
    /// `llvm.experimental.stackmap`
    pub const EXPERIMENTAL_STACKMAP: Self = Self(4007);
    /// `llvm.experimental.vector.compress`
    pub const EXPERIMENTAL_VECTOR_COMPRESS: Self = Self(4008);
    /// `llvm.experimental.vector.extract.last.active`
    pub const EXPERIMENTAL_VECTOR_EXTRACT_LAST_ACTIVE: Self = Self(4009);
    /// `llvm.experimental.vector.histogram.add`
    pub const EXPERIMENTAL_VECTOR_HISTOGRAM_ADD: Self = Self(4010);
    /// `llvm.experimental.vector.histogram.uadd.sat`
    pub const EXPERIMENTAL_VECTOR_HISTOGRAM_UADD_SAT: Self = Self(4011);
    /// `llvm.experimental.vector.histogram.umax`
    pub const EXPERIMENTAL_VECTOR_HISTOGRAM_UMAX: Self = Self(4012);
    /// `llvm.experimental.vector.histogram.umin`
    pub const EXPERIMENTAL_VECTOR_HISTOGRAM_UMIN: Self = Self(4013);
    /// `llvm.experimental.vector.match`
    pub const EXPERIMENTAL_VECTOR_MATCH: Self = Self(4014);
    /// `llvm.experimental.vp.reverse`
    pub const EXPERIMENTAL_VP_REVERSE: Self = Self(4015);
    /// `llvm.experimental.vp.splice`
    pub const EXPERIMENTAL_VP_SPLICE: Self = Self(4016);
    /// `llvm.experimental.vp.strided.load`
    pub const EXPERIMENTAL_VP_STRIDED_LOAD: Self = Self(4017);
    /// `llvm.experimental.vp.strided.store`
    pub const EXPERIMENTAL_VP_STRIDED_STORE: Self = Self(4018);
    /// `llvm.experimental.widenable.condition`
    pub const EXPERIMENTAL_WIDENABLE_CONDITION: Self = Self(4019);
    /// `llvm.fabs`
    pub const FABS: Self = Self(4020);
    /// `llvm.fake.use`
    pub const FAKE_USE: Self = Self(4021);
    /// `llvm.floor`
    pub const FLOOR: Self = Self(4022);
    /// `llvm.fma`
    pub const FMA: Self = Self(4023);
    /// `llvm.fmuladd`
    pub const FMULADD: Self = Self(4024);
    /// `llvm.fptosi.sat`
    pub const FPTOSI_SAT: Self = Self(4025);
    /// `llvm.fptoui.sat`
    pub const FPTOUI_SAT: Self = Self(4026);
    /// `llvm.fptrunc.round`
    pub const FPTRUNC_ROUND: Self = Self(4027);
    /// `llvm.frameaddress`
    pub const FRAMEADDRESS: Self = Self(4028);
    /// `llvm.frexp`
    pub const FREXP: Self = Self(4029);
    /// `llvm.fshl`
    pub const FSHL: Self = Self(4030);
    /// `llvm.fshr`
    pub const FSHR: Self = Self(4031);
    /// `llvm.gcread`
    pub const GCREAD: Self = Self(4032);
    /// `llvm.gcroot`
    pub const GCROOT: Self = Self(4033);
    /// `llvm.gcwrite`
    pub const GCWRITE: Self = Self(4034);
    /// `llvm.get.active.lane.mask`
    pub const GET_ACTIVE_LANE_MASK: Self = Self(4035);
    /// `llvm.get.dynamic.area.offset`
    pub const GET_DYNAMIC_AREA_OFFSET: Self = Self(4036);
    /// `llvm.get.fpenv`
    pub const GET_FPENV: Self = Self(4037);
    /// `llvm.get.fpmode`
    pub const GET_FPMODE: Self = Self(4038);
    /// `llvm.get.rounding`
    pub const GET_ROUNDING: Self = Self(4039);
    /// `llvm.hwasan.check.memaccess`
    pub const HWASAN_CHECK_MEMACCESS: Self = Self(6155);
    /// `llvm.hwasan.check.memaccess.fixedshadow`
    pub const HWASAN_CHECK_MEMACCESS_FIXEDSHADOW: Self = Self(6156);
    /// `llvm.hwasan.check.memaccess.shortgranules`
    pub const HWASAN_CHECK_MEMACCESS_SHORTGRANULES: Self = Self(6157);
    /// `llvm.hwasan.check.memaccess.shortgranules.fixedshadow`
    pub const HWASAN_CHECK_MEMACCESS_SHORTGRANULES_FIXEDSHADOW: Self = Self(6158);
    /// `llvm.icall.branch.funnel`
    pub const ICALL_BRANCH_FUNNEL: Self = Self(6159);
    /// `llvm.init.trampoline`
    pub const INIT_TRAMPOLINE: Self = Self(6160);
    /// `llvm.instrprof.callsite`
    pub const INSTRPROF_CALLSITE: Self = Self(6161);
    /// `llvm.instrprof.cover`
    pub const INSTRPROF_COVER: Self = Self(6162);
    /// `llvm.instrprof.increment`
    pub const INSTRPROF_INCREMENT: Self = Self(6163);
    /// `llvm.instrprof.increment.step`
    pub const INSTRPROF_INCREMENT_STEP: Self = Self(6164);
    /// `llvm.instrprof.mcdc.parameters`
    pub const INSTRPROF_MCDC_PARAMETERS: Self = Self(6165);
    /// `llvm.instrprof.mcdc.tvbitmap.update`
    pub const INSTRPROF_MCDC_TVBITMAP_UPDATE: Self = Self(6166);
    /// `llvm.instrprof.timestamp`
    pub const INSTRPROF_TIMESTAMP: Self = Self(6167);
    /// `llvm.instrprof.value.profile`
    pub const INSTRPROF_VALUE_PROFILE: Self = Self(6168);
    /// `llvm.invariant.end`
    pub const INVARIANT_END: Self = Self(6169);
    /// `llvm.invariant.start`
    pub const INVARIANT_START: Self = Self(6170);
    /// `llvm.is.constant`
    pub const IS_CONSTANT: Self = Self(6171);
    /// `llvm.is.fpclass`
    pub const IS_FPCLASS: Self = Self(6172);
    /// `llvm.launder.invariant.group`
    pub const LAUNDER_INVARIANT_GROUP: Self = Self(6173);
    /// `llvm.ldexp`
    pub const LDEXP: Self = Self(6174);
    /// `llvm.lifetime.end`
    pub const LIFETIME_END: Self = Self(6175);
    /// `llvm.lifetime.start`
    pub const LIFETIME_START: Self = Self(6176);
    /// `llvm.llrint`
    pub const LLRINT: Self = Self(6177);
    /// `llvm.llround`
    pub const LLROUND: Self = Self(6178);
    /// `llvm.load.relative`
    pub const LOAD_RELATIVE: Self = Self(6179);
    /// `llvm.localaddress`
    pub const LOCALADDRESS: Self = Self(6180);
    /// `llvm.localescape`
    pub const LOCALESCAPE: Self = Self(6181);
    /// `llvm.localrecover`
    pub const LOCALRECOVER: Self = Self(6182);
    /// `llvm.log`
    pub const LOG: Self = Self(6183);
    /// `llvm.log10`
    pub const LOG10: Self = Self(6184);
    /// `llvm.log2`
    pub const LOG2: Self = Self(6185);
    /// `llvm.loop.decrement`
    pub const LOOP_DECREMENT: Self = Self(7721);
    /// `llvm.loop.decrement.reg`
    pub const LOOP_DECREMENT_REG: Self = Self(7722);
    /// `llvm.loop.dependence.raw.mask`
    pub const LOOP_DEPENDENCE_RAW_MASK: Self = Self(7723);
    /// `llvm.loop.dependence.war.mask`
    pub const LOOP_DEPENDENCE_WAR_MASK: Self = Self(7724);
    /// `llvm.looptrap`
    pub const LOOPTRAP: Self = Self(7725);
    /// `llvm.lrint`
    pub const LRINT: Self = Self(7726);
    /// `llvm.lround`
    pub const LROUND: Self = Self(7727);
    /// `llvm.masked.compressstore`
    pub const MASKED_COMPRESSSTORE: Self = Self(7728);
    /// `llvm.masked.expandload`
    pub const MASKED_EXPANDLOAD: Self = Self(7729);
    /// `llvm.masked.gather`
    pub const MASKED_GATHER: Self = Self(7730);
    /// `llvm.masked.load`
    pub const MASKED_LOAD: Self = Self(7731);
    /// `llvm.masked.scatter`
    pub const MASKED_SCATTER: Self = Self(7732);
    /// `llvm.masked.sdiv`
    pub const MASKED_SDIV: Self = Self(7733);
    /// `llvm.masked.srem`
    pub const MASKED_SREM: Self = Self(7734);
    /// `llvm.masked.store`
    pub const MASKED_STORE: Self = Self(7735);
    /// `llvm.masked.udiv`
    pub const MASKED_UDIV: Self = Self(7736);
    /// `llvm.masked.urem`
    pub const MASKED_UREM: Self = Self(7737);
    /// `llvm.matrix.column.major.load`
    pub const MATRIX_COLUMN_MAJOR_LOAD: Self = Self(7738);
    /// `llvm.matrix.column.major.store`
    pub const MATRIX_COLUMN_MAJOR_STORE: Self = Self(7739);
    /// `llvm.matrix.multiply`
    pub const MATRIX_MULTIPLY: Self = Self(7740);
    /// `llvm.matrix.transpose`
    pub const MATRIX_TRANSPOSE: Self = Self(7741);
    /// `llvm.maximum`
    pub const MAXIMUM: Self = Self(7742);
    /// `llvm.maximumnum`
    pub const MAXIMUMNUM: Self = Self(7743);
    /// `llvm.maxnum`
    pub const MAXNUM: Self = Self(7744);
    /// `llvm.memcpy`
    pub const MEMCPY: Self = Self(7745);
    /// `llvm.memcpy.element.unordered.atomic`
    pub const MEMCPY_ELEMENT_UNORDERED_ATOMIC: Self = Self(7746);
    /// `llvm.memcpy.inline`
    pub const MEMCPY_INLINE: Self = Self(7747);
    /// `llvm.memmove`
    pub const MEMMOVE: Self = Self(7748);
    /// `llvm.memmove.element.unordered.atomic`
    pub const MEMMOVE_ELEMENT_UNORDERED_ATOMIC: Self = Self(7749);
    /// `llvm.memset`
    pub const MEMSET: Self = Self(7750);
    /// `llvm.memset.element.unordered.atomic`
    pub const MEMSET_ELEMENT_UNORDERED_ATOMIC: Self = Self(7751);
    /// `llvm.memset.inline`
    pub const MEMSET_INLINE: Self = Self(7752);
    /// `llvm.minimum`
    pub const MINIMUM: Self = Self(7753);
    /// `llvm.minimumnum`
    pub const MINIMUMNUM: Self = Self(7754);
    /// `llvm.minnum`
    pub const MINNUM: Self = Self(7755);
    /// `llvm.modf`
    pub const MODF: Self = Self(8427);
    /// `llvm.nearbyint`
    pub const NEARBYINT: Self = Self(8428);
    /// `llvm.nvvm.setmaxnreg.dec.sync.aligned.u32`
    pub const NVVM_SETMAXNREG_DEC_SYNC_ALIGNED_U32: Self = Self(9774);
    /// `llvm.nvvm.setmaxnreg.inc.sync.aligned.u32`
    pub const NVVM_SETMAXNREG_INC_SYNC_ALIGNED_U32: Self = Self(9775);
    /// `llvm.objc.arc.annotation.bottomup.bbend`
    pub const OBJC_ARC_ANNOTATION_BOTTOMUP_BBEND: Self = Self(11093);
    /// `llvm.objc.arc.annotation.bottomup.bbstart`
    pub const OBJC_ARC_ANNOTATION_BOTTOMUP_BBSTART: Self = Self(11094);
    /// `llvm.objc.arc.annotation.topdown.bbend`
    pub const OBJC_ARC_ANNOTATION_TOPDOWN_BBEND: Self = Self(11095);
    /// `llvm.objc.arc.annotation.topdown.bbstart`
    pub const OBJC_ARC_ANNOTATION_TOPDOWN_BBSTART: Self = Self(11096);
    /// `llvm.objc.autorelease`
    pub const OBJC_AUTORELEASE: Self = Self(11097);
    /// `llvm.objc.autoreleasePoolPop`
    pub const OBJC_AUTORELEASEPOOLPOP: Self = Self(11098);
    /// `llvm.objc.autoreleasePoolPush`
    pub const OBJC_AUTORELEASEPOOLPUSH: Self = Self(11099);
    /// `llvm.objc.autoreleaseReturnValue`
    pub const OBJC_AUTORELEASERETURNVALUE: Self = Self(11100);
    /// `llvm.objc.claimAutoreleasedReturnValue`
    pub const OBJC_CLAIMAUTORELEASEDRETURNVALUE: Self = Self(11101);
    /// `llvm.objc.clang.arc.noop.use`
    pub const OBJC_CLANG_ARC_NOOP_USE: Self = Self(11102);
    /// `llvm.objc.clang.arc.use`
    pub const OBJC_CLANG_ARC_USE: Self = Self(11103);
    /// `llvm.objc.copyWeak`
    pub const OBJC_COPYWEAK: Self = Self(11104);
    /// `llvm.objc.destroyWeak`
    pub const OBJC_DESTROYWEAK: Self = Self(11105);
    /// `llvm.objc.initWeak`
    pub const OBJC_INITWEAK: Self = Self(11106);
    /// `llvm.objc.loadWeak`
    pub const OBJC_LOADWEAK: Self = Self(11107);
    /// `llvm.objc.loadWeakRetained`
    pub const OBJC_LOADWEAKRETAINED: Self = Self(11108);
    /// `llvm.objc.moveWeak`
    pub const OBJC_MOVEWEAK: Self = Self(11109);
    /// `llvm.objc.release`
    pub const OBJC_RELEASE: Self = Self(11110);
    /// `llvm.objc.retain`
    pub const OBJC_RETAIN: Self = Self(11111);
    /// `llvm.objc.retain.autorelease`
    pub const OBJC_RETAIN_AUTORELEASE: Self = Self(11112);
    /// `llvm.objc.retainAutorelease`
    pub const OBJC_RETAINAUTORELEASE: Self = Self(11113);
    /// `llvm.objc.retainAutoreleaseReturnValue`
    pub const OBJC_RETAINAUTORELEASERETURNVALUE: Self = Self(11114);
    /// `llvm.objc.retainAutoreleasedReturnValue`
    pub const OBJC_RETAINAUTORELEASEDRETURNVALUE: Self = Self(11115);
    /// `llvm.objc.retainBlock`
    pub const OBJC_RETAINBLOCK: Self = Self(11116);
    /// `llvm.objc.retainedObject`
    pub const OBJC_RETAINEDOBJECT: Self = Self(11117);
    /// `llvm.objc.storeStrong`
    pub const OBJC_STORESTRONG: Self = Self(11118);
    /// `llvm.objc.storeWeak`
    pub const OBJC_STOREWEAK: Self = Self(11119);
    /// `llvm.objc.sync.enter`
    pub const OBJC_SYNC_ENTER: Self = Self(11120);
    /// `llvm.objc.sync.exit`
    pub const OBJC_SYNC_EXIT: Self = Self(11121);
    /// `llvm.objc.unretainedObject`
    pub const OBJC_UNRETAINEDOBJECT: Self = Self(11122);
    /// `llvm.objc.unretainedPointer`
    pub const OBJC_UNRETAINEDPOINTER: Self = Self(11123);
    /// `llvm.objc.unsafeClaimAutoreleasedReturnValue`
    pub const OBJC_UNSAFECLAIMAUTORELEASEDRETURNVALUE: Self = Self(11124);
    /// `llvm.objectsize`
    pub const OBJECTSIZE: Self = Self(11125);
    /// `llvm.pcmarker`
    pub const PCMARKER: Self = Self(11126);
    /// `llvm.pdep`
    pub const PDEP: Self = Self(11127);
    /// `llvm.pext`
    pub const PEXT: Self = Self(11128);
    /// `llvm.pow`
    pub const POW: Self = Self(11129);
    /// `llvm.powi`
    pub const POWI: Self = Self(11130);
    /// `llvm.prefetch`
    pub const PREFETCH: Self = Self(11874);
    /// `llvm.preserve.array.access.index`
    pub const PRESERVE_ARRAY_ACCESS_INDEX: Self = Self(11875);
    /// `llvm.preserve.static.offset`
    pub const PRESERVE_STATIC_OFFSET: Self = Self(11876);
    /// `llvm.preserve.struct.access.index`
    pub const PRESERVE_STRUCT_ACCESS_INDEX: Self = Self(11877);
    /// `llvm.preserve.union.access.index`
    pub const PRESERVE_UNION_ACCESS_INDEX: Self = Self(11878);
    /// `llvm.protected.field.ptr`
    pub const PROTECTED_FIELD_PTR: Self = Self(11879);
    /// `llvm.pseudoprobe`
    pub const PSEUDOPROBE: Self = Self(11880);
    /// `llvm.ptr.annotation`
    pub const PTR_ANNOTATION: Self = Self(11881);
    /// `llvm.ptrauth.auth`
    pub const PTRAUTH_AUTH: Self = Self(11882);
    /// `llvm.ptrauth.auth.with.pc.and.resign`
    pub const PTRAUTH_AUTH_WITH_PC_AND_RESIGN: Self = Self(11883);
    /// `llvm.ptrauth.blend`
    pub const PTRAUTH_BLEND: Self = Self(11884);
    /// `llvm.ptrauth.resign`
    pub const PTRAUTH_RESIGN: Self = Self(11885);
    /// `llvm.ptrauth.resign.load.relative`
    pub const PTRAUTH_RESIGN_LOAD_RELATIVE: Self = Self(11886);
    /// `llvm.ptrauth.sign`
    pub const PTRAUTH_SIGN: Self = Self(11887);
    /// `llvm.ptrauth.sign.generic`
    pub const PTRAUTH_SIGN_GENERIC: Self = Self(11888);
    /// `llvm.ptrauth.strip`
    pub const PTRAUTH_STRIP: Self = Self(11889);
    /// `llvm.ptrmask`
    pub const PTRMASK: Self = Self(11890);
    /// `llvm.public.type.test`
    pub const PUBLIC_TYPE_TEST: Self = Self(11891);
    /// `llvm.read_register`
    pub const READ_REGISTER: Self = Self(11927);
    /// `llvm.read_volatile_register`
    pub const READ_VOLATILE_REGISTER: Self = Self(11928);
    /// `llvm.readcyclecounter`
    pub const READCYCLECOUNTER: Self = Self(11929);
    /// `llvm.readsteadycounter`
    pub const READSTEADYCOUNTER: Self = Self(11930);
    /// `llvm.reloc.none`
    pub const RELOC_NONE: Self = Self(11931);
    /// `llvm.reset.fpenv`
    pub const RESET_FPENV: Self = Self(11932);
    /// `llvm.reset.fpmode`
    pub const RESET_FPMODE: Self = Self(11933);
    /// `llvm.returnaddress`
    pub const RETURNADDRESS: Self = Self(11934);
    /// `llvm.rint`
    pub const RINT: Self = Self(11935);
    /// `llvm.round`
    pub const ROUND: Self = Self(12777);
    /// `llvm.roundeven`
    pub const ROUNDEVEN: Self = Self(12778);
    /// `llvm.sadd.sat`
    pub const SADD_SAT: Self = Self(13037);
    /// `llvm.sadd.with.overflow`
    pub const SADD_WITH_OVERFLOW: Self = Self(13038);
    /// `llvm.scmp`
    pub const SCMP: Self = Self(13039);
    /// `llvm.sdiv.fix`
    pub const SDIV_FIX: Self = Self(13040);
    /// `llvm.sdiv.fix.sat`
    pub const SDIV_FIX_SAT: Self = Self(13041);
    /// `llvm.seh.scope.begin`
    pub const SEH_SCOPE_BEGIN: Self = Self(13042);
    /// `llvm.seh.scope.end`
    pub const SEH_SCOPE_END: Self = Self(13043);
    /// `llvm.seh.try.begin`
    pub const SEH_TRY_BEGIN: Self = Self(13044);
    /// `llvm.seh.try.end`
    pub const SEH_TRY_END: Self = Self(13045);
    /// `llvm.set.fpenv`
    pub const SET_FPENV: Self = Self(13046);
    /// `llvm.set.fpmode`
    pub const SET_FPMODE: Self = Self(13047);
    /// `llvm.set.loop.iterations`
    pub const SET_LOOP_ITERATIONS: Self = Self(13048);
    /// `llvm.set.rounding`
    pub const SET_ROUNDING: Self = Self(13049);
    /// `llvm.sideeffect`
    pub const SIDEEFFECT: Self = Self(13050);
    /// `llvm.sin`
    pub const SIN: Self = Self(13051);
    /// `llvm.sincos`
    pub const SINCOS: Self = Self(13052);
    /// `llvm.sincospi`
    pub const SINCOSPI: Self = Self(13053);
    /// `llvm.sinh`
    pub const SINH: Self = Self(13054);
    /// `llvm.smax`
    pub const SMAX: Self = Self(13055);
    /// `llvm.smin`
    pub const SMIN: Self = Self(13056);
    /// `llvm.smul.fix`
    pub const SMUL_FIX: Self = Self(13057);
    /// `llvm.smul.fix.sat`
    pub const SMUL_FIX_SAT: Self = Self(13058);
    /// `llvm.smul.with.overflow`
    pub const SMUL_WITH_OVERFLOW: Self = Self(13059);
    /// `llvm.sponentry`
    pub const SPONENTRY: Self = Self(13060);
    /// `llvm.sqrt`
    pub const SQRT: Self = Self(13226);
    /// `llvm.ssa.copy`
    pub const SSA_COPY: Self = Self(13227);
    /// `llvm.sshl.sat`
    pub const SSHL_SAT: Self = Self(13228);
    /// `llvm.ssub.sat`
    pub const SSUB_SAT: Self = Self(13229);
    /// `llvm.ssub.with.overflow`
    pub const SSUB_WITH_OVERFLOW: Self = Self(13230);
    /// `llvm.stackaddress`
    pub const STACKADDRESS: Self = Self(13231);
    /// `llvm.stackguard`
    pub const STACKGUARD: Self = Self(13232);
    /// `llvm.stackprotector`
    pub const STACKPROTECTOR: Self = Self(13233);
    /// `llvm.stackrestore`
    pub const STACKRESTORE: Self = Self(13234);
    /// `llvm.stacksave`
    pub const STACKSAVE: Self = Self(13235);
    /// `llvm.start.loop.iterations`
    pub const START_LOOP_ITERATIONS: Self = Self(13236);
    /// `llvm.stepvector`
    pub const STEPVECTOR: Self = Self(13237);
    /// `llvm.strip.invariant.group`
    pub const STRIP_INVARIANT_GROUP: Self = Self(13238);
    /// `llvm.structured.alloca`
    pub const STRUCTURED_ALLOCA: Self = Self(13239);
    /// `llvm.structured.gep`
    pub const STRUCTURED_GEP: Self = Self(13240);
    /// `llvm.swift.async.context.addr`
    pub const SWIFT_ASYNC_CONTEXT_ADDR: Self = Self(13241);
    /// `llvm.tan`
    pub const TAN: Self = Self(13242);
    /// `llvm.tanh`
    pub const TANH: Self = Self(13243);
    /// `llvm.test.set.loop.iterations`
    pub const TEST_SET_LOOP_ITERATIONS: Self = Self(13244);
    /// `llvm.test.start.loop.iterations`
    pub const TEST_START_LOOP_ITERATIONS: Self = Self(13245);
    /// `llvm.thread.pointer`
    pub const THREAD_POINTER: Self = Self(13246);
    /// `llvm.threadlocal.address`
    pub const THREADLOCAL_ADDRESS: Self = Self(13247);
    /// `llvm.trap`
    pub const TRAP: Self = Self(13248);
    /// `llvm.trunc`
    pub const TRUNC: Self = Self(13249);
    /// `llvm.type.checked.load`
    pub const TYPE_CHECKED_LOAD: Self = Self(13250);
    /// `llvm.type.checked.load.relative`
    pub const TYPE_CHECKED_LOAD_RELATIVE: Self = Self(13251);
    /// `llvm.type.test`
    pub const TYPE_TEST: Self = Self(13252);
    /// `llvm.uadd.sat`
    pub const UADD_SAT: Self = Self(13253);
    /// `llvm.uadd.with.overflow`
    pub const UADD_WITH_OVERFLOW: Self = Self(13254);
    /// `llvm.ubsantrap`
    pub const UBSANTRAP: Self = Self(13255);
    /// `llvm.ucmp`
    pub const UCMP: Self = Self(13256);
    /// `llvm.udiv.fix`
    pub const UDIV_FIX: Self = Self(13257);
    /// `llvm.udiv.fix.sat`
    pub const UDIV_FIX_SAT: Self = Self(13258);
    /// `llvm.umax`
    pub const UMAX: Self = Self(13259);
    /// `llvm.umin`
    pub const UMIN: Self = Self(13260);
    /// `llvm.umul.fix`
    pub const UMUL_FIX: Self = Self(13261);
    /// `llvm.umul.fix.sat`
    pub const UMUL_FIX_SAT: Self = Self(13262);
    /// `llvm.umul.with.overflow`
    pub const UMUL_WITH_OVERFLOW: Self = Self(13263);
    /// `llvm.ushl.sat`
    pub const USHL_SAT: Self = Self(13264);
    /// `llvm.usub.sat`
    pub const USUB_SAT: Self = Self(13265);
    /// `llvm.usub.with.overflow`
    pub const USUB_WITH_OVERFLOW: Self = Self(13266);
    /// `llvm.va_copy`
    pub const VA_COPY: Self = Self(13267);
    /// `llvm.va_end`
    pub const VA_END: Self = Self(13268);
    /// `llvm.va_start`
    pub const VA_START: Self = Self(13269);
    /// `llvm.var.annotation`
    pub const VAR_ANNOTATION: Self = Self(13270);
    /// `llvm.vector.deinterleave2`
    pub const VECTOR_DEINTERLEAVE2: Self = Self(14534);
    /// `llvm.vector.deinterleave3`
    pub const VECTOR_DEINTERLEAVE3: Self = Self(14535);
    /// `llvm.vector.deinterleave4`
    pub const VECTOR_DEINTERLEAVE4: Self = Self(14536);
    /// `llvm.vector.deinterleave5`
    pub const VECTOR_DEINTERLEAVE5: Self = Self(14537);
    /// `llvm.vector.deinterleave6`
    pub const VECTOR_DEINTERLEAVE6: Self = Self(14538);
    /// `llvm.vector.deinterleave7`
    pub const VECTOR_DEINTERLEAVE7: Self = Self(14539);
    /// `llvm.vector.deinterleave8`
    pub const VECTOR_DEINTERLEAVE8: Self = Self(14540);
    /// `llvm.vector.extract`
    pub const VECTOR_EXTRACT: Self = Self(14541);
    /// `llvm.vector.insert`
    pub const VECTOR_INSERT: Self = Self(14542);
    /// `llvm.vector.interleave2`
    pub const VECTOR_INTERLEAVE2: Self = Self(14543);
    /// `llvm.vector.interleave3`
    pub const VECTOR_INTERLEAVE3: Self = Self(14544);
    /// `llvm.vector.interleave4`
    pub const VECTOR_INTERLEAVE4: Self = Self(14545);
    /// `llvm.vector.interleave5`
    pub const VECTOR_INTERLEAVE5: Self = Self(14546);
    /// `llvm.vector.interleave6`
    pub const VECTOR_INTERLEAVE6: Self = Self(14547);
    /// `llvm.vector.interleave7`
    pub const VECTOR_INTERLEAVE7: Self = Self(14548);
    /// `llvm.vector.interleave8`
    pub const VECTOR_INTERLEAVE8: Self = Self(14549);
    /// `llvm.vector.partial.reduce.add`
    pub const VECTOR_PARTIAL_REDUCE_ADD: Self = Self(14550);
    /// `llvm.vector.partial.reduce.fadd`
    pub const VECTOR_PARTIAL_REDUCE_FADD: Self = Self(14551);
    /// `llvm.vector.reduce.add`
    pub const VECTOR_REDUCE_ADD: Self = Self(14552);
    /// `llvm.vector.reduce.and`
    pub const VECTOR_REDUCE_AND: Self = Self(14553);
    /// `llvm.vector.reduce.fadd`
    pub const VECTOR_REDUCE_FADD: Self = Self(14554);
    /// `llvm.vector.reduce.fmax`
    pub const VECTOR_REDUCE_FMAX: Self = Self(14555);
    /// `llvm.vector.reduce.fmaximum`
    pub const VECTOR_REDUCE_FMAXIMUM: Self = Self(14556);
    /// `llvm.vector.reduce.fmin`
    pub const VECTOR_REDUCE_FMIN: Self = Self(14557);
    /// `llvm.vector.reduce.fminimum`
    pub const VECTOR_REDUCE_FMINIMUM: Self = Self(14558);
    /// `llvm.vector.reduce.fmul`
    pub const VECTOR_REDUCE_FMUL: Self = Self(14559);
    /// `llvm.vector.reduce.mul`
    pub const VECTOR_REDUCE_MUL: Self = Self(14560);
    /// `llvm.vector.reduce.or`
    pub const VECTOR_REDUCE_OR: Self = Self(14561);
    /// `llvm.vector.reduce.smax`
    pub const VECTOR_REDUCE_SMAX: Self = Self(14562);
    /// `llvm.vector.reduce.smin`
    pub const VECTOR_REDUCE_SMIN: Self = Self(14563);
    /// `llvm.vector.reduce.umax`
    pub const VECTOR_REDUCE_UMAX: Self = Self(14564);
    /// `llvm.vector.reduce.umin`
    pub const VECTOR_REDUCE_UMIN: Self = Self(14565);
    /// `llvm.vector.reduce.xor`
    pub const VECTOR_REDUCE_XOR: Self = Self(14566);
    /// `llvm.vector.reverse`
    pub const VECTOR_REVERSE: Self = Self(14567);
    /// `llvm.vector.splice.left`
    pub const VECTOR_SPLICE_LEFT: Self = Self(14568);
    /// `llvm.vector.splice.right`
    pub const VECTOR_SPLICE_RIGHT: Self = Self(14569);
    /// `llvm.vp.abs`
    pub const VP_ABS: Self = Self(14570);
    /// `llvm.vp.add`
    pub const VP_ADD: Self = Self(14571);
    /// `llvm.vp.and`
    pub const VP_AND: Self = Self(14572);
    /// `llvm.vp.ashr`
    pub const VP_ASHR: Self = Self(14573);
    /// `llvm.vp.bitreverse`
    pub const VP_BITREVERSE: Self = Self(14574);
    /// `llvm.vp.bswap`
    pub const VP_BSWAP: Self = Self(14575);
    /// `llvm.vp.ceil`
    pub const VP_CEIL: Self = Self(14576);
    /// `llvm.vp.copysign`
    pub const VP_COPYSIGN: Self = Self(14577);
    /// `llvm.vp.ctlz`
    pub const VP_CTLZ: Self = Self(14578);
    /// `llvm.vp.ctpop`
    pub const VP_CTPOP: Self = Self(14579);
    /// `llvm.vp.cttz`
    pub const VP_CTTZ: Self = Self(14580);
    /// `llvm.vp.cttz.elts`
    pub const VP_CTTZ_ELTS: Self = Self(14581);
    /// `llvm.vp.fabs`
    pub const VP_FABS: Self = Self(14582);
    /// `llvm.vp.fadd`
    pub const VP_FADD: Self = Self(14583);
    /// `llvm.vp.fcmp`
    pub const VP_FCMP: Self = Self(14584);
    /// `llvm.vp.fdiv`
    pub const VP_FDIV: Self = Self(14585);
    /// `llvm.vp.floor`
    pub const VP_FLOOR: Self = Self(14586);
    /// `llvm.vp.fma`
    pub const VP_FMA: Self = Self(14587);
    /// `llvm.vp.fmul`
    pub const VP_FMUL: Self = Self(14588);
    /// `llvm.vp.fmuladd`
    pub const VP_FMULADD: Self = Self(14589);
    /// `llvm.vp.fneg`
    pub const VP_FNEG: Self = Self(14590);
    /// `llvm.vp.fpext`
    pub const VP_FPEXT: Self = Self(14591);
    /// `llvm.vp.fptosi`
    pub const VP_FPTOSI: Self = Self(14592);
    /// `llvm.vp.fptoui`
    pub const VP_FPTOUI: Self = Self(14593);
    /// `llvm.vp.fptrunc`
    pub const VP_FPTRUNC: Self = Self(14594);
    /// `llvm.vp.frem`
    pub const VP_FREM: Self = Self(14595);
    /// `llvm.vp.fshl`
    pub const VP_FSHL: Self = Self(14596);
    /// `llvm.vp.fshr`
    pub const VP_FSHR: Self = Self(14597);
    /// `llvm.vp.fsub`
    pub const VP_FSUB: Self = Self(14598);
    /// `llvm.vp.gather`
    pub const VP_GATHER: Self = Self(14599);
    /// `llvm.vp.icmp`
    pub const VP_ICMP: Self = Self(14600);
    /// `llvm.vp.inttoptr`
    pub const VP_INTTOPTR: Self = Self(14601);
    /// `llvm.vp.is.fpclass`
    pub const VP_IS_FPCLASS: Self = Self(14602);
    /// `llvm.vp.llrint`
    pub const VP_LLRINT: Self = Self(14603);
    /// `llvm.vp.load`
    pub const VP_LOAD: Self = Self(14604);
    /// `llvm.vp.load.ff`
    pub const VP_LOAD_FF: Self = Self(14605);
    /// `llvm.vp.lrint`
    pub const VP_LRINT: Self = Self(14606);
    /// `llvm.vp.lshr`
    pub const VP_LSHR: Self = Self(14607);
    /// `llvm.vp.maximum`
    pub const VP_MAXIMUM: Self = Self(14608);
    /// `llvm.vp.maxnum`
    pub const VP_MAXNUM: Self = Self(14609);
    /// `llvm.vp.merge`
    pub const VP_MERGE: Self = Self(14610);
    /// `llvm.vp.minimum`
    pub const VP_MINIMUM: Self = Self(14611);
    /// `llvm.vp.minnum`
    pub const VP_MINNUM: Self = Self(14612);
    /// `llvm.vp.mul`
    pub const VP_MUL: Self = Self(14613);
    /// `llvm.vp.nearbyint`
    pub const VP_NEARBYINT: Self = Self(14614);
    /// `llvm.vp.or`
    pub const VP_OR: Self = Self(14615);
    /// `llvm.vp.ptrtoint`
    pub const VP_PTRTOINT: Self = Self(14616);
    /// `llvm.vp.reduce.add`
    pub const VP_REDUCE_ADD: Self = Self(14617);
    /// `llvm.vp.reduce.and`
    pub const VP_REDUCE_AND: Self = Self(14618);
    /// `llvm.vp.reduce.fadd`
    pub const VP_REDUCE_FADD: Self = Self(14619);
    /// `llvm.vp.reduce.fmax`
    pub const VP_REDUCE_FMAX: Self = Self(14620);
    /// `llvm.vp.reduce.fmaximum`
    pub const VP_REDUCE_FMAXIMUM: Self = Self(14621);
    /// `llvm.vp.reduce.fmin`
    pub const VP_REDUCE_FMIN: Self = Self(14622);
    /// `llvm.vp.reduce.fminimum`
    pub const VP_REDUCE_FMINIMUM: Self = Self(14623);
    /// `llvm.vp.reduce.fmul`
    pub const VP_REDUCE_FMUL: Self = Self(14624);
    /// `llvm.vp.reduce.mul`
    pub const VP_REDUCE_MUL: Self = Self(14625);
    /// `llvm.vp.reduce.or`
    pub const VP_REDUCE_OR: Self = Self(14626);
    /// `llvm.vp.reduce.smax`
    pub const VP_REDUCE_SMAX: Self = Self(14627);
    /// `llvm.vp.reduce.smin`
    pub const VP_REDUCE_SMIN: Self = Self(14628);
    /// `llvm.vp.reduce.umax`
    pub const VP_REDUCE_UMAX: Self = Self(14629);
    /// `llvm.vp.reduce.umin`
    pub const VP_REDUCE_UMIN: Self = Self(14630);
    /// `llvm.vp.reduce.xor`
    pub const VP_REDUCE_XOR: Self = Self(14631);
    /// `llvm.vp.rint`
    pub const VP_RINT: Self = Self(14632);
    /// `llvm.vp.round`
    pub const VP_ROUND: Self = Self(14633);
    /// `llvm.vp.roundeven`
    pub const VP_ROUNDEVEN: Self = Self(14634);
    /// `llvm.vp.roundtozero`
    pub const VP_ROUNDTOZERO: Self = Self(14635);
    /// `llvm.vp.sadd.sat`
    pub const VP_SADD_SAT: Self = Self(14636);
    /// `llvm.vp.scatter`
    pub const VP_SCATTER: Self = Self(14637);
    /// `llvm.vp.sdiv`
    pub const VP_SDIV: Self = Self(14638);
    /// `llvm.vp.select`
    pub const VP_SELECT: Self = Self(14639);
    /// `llvm.vp.sext`
    pub const VP_SEXT: Self = Self(14640);
    /// `llvm.vp.shl`
    pub const VP_SHL: Self = Self(14641);
    /// `llvm.vp.sitofp`
    pub const VP_SITOFP: Self = Self(14642);
    /// `llvm.vp.smax`
    pub const VP_SMAX: Self = Self(14643);
    /// `llvm.vp.smin`
    pub const VP_SMIN: Self = Self(14644);
    /// `llvm.vp.sqrt`
    pub const VP_SQRT: Self = Self(14645);
    /// `llvm.vp.srem`
    pub const VP_SREM: Self = Self(14646);
    /// `llvm.vp.ssub.sat`
    pub const VP_SSUB_SAT: Self = Self(14647);
    /// `llvm.vp.store`
    pub const VP_STORE: Self = Self(14648);
    /// `llvm.vp.sub`
    pub const VP_SUB: Self = Self(14649);
    /// `llvm.vp.trunc`
    pub const VP_TRUNC: Self = Self(14650);
    /// `llvm.vp.uadd.sat`
    pub const VP_UADD_SAT: Self = Self(14651);
    /// `llvm.vp.udiv`
    pub const VP_UDIV: Self = Self(14652);
    /// `llvm.vp.uitofp`
    pub const VP_UITOFP: Self = Self(14653);
    /// `llvm.vp.umax`
    pub const VP_UMAX: Self = Self(14654);
    /// `llvm.vp.umin`
    pub const VP_UMIN: Self = Self(14655);
    /// `llvm.vp.urem`
    pub const VP_UREM: Self = Self(14656);
    /// `llvm.vp.usub.sat`
    pub const VP_USUB_SAT: Self = Self(14657);
    /// `llvm.vp.xor`
    pub const VP_XOR: Self = Self(14658);
    /// `llvm.vp.zext`
    pub const VP_ZEXT: Self = Self(14659);
    /// `llvm.vscale`
    pub const VSCALE: Self = Self(14660);
    /// `llvm.write_register`
    pub const WRITE_REGISTER: Self = Self(14737);
    /// `llvm.write_volatile_register`
    pub const WRITE_VOLATILE_REGISTER: Self = Self(14738);
    /// `llvm.xray.customevent`
    pub const XRAY_CUSTOMEVENT: Self = Self(16483);
    /// `llvm.xray.typedevent`
    pub const XRAY_TYPEDEVENT: Self = Self(16484);
}
