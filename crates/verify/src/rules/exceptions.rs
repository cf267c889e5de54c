//! Rules about exception handling instructions: LW0750 to LW0779.

use crate::rule::rules;

rules! {
    LW0750 LANDING_PAD_EMPTY "LandingPadInst needs at least one clause or to be a cleanup." {
        what: "A `landingpad` has a `catch` or `filter` clause, or is a `cleanup`.",
        why: "Without a clause it handles no exception, so that the runtime would never enter it.",
        section: "landingpad-instruction",
        bad: built "Take `cleanup` away from the `landingpad`.",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %pad
done:
  ret void
pad:
  %x = landingpad { ptr, i32 } cleanup
  ret void
}
",
    }
    LW0751 LANDING_PAD_TYPE "The landingpad instruction should have a consistent result type inside a function." {
        what: "All `landingpad` of a function give values of one type, and all its `resume` take values of that type.",
        why: "The type describes the registers in which the function's personality leaves the exception, and a function has one personality.",
        section: "landingpad-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %next unwind label %a
next:
  invoke void @g() to label %done unwind label %b
done:
  ret void
a:
  %x = landingpad { ptr, i32 } cleanup
  ret void
b:
  %y = landingpad { ptr, i64 } cleanup
  ret void
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %next unwind label %a
next:
  invoke void @g() to label %done unwind label %b
done:
  ret void
a:
  %x = landingpad { ptr, i32 } cleanup
  ret void
b:
  %y = landingpad { ptr, i32 } cleanup
  ret void
}
",
    }
    LW0752 LANDING_PAD_PERSONALITY "LandingPadInst needs to be in a function with a personality." {
        what: "A function with a `landingpad` has a personality.",
        why: "The personality is the function by which the runtime finds out whether to unwind to the `landingpad`.",
        section: "landingpad-instruction",
        bad: r"declare void @g()
define void @f() {
  invoke void @g() to label %done unwind label %pad
done:
  ret void
pad:
  %x = landingpad { ptr, i32 } cleanup
  ret void
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %pad
done:
  ret void
pad:
  %x = landingpad { ptr, i32 } cleanup
  ret void
}
",
    }
    LW0753 LANDING_PAD_FIRST "LandingPadInst not the first non-PHI instruction in the block." {
        what: "A `landingpad` is the first instruction of its block but for phis.",
        why: "It reads registers as the runtime leaves them; any instruction before could change them.",
        section: "landingpad-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %pad
done:
  ret void
pad:
  %x = landingpad { ptr, i32 } cleanup
  %y = landingpad { ptr, i32 } cleanup
  ret void
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %pad
done:
  ret void
pad:
  %x = landingpad { ptr, i32 } cleanup
  ret void
}
",
    }
    LW0754 CATCH_CLAUSE "Catch operand does not have pointer type!" {
        what: "What a `catch` clause of a `landingpad` names is a pointer.",
        why: "It is the address of the description of a type, which the runtime compares with that of the exception.",
        section: "landingpad-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %pad
done:
  ret void
pad:
  %x = landingpad { ptr, i32 } catch i32 0
  ret void
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %pad
done:
  ret void
pad:
  %x = landingpad { ptr, i32 } catch ptr null
  ret void
}
",
    }
    LW0755 FILTER_CLAUSE "Filter operand is not an array of constants!" {
        what: "What a `filter` clause of a `landingpad` names is an array whose elements are written out, or are all zero.",
        why: "It lists the types of exceptions that may pass, and each goes into the tables that the runtime reads.",
        section: "landingpad-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %pad
done:
  ret void
pad:
  %x = landingpad { ptr, i32 } filter [1 x ptr] undef
  ret void
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %pad
done:
  ret void
pad:
  %x = landingpad { ptr, i32 } filter [1 x ptr] zeroinitializer
  ret void
}
",
    }
    LW0756 RESUME_PERSONALITY "ResumeInst needs to be in a function with a personality." {
        what: "A function with a `resume` has a personality.",
        why: "`resume` continues the unwinding that a `landingpad` interrupted, as the personality of the function does it.",
        section: "resume-instruction",
        bad: "define void @f({ ptr, i32 } %x) {\n  resume { ptr, i32 } %x\n}\n",
        good: r"declare i32 @p(...)
define void @f({ ptr, i32 } %x) personality ptr @p {
  resume { ptr, i32 } %x
}
",
    }
    LW0757 RESUME_TYPE "The resume instruction should have a consistent result type inside a function." {
        what: "A `resume` takes a value of the type that the function's `landingpad` give, and other `resume` take.",
        why: "It goes on with an exception that a `landingpad` gave.",
        section: "resume-instruction",
        bad: r"declare i32 @p(...)
define void @f(i1 %c, { ptr, i32 } %x, i64 %y) personality ptr @p {
  br i1 %c, label %a, label %b
a:
  resume { ptr, i32 } %x
b:
  resume i64 %y
}
",
        good: r"declare i32 @p(...)
define void @f(i1 %c, { ptr, i32 } %x, { ptr, i32 } %y) personality ptr @p {
  br i1 %c, label %a, label %b
a:
  resume { ptr, i32 } %x
b:
  resume { ptr, i32 } %y
}
",
    }
    LW0758 CATCH_PAD_PERSONALITY "CatchPadInst needs to be in a function with a personality." {
        what: "A function with a `catchpad` has a personality.",
        why: "The personality is the function by which the runtime finds out which handler to call.",
        section: "catchpad-instruction",
        bad: r"declare token @llvm.experimental.convergence.anchor()
define void @f() convergent {
  %t = call token @llvm.experimental.convergence.anchor()
  ret void
dead:
  %pad = catchpad within %t []
  unreachable
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %pad = catchpad within %s []
  catchret from %pad to label %done
done:
  ret void
}
",
    }
    LW0759 CATCH_PAD_PARENT "CatchPadInst needs to be directly nested in a CatchSwitchInst." {
        what: "What a `catchpad` is `within` is a `catchswitch`.",
        why: "The `catchswitch` gathers the handlers that the runtime chooses from; a `catchpad` is one of them.",
        section: "catchpad-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
declare token @llvm.experimental.convergence.anchor()
define void @f() convergent personality ptr @p {
  %t = call token @llvm.experimental.convergence.anchor()
  ret void
dead:
  %pad = catchpad within %t []
  unreachable
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %pad = catchpad within %s []
  catchret from %pad to label %done
done:
  ret void
}
",
    }
    LW0760 CATCH_PAD_FIRST "CatchPadInst not the first non-PHI instruction in the block." {
        what: "A `catchpad` is the first instruction of its block but for phis.",
        why: "It is where the handler, which the runtime calls, begins.",
        section: "catchpad-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %pad = catchpad within %s []
  %pad2 = catchpad within %s []
  catchret from %pad to label %done
done:
  ret void
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %pad = catchpad within %s []
  catchret from %pad to label %done
done:
  ret void
}
",
    }
    LW0761 CATCH_RET_PAD "CatchReturnInst needs to be provided a CatchPad" {
        what: "What a `catchret` is `from` is a `catchpad`.",
        why: "It ends the handler that the `catchpad` began.",
        section: "catchret-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  catchret from %pad to label %done
done:
  ret void
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %pad = catchpad within %s []
  catchret from %pad to label %done
done:
  ret void
}
",
    }
    LW0762 CLEANUP_PAD_PERSONALITY "CleanupPadInst needs to be in a function with a personality." {
        what: "A function with a `cleanuppad` has a personality.",
        why: "The personality is the function by which the runtime finds out which cleanups to call.",
        section: "cleanuppad-instruction",
        bad: r"declare void @g()
define void @f() {
  invoke void @g() to label %done unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  cleanupret from %pad unwind to caller
done:
  ret void
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  cleanupret from %pad unwind to caller
done:
  ret void
}
",
    }
    LW0763 CLEANUP_PAD_FIRST "CleanupPadInst not the first non-PHI instruction in the block." {
        what: "A `cleanuppad` is the first instruction of its block but for phis.",
        why: "It is where the cleanup, which the runtime calls, begins.",
        section: "cleanuppad-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  %pad2 = cleanuppad within none []
  cleanupret from %pad unwind to caller
done:
  ret void
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  cleanupret from %pad unwind to caller
done:
  ret void
}
",
    }
    LW0764 CLEANUP_PAD_PARENT "CleanupPadInst has an invalid parent." {
        what: "What a `cleanuppad` is `within` is a `catchpad`, a `cleanuppad` or `none`.",
        why: "It is a routine nested in the one that the parent begins; a `catchswitch` begins none.",
        section: "cleanuppad-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %pad = catchpad within %s []
  catchret from %pad to label %done
done:
  ret void
dead:
  %pad2 = cleanuppad within %s []
  unreachable
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %pad = catchpad within %s []
  catchret from %pad to label %done
done:
  ret void
dead:
  %pad2 = cleanuppad within %pad []
  unreachable
}
",
    }
    LW0765 CATCH_SWITCH_PERSONALITY "CatchSwitchInst needs to be in a function with a personality." {
        what: "A function with a `catchswitch` has a personality.",
        why: "The personality is the function by which the runtime chooses among the handlers.",
        section: "catchswitch-instruction",
        bad: r"declare void @g()
define void @f() {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %done] unwind to caller
done:
  ret void
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %pad = catchpad within %s []
  catchret from %pad to label %done
done:
  ret void
}
",
    }
    LW0766 CATCH_SWITCH_FIRST "CatchSwitchInst not the first non-PHI instruction in the block." {
        what: "A `catchswitch` is the first instruction of its block but for phis; as it is also the last, the block has no others.",
        why: "It stands for the runtime's choice of a handler, during which no code of the function runs.",
        section: "catchswitch-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  br label %handler
handler:
  %x = add i32 1, 2
  %s = catchswitch within none [label %pad] unwind to caller
pad:
  %c = catchpad within %s []
  unreachable
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %pad = catchpad within %s []
  catchret from %pad to label %done
done:
  ret void
}
",
    }
    LW0767 CATCH_SWITCH_PARENT "CatchSwitchInst has an invalid parent." {
        what: "What a `catchswitch` is `within` is a `catchpad`, a `cleanuppad` or `none`.",
        why: "Its handlers are routines nested in the one that the parent begins; another `catchswitch` begins none.",
        section: "catchswitch-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %pad = catchpad within %s []
  catchret from %pad to label %done
done:
  ret void
dead:
  %t = catchswitch within %s [label %inner] unwind to caller
inner:
  %pad2 = catchpad within %t []
  unreachable
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %pad = catchpad within %s []
  catchret from %pad to label %done
done:
  ret void
}
",
    }
    LW0768 CATCH_SWITCH_UNWIND "CatchSwitchInst must unwind to an EH block which is not a landingpad." {
        what: "The unwind destination of a `catchswitch` begins, after its phis, with a `catchswitch` or a `cleanuppad`.",
        why: "There the runtime goes on looking for a handler. `landingpad` belongs to another way of handling exceptions.",
        section: "catchswitch-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind label %done
handler:
  %pad = catchpad within %s []
  catchret from %pad to label %done
done:
  ret void
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %pad = catchpad within %s []
  catchret from %pad to label %done
done:
  ret void
}
",
    }
    LW0769 CATCH_SWITCH_EMPTY "CatchSwitchInst cannot have empty handler list" {
        what: "A `catchswitch` has at least one handler.",
        why: "It stands for a choice of the runtime, which needs something to choose from.",
        section: "catchswitch-instruction",
        bad: built "Take the handler away from the `catchswitch`.",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %pad = catchpad within %s []
  catchret from %pad to label %done
done:
  ret void
}
",
    }
    LW0770 CATCH_SWITCH_HANDLER "CatchSwitchInst handlers must be catchpads" {
        what: "Each handler of a `catchswitch` is a block that begins, after its phis, with `catchpad`.",
        why: "The `catchpad` says what the handler handles, and is where the runtime enters it.",
        section: "catchswitch-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %done] unwind to caller
done:
  ret void
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %pad = catchpad within %s []
  catchret from %pad to label %done
done:
  ret void
}
",
    }
    LW0771 CLEANUP_RET_PAD "CleanupReturnInst needs to be provided a CleanupPad" {
        what: "What a `cleanupret` is `from` is a `cleanuppad`.",
        why: "It ends the cleanup that the `cleanuppad` began.",
        section: "cleanupret-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %pad = catchpad within %s []
  cleanupret from %pad unwind to caller
done:
  ret void
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  cleanupret from %pad unwind to caller
done:
  ret void
}
",
    }
    LW0772 CLEANUP_RET_UNWIND "CleanupReturnInst must unwind to an EH block which is not a landingpad." {
        what: "The unwind destination of a `cleanupret` begins, after its phis, with a `catchswitch` or a `cleanuppad`.",
        why: "There the runtime goes on unwinding. `landingpad` belongs to another way of handling exceptions.",
        section: "cleanupret-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  cleanupret from %pad unwind label %done
done:
  ret void
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  cleanupret from %pad unwind to caller
done:
  ret void
}
",
    }
    LW0773 FUNCLET_TOKEN "Missing funclet token on intrinsic call" {
        what: "In a funclet, a call of an intrinsic that becomes a call of Objective-C's runtime has a `funclet` operand bundle.",
        why: "Without it the call would not be known to belong to the funclet, and would be dropped as never reached.",
        section: "funclet-operand-bundles",
        bad: r"declare i32 @__CxxFrameHandler3(...)
declare void @g()
declare void @llvm.objc.release(ptr)
define void @f(ptr %x) personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %done unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  call void @llvm.objc.release(ptr %x)
  cleanupret from %pad unwind to caller
done:
  ret void
}
",
        good: r#"declare i32 @__CxxFrameHandler3(...)
declare void @g()
declare void @llvm.objc.release(ptr)
define void @f(ptr %x) personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %done unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  call void @llvm.objc.release(ptr %x) ["funclet"(token %pad)]
  cleanupret from %pad unwind to caller
done:
  ret void
}
"#,
    }
}
