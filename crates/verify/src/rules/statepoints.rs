//! Rules about garbage collection: LW1250 to LW1299.

use crate::rule::rules;

rules! {
    LW1250 NO_COLLECTOR "Enclosing function does not use GC." {
        what: "The intrinsics of garbage collection are called in functions with `gc` only.",
        why: "`gc` names the strategy that says what they are lowered to.",
        section: "https://llvm.org/docs/GarbageCollection.html#gc-intrinsics",
        bad: "define void @f(ptr %o, ptr %p) {\n  %x = call ptr @llvm.gcread(ptr %o, ptr %p)\n  ret void\n}\n",
        good: "define void @f(ptr %o, ptr %p) gc \"ocaml\" {\n  %x = call ptr @llvm.gcread(ptr %o, ptr %p)\n  ret void\n}\n",
    }
    LW1251 ROOT_ALLOCA "llvm.gcroot parameter #1 must be an alloca." {
        what: "The first argument of `llvm.gcroot` is an `alloca`, perhaps behind casts of pointers.",
        why: "It is a place on the stack where the collector finds a pointer.",
        section: "https://llvm.org/docs/GarbageCollection.html#gcroot",
        bad: "define void @f(ptr %p) gc \"shadow-stack\" {\n  call void @llvm.gcroot(ptr %p, ptr null)\n  ret void\n}\n",
        good: "define void @f() gc \"shadow-stack\" {\n  %p = alloca ptr\n  call void @llvm.gcroot(ptr %p, ptr null)\n  ret void\n}\n",
    }
    LW1252 ROOT_CONSTANT "llvm.gcroot parameter #2 must be a constant." {
        what: "The second argument of `llvm.gcroot` is a constant.",
        why: "It is data for the collector about this root, which goes into its tables.",
        section: "https://llvm.org/docs/GarbageCollection.html#gcroot",
        bad: "define void @f(ptr %d) gc \"shadow-stack\" {\n  %p = alloca ptr\n  call void @llvm.gcroot(ptr %p, ptr %d)\n  ret void\n}\n",
        good: "define void @f() gc \"shadow-stack\" {\n  %p = alloca ptr\n  call void @llvm.gcroot(ptr %p, ptr null)\n  ret void\n}\n",
    }
    LW1253 ROOT_DATA "llvm.gcroot parameter #1 must either be a pointer alloca, or argument #2 must be a non-null constant." {
        what: "A root that is not a pointer has data for the collector, other than `null`.",
        why: "Without it, the collector takes a root for a pointer.",
        section: "https://llvm.org/docs/GarbageCollection.html#gcroot",
        bad: "define void @f() gc \"shadow-stack\" {\n  %p = alloca i64\n  call void @llvm.gcroot(ptr %p, ptr null)\n  ret void\n}\n",
        good: "define void @f() gc \"shadow-stack\" {\n  %p = alloca ptr\n  call void @llvm.gcroot(ptr %p, ptr null)\n  ret void\n}\n",
    }
    LW1254 MEMORY "gc.statepoint must read and write all memory to preserve reordering restrictions required by safepoint semantics" {
        what: "A call of `llvm.experimental.gc.statepoint` has no `memory` attribute that keeps it from writing, or from all but its arguments.",
        why: "The collector may move every object, so that no access to memory may be moved across.",
        section: "llvm-experimental-gc-statepoint-intrinsic",
        bad: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) memory(read)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1255 PATCH_BYTES "gc.statepoint number of patchable bytes must be positive" {
        what: "The second argument of `llvm.experimental.gc.statepoint` is not negative.",
        why: "It is how many bytes of code to leave free instead of a call.",
        section: "llvm-experimental-gc-statepoint-intrinsic",
        bad: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 -1, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1256 ELEMENT_TYPE "gc.statepoint callee argument must have elementtype attribute" {
        what: "The third argument of `llvm.experimental.gc.statepoint` has the attribute `elementtype`.",
        why: "It is the function to call, and a pointer does not say of which type it is.",
        section: "llvm-experimental-gc-statepoint-intrinsic",
        bad: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr @g, i32 0, i32 0, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1257 FUNCTION_TYPE "gc.statepoint callee elementtype must be function type" {
        what: "The `elementtype` of the third argument of `llvm.experimental.gc.statepoint` is the type of a function.",
        why: "It is the function to call.",
        section: "llvm-experimental-gc-statepoint-intrinsic",
        bad: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32) @g, i32 0, i32 0, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1258 ARGUMENT_COUNT "gc.statepoint number of arguments to underlying call must be positive" {
        what: "The fourth argument of `llvm.experimental.gc.statepoint` is not negative.",
        why: "It is how many of the arguments behind it are those of the call.",
        section: "llvm-experimental-gc-statepoint-intrinsic",
        bad: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 -1, i32 0, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1259 VARIADIC_COUNT "gc.statepoint mismatch in number of vararg call args" {
        what: "`llvm.experimental.gc.statepoint` of a function with `...` passes at least as many arguments as that has parameters.",
        why: "Every parameter needs a value.",
        section: "llvm-experimental-gc-statepoint-intrinsic",
        bad: "define void @f(ptr %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (i32, ...)) %p, i32 0, i32 0, i32 0, i32 0)\n  ret void\n}\n",
        good: "define void @f(ptr %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (i32, ...)) %p, i32 2, i32 0, i32 1, i32 2, i32 0, i32 0)\n  ret void\n}\n",
    }
    LW1260 VARIADIC_RESULT "gc.statepoint doesn't support wrapping non-void vararg functions yet" {
        what: "A function with `...` that `llvm.experimental.gc.statepoint` calls returns `void`.",
        why: "LLVM cannot lower the others yet.",
        section: "llvm-experimental-gc-statepoint-intrinsic",
        bad: "define void @f(ptr %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 (i32, ...)) %p, i32 1, i32 0, i32 1, i32 0, i32 0)\n  ret void\n}\n",
        good: "define void @f(ptr %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (i32, ...)) %p, i32 1, i32 0, i32 1, i32 0, i32 0)\n  ret void\n}\n",
    }
    LW1261 COUNT "gc.statepoint mismatch in number of call args" {
        what: "`llvm.experimental.gc.statepoint` passes as many arguments as the function that it calls has parameters.",
        why: "Every parameter needs a value.",
        section: "llvm-experimental-gc-statepoint-intrinsic",
        bad: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 1, i32 0, i32 1, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1262 FLAGS "unknown flag used in gc.statepoint flags argument" {
        what: "The fifth argument of `llvm.experimental.gc.statepoint` is 0 to 3.",
        why: "Its bits are flags, of which there are two.",
        section: "llvm-experimental-gc-statepoint-intrinsic",
        bad: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 4, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1263 ARGUMENT_TYPE "gc.statepoint call argument does not match wrapped function type" {
        what: "The arguments that `llvm.experimental.gc.statepoint` passes on have the types of the callee's parameters.",
        why: "They are those parameters' values.",
        section: "llvm-experimental-gc-statepoint-intrinsic",
        bad: "define void @f(ptr %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (i64)) %p, i32 1, i32 0, i32 1, i32 0, i32 0)\n  ret void\n}\n",
        good: "define void @f(ptr %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (i32)) %p, i32 1, i32 0, i32 1, i32 0, i32 0)\n  ret void\n}\n",
    }
    LW1264 TRANSITION_COUNT "gc.statepoint number of transition arguments must be constant integer" {
        what: "Behind the arguments of the call, `llvm.experimental.gc.statepoint` has a constant: 0.",
        why: "There the number of arguments for the transition stood, which are in an operand bundle `gc-transition` now.",
        section: "llvm-experimental-gc-statepoint-intrinsic",
        bad: "define void @f(i32 %n) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 %n, i32 0)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f(i32 %n) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1265 TRANSITIONS "gc.statepoint w/inline transition bundle is deprecated" {
        what: "`llvm.experimental.gc.statepoint` has 0 for the number of arguments for the transition.",
        why: "They are in an operand bundle `gc-transition`.",
        section: "llvm-experimental-gc-statepoint-intrinsic",
        bad: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 1, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1266 DEOPT_COUNT "gc.statepoint number of deoptimization arguments must be constant integer" {
        what: "The last argument of `llvm.experimental.gc.statepoint` is a constant: 0.",
        why: "There the number of arguments for deoptimization stood, which are in an operand bundle `deopt` now.",
        section: "llvm-experimental-gc-statepoint-intrinsic",
        bad: "define void @f(i32 %n) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 %n)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f(i32 %n) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1267 DEOPTS "gc.statepoint w/inline deopt operands is deprecated" {
        what: "`llvm.experimental.gc.statepoint` has 0 for the number of arguments for deoptimization.",
        why: "They are in an operand bundle `deopt`.",
        section: "llvm-experimental-gc-statepoint-intrinsic",
        bad: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 1, i32 0)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1268 TOO_MANY "gc.statepoint too many arguments" {
        what: "Nothing stands behind the last count of `llvm.experimental.gc.statepoint`.",
        why: "What else it takes is in operand bundles.",
        section: "llvm-experimental-gc-statepoint-intrinsic",
        bad: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1269 USER "illegal use of statepoint token" {
        what: "What `llvm.experimental.gc.statepoint` gives is used by calls only.",
        why: "It ties the values that the collector may change to the place where it may.",
        section: "llvm-experimental-gc-statepoint-intrinsic",
        bad: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)\n  %u = freeze token %t\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1270 USER_CALL "gc.result or gc.relocate are the only value uses of a gc.statepoint" {
        what: "What `llvm.experimental.gc.statepoint` gives is used by `llvm.experimental.gc.result` and `.relocate` only.",
        why: "It ties the values that the collector may change to the place where it may.",
        section: "llvm-experimental-gc-statepoint-intrinsic",
        bad: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)\n  call void @g() [\"other\"(token %t)]\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1271 WRONG_STATEPOINT "gc.result connected to wrong gc.statepoint" {
        what: "A call of `llvm.experimental.gc.result` that uses a statepoint has it for its argument.",
        why: "It gives the result of that statepoint's call.",
        section: "llvm-experimental-gc-result-intrinsic",
        bad: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 ()) @g, i32 0, i32 0, i32 0, i32 0)\n  %u = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 ()) @g, i32 0, i32 0, i32 0, i32 0)\n  %x = call i32 @llvm.experimental.gc.result.i32(token %t) [\"other\"(token %u)]\n  ret void\n}\ndeclare i32 @g()\n",
        good: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 ()) @g, i32 0, i32 0, i32 0, i32 0)\n  %x = call i32 @llvm.experimental.gc.result.i32(token %t)\n  ret void\n}\ndeclare i32 @g()\n",
    }
    LW1272 RESULT_TOKEN "gc.result operand #1 must be from a statepoint" {
        what: "The argument of `llvm.experimental.gc.result` is what `llvm.experimental.gc.statepoint` gives.",
        why: "It gives the result of that statepoint's call.",
        section: "llvm-experimental-gc-result-intrinsic",
        bad: "define void @f() gc \"statepoint-example\" {\n  %x = call i32 @llvm.experimental.gc.result.i32(token none)\n  ret void\n}\n",
        good: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 ()) @g, i32 0, i32 0, i32 0, i32 0)\n  %x = call i32 @llvm.experimental.gc.result.i32(token %t)\n  ret void\n}\ndeclare i32 @g()\n",
    }
    LW1273 RESULT_TYPE "gc.result result type does not match wrapped callee" {
        what: "`llvm.experimental.gc.result` has the type that the function which the statepoint calls returns.",
        why: "It gives the result of that call.",
        section: "llvm-experimental-gc-result-intrinsic",
        bad: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 ()) @g, i32 0, i32 0, i32 0, i32 0)\n  %x = call i64 @llvm.experimental.gc.result.i64(token %t)\n  ret void\n}\ndeclare i32 @g()\n",
        good: "define void @f() gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 ()) @g, i32 0, i32 0, i32 0, i32 0)\n  %x = call i32 @llvm.experimental.gc.result.i32(token %t)\n  ret void\n}\ndeclare i32 @g()\n",
    }
    LW1274 RELOCATE_TYPE "gc.relocate must return a pointer or a vector of pointers" {
        what: "`llvm.experimental.gc.relocate` gives a pointer or a vector of pointers.",
        why: "It gives where the collector has moved an object to.",
        section: "llvm-experimental-gc-relocate-intrinsic",
        bad: "define void @f(ptr addrspace(1) %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p)]\n  %q = call i64 @llvm.experimental.gc.relocate.i64(token %t, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f(ptr addrspace(1) %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p)]\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1275 LANDING_PAD "safepoints should have unique landingpads" {
        what: "The `landingpad` that `llvm.experimental.gc.relocate` is given has one predecessor.",
        why: "It has to be the statepoint that unwinds to there, and no other.",
        section: "llvm-experimental-gc-relocate-intrinsic",
        bad: "define void @f(ptr addrspace(1) %p, i1 %c) gc \"statepoint-example\" personality ptr @h {\n  br i1 %c, label %a, label %b\na:\n  %t = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p)] to label %done unwind label %pad\nb:\n  %u = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p)] to label %done unwind label %pad\npad:\n  %l = landingpad token cleanup\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %l, i32 0, i32 0)\n  ret void\ndone:\n  ret void\n}\ndeclare void @g()\ndeclare i32 @h(...)\n",
        good: "define void @f(ptr addrspace(1) %p) gc \"statepoint-example\" personality ptr @h {\n  %t = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p)] to label %done unwind label %pad\npad:\n  %l = landingpad token cleanup\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %l, i32 0, i32 0)\n  ret void\ndone:\n  ret void\n}\ndeclare void @g()\ndeclare i32 @h(...)\n",
    }
    LW1276 LANDING_PAD_STATEPOINT "gc relocate should be linked to a statepoint" {
        what: "The `landingpad` that `llvm.experimental.gc.relocate` is given is where a statepoint unwinds to.",
        why: "It gives where an object is that was passed through that statepoint.",
        section: "llvm-experimental-gc-relocate-intrinsic",
        bad: "define void @f(ptr addrspace(1) %p) gc \"statepoint-example\" personality ptr @h {\n  invoke void @g() to label %done unwind label %pad\npad:\n  %l = landingpad token cleanup\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %l, i32 0, i32 0)\n  ret void\ndone:\n  ret void\n}\ndeclare void @g()\ndeclare i32 @h(...)\n",
        good: "define void @f(ptr addrspace(1) %p) gc \"statepoint-example\" personality ptr @h {\n  %t = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p)] to label %done unwind label %pad\npad:\n  %l = landingpad token cleanup\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %l, i32 0, i32 0)\n  ret void\ndone:\n  ret void\n}\ndeclare void @g()\ndeclare i32 @h(...)\n",
    }
    LW1277 RELOCATE_TOKEN "gc relocate is incorrectly tied to the statepoint" {
        what: "The first argument of `llvm.experimental.gc.relocate` is what `llvm.experimental.gc.statepoint` gives, or a `landingpad` that it unwinds to.",
        why: "It gives where an object is that was passed through that statepoint.",
        section: "llvm-experimental-gc-relocate-intrinsic",
        bad: "define void @f() gc \"statepoint-example\" {\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token none, i32 0, i32 0)\n  ret void\n}\n",
        good: "define void @f(ptr addrspace(1) %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p)]\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1278 BASE_INDEX "gc.relocate: statepoint base index out of bounds" {
        what: "The second argument of `llvm.experimental.gc.relocate` is the place of an input of the statepoint's bundle `gc-live`.",
        why: "It says which object is meant.",
        section: "llvm-experimental-gc-relocate-intrinsic",
        bad: "define void @f(ptr addrspace(1) %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p)]\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 0)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f(ptr addrspace(1) %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p)]\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1279 DERIVED_INDEX "gc.relocate: statepoint derived index out of bounds" {
        what: "The third argument of `llvm.experimental.gc.relocate` is the place of an input of the statepoint's bundle `gc-live`.",
        why: "It says which pointer into the object is meant.",
        section: "llvm-experimental-gc-relocate-intrinsic",
        bad: "define void @f(ptr addrspace(1) %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p)]\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f(ptr addrspace(1) %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p)]\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1280 RELOCATED_TYPE "gc.relocate: relocated value must be a pointer" {
        what: "What `llvm.experimental.gc.relocate` relocates is a pointer or a vector of pointers.",
        why: "Only pointers change when objects move.",
        section: "llvm-experimental-gc-relocate-intrinsic",
        bad: "define void @f(i64 %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(i64 %p)]\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f(ptr addrspace(1) %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p)]\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1281 RELOCATE_VECTOR "gc.relocate: vector relocates to vector and pointer to pointer" {
        what: "`llvm.experimental.gc.relocate` gives a vector for a vector, and a pointer for a pointer.",
        why: "It gives the same pointers, with new values.",
        section: "llvm-experimental-gc-relocate-intrinsic",
        bad: "define void @f(ptr addrspace(1) %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p)]\n  %q = call <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token %t, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f(ptr addrspace(1) %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p)]\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1282 RELOCATE_ADDRESS_SPACE "gc.relocate: relocating a pointer shouldn't change its address space" {
        what: "`llvm.experimental.gc.relocate` gives a pointer to the address space of the one that it relocates.",
        why: "It gives the same pointer, with a new value.",
        section: "llvm-experimental-gc-relocate-intrinsic",
        bad: "define void @f(ptr addrspace(1) %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p)]\n  %q = call ptr @llvm.experimental.gc.relocate.p0(token %t, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f(ptr addrspace(1) %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p)]\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1283 STRATEGY "gc.relocate: calling function must have GCStrategy" {
        what: "`llvm.experimental.gc.relocate` is called in functions with a `gc` that is known: `coreclr`, `erlang`, `ocaml`, `shadow-stack` or `statepoint-example`.",
        why: "The strategy says which pointers are to collected objects.",
        section: "https://llvm.org/docs/GarbageCollection.html#builtin-gc-strategies",
        bad: "define void @f(ptr addrspace(1) %p) gc \"unheard-of\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p)]\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f(ptr addrspace(1) %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p)]\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1284 RELOCATE_COLLECTED "gc.relocate: must return gc pointer" {
        what: "`llvm.experimental.gc.relocate` gives a pointer to a collected object, by the function's strategy: for `statepoint-example` one to address space 1.",
        why: "Other objects are not moved.",
        section: "llvm-experimental-gc-relocate-intrinsic",
        bad: "define void @f(ptr %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr %p)]\n  %q = call ptr @llvm.experimental.gc.relocate.p0(token %t, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f(ptr addrspace(1) %p) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p)]\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
    LW1285 RELOCATED_COLLECTED "gc.relocate: relocated value must be a gc pointer" {
        what: "The base that `llvm.experimental.gc.relocate` is given is a pointer to a collected object, by the function's strategy: for `statepoint-example` one to address space 1.",
        why: "Other objects are not moved.",
        section: "llvm-experimental-gc-relocate-intrinsic",
        bad: "define void @f(ptr addrspace(1) %p, ptr %b) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p, ptr %b)]\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 0)\n  ret void\n}\ndeclare void @g()\n",
        good: "define void @f(ptr addrspace(1) %p, ptr addrspace(1) %b) gc \"statepoint-example\" {\n  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [\"gc-live\"(ptr addrspace(1) %p, ptr addrspace(1) %b)]\n  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 0)\n  ret void\n}\ndeclare void @g()\n",
    }
}
