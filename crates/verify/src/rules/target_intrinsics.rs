//! Rules about target intrinsics: LW1150 to LW1249.

use crate::rule::rules;

rules! {
    LW1150 ELEMENT_TYPE_OF_SECOND "Intrinsic requires elementtype attribute on second argument." {
        what: "The second argument of the exclusive stores of Arm, such as `llvm.aarch64.stxr`, has the attribute `elementtype`.",
        why: "The value is passed wider than it is stored; the attribute says how much of it is stored.",
        section: "parameter-attributes",
        bad: "define i32 @f(ptr %p) {\n  %r = call i32 @llvm.aarch64.stxr.p0(i64 0, ptr %p)\n  ret i32 %r\n}\n",
        good: "define i32 @f(ptr %p) {\n  %r = call i32 @llvm.aarch64.stxr.p0(i64 0, ptr elementtype(i32) %p)\n  ret i32 %r\n}\n",
    }
    LW1151 AARCH64_PREFETCH_WRITE "write argument to llvm.aarch64.prefetch must be 0 or 1" {
        what: "The second argument of `llvm.aarch64.prefetch` is 0 or 1.",
        why: "0 is for what will be read, 1 for what will be written.",
        section: "llvm-prefetch-intrinsic",
        bad: "define void @f(ptr %p) {\n  call void @llvm.aarch64.prefetch(ptr %p, i32 2, i32 0, i32 0, i32 1)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.aarch64.prefetch(ptr %p, i32 1, i32 0, i32 0, i32 1)\n  ret void\n}\n",
    }
    LW1152 AARCH64_PREFETCH_TARGET "target argument to llvm.aarch64.prefetch must be 0-3" {
        what: "The third argument of `llvm.aarch64.prefetch` is 0 to 3.",
        why: "It names one of four levels of caches.",
        section: "llvm-prefetch-intrinsic",
        bad: "define void @f(ptr %p) {\n  call void @llvm.aarch64.prefetch(ptr %p, i32 0, i32 4, i32 0, i32 1)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.aarch64.prefetch(ptr %p, i32 0, i32 3, i32 0, i32 1)\n  ret void\n}\n",
    }
    LW1153 AARCH64_PREFETCH_STREAM "stream argument to llvm.aarch64.prefetch must be 0 or 1" {
        what: "The fourth argument of `llvm.aarch64.prefetch` is 0 or 1.",
        why: "0 is for data to keep, 1 for data that is used once.",
        section: "llvm-prefetch-intrinsic",
        bad: "define void @f(ptr %p) {\n  call void @llvm.aarch64.prefetch(ptr %p, i32 0, i32 0, i32 2, i32 1)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.aarch64.prefetch(ptr %p, i32 0, i32 0, i32 1, i32 1)\n  ret void\n}\n",
    }
    LW1154 AARCH64_PREFETCH_DATA "isdata argument to llvm.aarch64.prefetch must be 0 or 1" {
        what: "The last argument of `llvm.aarch64.prefetch` is 0 or 1.",
        why: "0 is for instructions, 1 for data.",
        section: "llvm-prefetch-intrinsic",
        bad: "define void @f(ptr %p) {\n  call void @llvm.aarch64.prefetch(ptr %p, i32 0, i32 0, i32 0, i32 2)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.aarch64.prefetch(ptr %p, i32 0, i32 0, i32 0, i32 1)\n  ret void\n}\n",
    }
    LW1155 AARCH64_RANGE_PREFETCH_WRITE "write argument to llvm.aarch64.range.prefetch must be 0 or 1" {
        what: "The second argument of `llvm.aarch64.range.prefetch` is 0 or 1.",
        why: "0 is for what will be read, 1 for what will be written.",
        section: "llvm-prefetch-intrinsic",
        bad: "define void @f(ptr %p) {\n  call void @llvm.aarch64.range.prefetch(ptr %p, i32 2, i32 0, i64 64)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.aarch64.range.prefetch(ptr %p, i32 1, i32 0, i64 64)\n  ret void\n}\n",
    }
    LW1156 AARCH64_RANGE_PREFETCH_STREAM "stream argument to llvm.aarch64.range.prefetch must be 0 or 1" {
        what: "The third argument of `llvm.aarch64.range.prefetch` is 0 or 1.",
        why: "0 is for data to keep, 1 for data that is used once.",
        section: "llvm-prefetch-intrinsic",
        bad: "define void @f(ptr %p) {\n  call void @llvm.aarch64.range.prefetch(ptr %p, i32 0, i32 2, i64 64)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.aarch64.range.prefetch(ptr %p, i32 0, i32 1, i64 64)\n  ret void\n}\n",
    }
    LW1157 NVVM_REGISTERS "reg_count argument to nvvm.setmaxnreg must be in multiples of 8" {
        what: "The number of registers that `llvm.nvvm.setmaxnreg.*` asks for is a multiple of 8.",
        why: "The hardware hands registers out in groups of eight.",
        section: "https://docs.nvidia.com/cuda/parallel-thread-execution/index.html#miscellaneous-instructions-setmaxnreg",
        bad: "define void @f() {\n  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 95)\n  ret void\n}\n",
        good: "define void @f() {\n  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 96)\n  ret void\n}\n",
    }
    LW1158 AMDGCN_CHAIN_CALLER "Intrinsic cannot be called from functions with this calling convention" {
        what: "`llvm.amdgcn.cs.chain` is called in shaders only: in functions with `amdgpu_cs`, `amdgpu_cs_chain`, `amdgpu_cs_chain_preserve`, `amdgpu_es`, `amdgpu_gs`, `amdgpu_hs`, `amdgpu_ls` or `amdgpu_vs`.",
        why: "It jumps to another function and never comes back, which only functions that do not return to a caller may do.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#calling-conventions",
        bad: "define amdgpu_ps void @f(ptr %g, i32 inreg %s, i32 %v) {\n  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr %g, i32 -1, i32 inreg %s, i32 %v, i32 0)\n  unreachable\n}\n",
        good: "define amdgpu_cs void @f(ptr %g, i32 inreg %s, i32 %v) {\n  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr %g, i32 -1, i32 inreg %s, i32 %v, i32 0)\n  unreachable\n}\n",
    }
    LW1159 AMDGCN_CHAIN_SGPR "SGPR arguments must have the `inreg` attribute" {
        what: "The third argument of `llvm.amdgcn.cs.chain` has the attribute `inreg`.",
        why: "It holds what is passed in scalar registers.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#calling-conventions",
        bad: "define amdgpu_cs void @f(ptr %g, i32 inreg %s, i32 %v) {\n  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr %g, i32 -1, i32 %s, i32 %v, i32 0)\n  unreachable\n}\n",
        good: "define amdgpu_cs void @f(ptr %g, i32 inreg %s, i32 %v) {\n  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr %g, i32 -1, i32 inreg %s, i32 %v, i32 0)\n  unreachable\n}\n",
    }
    LW1160 AMDGCN_CHAIN_VGPR "VGPR arguments must not have the `inreg` attribute" {
        what: "The fourth argument of `llvm.amdgcn.cs.chain` does not have the attribute `inreg`.",
        why: "It holds what is passed in vector registers.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#calling-conventions",
        bad: "define amdgpu_cs void @f(ptr %g, i32 inreg %s, i32 %v) {\n  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr %g, i32 -1, i32 inreg %s, i32 inreg %v, i32 0)\n  unreachable\n}\n",
        good: "define amdgpu_cs void @f(ptr %g, i32 inreg %s, i32 %v) {\n  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr %g, i32 -1, i32 inreg %s, i32 %v, i32 0)\n  unreachable\n}\n",
    }
    LW1161 AMDGCN_CHAIN_END "llvm.amdgcn.cs.chain must be followed by unreachable" {
        what: "Right after a call of `llvm.amdgcn.cs.chain` stands `unreachable`, or a call of `llvm.amdgcn.unreachable`.",
        why: "It never comes back.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#calling-conventions",
        bad: "define amdgpu_cs void @f(ptr %g, i32 inreg %s, i32 %v) {\n  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr %g, i32 -1, i32 inreg %s, i32 %v, i32 0)\n  ret void\n}\n",
        good: "define amdgpu_cs void @f(ptr %g, i32 inreg %s, i32 %v) {\n  call void (ptr, i32, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i32.i32.i32(ptr %g, i32 -1, i32 inreg %s, i32 %v, i32 0)\n  unreachable\n}\n",
    }
    LW1162 AMDGCN_EXEC_INPUT "only inreg arguments to the parent function are valid as inputs to this intrinsic" {
        what: "The first argument of `llvm.amdgcn.init.exec.from.input` is a parameter of the function that is `inreg`.",
        why: "It is read from its scalar register before anything else runs.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define amdgpu_cs void @f(i32 %x) {\n  call void @llvm.amdgcn.init.exec.from.input(i32 %x, i32 0)\n  ret void\n}\n",
        good: "define amdgpu_cs void @f(i32 inreg %x) {\n  call void @llvm.amdgcn.init.exec.from.input(i32 %x, i32 0)\n  ret void\n}\n",
    }
    LW1163 AMDGCN_INACTIVE_CALLER "Intrinsic can only be used from functions with the amdgpu_cs_chain or amdgpu_cs_chain_preserve calling conventions" {
        what: "`llvm.amdgcn.set.inactive.chain.arg` is called in functions with `amdgpu_cs_chain` or `amdgpu_cs_chain_preserve` only.",
        why: "Only these get values in lanes that are not active.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#calling-conventions",
        bad: "define amdgpu_cs void @f(i32 %x, i32 %y) {\n  %r = call i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32 %x, i32 %y)\n  ret void\n}\n",
        good: "define amdgpu_cs_chain void @f(i32 %x, i32 %y) {\n  %r = call i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32 %x, i32 %y)\n  ret void\n}\n",
    }
    LW1164 AMDGCN_INACTIVE_IN_REG "Value for inactive lanes must not have the `inreg` attribute" {
        what: "The second argument of `llvm.amdgcn.set.inactive.chain.arg` does not have the attribute `inreg`.",
        why: "It has a value for each lane, and a scalar register has but one.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define amdgpu_cs_chain void @f(i32 %x, i32 %y) {\n  %r = call i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32 %x, i32 inreg %y)\n  ret void\n}\n",
        good: "define amdgpu_cs_chain void @f(i32 %x, i32 %y) {\n  %r = call i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32 %x, i32 %y)\n  ret void\n}\n",
    }
    LW1165 AMDGCN_INACTIVE_ARGUMENT "Value for inactive lanes must be a function argument" {
        what: "The second argument of `llvm.amdgcn.set.inactive.chain.arg` is a parameter of the function.",
        why: "What the function computes itself, it computes in active lanes only.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define amdgpu_cs_chain void @f(i32 %x) {\n  %r = call i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32 %x, i32 0)\n  ret void\n}\n",
        good: "define amdgpu_cs_chain void @f(i32 %x, i32 %y) {\n  %r = call i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32 %x, i32 %y)\n  ret void\n}\n",
    }
    LW1166 AMDGCN_INACTIVE_VGPR "Value for inactive lanes must be a VGPR function argument" {
        what: "The parameter that `llvm.amdgcn.set.inactive.chain.arg` takes is not `inreg`.",
        why: "It has a value for each lane, and a scalar register has but one.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define amdgpu_cs_chain void @f(i32 %x, i32 inreg %y) {\n  %r = call i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32 %x, i32 %y)\n  ret void\n}\n",
        good: "define amdgpu_cs_chain void @f(i32 %x, i32 %y) {\n  %r = call i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32 %x, i32 %y)\n  ret void\n}\n",
    }
    LW1167 AMDGCN_WAVE_INDIRECT "Indirect whole wave calls are not allowed" {
        what: "The first argument of `llvm.amdgcn.call.whole.wave` is a function itself.",
        why: "How to call it depends on its calling convention, which has to be known.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define amdgpu_cs void @f(ptr %g) {\n  call void (ptr, ...) @llvm.amdgcn.call.whole.wave.isVoid.p0(ptr %g)\n  ret void\n}\n",
        good: "define amdgpu_cs void @f() {\n  call void (ptr, ...) @llvm.amdgcn.call.whole.wave.isVoid.p0(ptr @g)\n  ret void\n}\ndeclare amdgpu_gfx_whole_wave void @g(i1)\n",
    }
    LW1168 AMDGCN_WAVE_CONVENTION "Callee must have the amdgpu_gfx_whole_wave calling convention" {
        what: "The function that `llvm.amdgcn.call.whole.wave` calls has the calling convention `amdgpu_gfx_whole_wave`.",
        why: "Only such functions run with all lanes of a wave.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#calling-conventions",
        bad: "define amdgpu_cs void @f() {\n  call void (ptr, ...) @llvm.amdgcn.call.whole.wave.isVoid.p0(ptr @g)\n  ret void\n}\ndeclare amdgpu_gfx void @g(i1)\n",
        good: "define amdgpu_cs void @f() {\n  call void (ptr, ...) @llvm.amdgcn.call.whole.wave.isVoid.p0(ptr @g)\n  ret void\n}\ndeclare amdgpu_gfx_whole_wave void @g(i1)\n",
    }
    LW1169 AMDGCN_WAVE_VARIADIC "Variadic whole wave calls are not allowed" {
        what: "The function that `llvm.amdgcn.call.whole.wave` calls takes a fixed number of arguments.",
        why: "The arguments of the call are compared with its parameters one by one.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define amdgpu_cs void @f() {\n  call void (ptr, ...) @llvm.amdgcn.call.whole.wave.isVoid.p0(ptr @g)\n  ret void\n}\ndeclare amdgpu_gfx_whole_wave void @g(i1, ...)\n",
        good: "define amdgpu_cs void @f() {\n  call void (ptr, ...) @llvm.amdgcn.call.whole.wave.isVoid.p0(ptr @g)\n  ret void\n}\ndeclare amdgpu_gfx_whole_wave void @g(i1)\n",
    }
    LW1170 AMDGCN_WAVE_COUNT "Call argument count must match callee argument count" {
        what: "`llvm.amdgcn.call.whole.wave` has as many arguments as the function that it calls has parameters.",
        why: "The callee stands in the place of the first, the mask of active lanes, which the call makes itself.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define amdgpu_cs void @f(i32 %x) {\n  call void (ptr, ...) @llvm.amdgcn.call.whole.wave.isVoid.p0(ptr @g, i32 %x, i32 %x)\n  ret void\n}\ndeclare amdgpu_gfx_whole_wave void @g(i1, i32)\n",
        good: "define amdgpu_cs void @f(i32 %x) {\n  call void (ptr, ...) @llvm.amdgcn.call.whole.wave.isVoid.p0(ptr @g, i32 %x)\n  ret void\n}\ndeclare amdgpu_gfx_whole_wave void @g(i1, i32)\n",
    }
    LW1171 AMDGCN_WAVE_FIRST "Callee must have i1 as its first argument" {
        what: "The first parameter of the function that `llvm.amdgcn.call.whole.wave` calls is an `i1`.",
        why: "It says whether the lane was active before.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define amdgpu_cs void @f() {\n  call void (ptr, ...) @llvm.amdgcn.call.whole.wave.isVoid.p0(ptr @g)\n  ret void\n}\ndeclare amdgpu_gfx_whole_wave void @g(i32)\n",
        good: "define amdgpu_cs void @f() {\n  call void (ptr, ...) @llvm.amdgcn.call.whole.wave.isVoid.p0(ptr @g)\n  ret void\n}\ndeclare amdgpu_gfx_whole_wave void @g(i1)\n",
    }
    LW1172 AMDGCN_WAVE_TYPES "Argument types must match" {
        what: "Each argument that `llvm.amdgcn.call.whole.wave` passes on has the type of the callee's parameter.",
        why: "It is that parameter's value.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define amdgpu_cs void @f(i64 %x) {\n  call void (ptr, ...) @llvm.amdgcn.call.whole.wave.isVoid.p0(ptr @g, i64 %x)\n  ret void\n}\ndeclare amdgpu_gfx_whole_wave void @g(i1, i32)\n",
        good: "define amdgpu_cs void @f(i32 %x) {\n  call void (ptr, ...) @llvm.amdgcn.call.whole.wave.isVoid.p0(ptr @g, i32 %x)\n  ret void\n}\ndeclare amdgpu_gfx_whole_wave void @g(i1, i32)\n",
    }
    LW1173 AMDGCN_WAVE_IN_REG "Argument inreg attributes must match" {
        what: "An argument that `llvm.amdgcn.call.whole.wave` passes on is `inreg` if the callee's parameter is, and only then.",
        why: "The two sides have to agree on the register.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define amdgpu_cs void @f(i32 %x) {\n  call void (ptr, ...) @llvm.amdgcn.call.whole.wave.isVoid.p0(ptr @g, i32 inreg %x)\n  ret void\n}\ndeclare amdgpu_gfx_whole_wave void @g(i1, i32)\n",
        good: "define amdgpu_cs void @f(i32 %x) {\n  call void (ptr, ...) @llvm.amdgcn.call.whole.wave.isVoid.p0(ptr @g, i32 inreg %x)\n  ret void\n}\ndeclare amdgpu_gfx_whole_wave void @g(i1, i32 inreg)\n",
    }
    LW1174 AMDGCN_PREFETCH "llvm.amdgcn.s.prefetch.data only supports global or constant memory" {
        what: "`llvm.amdgcn.s.prefetch.data` takes a pointer to address space 0, 1 or 4, or to one that AMDGPU does not define.",
        why: "The instruction fetches from global or constant memory.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#address-spaces",
        bad: "define void @f(ptr addrspace(3) %p) {\n  call void @llvm.amdgcn.s.prefetch.data.p3(ptr addrspace(3) %p, i32 0)\n  ret void\n}\n",
        good: "define void @f(ptr addrspace(1) %p) {\n  call void @llvm.amdgcn.s.prefetch.data.p1(ptr addrspace(1) %p, i32 0)\n  ret void\n}\n",
    }
    LW1175 AMDGCN_CBSZ "invalid value for cbsz format" {
        what: "The fourth argument of `llvm.amdgcn.mfma.scale.*.f8f6f4` is 0 to 4.",
        why: "It names the format of the first matrix: one of two with 8 bits, two with 6 bits, one with 4 bits.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define <4 x float> @f(<8 x i32> %x, <4 x float> %y) {\n  %r = call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v8i32.v8i32(<8 x i32> %x, <8 x i32> %x, <4 x float> %y, i32 5, i32 0, i32 0, i32 0, i32 0, i32 0)\n  ret <4 x float> %r\n}\n",
        good: "define <4 x float> @f(<8 x i32> %x, <4 x float> %y) {\n  %r = call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v8i32.v8i32(<8 x i32> %x, <8 x i32> %x, <4 x float> %y, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)\n  ret <4 x float> %r\n}\n",
    }
    LW1176 AMDGCN_BLGP "invalid value for blgp format" {
        what: "The fifth argument of `llvm.amdgcn.mfma.scale.*.f8f6f4` is 0 to 4.",
        why: "It names the format of the second matrix: one of two with 8 bits, two with 6 bits, one with 4 bits.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define <4 x float> @f(<8 x i32> %x, <4 x float> %y) {\n  %r = call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v8i32.v8i32(<8 x i32> %x, <8 x i32> %x, <4 x float> %y, i32 0, i32 5, i32 0, i32 0, i32 0, i32 0)\n  ret <4 x float> %r\n}\n",
        good: "define <4 x float> @f(<8 x i32> %x, <4 x float> %y) {\n  %r = call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v8i32.v8i32(<8 x i32> %x, <8 x i32> %x, <4 x float> %y, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)\n  ret <4 x float> %r\n}\n",
    }
    LW1177 AMDGCN_MFMA_0 "operand 0 must be 4, 6 or 8 element i32 vector" {
        what: "The first matrix of `llvm.amdgcn.mfma.scale.*.f8f6f4` is a vector of 4, 6 or 8 `i32`.",
        why: "So many registers hold a lane's 32 numbers of 4, 6 or 8 bits.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define <4 x float> @f(<7 x i32> %x, <8 x i32> %z, <4 x float> %y) {\n  %r = call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v7i32.v8i32(<7 x i32> %x, <8 x i32> %z, <4 x float> %y, i32 4, i32 0, i32 0, i32 0, i32 0, i32 0)\n  ret <4 x float> %r\n}\n",
        good: "define <4 x float> @f(<8 x i32> %x, <4 x float> %y) {\n  %r = call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v8i32.v8i32(<8 x i32> %x, <8 x i32> %x, <4 x float> %y, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)\n  ret <4 x float> %r\n}\n",
    }
    LW1178 AMDGCN_MFMA_1 "operand 1 must be 4, 6 or 8 element i32 vector" {
        what: "The second matrix of `llvm.amdgcn.mfma.scale.*.f8f6f4` is a vector of 4, 6 or 8 `i32`.",
        why: "So many registers hold a lane's 32 numbers of 4, 6 or 8 bits.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define <4 x float> @f(<8 x i32> %x, <7 x i32> %z, <4 x float> %y) {\n  %r = call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v8i32.v7i32(<8 x i32> %x, <7 x i32> %z, <4 x float> %y, i32 0, i32 4, i32 0, i32 0, i32 0, i32 0)\n  ret <4 x float> %r\n}\n",
        good: "define <4 x float> @f(<8 x i32> %x, <4 x float> %y) {\n  %r = call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v8i32.v8i32(<8 x i32> %x, <8 x i32> %x, <4 x float> %y, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)\n  ret <4 x float> %r\n}\n",
    }
    LW1179 AMDGCN_FORMAT "invalid vector type for format" {
        what: "A matrix of the `f8f6f4` intrinsics has enough registers for the format that the call says.",
        why: "Numbers of 8 bits take twice the room of those of 4 bits.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define <4 x float> @f(<4 x i32> %x, <8 x i32> %z, <4 x float> %y) {\n  %r = call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v4i32.v8i32(<4 x i32> %x, <8 x i32> %z, <4 x float> %y, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)\n  ret <4 x float> %r\n}\n",
        good: "define <4 x float> @f(<4 x i32> %x, <8 x i32> %z, <4 x float> %y) {\n  %r = call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v4i32.v8i32(<4 x i32> %x, <8 x i32> %z, <4 x float> %y, i32 4, i32 0, i32 0, i32 0, i32 0, i32 0)\n  ret <4 x float> %r\n}\n",
    }
    LW1180 AMDGCN_MATRIX_FORMAT "invalid value for matrix format" {
        what: "The first and the third argument of `llvm.amdgcn.wmma.*.f8f6f4` are 0 to 4.",
        why: "They name the formats of the matrices: one of two with 8 bits, two with 6 bits, one with 4 bits.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define <8 x float> @f(<16 x i32> %x, <8 x float> %y) {\n  %r = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v16i32.v16i32(i32 5, <16 x i32> %x, i32 0, <16 x i32> %x, i16 0, <8 x float> %y)\n  ret <8 x float> %r\n}\n",
        good: "define <8 x float> @f(<16 x i32> %x, <8 x float> %y) {\n  %r = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v16i32.v16i32(i32 0, <16 x i32> %x, i32 0, <16 x i32> %x, i16 0, <8 x float> %y)\n  ret <8 x float> %r\n}\n",
    }
    LW1181 AMDGCN_WMMA_1 "operand 1 must be 8, 12 or 16 element i32 vector" {
        what: "The first matrix of `llvm.amdgcn.wmma.*.f8f6f4` is a vector of 8, 12 or 16 `i32`.",
        why: "So many registers hold a lane's 64 numbers of 4, 6 or 8 bits.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define <8 x float> @f(<15 x i32> %x, <16 x i32> %z, <8 x float> %y) {\n  %r = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v15i32.v16i32(i32 4, <15 x i32> %x, i32 0, <16 x i32> %z, i16 0, <8 x float> %y)\n  ret <8 x float> %r\n}\n",
        good: "define <8 x float> @f(<16 x i32> %x, <8 x float> %y) {\n  %r = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v16i32.v16i32(i32 0, <16 x i32> %x, i32 0, <16 x i32> %x, i16 0, <8 x float> %y)\n  ret <8 x float> %r\n}\n",
    }
    LW1182 AMDGCN_WMMA_3 "operand 3 must be 8, 12 or 16 element i32 vector" {
        what: "The second matrix of `llvm.amdgcn.wmma.*.f8f6f4` is a vector of 8, 12 or 16 `i32`.",
        why: "So many registers hold a lane's 64 numbers of 4, 6 or 8 bits.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define <8 x float> @f(<16 x i32> %x, <15 x i32> %z, <8 x float> %y) {\n  %r = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v16i32.v15i32(i32 0, <16 x i32> %x, i32 4, <15 x i32> %z, i16 0, <8 x float> %y)\n  ret <8 x float> %r\n}\n",
        good: "define <8 x float> @f(<16 x i32> %x, <8 x float> %y) {\n  %r = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v16i32.v16i32(i32 0, <16 x i32> %x, i32 0, <16 x i32> %x, i16 0, <8 x float> %y)\n  ret <8 x float> %r\n}\n",
    }
    LW1183 AMDGCN_COOPERATIVE_POINTER "cooperative atomic intrinsics require a generic or global pointer" {
        what: "The pointer of `llvm.amdgcn.cooperative.atomic.*` is to address space 0 or 1.",
        why: "The lanes share out an access to global memory among them.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-amdgcn-cooperative-atomic-intrinsics",
        bad: "define i32 @f(ptr addrspace(3) %p) {\n  %r = call i32 @llvm.amdgcn.cooperative.atomic.load.32x4B.p3(ptr addrspace(3) %p, i32 0, metadata !0)\n  ret i32 %r\n}\n!0 = !{!\"agent\"}\n",
        good: "define i32 @f(ptr addrspace(1) %p) {\n  %r = call i32 @llvm.amdgcn.cooperative.atomic.load.32x4B.p1(ptr addrspace(1) %p, i32 0, metadata !0)\n  ret i32 %r\n}\n!0 = !{!\"agent\"}\n",
    }
    LW1184 AMDGCN_COOPERATIVE_SCOPE "cooperative atomic intrinsics require that the last argument is a metadata string" {
        what: "The last argument of `llvm.amdgcn.cooperative.atomic.*` is a node that holds a string.",
        why: "The string names the synchronization scope.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-amdgcn-cooperative-atomic-intrinsics",
        bad: "define i32 @f(ptr %p) {\n  %r = call i32 @llvm.amdgcn.cooperative.atomic.load.32x4B.p0(ptr %p, i32 0, metadata !0)\n  ret i32 %r\n}\n!0 = !{!\"agent\", !\"other\"}\n",
        good: "define i32 @f(ptr %p) {\n  %r = call i32 @llvm.amdgcn.cooperative.atomic.load.32x4B.p0(ptr %p, i32 0, metadata !0)\n  ret i32 %r\n}\n!0 = !{!\"agent\"}\n",
    }
    LW1185 AMDGCN_LDS_SIZE "invalid data size for load-to-LDS intrinsic; must be 1, 2, 4, 12, or 16" since V23 {
        what: "The size that an intrinsic such as `llvm.amdgcn.load.to.lds` takes is 1, 2, 4, 12 or 16.",
        why: "The instructions copy as many bytes.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define void @f(ptr addrspace(1) %p, ptr addrspace(3) %q) {\n  call void @llvm.amdgcn.load.to.lds.p1(ptr addrspace(1) %p, ptr addrspace(3) %q, i32 5, i32 0, i32 0)\n  ret void\n}\n",
        good: "define void @f(ptr addrspace(1) %p, ptr addrspace(3) %q) {\n  call void @llvm.amdgcn.load.to.lds.p1(ptr addrspace(1) %p, ptr addrspace(3) %q, i32 4, i32 0, i32 0)\n  ret void\n}\n",
    }
    LW1186 AMDGCN_CHAIN_FLAGS "flags must be 0 or 1 for llvm.amdgcn.cs.chain" since V23 {
        what: "The flags of `llvm.amdgcn.cs.chain` are 0 or 1.",
        why: "1 stands for dynamic registers; other flags have no meaning.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define amdgpu_cs_chain void @f() {\n  call void (ptr, i64, <4 x i32>, { i32 }, i32, ...) @llvm.amdgcn.cs.chain.p0.i64.v4i32.sl_i32s(ptr @g, i64 1, <4 x i32> inreg poison, { i32 } poison, i32 2)\n  unreachable\n}\ndeclare amdgpu_cs_chain void @g(<4 x i32> inreg, { i32 })\n",
        good: "define amdgpu_cs_chain void @f() {\n  call void (ptr, i64, <4 x i32>, { i32 }, i32, ...) @llvm.amdgcn.cs.chain.p0.i64.v4i32.sl_i32s(ptr @g, i64 1, <4 x i32> inreg poison, { i32 } poison, i32 0)\n  unreachable\n}\ndeclare amdgpu_cs_chain void @g(<4 x i32> inreg, { i32 })\n",
    }
    LW1187 AMDGCN_AVAILABILITY_SCOPE "the last argument to av load/store intrinsics must be a metadata string" since V23 {
        what: "The last argument of `llvm.amdgcn.av.load.b128` and `llvm.amdgcn.av.store.b128` is a node that holds a string.",
        why: "The string names the synchronization scope.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-intrinsics",
        bad: "define void @f(ptr addrspace(1) %p) {\n  %r = call <4 x i32> @llvm.amdgcn.av.load.b128.p1(ptr addrspace(1) %p, metadata !0)\n  ret void\n}\n!0 = !{i32 1}\n",
        good: "define void @f(ptr addrspace(1) %p) {\n  %r = call <4 x i32> @llvm.amdgcn.av.load.b128.p1(ptr addrspace(1) %p, metadata !0)\n  ret void\n}\n!0 = !{!\"wavefront\"}\n",
    }
}
