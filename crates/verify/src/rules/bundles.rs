//! Rules about operand bundles: LW0690 to LW0719.

use crate::rule::rules;

rules! {
    LW0690 DEOPT_TWICE "Multiple deopt operand bundles" {
        what: "A call has at most one `deopt` operand bundle.",
        why: "The bundle holds the state with which another, less optimised version of the code goes on; there is one such state.",
        section: "deoptimization-operand-bundles",
        bad: r#"declare void @g()
define void @f() {
  call void @g() ["deopt"(i32 1), "deopt"(i32 2)]
  ret void
}
"#,
        good: "declare void @g()\ndefine void @f() {\n  call void @g() [\"deopt\"(i32 1, i32 2)]\n  ret void\n}\n",
    }
    LW0691 GC_TRANSITION_TWICE "Multiple gc-transition operand bundles" {
        what: "A call has at most one `gc-transition` operand bundle.",
        why: "The bundle marks the call as one from code with one garbage collector to code with another, which happens once.",
        section: "gc-transition-operand-bundles",
        bad: r#"declare void @g()
define void @f() {
  call void @g() ["gc-transition"(), "gc-transition"()]
  ret void
}
"#,
        good: "declare void @g()\ndefine void @f() {\n  call void @g() [\"gc-transition\"()]\n  ret void\n}\n",
    }
    LW0692 FUNCLET_TWICE "Multiple funclet operand bundles" {
        what: "A call has at most one `funclet` operand bundle.",
        why: "The bundle says which funclet the call is in, and it can be in one only.",
        section: "funclet-operand-bundles",
        bad: r#"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  call void @g() ["funclet"(token %pad), "funclet"(token %pad)]
  cleanupret from %pad unwind to caller
done:
  ret void
}
"#,
        good: r#"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  call void @g() ["funclet"(token %pad)]
  cleanupret from %pad unwind to caller
done:
  ret void
}
"#,
    }
    LW0693 FUNCLET_INPUTS "Expected exactly one funclet bundle operand" {
        what: "A `funclet` operand bundle has exactly one input.",
        why: "It names the pad that begins the funclet which the call is in.",
        section: "funclet-operand-bundles",
        bad: "declare void @g()\ndefine void @f() {\n  call void @g() [\"funclet\"()]\n  ret void\n}\n",
        good: "declare void @g()\ndefine void @f() {\n  call void @g()\n  ret void\n}\n",
    }
    LW0694 FUNCLET_INPUT "Funclet bundle operands should correspond to a FuncletPadInst" {
        what: "The input of a `funclet` operand bundle is a `catchpad` or a `cleanuppad`.",
        why: "These are the instructions that funclets begin with, and the bundle says in which one the call is.",
        section: "funclet-operand-bundles",
        bad: "declare void @g()\ndefine void @f() {\n  call void @g() [\"funclet\"(token none)]\n  ret void\n}\n",
        good: "declare void @g()\ndefine void @f() {\n  call void @g()\n  ret void\n}\n",
    }
    LW0695 CFGUARD_TWICE "Multiple CFGuardTarget operand bundles" {
        what: "A call has at most one `cfguardtarget` operand bundle.",
        why: "The bundle passes the address that Windows' Control Flow Guard checks and then goes to; a call goes to one address.",
        section: "operand-bundles",
        bad: r#"define void @f(ptr %check, ptr %p) {
  call void %check() ["cfguardtarget"(ptr %p), "cfguardtarget"(ptr %p)]
  ret void
}
"#,
        good: r#"define void @f(ptr %check, ptr %p) {
  call void %check() ["cfguardtarget"(ptr %p)]
  ret void
}
"#,
    }
    LW0696 CFGUARD_INPUTS "Expected exactly one cfguardtarget bundle operand" {
        what: "A `cfguardtarget` operand bundle has exactly one input.",
        why: "It is the address that Windows' Control Flow Guard checks and then goes to.",
        section: "operand-bundles",
        bad: "define void @f(ptr %check) {\n  call void %check() [\"cfguardtarget\"()]\n  ret void\n}\n",
        good: r#"define void @f(ptr %check, ptr %p) {
  call void %check() ["cfguardtarget"(ptr %p)]
  ret void
}
"#,
    }
    LW0697 PTRAUTH_TWICE "Multiple ptrauth operand bundles" {
        what: "A call has at most one `ptrauth` operand bundle.",
        why: "The bundle says how the called pointer was signed, which is in one way.",
        section: "pointer-authentication-operand-bundles",
        bad: r#"define void @f(ptr %p) {
  call void %p() ["ptrauth"(i32 0, i64 1), "ptrauth"(i32 0, i64 2)]
  ret void
}
"#,
        good: "define void @f(ptr %p) {\n  call void %p() [\"ptrauth\"(i32 0, i64 1)]\n  ret void\n}\n",
    }
    LW0698 PTRAUTH_INPUTS "Expected exactly two ptrauth bundle operands" {
        what: "A `ptrauth` operand bundle has exactly two inputs: key and discriminator.",
        why: "A pointer is signed with a key and a discriminator, and both are needed to check the signature.",
        section: "pointer-authentication-operand-bundles",
        bad: "define void @f(ptr %p) {\n  call void %p() [\"ptrauth\"(i32 0)]\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void %p() [\"ptrauth\"(i32 0, i64 1)]\n  ret void\n}\n",
    }
    LW0699 PTRAUTH_KEY "Ptrauth bundle key operand must be an i32 constant" {
        what: "The first input of a `ptrauth` operand bundle, the key, is a constant of type `i32`.",
        why: "The number of the key is part of the machine instruction that checks the signature.",
        section: "pointer-authentication-operand-bundles",
        bad: "define void @f(ptr %p, i32 %key) {\n  call void %p() [\"ptrauth\"(i32 %key, i64 1)]\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void %p() [\"ptrauth\"(i32 0, i64 1)]\n  ret void\n}\n",
    }
    LW0700 PTRAUTH_DISCRIMINATOR "Ptrauth bundle discriminator operand must be an i64" {
        what: "The second input of a `ptrauth` operand bundle, the discriminator, is an `i64`.",
        why: "Pointers are signed together with 64 more bits.",
        section: "pointer-authentication-operand-bundles",
        bad: "define void @f(ptr %p) {\n  call void %p() [\"ptrauth\"(i32 0, i32 1)]\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void %p() [\"ptrauth\"(i32 0, i64 1)]\n  ret void\n}\n",
    }
    LW0701 KCFI_TWICE "Multiple kcfi operand bundles" {
        what: "A call has at most one `kcfi` operand bundle.",
        why: "The bundle holds the hash that the called function's type must have, and a function has one type.",
        section: "kcfi-operand-bundles",
        bad: "define void @f(ptr %p) {\n  call void %p() [\"kcfi\"(i32 1), \"kcfi\"(i32 2)]\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void %p() [\"kcfi\"(i32 1)]\n  ret void\n}\n",
    }
    LW0702 KCFI_INPUTS "Expected exactly one kcfi bundle operand" {
        what: "A `kcfi` operand bundle has exactly one input.",
        why: "It is the hash that the called function's type must have.",
        section: "kcfi-operand-bundles",
        bad: "define void @f(ptr %p) {\n  call void %p() [\"kcfi\"(i32 1, i32 2)]\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void %p() [\"kcfi\"(i32 1)]\n  ret void\n}\n",
    }
    LW0703 KCFI_INPUT "Kcfi bundle operand must be an i32 constant" {
        what: "The input of a `kcfi` operand bundle is a constant of type `i32`.",
        why: "It is compared with the four bytes of hash that stand before the called function, and must not be in an attacker's hands.",
        section: "kcfi-operand-bundles",
        bad: "define void @f(ptr %p, i32 %hash) {\n  call void %p() [\"kcfi\"(i32 %hash)]\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void %p() [\"kcfi\"(i32 1)]\n  ret void\n}\n",
    }
    LW0704 PREALLOCATED_TWICE "Multiple preallocated operand bundles" {
        what: "A call has at most one `preallocated` operand bundle.",
        why: "The bundle names the setup of the call's argument memory, and there is one setup for all arguments together.",
        section: "preallocated-operand-bundles",
        bad: r#"declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @g(ptr preallocated(i32))
define void @f() {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %p = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)
  call void @g(ptr preallocated(i32) %p) ["preallocated"(token %t), "preallocated"(token %t)]
  ret void
}
"#,
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
    LW0705 PREALLOCATED_INPUTS "Expected exactly one preallocated bundle operand" {
        what: "A `preallocated` operand bundle has exactly one input.",
        why: "It is the token of the `llvm.call.preallocated.setup` that made room for the call's arguments.",
        section: "preallocated-operand-bundles",
        bad: "declare void @g()\ndefine void @f() {\n  call void @g() [\"preallocated\"()]\n  ret void\n}\n",
        good: "declare void @g()\ndefine void @f() {\n  call void @g()\n  ret void\n}\n",
    }
    LW0706 PREALLOCATED_INPUT "\"preallocated\" argument must be a token from llvm.call.preallocated.setup" {
        what: "The input of a `preallocated` operand bundle is the result of a call of `llvm.call.preallocated.setup`.",
        why: "That call makes room on the stack for the arguments, and the bundle says which room belongs to which call.",
        section: "preallocated-operand-bundles",
        bad: r#"declare void @g()
define void @f() {
  call void @g() ["preallocated"(token none)]
  ret void
}
"#,
        good: "declare void @g()\ndefine void @f() {\n  call void @g()\n  ret void\n}\n",
    }
    LW0707 GC_LIVE_TWICE "Multiple gc-live operand bundles" {
        what: "A call has at most one `gc-live` operand bundle.",
        why: "The bundle lists all pointers that the garbage collector may move during the call; `gc.relocate` finds them by their place in the one list.",
        section: "gc-live-operand-bundles",
        bad: r#"declare void @g()
define void @f(ptr %p) {
  call void @g() ["gc-live"(ptr %p), "gc-live"(ptr %p)]
  ret void
}
"#,
        good: "declare void @g()\ndefine void @f(ptr %p) {\n  call void @g() [\"gc-live\"(ptr %p)]\n  ret void\n}\n",
    }
    LW0708 ATTACHED_CALL_TWICE "Multiple \"clang.arc.attachedcall\" operand bundles" {
        what: "A call has at most one `clang.arc.attachedcall` operand bundle.",
        why: "The bundle names the function that takes over the returned object, and only one can.",
        section: "objc-arc-attached-call-operand-bundles",
        bad: r#"declare ptr @objc_retainAutoreleasedReturnValue(ptr)
declare ptr @g()
define void @f() {
  %x = call ptr @g() ["clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue), "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue)]
  ret void
}
"#,
        good: r#"declare ptr @objc_retainAutoreleasedReturnValue(ptr)
declare ptr @g()
define void @f() {
  %x = call ptr @g() ["clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue)]
  ret void
}
"#,
    }
    LW0709 ATTACHED_CALL_RESULT "a call with operand bundle \"clang.arc.attachedcall\" must call a function returning a pointer or a non-returning function that has a void return type" {
        what: "A call with a `clang.arc.attachedcall` operand bundle returns a pointer; or it returns `void` and is `noreturn`.",
        why: "The attached function takes the returned object, so that there has to be one, unless the call never comes back.",
        section: "objc-arc-attached-call-operand-bundles",
        bad: r#"declare ptr @objc_retainAutoreleasedReturnValue(ptr)
declare void @g()
define void @f() {
  call void @g() ["clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue)]
  ret void
}
"#,
        good: r#"declare ptr @objc_retainAutoreleasedReturnValue(ptr)
declare ptr @g()
define void @f() {
  %x = call ptr @g() ["clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue)]
  ret void
}
"#,
    }
    LW0710 ATTACHED_CALL_INPUT "operand bundle \"clang.arc.attachedcall\" requires one function as an argument" {
        what: "A `clang.arc.attachedcall` operand bundle has one input, and that is a function.",
        why: "It is the function that is called with the result right after the call.",
        section: "objc-arc-attached-call-operand-bundles",
        bad: r#"declare ptr @g()
define void @f() {
  %x = call ptr @g() ["clang.arc.attachedcall"()]
  ret void
}
"#,
        good: r#"declare ptr @objc_retainAutoreleasedReturnValue(ptr)
declare ptr @g()
define void @f() {
  %x = call ptr @g() ["clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue)]
  ret void
}
"#,
    }
    LW0711 ATTACHED_CALL_FUNCTION "invalid function argument" {
        what: "The function of a `clang.arc.attachedcall` operand bundle is one of the three of Objective-C's runtime that take over an autoreleased result: to retain it, to claim it, or to claim it unsafely.",
        why: "The compiler emits the marker by which the callee's runtime recognises just these.",
        section: "objc-arc-attached-call-operand-bundles",
        bad: r#"declare ptr @h(ptr)
declare ptr @g()
define void @f() {
  %x = call ptr @g() ["clang.arc.attachedcall"(ptr @h)]
  ret void
}
"#,
        good: r#"declare ptr @objc_retainAutoreleasedReturnValue(ptr)
declare ptr @g()
define void @f() {
  %x = call ptr @g() ["clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue)]
  ret void
}
"#,
    }
    LW0712 PTRAUTH_DIRECT "Direct call cannot have a ptrauth bundle" {
        what: "A call with a `ptrauth` operand bundle calls through a pointer, not a function by its name.",
        why: "The name of a function is not a signed pointer, so nothing can be authenticated.",
        section: "pointer-authentication-operand-bundles",
        bad: "declare void @g()\ndefine void @f() {\n  call void @g() [\"ptrauth\"(i32 0, i64 1)]\n  ret void\n}\n",
        good: "define void @f(ptr %p) {\n  call void %p() [\"ptrauth\"(i32 0, i64 1)]\n  ret void\n}\n",
    }
}
