//! Rules about general intrinsics: LW0850 to LW1049.

use crate::rule::rules;

rules! {
    LW0850 DEFINED "Intrinsic functions should never be defined!" {
        what: "A function whose name is that of an intrinsic is only declared. Each call of one that has a body breaks the rule.",
        why: "What an intrinsic does is part of the language; a body would never run.",
        section: "intrinsic-functions",
        bad: "define void @f() {\n  call void @llvm.donothing()\n  ret void\n}\ndefine void @llvm.donothing() {\n  ret void\n}\n",
        good: "define void @f() {\n  call void @llvm.donothing()\n  ret void\n}\ndeclare void @llvm.donothing()\n",
    }
    LW0851 RESULT_TYPE "Intrinsic has incorrect return type!" {
        what: "An intrinsic is declared with a result that it can have.",
        why: "The name stands for one signature, or for one of a family of them; with any other result there is no such operation.",
        section: "intrinsic-functions",
        bad: "define void @f() {\n  %x = call i32 @llvm.fabs.f32(float 1.0)\n  ret void\n}\ndeclare i32 @llvm.fabs.f32(float)\n",
        good: "define void @f() {\n  %x = call float @llvm.fabs.f32(float 1.0)\n  ret void\n}\ndeclare float @llvm.fabs.f32(float)\n",
    }
    LW0852 ARGUMENT_TYPE "Intrinsic has incorrect argument type!" {
        what: "An intrinsic is declared with parameters that it can have, and with no more of them.",
        why: "The name stands for one signature, or for one of a family of them; with any other parameters there is no such operation.",
        section: "intrinsic-functions",
        bad: "define void @f() {\n  %x = call i32 @llvm.umax.i32(i32 1, i64 2)\n  ret void\n}\ndeclare i32 @llvm.umax.i32(i32, i64)\n",
        good: "define void @f() {\n  %x = call i32 @llvm.umax.i32(i32 1, i32 2)\n  ret void\n}\ndeclare i32 @llvm.umax.i32(i32, i32)\n",
    }
    LW0853 VARIADIC "Intrinsic was not defined with variable arguments!" {
        what: "An intrinsic that takes a fixed number of arguments is not declared with `...`.",
        why: "It has no use for more arguments.",
        section: "intrinsic-functions",
        bad: "define void @f() {\n  call void (...) @llvm.donothing()\n  ret void\n}\ndeclare void @llvm.donothing(...)\n",
        good: "define void @f() {\n  call void @llvm.donothing()\n  ret void\n}\ndeclare void @llvm.donothing()\n",
    }
    LW0854 NOT_VARIADIC "Callsite was not defined with variable arguments!" {
        what: "An intrinsic that takes any number of arguments is declared with `...`; and none is declared with too few parameters.",
        why: "Its calls may pass what they like behind the fixed arguments, so that no other type of function fits it.",
        section: "intrinsic-functions",
        bad: "define void @f() {\n  call void @llvm.experimental.stackmap(i64 0, i32 0)\n  ret void\n}\ndeclare void @llvm.experimental.stackmap(i64, i32)\n",
        good: "define void @f() {\n  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 0, i32 0)\n  ret void\n}\ndeclare void @llvm.experimental.stackmap(i64, i32, ...)\n",
    }
    LW0855 NAME "Intrinsic name not mangled correctly for type arguments! Should be: {}" {
        what: "The name of an overloaded intrinsic ends with the types that tell this overload from the others.",
        why: "Passes look overloads up by name; under a wrong name there would be two functions for one, or one for two.",
        section: "intrinsic-functions",
        bad: built "Name the declaration `llvm.umax.i64`.",
        good: "define void @f() {\n  %x = call i32 @llvm.umax.i32(i32 1, i32 2)\n  ret void\n}\ndeclare i32 @llvm.umax.i32(i32, i32)\n",
    }
    LW0856 CONSTANT_AMX "const x86_amx is not allowed in argument!" {
        what: "No argument of an intrinsic is a constant of type `x86_amx`.",
        why: "A tile is only ever made by loading or computing one: there is no instruction that makes a constant tile.",
        section: "x86-amx-type",
        bad: "define void @f(ptr %p) {\n  call void @llvm.x86.tilestored64.internal(i16 1, i16 4, ptr %p, i64 4, x86_amx poison)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  %t = call x86_amx @llvm.x86.tilezero.internal(i16 1, i16 4)\n  call void @llvm.x86.tilestored64.internal(i16 1, i16 4, ptr %p, i64 4, x86_amx %t)\n  ret void\n}\n",
    }
    LW0857 ASSUME_CONDITION "assume with operand bundles must have i1 true condition" {
        what: "A call of `llvm.assume` with operand bundles has the constant `true` for its condition.",
        why: "The bundles say what is assumed; a condition besides them would be a second assumption, for which there is a call of its own.",
        section: "assume-operand-bundles",
        bad: "define void @f(ptr %p, i1 %c) {\n  call void @llvm.assume(i1 %c) [\"nonnull\"(ptr %p)]\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"nonnull\"(ptr %p)]\n  ret void\n}\n",
    }
    LW0858 ASSUME_TAG "tags must be valid attribute names" {
        what: "The tag of an operand bundle of `llvm.assume` is the name of an attribute, or `ignore`, or `separate_storage`.",
        why: "The bundle says that the attribute holds for its first input.",
        section: "assume-operand-bundles",
        bad: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"shiny\"(ptr %p)]\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"nonnull\"(ptr %p)]\n  ret void\n}\n",
    }
    LW0859 ASSUME_STORAGE_COUNT "separate_storage assumptions should have 2 arguments" {
        what: "A bundle `separate_storage` has two inputs.",
        why: "It says that two pointers do not point into the same object.",
        section: "assume-operand-bundles",
        bad: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"separate_storage\"(ptr %p)]\n  ret void\n}\n",
        good: "define void @f(ptr %p, ptr %q) {\n  call void @llvm.assume(i1 true) [\"separate_storage\"(ptr %p, ptr %q)]\n  ret void\n}\n",
    }
    LW0860 ASSUME_STORAGE_POINTERS "arguments to separate_storage assumptions should be pointers" {
        what: "The inputs of a bundle `separate_storage` are pointers.",
        why: "Only pointers point to storage.",
        section: "assume-operand-bundles",
        bad: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"separate_storage\"(ptr %p, i64 0)]\n  ret void\n}\n",
        good: "define void @f(ptr %p, ptr %q) {\n  call void @llvm.assume(i1 true) [\"separate_storage\"(ptr %p, ptr %q)]\n  ret void\n}\n",
    }
    LW0861 ASSUME_ALIGN_COUNT "alignment assumptions should have 2 or 3 arguments" {
        what: "A bundle `align` has two or three inputs: a pointer, an alignment, and perhaps an offset.",
        why: "It says that the pointer, less the offset, is aligned so.",
        section: "assume-operand-bundles",
        bad: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"align\"(ptr %p)]\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"align\"(ptr %p, i64 8)]\n  ret void\n}\n",
    }
    LW0862 ASSUME_DEREFERENCEABLE_COUNT "dereferenceable assumptions should have 2 arguments" {
        what: "A bundle `dereferenceable` has two inputs: a pointer and a number of bytes.",
        why: "It says that so many bytes can be loaded from there.",
        section: "assume-operand-bundles",
        bad: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"dereferenceable\"(ptr %p)]\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"dereferenceable\"(ptr %p, i64 8)]\n  ret void\n}\n",
    }
    LW0863 ASSUME_POINTER "first argument should be a pointer" {
        what: "The first input of a bundle `align` or `dereferenceable` is a pointer.",
        why: "It is what the assumption is about.",
        section: "assume-operand-bundles",
        bad: "define void @f() {\n  call void @llvm.assume(i1 true) [\"align\"(i64 0, i64 8)]\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"align\"(ptr %p, i64 8)]\n  ret void\n}\n",
    }
    LW0864 ASSUME_SECOND_INT "second argument should be an integer" until V22 {
        what: "The second input of a bundle `align` or `dereferenceable` is an integer.",
        why: "It is an alignment, or a number of bytes.",
        section: "assume-operand-bundles",
        bad: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"align\"(ptr %p, ptr %p)]\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"align\"(ptr %p, i64 8)]\n  ret void\n}\n",
    }
    LW0865 ASSUME_THIRD_INT "third argument should be an integer if present" {
        what: "The third input of a bundle `align`, if there is one, is an integer.",
        why: "It is an offset, in bytes.",
        section: "assume-operand-bundles",
        bad: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"align\"(ptr %p, i64 8, ptr %p)]\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"align\"(ptr %p, i64 8, i64 4)]\n  ret void\n}\n",
    }
    LW0866 ASSUME_COUNT "too many arguments" until V22 {
        what: "A bundle of `llvm.assume` has at most two inputs, but for `align`, which may have three.",
        why: "An attribute is about one value and has at most one number.",
        section: "assume-operand-bundles",
        bad: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"nonnull\"(ptr %p, ptr %p, ptr %p)]\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"nonnull\"(ptr %p)]\n  ret void\n}\n",
    }
    LW0867 ASSUME_TWO "this attribute should have 2 arguments" until V22 {
        what: "A bundle of `llvm.assume` for an attribute with a number has two inputs: a value and the number.",
        why: "Without the number, what is assumed is not said.",
        section: "assume-operand-bundles",
        bad: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"dereferenceable_or_null\"(ptr %p)]\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"dereferenceable_or_null\"(ptr %p, i64 8)]\n  ret void\n}\n",
    }
    LW0868 ASSUME_CONSTANT "the second argument should be a constant integral value" until V22 {
        what: "The number in a bundle of `llvm.assume` is a constant integer, but for `align` and `dereferenceable`, which take any.",
        why: "It becomes the number of an attribute, which is known when the module is compiled.",
        section: "assume-operand-bundles",
        bad: "define void @f(ptr %p, i64 %n) {\n  call void @llvm.assume(i1 true) [\"dereferenceable_or_null\"(ptr %p, i64 %n)]\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"dereferenceable_or_null\"(ptr %p, i64 8)]\n  ret void\n}\n",
    }
    LW0869 ASSUME_ONE "this attribute should have one argument" until V22 {
        what: "A bundle of `llvm.assume` for an attribute of values that has no number has one input.",
        why: "It says that the attribute holds for that value.",
        section: "assume-operand-bundles",
        bad: "define void @f() {\n  call void @llvm.assume(i1 true) [\"nonnull\"()]\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.assume(i1 true) [\"nonnull\"(ptr %p)]\n  ret void\n}\n",
    }
    LW0870 ASSUME_NONE "this attribute has no argument" until V22 {
        what: "A bundle of `llvm.assume` for an attribute of functions, such as `cold`, has no inputs.",
        why: "It says something of this place in the code, not of a value.",
        section: "assume-operand-bundles",
        bad: "define void @f(i32 %x) {\n  call void @llvm.assume(i1 true) [\"cold\"(i32 %x)]\n  ret void\n}\n",
        good: "define void @f() {\n  call void @llvm.assume(i1 true) [\"cold\"()]\n  ret void\n}\n",
    }
    LW0871 COMPARISON_WIDTH "result type must be at least 2 bits wide" {
        what: "The result of `llvm.ucmp` and `llvm.scmp` has at least two bits.",
        why: "It is -1, 0 or 1, which one bit cannot tell apart.",
        section: "llvm-ucmp-intrinsic",
        bad: "define i1 @f(i32 %x, i32 %y) {\n  %r = call i1 @llvm.ucmp.i1.i32(i32 %x, i32 %y)\n  ret i1 %r\n}\n",
        good: "define i2 @f(i32 %x, i32 %y) {\n  %r = call i2 @llvm.ucmp.i2.i32(i32 %x, i32 %y)\n  ret i2 %r\n}\n",
    }
    LW0872 COMPARISON_VECTOR "ucmp/scmp argument and result types must both be either vector or scalar types" {
        what: "`llvm.ucmp` and `llvm.scmp` give a vector for vectors, and an integer for integers.",
        why: "They compare element by element.",
        section: "llvm-ucmp-intrinsic",
        bad: "define i8 @f(<4 x i32> %x) {\n  %r = call i8 @llvm.ucmp.i8.v4i32(<4 x i32> %x, <4 x i32> %x)\n  ret i8 %r\n}\n",
        good: "define <4 x i8> @f(<4 x i32> %x) {\n  %r = call <4 x i8> @llvm.ucmp.v4i8.v4i32(<4 x i32> %x, <4 x i32> %x)\n  ret <4 x i8> %r\n}\n",
    }
    LW0873 COMPARISON_LENGTH "return type and arguments must have the same number of elements" {
        what: "The vector that `llvm.ucmp` or `llvm.scmp` gives is as long as its arguments.",
        why: "There is one result for each pair of elements.",
        section: "llvm-ucmp-intrinsic",
        bad: "define <2 x i8> @f(<4 x i32> %x) {\n  %r = call <2 x i8> @llvm.scmp.v2i8.v4i32(<4 x i32> %x, <4 x i32> %x)\n  ret <2 x i8> %r\n}\n",
        good: "define <4 x i8> @f(<4 x i32> %x) {\n  %r = call <4 x i8> @llvm.scmp.v4i8.v4i32(<4 x i32> %x, <4 x i32> %x)\n  ret <4 x i8> %r\n}\n",
    }
    LW0874 CORO_INFO "info argument of llvm.coro.id must refer to an initialized constant" {
        what: "The last argument of `llvm.coro.id` is `null`, or a global constant whose initializer holds at run time.",
        why: "Passes keep there what they know of the coroutine, such as the functions that it was split into.",
        section: "https://llvm.org/docs/Coroutines.html#llvm-coro-id-intrinsic",
        bad: "@info = global [1 x ptr] [ptr @f]\ndefine void @f() {\n  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr @info)\n  ret void\n}\n",
        good: "@info = constant [1 x ptr] [ptr @f]\ndefine void @f() {\n  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr @info)\n  ret void\n}\n",
    }
    LW0875 CORO_INFO_TYPE "info argument of llvm.coro.id must refer to either a struct or an array" {
        what: "The constant that the last argument of `llvm.coro.id` names is a struct or an array of pointers.",
        why: "A struct says where the parts of the coroutine that are yet to be split off go, an array which functions they are.",
        section: "https://llvm.org/docs/Coroutines.html#llvm-coro-id-intrinsic",
        bad: "@info = constant i32 7\ndefine void @f() {\n  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr @info)\n  ret void\n}\n",
        good: "@info = constant [1 x ptr] [ptr @f]\ndefine void @f() {\n  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr @info)\n  ret void\n}\n",
    }
    LW0876 CLASS_MASK "unsupported bits for llvm.is.fpclass test mask" {
        what: "The mask of `llvm.is.fpclass` has no bits but the lowest ten.",
        why: "Each of the ten stands for a class of floating-point numbers; the others stand for nothing.",
        section: "llvm-is-fpclass-intrinsic",
        bad: "define i1 @f(float %x) {\n  %r = call i1 @llvm.is.fpclass.f32(float %x, i32 1024)\n  ret i1 %r\n}\n",
        good: "define i1 @f(float %x) {\n  %r = call i1 @llvm.is.fpclass.f32(float %x, i32 3)\n  ret i1 %r\n}\n",
    }
    LW0877 ROUNDING_STRING "invalid value for llvm.fptrunc.round metadata operand (the operand should be a string)" {
        what: "The second argument of `llvm.fptrunc.round` is a string as metadata.",
        why: "It names how to round.",
        section: "llvm-fptrunc-round-intrinsic",
        bad: "define half @f(float %x) {\n  %r = call half @llvm.fptrunc.round.f16.f32(float %x, metadata i32 5)\n  ret half %r\n}\n",
        good: "define half @f(float %x) {\n  %r = call half @llvm.fptrunc.round.f16.f32(float %x, metadata !\"round.upward\")\n  ret half %r\n}\n",
    }
    LW0878 ROUNDING_MODE "unsupported rounding mode argument" {
        what: "`llvm.fptrunc.round` rounds as one of `round.tonearest`, `round.tonearestaway`, `round.downward`, `round.upward` and `round.towardzero` says.",
        why: "It is for rounding that is known when the module is compiled, so `round.dynamic` is not allowed.",
        section: "llvm-fptrunc-round-intrinsic",
        bad: "define half @f(float %x) {\n  %r = call half @llvm.fptrunc.round.f16.f32(float %x, metadata !\"round.dynamic\")\n  ret half %r\n}\n",
        good: "define half @f(float %x) {\n  %r = call half @llvm.fptrunc.round.f16.f32(float %x, metadata !\"round.upward\")\n  ret half %r\n}\n",
    }
    LW0879 PATTERN_SIZE "unsized types cannot be used as memset patterns" {
        what: "The pattern that `llvm.experimental.memset.pattern` stores has a type with a size.",
        why: "It is stored again and again, one right after the other.",
        section: "llvm-experimental-memset-pattern-intrinsic",
        bad: "define void @f(ptr %p, target(\"unsized\") %e) {\n  call void @llvm.experimental.memset.pattern.p0.tunsizedt.i64(ptr %p, target(\"unsized\") %e, i64 2, i1 false)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.experimental.memset.pattern.p0.i32.i64(ptr %p, i32 7, i64 2, i1 false)\n  ret void\n}\n",
    }
    LW0880 ATOMIC_ELEMENT "element size of the element-wise atomic memory intrinsic must be a power of 2" {
        what: "The element size of `llvm.memcpy.element.unordered.atomic` and its like is a power of two.",
        why: "Each element is read and written by one atomic access, and machines have those for such sizes only.",
        section: "llvm-memcpy-element-unordered-atomic-intrinsic",
        bad: "define void @f(ptr %p, ptr %q) {\n  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 4 %p, ptr align 4 %q, i32 6, i32 3)\n  ret void\n}\n",
        good: "define void @f(ptr %p, ptr %q) {\n  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 4 %p, ptr align 4 %q, i32 8, i32 4)\n  ret void\n}\n",
    }
    LW0881 ATOMIC_DESTINATION "incorrect alignment of the destination argument" {
        what: "The destination of `llvm.memcpy.element.unordered.atomic` and its like has an `align` of at least the element size.",
        why: "An atomic access has to be aligned to its size.",
        section: "llvm-memcpy-element-unordered-atomic-intrinsic",
        bad: "define void @f(ptr %p, ptr %q) {\n  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 2 %p, ptr align 4 %q, i32 8, i32 4)\n  ret void\n}\n",
        good: "define void @f(ptr %p, ptr %q) {\n  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 4 %p, ptr align 4 %q, i32 8, i32 4)\n  ret void\n}\n",
    }
    LW0882 ATOMIC_SOURCE "incorrect alignment of the source argument" {
        what: "The source of `llvm.memcpy.element.unordered.atomic` and its like has an `align` of at least the element size.",
        why: "An atomic access has to be aligned to its size.",
        section: "llvm-memcpy-element-unordered-atomic-intrinsic",
        bad: "define void @f(ptr %p, ptr %q) {\n  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 4 %p, ptr %q, i32 8, i32 4)\n  ret void\n}\n",
        good: "define void @f(ptr %p, ptr %q) {\n  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 4 %p, ptr align 4 %q, i32 8, i32 4)\n  ret void\n}\n",
    }
    LW0883 PREFETCH_WRITE "rw argument to llvm.prefetch must be 0-1" {
        what: "The second argument of `llvm.prefetch` is 0 or 1.",
        why: "0 is for what will be read, 1 for what will be written.",
        section: "llvm-prefetch-intrinsic",
        bad: "define void @f(ptr %p) {\n  call void @llvm.prefetch.p0(ptr %p, i32 2, i32 3, i32 1)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)\n  ret void\n}\n",
    }
    LW0884 PREFETCH_LOCALITY "locality argument to llvm.prefetch must be 0-3" {
        what: "The third argument of `llvm.prefetch` is 0 to 3.",
        why: "It says how long the data should be kept, from 0 for not at all to 3 for as long as possible.",
        section: "llvm-prefetch-intrinsic",
        bad: "define void @f(ptr %p) {\n  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 4, i32 1)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)\n  ret void\n}\n",
    }
    LW0885 PREFETCH_CACHE "cache type argument to llvm.prefetch must be 0-1" {
        what: "The last argument of `llvm.prefetch` is 0 or 1.",
        why: "0 is for the instruction cache, 1 for the data cache.",
        section: "llvm-prefetch-intrinsic",
        bad: "define void @f(ptr %p) {\n  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 2)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)\n  ret void\n}\n",
    }
    LW0886 INVARIANT_SIZE "invariant_start parameter must be -1, 0 or a positive number" {
        what: "The size that `llvm.invariant.start` is given is not negative, or -1.",
        why: "It is a number of bytes; -1 stands for an unknown one.",
        section: "llvm-invariant-start-intrinsic",
        bad: "define void @f(ptr %p) {\n  %i = call ptr @llvm.invariant.start.p0(i64 -2, ptr %p)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  %i = call ptr @llvm.invariant.start.p0(i64 -1, ptr %p)\n  ret void\n}\n",
    }
    LW0887 LIFETIME "llvm.lifetime.start/end can only be used on alloca or poison" {
        what: "The argument of `llvm.lifetime.start` and `llvm.lifetime.end` is an `alloca`, or `poison`.",
        why: "They say when a local variable's memory is in use, so that variables can share it; of other memory there is nothing to say.",
        section: "object-lifetime",
        bad: "define void @f(ptr %p) {\n  call void @llvm.lifetime.start.p0(ptr %p)\n  ret void\n}\n",
        good: "define void @f() {\n  %p = alloca i32\n  call void @llvm.lifetime.start.p0(ptr %p)\n  ret void\n}\n",
    }
    LW0888 PREALLOCATED_USER "Uses of llvm.call.preallocated.setup must be calls" {
        what: "What `llvm.call.preallocated.setup` gives is used by calls only.",
        why: "It stands for one call's arguments in memory: the call itself needs it, and the intrinsics that fill or free that memory.",
        section: "llvm-call-preallocated-setup-intrinsic",
        bad: "define void @f() {\n  %t = call token @llvm.call.preallocated.setup(i32 1)\n  %u = freeze token %t\n  ret void\n}\n",
        good: "define void @f() {\n  %t = call token @llvm.call.preallocated.setup(i32 1)\n  call void @llvm.call.preallocated.teardown(token %t)\n  ret void\n}\n",
    }
    LW0889 PREALLOCATED_CONSTANT "llvm.call.preallocated.alloc arg index must be a constant" {
        what: "The number of the argument that `llvm.call.preallocated.arg` asks for is a constant.",
        why: "Where in memory an argument lies is known when the module is compiled, but for each argument by itself.",
        section: "llvm-call-preallocated-arg-intrinsic",
        bad: built "Take `immarg` off the declaration of `llvm.call.preallocated.arg`, and pass `%i` for the number.",
        good: "define void @f(i32 %i) {\n  %t = call token @llvm.call.preallocated.setup(i32 1)\n  %x = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)\n  call void @llvm.call.preallocated.teardown(token %t)\n  ret void\n}\n",
    }
    LW0890 PREALLOCATED_INDEX "llvm.call.preallocated.alloc arg index must be between 0 and corresponding llvm.call.preallocated.setup's argument count" {
        what: "The number of the argument that `llvm.call.preallocated.arg` asks for is below that of the arguments that were set up.",
        why: "For no other argument is there memory.",
        section: "llvm-call-preallocated-arg-intrinsic",
        bad: "define void @f() {\n  %t = call token @llvm.call.preallocated.setup(i32 1)\n  %x = call ptr @llvm.call.preallocated.arg(token %t, i32 1) preallocated(i32)\n  call void @llvm.call.preallocated.teardown(token %t)\n  ret void\n}\n",
        good: "define void @f() {\n  %t = call token @llvm.call.preallocated.setup(i32 1)\n  %x = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)\n  call void @llvm.call.preallocated.teardown(token %t)\n  ret void\n}\n",
    }
    LW0891 PREALLOCATED_ONE_CALL "Can have at most one call corresponding to a llvm.call.preallocated.setup" {
        what: "Only one call gets the arguments that a call of `llvm.call.preallocated.setup` set up.",
        why: "The callee takes that memory over, so that it is there only once.",
        section: "llvm-call-preallocated-setup-intrinsic",
        bad: "define void @f() {\n  %t = call token @llvm.call.preallocated.setup(i32 1)\n  %x = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)\n  call void @g(ptr preallocated(i32) %x) [\"preallocated\"(token %t)]\n  call void @g(ptr preallocated(i32) %x) [\"preallocated\"(token %t)]\n  ret void\n}\ndeclare void @g(ptr preallocated(i32))\n",
        good: "define void @f() {\n  %t = call token @llvm.call.preallocated.setup(i32 1)\n  %x = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)\n  call void @g(ptr preallocated(i32) %x) [\"preallocated\"(token %t)]\n  ret void\n}\ndeclare void @g(ptr preallocated(i32))\n",
    }
    LW0892 PREALLOCATED_NO_ARGUMENTS "cannot use preallocated intrinsics on a call without preallocated arguments" {
        what: "The call that uses what `llvm.call.preallocated.setup` gives has arguments that are `preallocated`.",
        why: "For a call without them there is nothing to set up.",
        section: "llvm-call-preallocated-setup-intrinsic",
        bad: "define void @f() {\n  %t = call token @llvm.call.preallocated.setup(i32 1)\n  call void @g() [\"preallocated\"(token %t)]\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f() {\n  %t = call token @llvm.call.preallocated.setup(i32 1)\n  %x = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)\n  call void @g(ptr preallocated(i32) %x) [\"preallocated\"(token %t)]\n  ret void\n}\ndeclare void @g(ptr preallocated(i32))\n",
    }
    LW0893 PREALLOCATED_COUNT "llvm.call.preallocated.setup arg size must be equal to number of preallocated arguments at call site" {
        what: "As many arguments are set up by `llvm.call.preallocated.setup` as the call has that are `preallocated`.",
        why: "Each of them is in memory that was set up for it.",
        section: "llvm-call-preallocated-setup-intrinsic",
        bad: "define void @f() {\n  %t = call token @llvm.call.preallocated.setup(i32 2)\n  %x = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)\n  call void @g(ptr preallocated(i32) %x) [\"preallocated\"(token %t)]\n  ret void\n}\ndeclare void @g(ptr preallocated(i32))\n",
        good: "define void @f() {\n  %t = call token @llvm.call.preallocated.setup(i32 1)\n  %x = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)\n  call void @g(ptr preallocated(i32) %x) [\"preallocated\"(token %t)]\n  ret void\n}\ndeclare void @g(ptr preallocated(i32))\n",
    }
    LW0894 PREALLOCATED_BUNDLE "Use of llvm.call.preallocated.setup outside intrinsics must be in \"preallocated\" operand bundle" {
        what: "A call that is of no intrinsic uses what `llvm.call.preallocated.setup` gives as the input of an operand bundle `preallocated`.",
        why: "The bundle is how a call says which setup its arguments come from.",
        section: "preallocated-operand-bundles",
        bad: "define void @f(ptr preallocated(i32) %x) {\n  %t = call token @llvm.call.preallocated.setup(i32 1)\n  musttail call void @f(ptr preallocated(i32) %x) [\"other\"(token %t)]\n  ret void\n}\n",
        good: "define void @f() {\n  %t = call token @llvm.call.preallocated.setup(i32 1)\n  %x = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)\n  call void @g(ptr preallocated(i32) %x) [\"preallocated\"(token %t)]\n  ret void\n}\ndeclare void @g(ptr preallocated(i32))\n",
    }
    LW0895 PREALLOCATED_TOKEN "preallocated bundle must have token from corresponding llvm.call.preallocated.setup" {
        what: "A call that uses what one `llvm.call.preallocated.setup` gives does not have that of another in its bundle `preallocated`.",
        why: "All its arguments come from one setup.",
        section: "preallocated-operand-bundles",
        bad: "define void @f() {\n  %t = call token @llvm.call.preallocated.setup(i32 1)\n  %u = call token @llvm.call.preallocated.setup(i32 1)\n  %x = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)\n  call void @g(ptr preallocated(i32) %x) [\"preallocated\"(token %t), \"other\"(token %u)]\n  ret void\n}\ndeclare void @g(ptr preallocated(i32))\n",
        good: "define void @f() {\n  %t = call token @llvm.call.preallocated.setup(i32 1)\n  %x = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)\n  call void @g(ptr preallocated(i32) %x) [\"preallocated\"(token %t)]\n  ret void\n}\ndeclare void @g(ptr preallocated(i32))\n",
    }
    LW0896 PREALLOCATED_ARG_TOKEN "llvm.call.preallocated.arg token argument must be a llvm.call.preallocated.setup" {
        what: "The token that `llvm.call.preallocated.arg` takes is what `llvm.call.preallocated.setup` gives.",
        why: "It says in which setup's memory the argument lies.",
        section: "llvm-call-preallocated-arg-intrinsic",
        bad: "define void @f() {\n  %x = call ptr @llvm.call.preallocated.arg(token none, i32 0) preallocated(i32)\n  ret void\n}\n",
        good: "define void @f() {\n  %t = call token @llvm.call.preallocated.setup(i32 1)\n  %x = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)\n  call void @llvm.call.preallocated.teardown(token %t)\n  ret void\n}\n",
    }
    LW0897 PREALLOCATED_ATTRIBUTE "llvm.call.preallocated.arg must be called with a \"preallocated\" call site attribute" {
        what: "A call of `llvm.call.preallocated.arg` has the attribute `preallocated` with the type of the argument.",
        why: "The pointer that it gives does not say how much memory the argument takes.",
        section: "llvm-call-preallocated-arg-intrinsic",
        bad: "define void @f() {\n  %t = call token @llvm.call.preallocated.setup(i32 1)\n  %x = call ptr @llvm.call.preallocated.arg(token %t, i32 0)\n  call void @llvm.call.preallocated.teardown(token %t)\n  ret void\n}\n",
        good: "define void @f() {\n  %t = call token @llvm.call.preallocated.setup(i32 1)\n  %x = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)\n  call void @llvm.call.preallocated.teardown(token %t)\n  ret void\n}\n",
    }
    LW0898 PREALLOCATED_TEARDOWN_TOKEN "llvm.call.preallocated.teardown token argument must be a llvm.call.preallocated.setup" {
        what: "The token that `llvm.call.preallocated.teardown` takes is what `llvm.call.preallocated.setup` gives.",
        why: "It says which setup's memory to free.",
        section: "llvm-call-preallocated-teardown-intrinsic",
        bad: "define void @f() {\n  call void @llvm.call.preallocated.teardown(token none)\n  ret void\n}\n",
        good: "define void @f() {\n  %t = call token @llvm.call.preallocated.setup(i32 1)\n  call void @llvm.call.preallocated.teardown(token %t)\n  ret void\n}\n",
    }
    LW0899 TRAMPOLINE "llvm.init_trampoline parameter #2 must resolve to a function." {
        what: "The second argument of `llvm.init.trampoline` is a function, perhaps behind casts of pointers.",
        why: "The code that it writes jumps to that function, whose calling convention has to be known.",
        section: "llvm-init-trampoline-intrinsic",
        bad: "define void @f(ptr %p) {\n  call void @llvm.init.trampoline(ptr %p, ptr %p, ptr %p)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void @llvm.init.trampoline(ptr %p, ptr @g, ptr %p)\n  ret void\n}\ndeclare void @g(ptr nest)\n",
    }
    LW0900 RELOC_NONE "llvm.reloc.none argument must be a metadata string" {
        what: "The argument of `llvm.reloc.none` is a string as metadata.",
        why: "It is the name of a symbol that the linker has to find.",
        section: "llvm-reloc-none-intrinsic",
        bad: "define void @f() {\n  call void @llvm.reloc.none(metadata i32 1)\n  ret void\n}\n",
        good: "define void @f() {\n  call void @llvm.reloc.none(metadata !\"symbol\")\n  ret void\n}\n",
    }
    LW0901 STACK_PROTECTOR "llvm.stackprotector parameter #2 must resolve to an alloca." {
        what: "The second argument of `llvm.stackprotector` is an `alloca`, perhaps behind casts of pointers.",
        why: "It is where the guard is put on the stack.",
        section: "llvm-stackprotector-intrinsic",
        bad: "define void @f(ptr %guard, ptr %p) {\n  call void @llvm.stackprotector(ptr %guard, ptr %p)\n  ret void\n}\n",
        good: "define void @f(ptr %guard) {\n  %p = alloca ptr\n  call void @llvm.stackprotector(ptr %guard, ptr %p)\n  ret void\n}\n",
    }
    LW0902 ESCAPE_PLACE "llvm.localescape used outside of entry block" {
        what: "`llvm.localescape` is called in the first block of a function.",
        why: "What it says of the function's variables holds from the start.",
        section: "llvm-localescape-and-llvm-localrecover-intrinsics",
        bad: "define void @f() {\n  %x = alloca i32\n  br label %b\nb:\n  call void (...) @llvm.localescape(ptr %x)\n  ret void\n}\n",
        good: "define void @f() {\n  %x = alloca i32\n  call void (...) @llvm.localescape(ptr %x)\n  ret void\n}\n",
    }
    LW0903 ESCAPE_ONCE "multiple calls to llvm.localescape in one function" {
        what: "A function calls `llvm.localescape` once at most.",
        why: "`llvm.localrecover` names the variables by their places in that one call.",
        section: "llvm-localescape-and-llvm-localrecover-intrinsics",
        bad: "define void @f() {\n  %x = alloca i32\n  call void (...) @llvm.localescape(ptr %x)\n  call void (...) @llvm.localescape(ptr %x)\n  ret void\n}\n",
        good: "define void @f() {\n  %x = alloca i32\n  call void (...) @llvm.localescape(ptr %x)\n  ret void\n}\n",
    }
    LW0904 ESCAPE_ARGUMENT "llvm.localescape only accepts static allocas" {
        what: "The arguments of `llvm.localescape` are `null`, or an `alloca` of constant size in the first block.",
        why: "Only such a variable has a fixed place in the frame, where another function can find it.",
        section: "llvm-localescape-and-llvm-localrecover-intrinsics",
        bad: "define void @f(ptr %x) {\n  call void (...) @llvm.localescape(ptr %x)\n  ret void\n}\n",
        good: "define void @f() {\n  %x = alloca i32\n  call void (...) @llvm.localescape(ptr %x)\n  ret void\n}\n",
    }
    LW0905 RECOVER_FUNCTION "llvm.localrecover first argument must be function defined in this module" {
        what: "The first argument of `llvm.localrecover` is a function that the module defines.",
        why: "It is whose variable is asked for, and its frame has to be known.",
        section: "llvm-localescape-and-llvm-localrecover-intrinsics",
        bad: "define void @g(ptr %frame) {\n  %x = call ptr @llvm.localrecover(ptr @f, ptr %frame, i32 0)\n  ret void\n}\ndeclare void @f()\n",
        good: "define void @f() {\n  %x = alloca i32\n  call void (...) @llvm.localescape(ptr %x)\n  ret void\n}\ndefine void @g(ptr %frame) {\n  %x = call ptr @llvm.localrecover(ptr @f, ptr %frame, i32 0)\n  ret void\n}\n",
    }
    LW0906 RECOVER_INDEX "all indices passed to llvm.localrecover must be less than the number of arguments passed to llvm.localescape in the parent function" {
        what: "`llvm.localrecover` asks for a variable that the function escapes.",
        why: "The index is the variable's place in that function's call of `llvm.localescape`.",
        section: "llvm-localescape-and-llvm-localrecover-intrinsics",
        bad: "define void @f() {\n  %x = alloca i32\n  call void (...) @llvm.localescape(ptr %x)\n  ret void\n}\ndefine void @g(ptr %frame) {\n  %x = call ptr @llvm.localrecover(ptr @f, ptr %frame, i32 1)\n  ret void\n}\n",
        good: "define void @f() {\n  %x = alloca i32\n  call void (...) @llvm.localescape(ptr %x)\n  ret void\n}\ndefine void @g(ptr %frame) {\n  %x = call ptr @llvm.localrecover(ptr @f, ptr %frame, i32 0)\n  ret void\n}\n",
    }
    LW0907 PATCHPOINT_RESULT "patchpoint: invalid return type used with anyregcc" {
        what: "`llvm.experimental.patchpoint` called with `anyregcc` gives a single value: no struct, no array.",
        why: "That convention has the result in any one register, and the stack map says in which.",
        section: "https://llvm.org/docs/StackMaps.html#llvm-experimental-patchpoint-intrinsic",
        bad: "define void @f() {\n  %x = call anyregcc { i64, i64 } (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.sl_i64i64s(i64 0, i32 8, ptr null, i32 0)\n  ret void\n}\n",
        good: "define void @f() {\n  %x = call anyregcc i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 0, i32 8, ptr null, i32 0)\n  ret void\n}\n",
    }
    LW0908 EXCEPTION_PAD "eh.exceptionpointer argument must be a catchpad" {
        what: "The argument of `llvm.eh.exceptionpointer` and `llvm.eh.exceptioncode` is what a `catchpad` gives.",
        why: "They ask for the exception that the pad caught.",
        section: "https://llvm.org/docs/ExceptionHandling.html#llvm-eh-exceptionpointer",
        bad: "define void @f() {\n  %p = call ptr @llvm.eh.exceptionpointer.p0(token none)\n  ret void\n}\n",
        good: "define void @f() personality ptr @ProcessCLRException {\n  invoke void @g() to label %done unwind label %dispatch\ndispatch:\n  %s = catchswitch within none [label %handler] unwind to caller\nhandler:\n  %c = catchpad within %s [i32 0]\n  %p = call ptr @llvm.eh.exceptionpointer.p0(token %c)\n  catchret from %c to label %done\ndone:\n  ret void\n}\ndeclare void @g()\ndeclare i32 @ProcessCLRException(...)\n",
    }
    LW0909 GUARD_INVOKED "experimental_guard cannot be invoked" {
        what: "`llvm.experimental.guard` is called with `call`, not with `invoke` or `callbr`.",
        why: "It goes on or leaves the function for good; there is no other place to go to.",
        section: "llvm-experimental-guard-intrinsic",
        bad: "define void @f(i1 %c) personality ptr @p {\n  invoke void (i1, ...) @llvm.experimental.guard(i1 %c) [\"deopt\"()] to label %a unwind label %b\na:\n  ret void\nb:\n  %l = landingpad { ptr, i32 } cleanup\n  ret void\n}\ndeclare i32 @p(...)\n",
        good: "define void @f(i1 %c) {\n  call void (i1, ...) @llvm.experimental.guard(i1 %c) [\"deopt\"()]\n  ret void\n}\n",
    }
    LW0910 GUARD_BUNDLE "experimental_guard must have exactly one \"deopt\" operand bundle" {
        what: "A call of `llvm.experimental.guard` has one operand bundle `deopt`.",
        why: "The bundle holds the state with which the program goes on elsewhere if the guard fails.",
        section: "llvm-experimental-guard-intrinsic",
        bad: "define void @f(i1 %c) {\n  call void (i1, ...) @llvm.experimental.guard(i1 %c)\n  ret void\n}\n",
        good: "define void @f(i1 %c) {\n  call void (i1, ...) @llvm.experimental.guard(i1 %c) [\"deopt\"()]\n  ret void\n}\n",
    }
    LW0911 DEOPTIMIZE_INVOKED "experimental_deoptimize cannot be invoked" {
        what: "`llvm.experimental.deoptimize` is called with `call`, not with `invoke` or `callbr`.",
        why: "It takes the place of the rest of the function, whose result it gives.",
        section: "llvm-experimental-deoptimize-intrinsic",
        bad: "define void @f() personality ptr @p {\n  invoke void (...) @llvm.experimental.deoptimize.isVoid() [\"deopt\"()] to label %a unwind label %b\na:\n  ret void\nb:\n  %l = landingpad { ptr, i32 } cleanup\n  ret void\n}\ndeclare i32 @p(...)\n",
        good: "define void @f() {\n  call void (...) @llvm.experimental.deoptimize.isVoid() [\"deopt\"()]\n  ret void\n}\n",
    }
    LW0912 DEOPTIMIZE_BUNDLE "experimental_deoptimize must have exactly one \"deopt\" operand bundle" {
        what: "A call of `llvm.experimental.deoptimize` has one operand bundle `deopt`.",
        why: "The bundle holds the state with which the program goes on elsewhere.",
        section: "llvm-experimental-deoptimize-intrinsic",
        bad: "define void @f() {\n  call void (...) @llvm.experimental.deoptimize.isVoid()\n  ret void\n}\n",
        good: "define void @f() {\n  call void (...) @llvm.experimental.deoptimize.isVoid() [\"deopt\"()]\n  ret void\n}\n",
    }
    LW0913 DEOPTIMIZE_TYPE "experimental_deoptimize return type must match caller return type" {
        what: "`llvm.experimental.deoptimize` gives what the function that calls it returns.",
        why: "It takes the place of the rest of that function.",
        section: "llvm-experimental-deoptimize-intrinsic",
        bad: "define i32 @f() {\n  call void (...) @llvm.experimental.deoptimize.isVoid() [\"deopt\"()]\n  ret i32 0\n}\n",
        good: "define void @f() {\n  call void (...) @llvm.experimental.deoptimize.isVoid() [\"deopt\"()]\n  ret void\n}\n",
    }
    LW0914 DEOPTIMIZE_RETURN "calls to experimental_deoptimize must be followed by a return" {
        what: "Right after a call of `llvm.experimental.deoptimize` stands `ret`.",
        why: "It takes the place of the rest of the function.",
        section: "llvm-experimental-deoptimize-intrinsic",
        bad: "define void @f() {\n  call void (...) @llvm.experimental.deoptimize.isVoid() [\"deopt\"()]\n  unreachable\n}\n",
        good: "define void @f() {\n  call void (...) @llvm.experimental.deoptimize.isVoid() [\"deopt\"()]\n  ret void\n}\n",
    }
    LW0915 DEOPTIMIZE_VALUE "calls to experimental_deoptimize must be followed by a return of the value computed by experimental_deoptimize" {
        what: "The `ret` after a call of `llvm.experimental.deoptimize` returns what the call gives.",
        why: "It takes the place of the rest of the function.",
        section: "llvm-experimental-deoptimize-intrinsic",
        bad: "define i32 @f() {\n  %x = call i32 (...) @llvm.experimental.deoptimize.i32() [\"deopt\"()]\n  ret i32 0\n}\n",
        good: "define i32 @f() {\n  %x = call i32 (...) @llvm.experimental.deoptimize.i32() [\"deopt\"()]\n  ret i32 %x\n}\n",
    }
    LW0916 DEOPTIMIZE_CONVENTIONS "All llvm.experimental.deoptimize declarations must have the same calling convention" {
        what: "All overloads of `llvm.experimental.deoptimize` in a module have one calling convention.",
        why: "They are all lowered to calls of one runtime function.",
        section: "llvm-experimental-deoptimize-intrinsic",
        bad: "declare i8 @llvm.experimental.deoptimize.i8(...)\ndeclare cc40 i32 @llvm.experimental.deoptimize.i32(...)\n",
        good: "declare i8 @llvm.experimental.deoptimize.i8(...)\ndeclare i32 @llvm.experimental.deoptimize.i32(...)\n",
    }
    LW0917 VA_START "va_start called in a non-varargs function" {
        what: "`llvm.va_start` is called in functions with `...` only.",
        why: "Other functions have no variable arguments that could be listed.",
        section: "llvm-va-start-intrinsic",
        bad: "define void @f(ptr %list) {\n  call void @llvm.va_start.p0(ptr %list)\n  ret void\n}\n",
        good: "define void @f(ptr %list, ...) {\n  call void @llvm.va_start.p0(ptr %list)\n  ret void\n}\n",
    }
    LW0918 DYNAMIC_AREA_OFFSET "get_dynamic_area_offset result type must be scalar integer matching alloca address space width" {
        what: "`llvm.get.dynamic.area.offset` gives an integer as wide as a pointer to a local variable.",
        why: "It is a distance between addresses on the stack.",
        section: "llvm-get-dynamic-area-offset-intrinsic",
        bad: "define void @f() {\n  %x = call i32 @llvm.get.dynamic.area.offset.i32()\n  ret void\n}\n",
        good: "define void @f() {\n  %x = call i64 @llvm.get.dynamic.area.offset.i64()\n  ret void\n}\n",
    }
    LW0919 SIGNED_SCALE "the scale of s[mul|div]_fix[_sat] must be less than the width of the operands" {
        what: "The scale of `llvm.smul.fix`, `llvm.sdiv.fix` and their saturating forms is less than the width of the operands.",
        why: "It is how many of the bits are behind the point, and one bit is the sign.",
        section: "fixed-point-arithmetic-intrinsics",
        bad: "define i8 @f(i8 %x) {\n  %r = call i8 @llvm.smul.fix.i8(i8 %x, i8 %x, i32 8)\n  ret i8 %r\n}\n",
        good: "define i8 @f(i8 %x) {\n  %r = call i8 @llvm.smul.fix.i8(i8 %x, i8 %x, i32 7)\n  ret i8 %r\n}\n",
    }
    LW0920 UNSIGNED_SCALE "the scale of u[mul|div]_fix[_sat] must be less than or equal to the width of the operands" {
        what: "The scale of `llvm.umul.fix`, `llvm.udiv.fix` and their saturating forms is at most the width of the operands.",
        why: "It is how many of the bits are behind the point.",
        section: "fixed-point-arithmetic-intrinsics",
        bad: "define i8 @f(i8 %x) {\n  %r = call i8 @llvm.umul.fix.i8(i8 %x, i8 %x, i32 9)\n  ret i8 %r\n}\n",
        good: "define i8 @f(i8 %x) {\n  %r = call i8 @llvm.umul.fix.i8(i8 %x, i8 %x, i32 8)\n  ret i8 %r\n}\n",
    }
    LW0921 ROUND_VECTOR "{}: argument and result disagree on vector use" {
        what: "`llvm.lrint`, `llvm.llrint`, `llvm.lround` and `llvm.llround` give a vector for a vector, and an integer for a number.",
        why: "They round element by element.",
        section: "llvm-lrint-intrinsic",
        bad: "define i32 @f(<2 x float> %x) {\n  %r = call i32 @llvm.lrint.i32.v2f32(<2 x float> %x)\n  ret i32 %r\n}\n",
        good: "define <2 x i32> @f(<2 x float> %x) {\n  %r = call <2 x i32> @llvm.lrint.v2i32.v2f32(<2 x float> %x)\n  ret <2 x i32> %r\n}\n",
    }
    LW0922 ROUND_LENGTH "{}: argument must be same length as result" {
        what: "The vector that `llvm.lrint` or one of its like gives is as long as its argument.",
        why: "They round element by element.",
        section: "llvm-lrint-intrinsic",
        bad: "define <4 x i32> @f(<2 x float> %x) {\n  %r = call <4 x i32> @llvm.lrint.v4i32.v2f32(<2 x float> %x)\n  ret <4 x i32> %r\n}\n",
        good: "define <2 x i32> @f(<2 x float> %x) {\n  %r = call <2 x i32> @llvm.lrint.v2i32.v2f32(<2 x float> %x)\n  ret <2 x i32> %r\n}\n",
    }
    LW0923 BYTE_SWAP "bswap must be an even number of bytes" {
        what: "`llvm.bswap` is for integers of an even number of bytes.",
        why: "It swaps bytes in pairs, the first with the last.",
        section: "llvm-bswap-intrinsics",
        bad: "define i24 @f(i24 %x) {\n  %r = call i24 @llvm.bswap.i24(i24 %x)\n  ret i24 %r\n}\n",
        good: "define i32 @f(i32 %x) {\n  %r = call i32 @llvm.bswap.i32(i32 %x)\n  ret i32 %r\n}\n",
    }
    LW0924 SCOPE_LIST "!id.scope.list must point to an MDNode" {
        what: "The argument of `llvm.experimental.noalias.scope.decl` is a metadata node.",
        why: "It is a list, of the scope that begins here.",
        section: "llvm-experimental-noalias-scope-decl-intrinsic",
        bad: "define void @f() {\n  call void @llvm.experimental.noalias.scope.decl(metadata !\"s\")\n  ret void\n}\n",
        good: "define void @f() {\n  call void @llvm.experimental.noalias.scope.decl(metadata !2)\n  ret void\n}\n!0 = distinct !{!0}\n!1 = distinct !{!1, !0}\n!2 = !{!1}\n",
    }
    LW0925 SCOPE_COUNT "!id.scope.list must point to a list with a single scope" {
        what: "The list that `llvm.experimental.noalias.scope.decl` is given has one scope.",
        why: "Each scope is declared by itself, at the place that it begins at.",
        section: "llvm-experimental-noalias-scope-decl-intrinsic",
        bad: "define void @f() {\n  call void @llvm.experimental.noalias.scope.decl(metadata !2)\n  ret void\n}\n!0 = distinct !{!0}\n!1 = distinct !{!1, !0}\n!2 = !{!1, !1}\n",
        good: "define void @f() {\n  call void @llvm.experimental.noalias.scope.decl(metadata !2)\n  ret void\n}\n!0 = distinct !{!0}\n!1 = distinct !{!1, !0}\n!2 = !{!1}\n",
    }
    LW0926 ELEMENT_TYPE_OF_FIRST "Intrinsic requires elementtype attribute on first argument." {
        what: "The first argument of `llvm.preserve.array.access.index`, `llvm.preserve.struct.access.index` and of some intrinsics of targets that load has the attribute `elementtype`.",
        why: "A pointer does not say what it points to, and these intrinsics need to know.",
        section: "llvm-preserve-array-access-index-intrinsic",
        bad: "define void @f(ptr %p) {\n  %q = call ptr @llvm.preserve.array.access.index.p0.p0(ptr %p, i32 0, i32 1)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  %q = call ptr @llvm.preserve.array.access.index.p0.p0(ptr elementtype([2 x i32]) %p, i32 0, i32 1)\n  ret void\n}\n",
    }
    LW0927 CALLBR_OPERAND "intrinstic requires callbr operand" {
        what: "The argument of `llvm.callbr.landingpad` is what a `callbr` gives.",
        why: "It gives that result again, in a block that the `callbr` jumped to.",
        section: "callbr-instruction",
        bad: "define void @f(i32 %x) {\n  %y = call i32 @llvm.callbr.landingpad.i32(i32 %x)\n  ret void\n}\n",
        good: "define void @f() {\n  %x = callbr i32 asm \"\", \"=r,!i\"() to label %a [label %b]\na:\n  ret void\nb:\n  %y = call i32 @llvm.callbr.landingpad.i32(i32 %x)\n  ret void\n}\n",
    }
    LW0928 CALLBR_PREDECESSOR "Intrinsic in block must have 1 unique predecessor" {
        what: "The block of a call of `llvm.callbr.landingpad` has one predecessor.",
        why: "It has to be the `callbr` that was left for this block, and no other block.",
        section: "callbr-instruction",
        bad: "define void @f() {\n  %x = callbr i32 asm \"\", \"=r,!i\"() to label %a [label %b]\na:\n  br label %b\nb:\n  %y = call i32 @llvm.callbr.landingpad.i32(i32 %x)\n  ret void\n}\n",
        good: "define void @f() {\n  %x = callbr i32 asm \"\", \"=r,!i\"() to label %a [label %b]\na:\n  ret void\nb:\n  %y = call i32 @llvm.callbr.landingpad.i32(i32 %x)\n  ret void\n}\n",
    }
    LW0929 CALLBR_TERMINATOR "Intrinsic must have corresponding callbr in predecessor" {
        what: "The block before a call of `llvm.callbr.landingpad` ends with a `callbr`.",
        why: "It gives the result of the `callbr` that was left for this block.",
        section: "callbr-instruction",
        bad: "define void @f() {\n  %x = callbr i32 asm \"\", \"=r,!i\"() to label %a [label %c]\na:\n  br label %b\nb:\n  %y = call i32 @llvm.callbr.landingpad.i32(i32 %x)\n  ret void\nc:\n  ret void\n}\n",
        good: "define void @f() {\n  %x = callbr i32 asm \"\", \"=r,!i\"() to label %a [label %b]\na:\n  ret void\nb:\n  %y = call i32 @llvm.callbr.landingpad.i32(i32 %x)\n  ret void\n}\n",
    }
    LW0930 CALLBR_DESTINATION "Intrinsic's corresponding callbr must have intrinsic's parent basic block in indirect destination list" {
        what: "The block of a call of `llvm.callbr.landingpad` is one that its `callbr` may jump to, not the one that it falls through to.",
        why: "Where it falls through, the result of the `callbr` itself can be used.",
        section: "callbr-instruction",
        bad: "define void @f() {\n  %x = callbr i32 asm \"\", \"=r,!i\"() to label %a [label %b]\na:\n  %y = call i32 @llvm.callbr.landingpad.i32(i32 %x)\n  ret void\nb:\n  ret void\n}\n",
        good: "define void @f() {\n  %x = callbr i32 asm \"\", \"=r,!i\"() to label %a [label %b]\na:\n  ret void\nb:\n  %y = call i32 @llvm.callbr.landingpad.i32(i32 %x)\n  ret void\n}\n",
    }
    LW0931 CALLBR_FIRST "No other instructions may proceed intrinsic" {
        what: "A call of `llvm.callbr.landingpad` is the first instruction of its block.",
        why: "The result is where the `callbr` left it, and other instructions could overwrite it.",
        section: "callbr-instruction",
        bad: "define void @f() {\n  %x = callbr i32 asm \"\", \"=r,!i\"() to label %a [label %b]\na:\n  ret void\nb:\n  %z = add i32 1, 2\n  %y = call i32 @llvm.callbr.landingpad.i32(i32 %x)\n  ret void\n}\n",
        good: "define void @f() {\n  %x = callbr i32 asm \"\", \"=r,!i\"() to label %a [label %b]\na:\n  ret void\nb:\n  %y = call i32 @llvm.callbr.landingpad.i32(i32 %x)\n  ret void\n}\n",
    }
    LW0932 PTRMASK_POINTER "llvm.ptrmask intrinsic first argument must be pointer or vector of pointers" {
        what: "The first argument of `llvm.ptrmask` is a pointer or a vector of pointers.",
        why: "It masks bits of addresses; for integers there is `and`.",
        section: "llvm-ptrmask-intrinsic",
        bad: "define i64 @f(i64 %p) {\n  %r = call i64 @llvm.ptrmask.i64.i64(i64 %p, i64 -8)\n  ret i64 %r\n}\n",
        good: "define ptr @f(ptr %p) {\n  %r = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -8)\n  ret ptr %r\n}\n",
    }
    LW0933 PTRMASK_VECTOR "llvm.ptrmask intrinsic arguments must be both scalars or both vectors" {
        what: "The mask of `llvm.ptrmask` is a vector for a vector of pointers, and an integer for a pointer.",
        why: "It masks element by element.",
        section: "llvm-ptrmask-intrinsic",
        bad: "define ptr @f(ptr %p) {\n  %r = call ptr @llvm.ptrmask.p0.v1i64(ptr %p, <1 x i64> splat (i64 -8))\n  ret ptr %r\n}\n",
        good: "define ptr @f(ptr %p) {\n  %r = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -8)\n  ret ptr %r\n}\n",
    }
    LW0934 PTRMASK_LENGTH "llvm.ptrmask intrinsic arguments must have the same number of elements" {
        what: "A vector of masks for `llvm.ptrmask` is as long as that of the pointers.",
        why: "It masks element by element.",
        section: "llvm-ptrmask-intrinsic",
        bad: "define <2 x ptr> @f(<2 x ptr> %p) {\n  %r = call <2 x ptr> @llvm.ptrmask.v2p0.v1i64(<2 x ptr> %p, <1 x i64> splat (i64 -8))\n  ret <2 x ptr> %r\n}\n",
        good: "define <2 x ptr> @f(<2 x ptr> %p) {\n  %r = call <2 x ptr> @llvm.ptrmask.v2p0.v2i64(<2 x ptr> %p, <2 x i64> splat (i64 -8))\n  ret <2 x ptr> %r\n}\n",
    }
    LW0935 PTRMASK_WIDTH "llvm.ptrmask intrinsic second argument bitwidth must match pointer index type size of first argument" {
        what: "The mask of `llvm.ptrmask` has as many bits as an address has, by the data layout.",
        why: "Each bit of the mask is for one bit of the address.",
        section: "llvm-ptrmask-intrinsic",
        bad: "define ptr @f(ptr %p) {\n  %r = call ptr @llvm.ptrmask.p0.i32(ptr %p, i32 -8)\n  ret ptr %r\n}\n",
        good: "define ptr @f(ptr %p) {\n  %r = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -8)\n  ret ptr %r\n}\n",
    }
    LW0936 THREAD_POINTER "llvm.thread.pointer intrinsic return type must be for the globals address space" {
        what: "`llvm.thread.pointer` gives a pointer into the address space of global variables, by the data layout.",
        why: "It is what the addresses of thread-local variables are counted from.",
        section: "llvm-thread-pointer-intrinsic",
        bad: "define void @f() {\n  %p = call ptr addrspace(1) @llvm.thread.pointer.p1()\n  ret void\n}\n",
        good: "define void @f() {\n  %p = call ptr @llvm.thread.pointer.p0()\n  ret void\n}\n",
    }
    LW0937 THREAD_LOCAL_GLOBAL "llvm.threadlocal.address first argument must be a GlobalValue" {
        what: "The argument of `llvm.threadlocal.address` is a global.",
        why: "It gives the address that a thread-local variable has in the current thread.",
        section: "llvm-threadlocal-address-intrinsic",
        bad: "define void @f(ptr %p) {\n  %q = call ptr @llvm.threadlocal.address.p0(ptr %p)\n  ret void\n}\n",
        good: "@x = thread_local global i32 0\ndefine void @f() {\n  %q = call ptr @llvm.threadlocal.address.p0(ptr @x)\n  ret void\n}\n",
    }
    LW0938 THREAD_LOCAL "llvm.threadlocal.address operand isThreadLocal() must be true" {
        what: "The global that `llvm.threadlocal.address` is given is `thread_local`.",
        why: "Any other has one address for all threads.",
        section: "llvm-threadlocal-address-intrinsic",
        bad: "@x = global i32 0\ndefine void @f() {\n  %q = call ptr @llvm.threadlocal.address.p0(ptr @x)\n  ret void\n}\n",
        good: "@x = thread_local global i32 0\ndefine void @f() {\n  %q = call ptr @llvm.threadlocal.address.p0(ptr @x)\n  ret void\n}\n",
    }
    LW0939 ASSUME_COLD "cold assumptions should have no arguments" since V23 {
        what: "A bundle `cold` has no inputs.",
        why: "It says something of this place in the code, not of a value.",
        section: "assume-operand-bundles",
        bad: "define void @f(ptr %p, i64 %n) {\n  call void @llvm.assume(i1 true) [\"cold\"(i64 %n)]\n  ret void\n}\n",
        good: "define void @f(ptr %p, i64 %n) {\n  call void @llvm.assume(i1 true) [\"cold\"()]\n  ret void\n}\n",
    }
    LW0940 ASSUME_SINGLE "{} assumptions should have 1 argument" since V23 {
        what: "A bundle `nonnull` or `noundef` has one input.",
        why: "It says that the attribute holds for that value.",
        section: "assume-operand-bundles",
        bad: "define void @f(ptr %p, i64 %n) {\n  call void @llvm.assume(i1 true) [\"noundef\"()]\n  ret void\n}\n",
        good: "define void @f(ptr %p, i64 %n) {\n  call void @llvm.assume(i1 true) [\"noundef\"(i64 %n)]\n  ret void\n}\n",
    }
    LW0941 ASSUME_SECOND_INT_64 "second argument should be an integer with a maximum width of 64 bits" since V23 {
        what: "The second input of a bundle `align` or `dereferenceable` is an integer of no more than 64 bits.",
        why: "It is an alignment, or a number of bytes.",
        section: "assume-operand-bundles",
        bad: "define void @f(ptr %p, i64 %n) {\n  call void @llvm.assume(i1 true) [\"align\"(ptr %p, ptr %p)]\n  ret void\n}\n",
        good: "define void @f(ptr %p, i64 %n) {\n  call void @llvm.assume(i1 true) [\"align\"(ptr %p, i64 %n)]\n  ret void\n}\n",
    }
    LW0942 SCOPE_DOMINANCE "llvm.experimental.noalias.scope.decl dominates another one with the same scope" {
        what: "No declaration of a scope of `noalias` dominates another one of the same scope. It is checked on request alone.",
        why: "The scope begins anew at each declaration, so that accesses behind the two are not those of one scope. Passes that copy \
              code copy the scopes with it.",
        section: "llvm-experimental-noalias-scope-decl-intrinsic",
        bad: "define void @f() {\n  call void @llvm.experimental.noalias.scope.decl(metadata !2)\n  call void @llvm.experimental.noalias.scope.decl(metadata !2)\n  ret void\n}\n!0 = distinct !{!0}\n!1 = distinct !{!1, !0}\n!2 = !{!1}\n",
        good: "define void @f() {\n  call void @llvm.experimental.noalias.scope.decl(metadata !2)\n  ret void\n}\n!0 = distinct !{!0}\n!1 = distinct !{!1, !0}\n!2 = !{!1}\n",
    }
    LW0943 GEP_ELEMENT_TYPE "Intrinsic first parameter is missing an ElementType attribute" since V23 {
        what: "The pointer of `llvm.structured.gep` has the attribute `elementtype`.",
        why: "The attribute gives the type that the indices go into.",
        section: "i-structured-gep",
        bad: "define void @f(ptr %p) {\n  %r = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr %p, i32 1)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  %r = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr elementtype({ i32, i8 }) %p, i32 1)\n  ret void\n}\n",
    }
    LW0944 GEP_INDEX_TYPE "Index operand type must be an integer" since V23 {
        what: "The indices of `llvm.structured.gep` are integers.",
        why: "Each is the number of a field or an element.",
        section: "i-structured-gep",
        bad: "define void @f(ptr %p) {\n  %r = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr elementtype([2 x i32]) %p, float 0.0)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  %r = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr elementtype({ i32, i8 }) %p, i32 1)\n  ret void\n}\n",
    }
    LW0945 GEP_FIELD "Indexing into a struct requires a constant int" since V23 {
        what: "The index of a field in `llvm.structured.gep` is constant.",
        why: "Fields have different types: without the number the type of the result is not known.",
        section: "i-structured-gep",
        bad: "define void @f(ptr %p, i32 %i) {\n  %r = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr elementtype({ i32, i8 }) %p, i32 %i)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  %r = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr elementtype({ i32, i8 }) %p, i32 1)\n  ret void\n}\n",
    }
    LW0946 GEP_FIELD_BOUNDS "Indexing in a struct should be inbounds" since V23 {
        what: "The index of a field in `llvm.structured.gep` is below the number of fields.",
        why: "There is no field behind the last one.",
        section: "i-structured-gep",
        bad: "define void @f(ptr %p) {\n  %r = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr elementtype({ i32, i8 }) %p, i32 2)\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  %r = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr elementtype({ i32, i8 }) %p, i32 1)\n  ret void\n}\n",
    }
    LW0947 GEP_DEPTH "Reached a non-composite type with more indices to process" since V23 {
        what: "Each index of `llvm.structured.gep` goes into a struct, an array or a vector.",
        why: "Nothing else has parts.",
        section: "i-structured-gep",
        bad: "define void @f(ptr %p) {\n  %r = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr elementtype(i32) %p, i32 0)\n  ret void\n}\n",
        good: "%s = type { i32, i8 }\ndefine void @f(ptr %p, i64 %i) {\n  %r = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr elementtype([2 x %s]) %p, i64 %i, i32 1)\n  ret void\n}\n",
    }
    LW0948 STRUCTURED_ALLOCA_TYPE "@llvm.structured.alloca calls require elementtype attribute." since V23 {
        what: "The result of `llvm.structured.alloca` has the attribute `elementtype`.",
        why: "The attribute gives the type that memory is allocated for.",
        section: "i-structured-alloca",
        bad: "define void @f() {\n  %r = call ptr @llvm.structured.alloca.p0()\n  ret void\n}\n",
        good: "define void @f() {\n  %r = call elementtype(i32) ptr @llvm.structured.alloca.p0()\n  ret void\n}\n",
    }
    LW0949 FORMAT_VECTORS "if floating-point operand is a vector, integer operand must also be a vector" since V23 {
        what: "Where the floating-point side of `llvm.convert.to.arbitrary.fp` or `llvm.convert.from.arbitrary.fp` is a vector, so is the other.",
        why: "The conversion is done for each element.",
        section: "llvm-convert-to-arbitrary-fp-intrinsic",
        bad: "define void @f(<2 x float> %x) {\n  %r = call i8 @llvm.convert.to.arbitrary.fp.i8.v2f32(<2 x float> %x, metadata !\"Float8E5M2\", metadata !\"round.tonearest\", i1 true)\n  ret void\n}\n",
        good: "define void @f(float %x) {\n  %r = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float %x, metadata !\"Float8E5M2\", metadata !\"round.tonearest\", i1 true)\n  ret void\n}\n",
    }
    LW0950 FORMAT_LENGTHS "floating-point and integer vector operands must have the same element count" since V23 {
        what: "Vectors on both sides of `llvm.convert.to.arbitrary.fp` and `llvm.convert.from.arbitrary.fp` have equally many elements.",
        why: "The conversion is done for each element.",
        section: "llvm-convert-to-arbitrary-fp-intrinsic",
        bad: "define void @f(<2 x float> %x) {\n  %r = call <4 x i8> @llvm.convert.to.arbitrary.fp.v4i8.v2f32(<2 x float> %x, metadata !\"Float8E5M2\", metadata !\"round.tonearest\", i1 true)\n  ret void\n}\n",
        good: "define void @f(<2 x float> %x) {\n  %r = call <2 x i8> @llvm.convert.to.arbitrary.fp.v2i8.v2f32(<2 x float> %x, metadata !\"Float8E5M2\", metadata !\"round.tonearest\", i1 true)\n  ret void\n}\n",
    }
    LW0951 FORMAT_STRING "interpretation metadata operand must be a string" since V23 {
        what: "The format that `llvm.convert.to.arbitrary.fp` and `llvm.convert.from.arbitrary.fp` take is a string.",
        why: "The string is the name of the format.",
        section: "llvm-convert-to-arbitrary-fp-intrinsic",
        bad: "define void @f(float %x) {\n  %r = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float %x, metadata !{}, metadata !\"round.tonearest\", i1 true)\n  ret void\n}\n",
        good: "define void @f(float %x) {\n  %r = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float %x, metadata !\"Float8E5M2\", metadata !\"round.tonearest\", i1 true)\n  ret void\n}\n",
    }
    LW0952 FORMAT_EMPTY "interpretation metadata string must not be empty" since V23 {
        what: "The format that `llvm.convert.to.arbitrary.fp` and `llvm.convert.from.arbitrary.fp` take has a name.",
        why: "The string is the name of the format.",
        section: "llvm-convert-to-arbitrary-fp-intrinsic",
        bad: "define void @f(float %x) {\n  %r = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float %x, metadata !\"\", metadata !\"round.tonearest\", i1 true)\n  ret void\n}\n",
        good: "define void @f(float %x) {\n  %r = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float %x, metadata !\"Float8E5M2\", metadata !\"round.tonearest\", i1 true)\n  ret void\n}\n",
    }
    LW0953 FORMAT_UNKNOWN "unsupported interpretation metadata string" since V23 {
        what: "The format that `llvm.convert.to.arbitrary.fp` and `llvm.convert.from.arbitrary.fp` take is one of those that LLVM knows.",
        why: "LLVM converts to no other.",
        section: "llvm-convert-to-arbitrary-fp-intrinsic",
        bad: "define void @f(float %x) {\n  %r = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float %x, metadata !\"Float8\", metadata !\"round.tonearest\", i1 true)\n  ret void\n}\n",
        good: "define void @f(float %x) {\n  %r = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float %x, metadata !\"Float8E5M2\", metadata !\"round.tonearest\", i1 true)\n  ret void\n}\n",
    }
    LW0954 FORMAT_WIDTH "integer type bit width must equal the arbitrary FP format width" since V23 {
        what: "The integer of `llvm.convert.to.arbitrary.fp` and `llvm.convert.from.arbitrary.fp` is as wide as the format.",
        why: "The integer holds the bits of one number.",
        section: "llvm-convert-to-arbitrary-fp-intrinsic",
        bad: "define void @f(float %x) {\n  %r = call i16 @llvm.convert.to.arbitrary.fp.i16.f32(float %x, metadata !\"Float8E5M2\", metadata !\"round.tonearest\", i1 true)\n  ret void\n}\n",
        good: "define void @f(float %x) {\n  %r = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float %x, metadata !\"Float8E5M2\", metadata !\"round.tonearest\", i1 true)\n  ret void\n}\n",
    }
    LW0955 FORMAT_ROUNDING_STRING "rounding mode metadata operand must be a string" since V23 {
        what: "The rounding mode of `llvm.convert.to.arbitrary.fp` is a string.",
        why: "The string is the name of the mode.",
        section: "llvm-convert-to-arbitrary-fp-intrinsic",
        bad: "define void @f(float %x) {\n  %r = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float %x, metadata !\"Float8E5M2\", metadata !{}, i1 true)\n  ret void\n}\n",
        good: "define void @f(float %x) {\n  %r = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float %x, metadata !\"Float8E5M2\", metadata !\"round.tonearest\", i1 true)\n  ret void\n}\n",
    }
    LW0956 FORMAT_ROUNDING "unsupported rounding mode argument" since V23 {
        what: "The rounding mode of `llvm.convert.to.arbitrary.fp` is a fixed one: `round.tonearest`, `round.tonearestaway`, `round.downward`, `round.upward` or `round.towardzero`.",
        why: "The conversion does not read the mode of the environment.",
        section: "llvm-convert-to-arbitrary-fp-intrinsic",
        bad: "define void @f(float %x) {\n  %r = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float %x, metadata !\"Float8E5M2\", metadata !\"round.dynamic\", i1 true)\n  ret void\n}\n",
        good: "define void @f(float %x) {\n  %r = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float %x, metadata !\"Float8E5M2\", metadata !\"round.tonearest\", i1 true)\n  ret void\n}\n",
    }
    LW0957 SPONENTRY "llvm.sponentry must return a pointer to the stack" since V23 {
        what: "`llvm.sponentry` returns a pointer in the address space of allocas.",
        why: "The result is a value of the stack pointer.",
        section: "llvm-sponentry-intrinsic",
        bad: "define void @f() {\n  %r = call ptr addrspace(1) @llvm.sponentry.p1()\n  ret void\n}\n",
        good: "define void @f() {\n  %r = call ptr @llvm.sponentry.p0()\n  ret void\n}\n",
    }
    LW0958 VOLATILE_REGISTER "llvm.write_volatile_register metadata must be a single MDString" since V23 {
        what: "The first argument of `llvm.write_volatile_register` is a node that holds a string.",
        why: "The string is the name of the register.",
        section: "llvm-read-register-llvm-read-volatile-register-llvm-write-register-and-llvm-write-volatile-register-intrinsics",
        bad: "define void @f() {\n  call void @llvm.write_volatile_register.i32(metadata !0, i32 1)\n  ret void\n}\n!0 = !{i32 3}\n",
        good: "define void @f() {\n  call void @llvm.write_volatile_register.i32(metadata !0, i32 1)\n  ret void\n}\n!0 = !{!\"sp\"}\n",
    }
    LW0959 CORO_BEGIN "id argument of llvm.coro.begin must refer to coro.id" since V23 {
        what: "The token of `llvm.coro.begin` is the result of `llvm.coro.id` or of another `llvm.coro.id.*`.",
        why: "The identification of the coroutine belongs to that call.",
        section: "https://llvm.org/docs/Coroutines.html#llvm-coro-begin-intrinsic",
        bad: "define void @f() {\n  %r = call ptr @llvm.coro.begin(token none, ptr null)\n  ret void\n}\n",
        good: "define void @f() {\n  %i = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)\n  %r = call ptr @llvm.coro.begin(token %i, ptr null)\n  ret void\n}\n",
    }
    LW0960 CORO_PROMISE "promise argument must refer to an alloca" since V23 {
        what: "The second argument of `llvm.coro.id` is null or an `alloca`.",
        why: "The promise is a local variable of the coroutine.",
        section: "https://llvm.org/docs/Coroutines.html#llvm-coro-id-intrinsic",
        bad: "define void @f() {\n  %a = alloca i32\n  %i = call token @llvm.coro.id(i32 0, ptr @v, ptr null, ptr null)\n  ret void\n}\n@v = global i32 0\n",
        good: "define void @f() {\n  %a = alloca i32\n  %i = call token @llvm.coro.id(i32 0, ptr %a, ptr null, ptr null)\n  ret void\n}\n@v = global i32 0\n",
    }
    LW0961 CORO_FUNCTION "coro argument must refer to a function" since V23 {
        what: "The third argument of `llvm.coro.id` is null or a function.",
        why: "It is the coroutine.",
        section: "https://llvm.org/docs/Coroutines.html#llvm-coro-id-intrinsic",
        bad: "define void @f() {\n  %a = alloca i32\n  %i = call token @llvm.coro.id(i32 0, ptr null, ptr @v, ptr null)\n  ret void\n}\n@v = global i32 0\n",
        good: "define void @f() {\n  %a = alloca i32\n  %i = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr null)\n  ret void\n}\n@v = global i32 0\n",
    }
}
