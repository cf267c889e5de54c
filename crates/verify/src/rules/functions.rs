//! Rules about functions: signature, calling convention, attachments: LW0400 to LW0449.

use crate::rule::rules;

rules! {
    LW0400 COMMON "Functions may not have common linkage" {
        what: "A function is not `common`.",
        why: "Variables of that linkage and of one name become one, as large as the largest. Functions cannot be put \
              together like that.",
        section: "linkage",
        bad: built "Make the linkage `common`.",
        good: "define void @f() {\n  ret void\n}\n",
    }
    LW0401 ARGUMENT_COUNT "# formal arguments must match # of arguments for function type!" {
        what: "A function has a function type, and its body as many arguments as that type has parameters.",
        why: "Callers pass what the type says.",
        section: "functionstructure",
        bad: built "Give the function the type `void ()`, and leave the body as it is.",
        good: "define void @f(i32 %x) {\n  ret void\n}\n",
    }
    LW0402 RESULT_TYPE "Functions cannot return aggregate values!" {
        what: "A function returns a value of a type that instructions can have, or nothing.",
        why: "The value of a call is its result, and no instruction has another type, such as a function type.",
        section: "t-function",
        bad: built "Give the function a type whose result is a function type.",
        good: "declare i32 @f()\n",
    }
    LW0403 SRET_RESULT "Invalid struct return type!" {
        what: "A function with an `sret` parameter returns `void`.",
        why: "Its result is written where the parameter points to.",
        section: "paramattrs",
        bad: built "Give the function the type `i32 (ptr)`.",
        good: "declare void @f(ptr sret(i32))\n",
    }
    LW0404 NAKED_ARGUMENT "cannot use argument of naked function" {
        what: "Nothing in a `naked` function uses its arguments.",
        why: "Such a function has no code at its beginning that would put the arguments where instructions find them: its \
              assembler does that itself.",
        section: "fnattrs",
        bad: "define void @f(ptr %x) naked {\n  store i8 0, ptr %x\n  unreachable\n}\n",
        good: "define void @f(ptr %x) naked {\n  unreachable\n}\n",
    }
    LW0405 INTERRUPT_BYVAL "Calling convention parameter requires byval" {
        what: "The first parameter of an `x86_intrcc` function is `byval`.",
        why: "It stands for what the processor pushed on the stack when it was interrupted.",
        section: "callingconv",
        bad: "define x86_intrcc void @f(ptr %frame) {\n  ret void\n}\n",
        good: "define x86_intrcc void @f(ptr byval([5 x i64]) %frame) {\n  ret void\n}\n",
    }
    LW0406 CONVENTION_RESULT "Calling convention requires void return type" {
        what: "A kernel (`amdgpu_kernel`, `spir_kernel`) and an `amdgpu_cs_chain` function return `void`.",
        why: "Nobody waits for a result: a kernel is started by another processor, and a chained function by a jump.",
        section: "callingconv",
        bad: "define amdgpu_kernel i32 @f() {\n  ret i32 0\n}\n",
        good: "define amdgpu_kernel void @f() {\n  ret void\n}\n",
    }
    LW0407 CONVENTION_SRET "Calling convention does not allow sret" {
        what: "A kernel or shader, and an `amdgpu_cs_chain` function, has no `sret` parameter.",
        why: "Nobody waits for a result, or the result is in registers.",
        section: "callingconv",
        bad: "define amdgpu_ps void @f(ptr sret(i32) %x) {\n  ret void\n}\n",
        good: "define amdgpu_ps void @f(ptr %x) {\n  ret void\n}\n",
    }
    LW0408 CONVENTION_BYVAL "Calling convention disallows byval" {
        what: "A kernel or shader of AMD's, and an `amdgpu_cs_chain` function, has no `byval` parameter.",
        why: "There is no stack of a caller that could hold the copy.",
        section: "callingconv",
        bad: "define amdgpu_kernel void @f(ptr byval(i32) %x) {\n  ret void\n}\n",
        good: "define amdgpu_kernel void @f(ptr addrspace(4) byref(i32) %x) {\n  ret void\n}\n",
    }
    LW0409 CONVENTION_PREALLOCATED "Calling convention disallows preallocated" {
        what: "A kernel or shader of AMD's, and an `amdgpu_cs_chain` function, has no `preallocated` parameter.",
        why: "There is no stack of a caller that could hold the argument.",
        section: "callingconv",
        bad: "define amdgpu_kernel void @f(ptr preallocated(i32) %x) {\n  ret void\n}\n",
        good: "define amdgpu_kernel void @f(ptr addrspace(4) byref(i32) %x) {\n  ret void\n}\n",
    }
    LW0410 CONVENTION_INALLOCA "Calling convention disallows inalloca" {
        what: "A kernel or shader of AMD's, and an `amdgpu_cs_chain` function, has no `inalloca` parameter.",
        why: "There is no stack of a caller that could hold the argument.",
        section: "callingconv",
        bad: "define amdgpu_kernel void @f(ptr inalloca(i32) %x) {\n  ret void\n}\n",
        good: "define amdgpu_kernel void @f(ptr addrspace(4) byref(i32) %x) {\n  ret void\n}\n",
    }
    LW0411 CONVENTION_BYREF "Calling convention disallows stack byref" {
        what: "A `byref` parameter of a kernel or shader of AMD's does not point into the address space of the stack.",
        why: "There is no stack of a caller that it could point into.",
        section: "callingconv",
        bad: "define amdgpu_kernel void @f(ptr byref(i32) %x) {\n  ret void\n}\n",
        good: "define amdgpu_kernel void @f(ptr addrspace(4) byref(i32) %x) {\n  ret void\n}\n",
    }
    LW0412 CONVENTION_VARARGS "Calling convention does not support varargs or perfect forwarding!" {
        what: "Functions of `fastcc`, `coldcc`, `intel_ocl_bicc`, and of the conventions of GPUs, take no `...`.",
        why: "They pass arguments in registers that are chosen for the parameters as they are known.",
        section: "callingconv",
        bad: "declare fastcc void @f(i32, ...)\n",
        good: "declare fastcc void @f(i32)\n",
    }
    LW0413 WHOLE_WAVE_I1 "Calling convention requires first argument to be i1" {
        what: "The first parameter of an `amdgpu_gfx_whole_wave` function is an `i1`.",
        why: "It says of each lane whether it was active in the caller: the function runs with all of them.",
        section: "callingconv",
        bad: "define amdgpu_gfx_whole_wave void @f(i32 %x) {\n  ret void\n}\n",
        good: "define amdgpu_gfx_whole_wave void @f(i1 %active, i32 %x) {\n  ret void\n}\n",
    }
    LW0414 WHOLE_WAVE_INREG "Calling convention requires first argument to not be inreg" {
        what: "The first parameter of an `amdgpu_gfx_whole_wave` function is not `inreg`.",
        why: "`inreg` parameters are the same in all lanes, and this one says of each lane whether it was active.",
        section: "callingconv",
        bad: "define amdgpu_gfx_whole_wave void @f(i1 inreg %active) {\n  ret void\n}\n",
        good: "define amdgpu_gfx_whole_wave void @f(i1 %active) {\n  ret void\n}\n",
    }
    LW0415 ARGUMENT_TYPE "Argument value does not match function argument type!" {
        what: "Each argument in the body of a function is of the type that the function's type says.",
        why: "Callers pass what the type says.",
        section: "functionstructure",
        bad: built "Give the function the type `void (i64)`, and leave the body as it is.",
        good: "define void @f(i32 %x) {\n  ret void\n}\n",
    }
    LW0416 ARGUMENT_FIRST_CLASS "Function arguments must have first-class types!" {
        what: "A parameter is of a type that instructions can have: not `void`, no function type, no opaque struct.",
        why: "An argument is a value like the result of an instruction. There are no values of other types.",
        section: "t-function",
        bad: built "Give the function a type whose parameter is a function type.",
        good: "declare void @f(i32)\n",
    }
    LW0417 TAKES_METADATA "Function takes metadata but isn't an intrinsic" {
        what: "Only intrinsics take `metadata`.",
        why: "Metadata is there while the program is compiled, not when it runs.",
        section: "metadata",
        bad: "declare void @f(metadata)\n",
        good: "declare void @f(ptr)\n",
    }
    LW0418 TAKES_TOKEN "Function takes token but isn't an intrinsic" {
        what: "Only intrinsics take a `token`.",
        why: "A token ties instructions of one function together. It is not there when the program runs, and must not be \
              lost sight of.",
        section: "token-type",
        bad: "declare void @f(token)\n",
        good: "declare void @f(ptr)\n",
    }
    LW0419 TAKES_AMX "Function takes x86_amx but isn't an intrinsic" {
        what: "Only intrinsics take an `x86_amx`.",
        why: "It stands for a tile register, and no calling convention passes arguments in these.",
        section: "x86-amx-type",
        bad: "declare void @f(x86_amx)\n",
        good: "declare void @f(<256 x i32>)\n",
    }
    LW0420 RETURNS_TOKEN "Function returns a token but isn't an intrinsic" {
        what: "Only intrinsics return a `token`.",
        why: "A token ties instructions of one function together. It is not there when the program runs.",
        section: "token-type",
        bad: "declare token @f()\n",
        good: "declare ptr @f()\n",
    }
    LW0421 RETURNS_AMX "Function returns a x86_amx but isn't an intrinsic" {
        what: "Only intrinsics return an `x86_amx`.",
        why: "It stands for a tile register, and no calling convention returns results in these.",
        section: "x86-amx-type",
        bad: "declare x86_amx @f()\n",
        good: "declare <256 x i32> @f()\n",
    }
    LW0422 PROF_KIND "first operand should be 'function_entry_count' or 'synthetic_function_entry_count'" {
        what: "The `!prof` of a function begins with `function_entry_count`, `synthetic_function_entry_count` or `unknown`.",
        why: "It tells how often the function was called. Weights of branches stand on branches.",
        section: "prof-node-function-entry-count",
        bad: "define void @f() !prof !0 {\n  ret void\n}\n!0 = !{!\"branch_weights\", i64 7}\n",
        good: "define void @f() !prof !0 {\n  ret void\n}\n!0 = !{!\"function_entry_count\", i64 7}\n",
    }
    LW0423 PROF_COUNT "expected integer argument to function_entry_count" {
        what: "The second operand of a function's `!prof` is a constant.",
        why: "It is how often the function was called.",
        section: "prof-node-function-entry-count",
        bad: "define void @f() !prof !0 {\n  ret void\n}\n!0 = !{!\"function_entry_count\", !\"7\"}\n",
        good: "define void @f() !prof !0 {\n  ret void\n}\n!0 = !{!\"function_entry_count\", i64 7}\n",
    }
    LW0424 KCFI_OPERANDS "!kcfi_type must have exactly one operand" {
        what: "`!kcfi_type` of a function has one operand.",
        why: "It is the number that stands before the code of the function, and there is one.",
        section: "md-kcfi-type",
        bad: "define void @f() !kcfi_type !0 {\n  ret void\n}\n!0 = !{i32 7, i32 8}\n",
        good: "define void @f() !kcfi_type !0 {\n  ret void\n}\n!0 = !{i32 7}\n",
    }
    LW0425 KCFI_NULL "!kcfi_type operand must not be null" {
        what: "The operand of `!kcfi_type` is there.",
        why: "It is the number that stands before the code of the function.",
        section: "md-kcfi-type",
        bad: "define void @f() !kcfi_type !0 {\n  ret void\n}\n!0 = !{null}\n",
        good: "define void @f() !kcfi_type !0 {\n  ret void\n}\n!0 = !{i32 7}\n",
    }
    LW0426 KCFI_CONSTANT "expected a constant operand for !kcfi_type" {
        what: "The operand of `!kcfi_type` is a constant, no string or node.",
        why: "It is the number that stands before the code of the function.",
        section: "md-kcfi-type",
        bad: "define void @f() !kcfi_type !0 {\n  ret void\n}\n!0 = !{!\"7\"}\n",
        good: "define void @f() !kcfi_type !0 {\n  ret void\n}\n!0 = !{i32 7}\n",
    }
    LW0427 KCFI_INTEGER "expected a constant integer operand for !kcfi_type" {
        what: "The operand of `!kcfi_type` is an integer.",
        why: "It is the number that stands before the code of the function.",
        section: "md-kcfi-type",
        bad: "define void @f() !kcfi_type !0 {\n  ret void\n}\n!0 = !{float 7.0}\n",
        good: "define void @f() !kcfi_type !0 {\n  ret void\n}\n!0 = !{i32 7}\n",
    }
    LW0428 KCFI_WIDTH "expected a 32-bit integer constant operand for !kcfi_type" {
        what: "The operand of `!kcfi_type` is an `i32`.",
        why: "Callers compare four bytes before the code of the function.",
        section: "md-kcfi-type",
        bad: "define void @f() !kcfi_type !0 {\n  ret void\n}\n!0 = !{i64 7}\n",
        good: "define void @f() !kcfi_type !0 {\n  ret void\n}\n!0 = !{i32 7}\n",
    }
    LW0429 DECLARATION_DISTINCT debug "function declaration may only have a unique !dbg attachment" {
        what: "The `!dbg` subprogram of a declaration is not `distinct`.",
        why: "Only a definition has a subprogram of its own. What is said of a declaration is the same wherever it is declared.",
        section: "disubprogram",
        bad: "declare !dbg !0 void @f()\n!llvm.module.flags = !{!1}\n!0 = distinct !DISubprogram(name: \"f\", spFlags: 0)\n\
              !1 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "declare !dbg !0 void @f()\n!llvm.module.flags = !{!1}\n!0 = !DISubprogram(name: \"f\", spFlags: 0)\n\
               !1 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW0430 DECLARATION_PROF "function declaration may not have a !prof attachment" {
        what: "A declaration has no `!prof`.",
        why: "How often a function was called is known where it is defined.",
        section: "prof-node-function-entry-count",
        bad: "declare !prof !0 void @f()\n!0 = !{!\"function_entry_count\", i64 7}\n",
        good: "define void @f() !prof !0 {\n  ret void\n}\n!0 = !{!\"function_entry_count\", i64 7}\n",
    }
    LW0431 DECLARATION_PERSONALITY "Function declaration shouldn't have a personality routine" {
        what: "A declaration has no `personality`.",
        why: "A personality function is asked what to do when an exception comes through the code of a function, and a \
              declaration has none.",
        section: "personalityfn",
        bad: "declare void @f() personality ptr @p\ndeclare i32 @p(...)\n",
        good: "define void @f() personality ptr @p {\n  ret void\n}\ndeclare i32 @p(...)\n",
    }
    LW0432 INTRINSIC_DEFINED "llvm intrinsics cannot be defined!" {
        what: "An intrinsic has no body.",
        why: "The compiler itself knows what it does.",
        section: "intrinsics",
        bad: "define void @llvm.donothing() {\n  ret void\n}\n",
        good: "declare void @llvm.donothing()\n",
    }
    LW0433 ENTRY_PREDECESSORS "Entry block to function must not have predecessors!" {
        what: "No terminator goes to the first block of a function.",
        why: "A function begins there. If one could come back to it, what stands in it would not be done once and first, \
              and it could have phis.",
        section: "functionstructure",
        bad: "define void @f() {\nentry:\n  br label %entry\n}\n",
        good: "define void @f() {\nentry:\n  br label %loop\nloop:\n  br label %loop\n}\n",
    }
    LW0434 ENTRY_ADDRESS "blockaddress may not be used with the entry block!" {
        what: "Nothing uses the address of the first block of a function.",
        why: "The address of a block is there to be jumped to, and nothing jumps to the first block.",
        section: "blockaddress",
        bad: "@x = global ptr blockaddress(@f, %entry)\ndefine void @f() {\nentry:\n  ret void\n}\n",
        good: "@x = global ptr blockaddress(@f, %next)\ndefine void @f() {\nentry:\n  br label %next\nnext:\n  ret void\n}\n",
    }
    LW0435 INTRINSIC_USER "Invalid user of intrinsic instruction!" {
        what: "An intrinsic is called, and nothing else is done with it.",
        why: "The compiler puts something in place of the call. No function with an address exists.",
        section: "intrinsics",
        bad: "@x = global ptr @llvm.donothing\ndeclare void @llvm.donothing()\n",
        good: "define void @f() {\n  call void @llvm.donothing()\n  ret void\n}\ndeclare void @llvm.donothing()\n",
    }
    LW0436 LOCAL_NAME "Two values of a function have the same name!" {
        what: "No two arguments, blocks and instructions of a function have one name.",
        why: "They refer to each other by name. With two of the same name, a reference would be ambiguous.",
        section: "identifiers",
        bad: built "Name the second block as the first.",
        good: "define void @f() {\nfirst:\n  br label %second\nsecond:\n  ret void\n}\n",
    }
    LW0437 GC_POINTER_PARAMETERS "wrong number of parameters" {
        what: "`llvm.experimental.gc.get.pointer.base` and `.offset` have one parameter.",
        why: "They say of one pointer where its object begins.",
        section: "llvm-experimental-gc-get-pointer-base-intrinsic",
        bad: "declare ptr @llvm.experimental.gc.get.pointer.base.p0.p0(ptr, ptr)\n",
        good: "declare ptr @llvm.experimental.gc.get.pointer.base.p0.p0(ptr)\n",
    }
    LW0438 GC_BASE_RESULT "gc.get.pointer.base must return a pointer" {
        what: "`llvm.experimental.gc.get.pointer.base` gives a pointer.",
        why: "The result is where the object begins.",
        section: "llvm-experimental-gc-get-pointer-base-intrinsic",
        bad: "declare i64 @llvm.experimental.gc.get.pointer.base.p0.p0(ptr)\n",
        good: "declare ptr @llvm.experimental.gc.get.pointer.base.p0.p0(ptr)\n",
    }
    LW0439 GC_BASE_TYPE "gc.get.pointer.base operand and result must be of the same type" {
        what: "The result and the parameter of `llvm.experimental.gc.get.pointer.base` have the same type.",
        why: "An object begins in the address space that it is in.",
        section: "llvm-experimental-gc-get-pointer-base-intrinsic",
        bad: "declare ptr addrspace(2) @llvm.experimental.gc.get.pointer.base.p2.p0(ptr)\n",
        good: "declare ptr addrspace(2) @llvm.experimental.gc.get.pointer.base.p2.p2(ptr addrspace(2))\n",
    }
    LW0440 GC_OFFSET_PARAMETER "gc.get.pointer.offset operand must be a pointer" {
        what: "The parameter of `llvm.experimental.gc.get.pointer.offset` is a pointer.",
        why: "The result is how far into its object a pointer points.",
        section: "llvm-experimental-gc-get-pointer-offset-intrinsic",
        bad: "declare i64 @llvm.experimental.gc.get.pointer.offset.p0(i32)\n",
        good: "declare i64 @llvm.experimental.gc.get.pointer.offset.p0(ptr)\n",
    }
    LW0441 GC_OFFSET_RESULT "gc.get.pointer.offset must return integer" {
        what: "`llvm.experimental.gc.get.pointer.offset` gives an integer.",
        why: "The result is a number of bytes.",
        section: "llvm-experimental-gc-get-pointer-offset-intrinsic",
        bad: "declare ptr @llvm.experimental.gc.get.pointer.offset.p0(ptr)\n",
        good: "declare i64 @llvm.experimental.gc.get.pointer.offset.p0(ptr)\n",
    }
    LW0442 GROUP_SIZE_COUNT "reqd_work_group_size must have exactly three operands" since V23 {
        what: "`!reqd_work_group_size` has three operands.",
        why: "A work group has three dimensions.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-attributes",
        bad: "target triple = \"amdgcn-amd-amdhsa\"\ndefine void @f() \"amdgpu-flat-work-group-size\"=\"6,6\" !reqd_work_group_size !0 {\n  ret void\n}\n!0 = !{i32 1, i32 2}\n",
        good: "target triple = \"amdgcn-amd-amdhsa\"\ndefine void @f() \"amdgpu-flat-work-group-size\"=\"6,6\" !reqd_work_group_size !0 {\n  ret void\n}\n!0 = !{i32 1, i32 2, i32 3}\n",
    }
    LW0443 GROUP_SIZE_INTEGERS "reqd_work_group_size operands must be integer constants" since V23 {
        what: "The operands of `!reqd_work_group_size` are integer constants.",
        why: "They are the sizes of a work group.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-attributes",
        bad: "target triple = \"amdgcn-amd-amdhsa\"\ndefine void @f() \"amdgpu-flat-work-group-size\"=\"6,6\" !reqd_work_group_size !0 {\n  ret void\n}\n!0 = !{i32 1, i32 2, float 1.0}\n",
        good: "target triple = \"amdgcn-amd-amdhsa\"\ndefine void @f() \"amdgpu-flat-work-group-size\"=\"6,6\" !reqd_work_group_size !0 {\n  ret void\n}\n!0 = !{i32 1, i32 2, i32 3}\n",
    }
    LW0444 GROUP_SIZE_WIDTH "reqd_work_group_size operands must fit in 64 bits" since V23 {
        what: "The operands of `!reqd_work_group_size` fit 64 bits.",
        why: "There are no larger work groups.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-attributes",
        bad: "target triple = \"amdgcn-amd-amdhsa\"\ndefine void @f() \"amdgpu-flat-work-group-size\"=\"6,6\" !reqd_work_group_size !0 {\n  ret void\n}\n!0 = !{i32 1, i32 2, i128 18446744073709551616}\n",
        good: "target triple = \"amdgcn-amd-amdhsa\"\ndefine void @f() \"amdgpu-flat-work-group-size\"=\"6,6\" !reqd_work_group_size !0 {\n  ret void\n}\n!0 = !{i32 1, i32 2, i32 3}\n",
    }
    LW0445 GROUP_SIZE_PRODUCT "reqd_work_group_size product must fit in 64 bits" since V23 {
        what: "The product of the operands of `!reqd_work_group_size` fits 64 bits.",
        why: "It is the number of work items in a group.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-attributes",
        bad: "target triple = \"amdgcn-amd-amdhsa\"\ndefine void @f() \"amdgpu-flat-work-group-size\"=\"6,6\" !reqd_work_group_size !0 {\n  ret void\n}\n!0 = !{i32 1, i64 4294967296, i64 4294967296}\n",
        good: "target triple = \"amdgcn-amd-amdhsa\"\ndefine void @f() \"amdgpu-flat-work-group-size\"=\"6,6\" !reqd_work_group_size !0 {\n  ret void\n}\n!0 = !{i32 1, i32 2, i32 3}\n",
    }
    LW0446 GROUP_SIZE_ALONE "reqd_work_group_size requires amdgpu-flat-work-group-size" since V23 {
        what: "For AMD GPUs, a function with `!reqd_work_group_size` has the attribute `amdgpu-flat-work-group-size`.",
        why: "The code generator goes by the attribute.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-attributes",
        bad: "target triple = \"amdgcn-amd-amdhsa\"\ndefine void @f() !reqd_work_group_size !0 {\n  ret void\n}\n!0 = !{i32 1, i32 2, i32 3}\n",
        good: "target triple = \"amdgcn-amd-amdhsa\"\ndefine void @f() \"amdgpu-flat-work-group-size\"=\"6,6\" !reqd_work_group_size !0 {\n  ret void\n}\n!0 = !{i32 1, i32 2, i32 3}\n",
    }
    LW0447 GROUP_SIZE_RANGE "amdgpu-flat-work-group-size must be a pair of unsigned integers" since V23 {
        what: "`amdgpu-flat-work-group-size` of a function with `!reqd_work_group_size` is two numbers with a comma between.",
        why: "They are the least and the greatest number of work items in a group.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-attributes",
        bad: "target triple = \"amdgcn-amd-amdhsa\"\ndefine void @f() \"amdgpu-flat-work-group-size\"=\"6\" !reqd_work_group_size !0 {\n  ret void\n}\n!0 = !{i32 1, i32 2, i32 3}\n",
        good: "target triple = \"amdgcn-amd-amdhsa\"\ndefine void @f() \"amdgpu-flat-work-group-size\"=\"6,6\" !reqd_work_group_size !0 {\n  ret void\n}\n!0 = !{i32 1, i32 2, i32 3}\n",
    }
    LW0448 GROUP_SIZE_EQUAL "amdgpu-flat-work-group-size must equal the product of reqd_work_group_size operands" since V23 {
        what: "Both numbers of `amdgpu-flat-work-group-size` are the product of the operands of `!reqd_work_group_size`.",
        why: "The group has exactly that many work items.",
        section: "https://llvm.org/docs/AMDGPUUsage.html#llvm-ir-attributes",
        bad: "target triple = \"amdgcn-amd-amdhsa\"\ndefine void @f() \"amdgpu-flat-work-group-size\"=\"1,6\" !reqd_work_group_size !0 {\n  ret void\n}\n!0 = !{i32 1, i32 2, i32 3}\n",
        good: "target triple = \"amdgcn-amd-amdhsa\"\ndefine void @f() \"amdgpu-flat-work-group-size\"=\"6,6\" !reqd_work_group_size !0 {\n  ret void\n}\n!0 = !{i32 1, i32 2, i32 3}\n",
    }
}
