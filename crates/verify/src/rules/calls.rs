//! Rules about calls, arguments, inline assembly, `callbr`: LW0650 to LW0689.

use crate::rule::rules;

rules! {
    LW0650 CALLEE_NOT_POINTER "Called function must be a pointer!" {
        what: "What a call calls is a function, a pointer to one, or inline assembler.",
        why: "A call jumps to an address, and only a pointer is one.",
        section: "call-instruction",
        bad: built "Make the call's callee the number that is its argument.",
        good: "define void @f(ptr %p, i32 %x) {\n  call void %p(i32 %x)\n  ret void\n}\n",
    }
    LW0651 FUNCTION_TYPE "Called type is not a function type!" {
        what: "A call names the type of the function that it calls, and that is a function type.",
        why: "The type says what arguments there are, what is returned, and how both are passed.",
        section: "call-instruction",
        bad: built "Give `i32` for the function type of the call.",
        good: "declare i32 @g()\ndefine void @f() {\n  %x = call i32 @g()\n  ret void\n}\n",
    }
    LW0652 TOO_FEW_ARGUMENTS "Called function requires more parameters than were provided!" {
        what: "A call of a variadic function passes at least the arguments that the function names.",
        why: "The function reads its named parameters in any case, and would find nothing where a missing one should be.",
        section: "call-instruction",
        bad: built "Take the argument away from the call.",
        good: "declare void @g(i32, ...)\ndefine void @f() {\n  call void (i32, ...) @g(i32 1)\n  ret void\n}\n",
    }
    LW0653 ARGUMENT_COUNT "Incorrect number of arguments passed to called function!" {
        what: "A call passes exactly as many arguments as its function type has parameters.",
        why: "Caller and callee must agree on where each argument is; one too few or too many leaves them without a common view.",
        section: "call-instruction",
        bad: built "Take the argument away from the call.",
        good: "declare void @g(i32)\ndefine void @f() {\n  call void @g(i32 1)\n  ret void\n}\n",
    }
    LW0654 ARGUMENT_TYPE "Call parameter type does not match function signature!" {
        what: "Each argument of a call has the type of the parameter that it is for.",
        why: "The type says how an argument is passed and what the callee may do with it; a bit pattern of another type would be misread.",
        section: "call-instruction",
        bad: built "Pass the `i64` argument of the function for the `i32`.",
        good: "declare void @g(i32)\ndefine void @f(i32 %x, i64 %y) {\n  call void @g(i32 %x)\n  ret void\n}\n",
    }
    LW0655 INTRINSIC_SIGNATURE "Intrinsic called with incompatible signature" {
        what: "A call of an intrinsic uses exactly the type that the intrinsic is declared with.",
        why: "The compiler expands intrinsics itself and goes by their signature; no function exists that could handle other arguments.",
        section: "intrinsic-functions",
        bad: r"declare void @llvm.donothing()
define void @f() {
  call void @llvm.donothing(i32 1)
  ret void
}
",
        good: "declare void @llvm.donothing()\ndefine void @f() {\n  call void @llvm.donothing()\n  ret void\n}\n",
    }
    LW0656 UNCALLABLE "calling convention does not permit calls" {
        what: "A call does not use the calling convention of a kernel, a shader, or another function that only hardware, a host or an intrinsic starts.",
        why: "Such functions find their arguments where the hardware puts them, and have no caller to return to.",
        section: "calling-conventions",
        bad: "declare amdgpu_kernel void @g()\ndefine void @f() {\n  call amdgpu_kernel void @g()\n  ret void\n}\n",
        good: "declare amdgpu_gfx void @g()\ndefine void @f() {\n  call amdgpu_gfx void @g()\n  ret void\n}\n",
    }
    LW0657 ALIGNMENT "Incorrect alignment of {} to called function!" {
        what: "The types that a call passes and returns need no alignment above 2^32 bytes.",
        why: "Alignments are stored as powers of two up to 2^32; a huge vector, aligned to its size, asks for one that cannot be written down.",
        section: "call-instruction",
        bad: r"declare <4294967295 x i64> @g()
define void @f() {
  %v = call <4294967295 x i64> @g()
  ret void
}
",
        good: "declare <1024 x i64> @g()\ndefine void @f() {\n  %v = call <1024 x i64> @g()\n  ret void\n}\n",
    }
    LW0658 SPECULATABLE "speculatable attribute may not apply to call sites" {
        what: "A call is `speculatable` only if the function that it calls is declared so.",
        why: "Whether a function has no effect and no undefined behaviour is a property of the function for all arguments, not of one call.",
        section: "function-attributes",
        bad: "declare i32 @g()\ndefine void @f() {\n  %x = call i32 @g() speculatable\n  ret void\n}\n",
        good: "declare i32 @g() speculatable\ndefine void @f() {\n  %x = call i32 @g() speculatable\n  ret void\n}\n",
    }
    LW0659 PREALLOCATED_CALL "preallocated as a call site attribute can only be on llvm.call.preallocated.arg" {
        what: "`preallocated` on a call as a whole, rather than on an argument, stands only on calls of `llvm.call.preallocated.arg`.",
        why: "There it gives the type of the argument that the memory is for; no other call needs that.",
        section: "llvm-call-preallocated-arg-intrinsic",
        bad: "declare void @g()\ndefine void @f() {\n  call void @g() preallocated(i32)\n  ret void\n}\n",
        good: r#"declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @g(ptr preallocated(i32))
define void @f() {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %p = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)
  call void @g(ptr preallocated(i32) %p) ["preallocated"(token %t)]
  ret void
}
"#,
    }
    LW0660 IN_ALLOCA_MISMATCH "inalloca argument for call has mismatched alloca" {
        what: "Where an `inalloca` argument comes from an `alloca`, that is `alloca inalloca`.",
        why: "Such an argument lies where the callee expects its arguments on the stack, and only `alloca inalloca` makes memory there.",
        section: "parameter-attributes",
        bad: r"declare void @g(ptr inalloca(i32))
define void @f() {
  %p = alloca i32
  call void @g(ptr inalloca(i32) %p)
  ret void
}
",
        good: r"declare void @g(ptr inalloca(i32))
define void @f() {
  %p = alloca inalloca i32
  call void @g(ptr inalloca(i32) %p)
  ret void
}
",
    }
    LW0661 SWIFT_ERROR_ALLOCA "swifterror argument for call has mismatched alloca" {
        what: "Where a `swifterror` argument comes from an `alloca`, that is `alloca swifterror`.",
        why: "Such a value is kept in a register across the call; only memory marked `swifterror` is known to need no address.",
        section: "parameter-attributes",
        bad: r"declare void @g(ptr swifterror)
define void @f() {
  %e = alloca ptr
  call void @g(ptr swifterror %e)
  ret void
}
",
        good: r"declare void @g(ptr swifterror)
define void @f() {
  %e = alloca swifterror ptr
  call void @g(ptr swifterror %e)
  ret void
}
",
    }
    LW0662 SWIFT_ERROR_SOURCE "swifterror argument should come from an alloca or parameter" {
        what: "A `swifterror` argument is an `alloca swifterror` or a `swifterror` parameter of the caller, and nothing computed.",
        why: "The value stands for a register that callers and callees share; it must be known for each call which variable that register holds.",
        section: "parameter-attributes",
        bad: r"declare void @g(ptr swifterror)
define void @f() {
  call void @g(ptr swifterror null)
  ret void
}
",
        good: r"declare void @g(ptr swifterror)
define void @f() {
  %e = alloca swifterror ptr
  call void @g(ptr swifterror %e)
  ret void
}
",
    }
    LW0663 SWIFT_ERROR_PARAMETER "swifterror argument for call has mismatched parameter" {
        what: "Where a `swifterror` argument is a parameter of the caller, that parameter is `swifterror` too.",
        why: "The callee expects the error in its register; an ordinary parameter was not passed in it.",
        section: "parameter-attributes",
        bad: r"declare void @g(ptr swifterror)
define void @f(ptr %e) {
  call void @g(ptr swifterror %e)
  ret void
}
",
        good: r"declare void @g(ptr swifterror)
define void @f(ptr swifterror %e) {
  call void @g(ptr swifterror %e)
  ret void
}
",
    }
    LW0664 SWIFT_ERROR_ARGUMENT "swifterror value when used in a callsite should be marked with swifterror attribute" {
        what: "A `swifterror` value is passed to a function only as a `swifterror` argument.",
        why: "It is passed in a register, which has no address that another kind of argument could need.",
        section: "parameter-attributes",
        bad: "declare void @g(ptr)\ndefine void @f(ptr swifterror %e) {\n  call void @g(ptr %e)\n  ret void\n}\n",
        good: r"declare void @g(ptr swifterror)
define void @f(ptr swifterror %e) {
  call void @g(ptr swifterror %e)
  ret void
}
",
    }
    LW0665 SWIFT_ERROR_USE "swifterror value can only be loaded and stored from, or as a swifterror argument!" {
        what: "A `swifterror` value is loaded from, stored to, or passed on; nothing else may use it.",
        why: "It stands for a register and has no address that could be compared, cast or computed with.",
        section: "parameter-attributes",
        bad: "define i64 @f(ptr swifterror %e) {\n  %x = ptrtoint ptr %e to i64\n  ret i64 %x\n}\n",
        good: "define ptr @f(ptr swifterror %e) {\n  %x = load ptr, ptr %e\n  ret ptr %x\n}\n",
    }
    LW0666 SWIFT_ERROR_STORED "swifterror value should be the second operand when used by stores" {
        what: "A store may write to a `swifterror` value; it may not write the value itself somewhere.",
        why: "The value has no address that could be kept.",
        section: "parameter-attributes",
        bad: "define void @f(ptr swifterror %e, ptr %p) {\n  store ptr %e, ptr %p\n  ret void\n}\n",
        good: "define void @f(ptr swifterror %e, ptr %p) {\n  store ptr %p, ptr %e\n  ret void\n}\n",
    }
    LW0667 IMM_ARG_ON_CALL "immarg may not apply only to call sites" {
        what: "An argument of a call is `immarg` only if the parameter of the intrinsic that it calls is.",
        why: "The attribute is a demand of the intrinsic; a call cannot make one up.",
        section: "parameter-attributes",
        bad: built "Add `immarg` to the argument of the call.",
        good: r"declare i32 @llvm.bswap.i32(i32)
define void @f() {
  %x = call i32 @llvm.bswap.i32(i32 1)
  ret void
}
",
    }
    LW0668 IMM_ARG_NOT_CONSTANT "immarg operand has non-immediate parameter" {
        what: "An argument for a parameter that is `immarg` is a number that is known: an integer or floating-point constant.",
        why: "It becomes part of the machine instruction, or decides which one it is, so that it must be known while compiling.",
        section: "parameter-attributes",
        bad: r"declare ptr @llvm.frameaddress.p0(i32 immarg)
define void @f(i32 %n) {
  %p = call ptr @llvm.frameaddress.p0(i32 %n)
  ret void
}
",
        good: r"declare ptr @llvm.frameaddress.p0(i32 immarg)
define void @f() {
  %p = call ptr @llvm.frameaddress.p0(i32 0)
  ret void
}
",
    }
    LW0669 IMM_ARG_RANGE "immarg value {} out of range [{}, {})" {
        what: "Where a parameter is `immarg` and has a `range`, the argument is in that range.",
        why: "The field of the machine instruction that it goes into has room for, or a meaning for, these numbers alone.",
        section: "parameter-attributes",
        bad: r"declare ptr @llvm.frameaddress.p0(i32 immarg)
define void @f() {
  %p = call ptr @llvm.frameaddress.p0(i32 range(i32 0, 4) 7)
  ret void
}
",
        good: r"declare ptr @llvm.frameaddress.p0(i32 immarg)
define void @f() {
  %p = call ptr @llvm.frameaddress.p0(i32 range(i32 0, 4) 3)
  ret void
}
",
    }
    LW0670 PREALLOCATED_BUNDLE "preallocated operand either requires a preallocated bundle or the call to be musttail (but not both)" {
        what: "A call with a `preallocated` argument has a `preallocated` operand bundle, or is `musttail`; not both.",
        why: "The argument lies in memory that was set up for just this call, which the bundle names; or in the caller's own argument memory, which a tail call reuses.",
        section: "preallocated-operand-bundles",
        bad: r"declare void @g(ptr preallocated(i32))
define void @f(ptr %p) {
  call void @g(ptr preallocated(i32) %p)
  ret void
}
",
        good: r"declare void @g(ptr preallocated(i32))
define void @f(ptr preallocated(i32) %p) {
  musttail call void @g(ptr preallocated(i32) %p)
  ret void
}
",
    }
    LW0671 VARIADIC_SRET "Attribute 'sret' cannot be used for vararg call arguments!" {
        what: "No argument that stands for `...` is `sret`.",
        why: "`sret` says that the callee returns its result through this pointer; a callee cannot do so with an argument that it does not name.",
        section: "parameter-attributes",
        bad: r"declare void @g(...)
define void @f(ptr %p) {
  call void (...) @g(ptr sret(i32) %p)
  ret void
}
",
        good: r"declare void @g(ptr sret(i32), ...)
define void @f(ptr %p) {
  call void (ptr, ...) @g(ptr sret(i32) %p)
  ret void
}
",
    }
    LW0672 IN_ALLOCA_NOT_LAST "inalloca isn't on the last argument!" {
        what: "Among the arguments that stand for `...`, only the last one may be `inalloca`.",
        why: "Memory for such an argument is taken from the stack before the others are put there, so that it comes behind them.",
        section: "parameter-attributes",
        bad: r"declare void @g(i32, ...)
define void @f() {
  %p = alloca inalloca i32
  call void (i32, ...) @g(i32 1, ptr inalloca(i32) %p, i32 2)
  ret void
}
",
        good: r"declare void @g(i32, ...)
define void @f() {
  %p = alloca inalloca i32
  call void (i32, ...) @g(i32 1, ptr inalloca(i32) %p)
  ret void
}
",
    }
    LW0673 METADATA_ARGUMENT "Function has metadata parameter but isn't an intrinsic" {
        what: "Only intrinsics take metadata as arguments.",
        why: "Metadata does not exist when the program runs; only the compiler itself, which intrinsics are handled by, can read it.",
        section: "metadata",
        bad: "define void @f(ptr %p) {\n  call void %p(metadata i32 1)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void %p(i32 1)\n  ret void\n}\n",
    }
    LW0674 TOKEN_ARGUMENT "Function has token parameter but isn't an intrinsic" {
        what: "Only intrinsics take tokens as arguments.",
        why: "A token ties instructions together for the compiler and has no bits that could be passed to a function.",
        section: "token-type",
        bad: "define void @f(ptr %p) {\n  call void %p(token none)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void %p(i32 1)\n  ret void\n}\n",
    }
    LW0675 INDIRECT_TOKEN "Return type cannot be token for indirect call!" {
        what: "A call through a pointer does not return a token.",
        why: "Tokens come from intrinsics, which are called by name; and for a token it must always be known where it comes from.",
        section: "token-type",
        bad: "define void @f(ptr %p) {\n  %t = call token %p()\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  %t = call i32 %p()\n  ret void\n}\n",
    }
    LW0676 INDIRECT_AMX "Return type cannot be x86_amx for indirect call!" {
        what: "A call through a pointer does not return an `x86_amx`.",
        why: "Tile registers are not passed between functions; only intrinsics, which are called by name, give such values.",
        section: "x86-amx-type",
        bad: "define void @f(ptr %p) {\n  %t = call x86_amx %p()\n  ret void\n}\n",
        good: r"declare x86_amx @llvm.x86.tilezero.internal(i16, i16)
define void @f() {
  %t = call x86_amx @llvm.x86.tilezero.internal(i16 8, i16 8)
  ret void
}
",
    }
    LW0677 NO_DEBUG_LOC debug "inlinable function call in a function with debug info must have a !dbg location" {
        what: "In a function with debug information, a call of a function of this module that has debug information too has a `!dbg` location.",
        why: "If the callee is inlined, its instructions are described as inlined at that location; without one their scopes cannot be expressed.",
        section: "https://llvm.org/docs/SourceLevelDebugging.html",
        bad: r#"define void @g() !dbg !5 {
  ret void
}
define void @f() !dbg !6 {
  call void @g()
  ret void
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = distinct !DISubprogram(name: "g", file: !2, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!6 = distinct !DISubprogram(name: "f", file: !2, type: !3, spFlags: DISPFlagDefinition, unit: !1)
"#,
        good: r#"define void @g() !dbg !5 {
  ret void
}
define void @f() !dbg !6 {
  call void @g(), !dbg !7
  ret void
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = distinct !DISubprogram(name: "g", file: !2, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!6 = distinct !DISubprogram(name: "f", file: !2, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!7 = !DILocation(line: 1, scope: !6)
"#,
    }
    LW0678 ASM_INDIRECT_NOT_POINTER "Operand for indirect constraint must have pointer type" {
        what: "The argument for an indirect constraint (with `*`) of inline assembler is a pointer.",
        why: "The constraint says that the assembler works on what is in memory there.",
        section: "inline-asm-constraint-string",
        bad: "define void @f(i32 %x) {\n  call void asm \"\", \"*m\"(i32 %x)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void asm \"\", \"*m\"(ptr elementtype(i32) %p)\n  ret void\n}\n",
    }
    LW0679 ASM_INDIRECT_TYPE "Operand for indirect constraint must have elementtype attribute" {
        what: "The argument for an indirect constraint (with `*`) of inline assembler has an `elementtype` attribute.",
        why: "A pointer does not have the type of the memory that it points to, and the assembler needs its size.",
        section: "inline-asm-constraint-string",
        bad: "define void @f(ptr %p) {\n  call void asm \"\", \"*m\"(ptr %p)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void asm \"\", \"*m\"(ptr elementtype(i32) %p)\n  ret void\n}\n",
    }
    LW0680 ASM_DIRECT_TYPE "Elementtype attribute can only be applied for indirect constraints" {
        what: "Of inline assembler's arguments, only those for indirect constraints (with `*`) have an `elementtype` attribute.",
        why: "Any other argument is used as it is; what may lie behind it does not matter.",
        section: "inline-asm-constraint-string",
        bad: "define void @f(ptr %p) {\n  call void asm \"\", \"r\"(ptr elementtype(i32) %p)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void asm \"\", \"r\"(ptr %p)\n  ret void\n}\n",
    }
    LW0681 CALLBR_LABELS "Number of label constraints does not match number of callbr dests" {
        what: "A `callbr` of inline assembler has as many label constraints (with `!`) as it has indirect destinations.",
        why: "Each constraint gives the assembler the address of one destination to jump to.",
        section: "callbr-instruction",
        bad: "define void @f() {\n  callbr void asm \"\", \"!i\"() to label %a []\na:\n  ret void\n}\n",
        good: r#"define void @f() {
  callbr void asm "", "!i"() to label %a [label %b]
a:
  ret void
b:
  ret void
}
"#,
    }
    LW0682 ASM_LABEL_OUTSIDE_CALLBR "Label constraints can only be used with callbr" {
        what: "Inline assembler that is called by `call` or `invoke` has no label constraints (with `!`).",
        why: "A label stands for a block that the assembler may jump to, and only `callbr` has such destinations.",
        section: "label-constraints",
        bad: "define void @f() {\n  call void asm \"\", \"!i\"()\n  ret void\n}\n",
        good: r#"define void @f() {
  callbr void asm "", "!i"() to label %a [label %b]
a:
  ret void
b:
  ret void
}
"#,
    }
    LW0683 CALLBR_UNWINDS "Unwinding from Callbr is not allowed" {
        what: "Inline assembler in a `callbr` is not marked `unwind`.",
        why: "A `callbr` has no destination for exceptions.",
        section: "callbr-instruction",
        bad: r#"define void @f() {
  callbr void asm unwind "", "!i"() to label %a [label %b]
a:
  ret void
b:
  ret void
}
"#,
        good: r#"define void @f() {
  callbr void asm "", "!i"() to label %a [label %b]
a:
  ret void
b:
  ret void
}
"#,
    }
    LW0684 CALLBR_INDIRECT "Callbr: indirect function / invalid signature" {
        what: "A `callbr` that calls no inline assembler calls a function by its name and with the type that it has.",
        why: "Control may go on at several places after it, and only for a known intrinsic is it clear what that means.",
        section: "callbr-instruction",
        bad: "define void @f(ptr %p) {\n  callbr void %p() to label %a []\na:\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void %p()\n  ret void\n}\n",
    }
    LW0685 CALLBR_BUNDLES "Callbr for intrinsics currently doesn't support operand bundles" {
        what: "A `callbr` of an intrinsic has no operand bundles.",
        why: "None has a meaning for the intrinsics that `callbr` can call.",
        section: "callbr-instruction",
        bad: r#"declare void @llvm.amdgcn.kill(i1)
define void @f(i1 %c) {
  callbr void @llvm.amdgcn.kill(i1 %c) ["deopt"()] to label %a [label %b]
a:
  ret void
b:
  unreachable
}
"#,
        good: r"declare void @llvm.amdgcn.kill(i1)
define void @f(i1 %c) {
  callbr void @llvm.amdgcn.kill(i1 %c) to label %a [label %b]
a:
  ret void
b:
  unreachable
}
",
    }
    LW0686 CALLBR_KILL_DESTS "Callbr amdgcn_kill only supports one indirect dest" {
        what: "A `callbr` of `llvm.amdgcn.kill` has exactly one indirect destination.",
        why: "Threads that live on go to the first destination, those that are killed to the other; a third destination would never be reached.",
        section: "callbr-instruction",
        bad: r"declare void @llvm.amdgcn.kill(i1)
define void @f(i1 %c) {
  callbr void @llvm.amdgcn.kill(i1 %c) to label %a []
a:
  ret void
}
",
        good: r"declare void @llvm.amdgcn.kill(i1)
define void @f(i1 %c) {
  callbr void @llvm.amdgcn.kill(i1 %c) to label %a [label %b]
a:
  ret void
b:
  unreachable
}
",
    }
    LW0687 CALLBR_KILL_GOES_ON "Callbr amdgcn_kill indirect dest needs to be unreachable" {
        what: "The indirect destination of a `callbr` of `llvm.amdgcn.kill` begins with `unreachable`, or with a call of `llvm.amdgcn.unreachable`.",
        why: "It is where killed threads go, and these run nothing any more.",
        section: "callbr-instruction",
        bad: r"declare void @llvm.amdgcn.kill(i1)
define void @f(i1 %c) {
  callbr void @llvm.amdgcn.kill(i1 %c) to label %a [label %b]
a:
  ret void
b:
  ret void
}
",
        good: r"declare void @llvm.amdgcn.kill(i1)
define void @f(i1 %c) {
  callbr void @llvm.amdgcn.kill(i1 %c) to label %a [label %b]
a:
  ret void
b:
  unreachable
}
",
    }
    LW0688 CALLBR_CALLEE "Callbr currently only supports asm-goto and selected intrinsics" {
        what: "A `callbr` calls inline assembler or `llvm.amdgcn.kill`, and nothing else.",
        why: "It has several places to go on at; an ordinary function returns to one.",
        section: "callbr-instruction",
        bad: r"declare void @llvm.donothing()
define void @f() {
  callbr void @llvm.donothing() to label %a []
a:
  ret void
}
",
        good: "declare void @llvm.donothing()\ndefine void @f() {\n  call void @llvm.donothing()\n  ret void\n}\n",
    }
    LW0689 UNWIND_TO_NO_PAD "The unwind destination does not have an exception handling instruction!" {
        what: "The unwind destination of an `invoke` begins, after its phis, with `landingpad`, `catchswitch`, `catchpad` or `cleanuppad`.",
        why: "Such an instruction takes the exception over; without one the runtime would not know what to do at that place.",
        section: "invoke-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %a unwind label %b
a:
  ret void
b:
  ret void
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %a unwind label %b
a:
  ret void
b:
  %x = landingpad { ptr, i32 } cleanup
  ret void
}
",
    }
}
