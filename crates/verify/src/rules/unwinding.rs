//! Rules about unwind destinations: LW0780 to LW0849.

use crate::rule::rules;

rules! {
    LW0780 PAD_IN_ENTRY "EH pad cannot be in entry block." {
        what: "The entry block of a function does not begin with `landingpad`, `catchswitch` or `cleanuppad`.",
        why: "Control enters the block when the function is called; a pad is entered by an exception.",
        section: "https://llvm.org/docs/ExceptionHandling.html",
        bad: r"declare i32 @p(...)
define void @f() personality ptr @p {
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
    LW0781 LANDING_PAD_PREDECESSOR "Block containing LandingPadInst must be jumped to only by the unwind edge of an invoke." {
        what: "A block with a `landingpad` is only ever the unwind destination of an `invoke`, and not its normal destination as well.",
        why: "The instruction reads what the runtime left when it unwound to here; on any other way there is nothing to read.",
        section: "landingpad-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f(i1 %c) personality ptr @p {
  br i1 %c, label %try, label %pad
try:
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
define void @f(i1 %c) personality ptr @p {
  br i1 %c, label %try, label %done
try:
  invoke void @g() to label %done unwind label %pad
done:
  ret void
pad:
  %x = landingpad { ptr, i32 } cleanup
  ret void
}
",
    }
    LW0782 CATCH_PAD_PREDECESSOR "Block containg CatchPadInst must be jumped to only by its catchswitch." {
        what: "Only the `catchswitch` that a `catchpad` belongs to goes to the block of the `catchpad`.",
        why: "The `catchswitch` stands for the runtime, which looks for the handler; no other instruction can start one.",
        section: "catchpad-instruction",
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
  br label %handler
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
    LW0783 CATCH_SWITCH_UNWINDS_TO_HANDLER "Catchswitch cannot unwind to one of its catchpads" {
        what: "The unwind destination of a `catchswitch` is not the block of one of its handlers.",
        why: "The runtime goes to the unwind destination if no handler fits; a handler is no place for what it does not handle.",
        section: "catchswitch-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind label %handler
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
    LW0784 PAD_NOT_UNWOUND_TO "EH pad must be jumped to via an unwind edge" {
        what: "The block of a `cleanuppad` or `catchswitch` is only ever an unwind destination: of an `invoke`, a `cleanupret` or a `catchswitch`.",
        why: "The pad is a routine that the runtime calls while it unwinds; a branch cannot take the place of that call.",
        section: "cleanuppad-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  br label %cleanup
cleanup:
  %pad = cleanuppad within none []
  cleanupret from %pad unwind to caller
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
    LW0785 CLEANUP_RET_STAYS "A cleanupret must exit its cleanup" {
        what: "A `cleanupret` does not unwind to a pad that is nested in the cleanup which it ends.",
        why: "The cleanup is over and its frame gone; what is nested in it cannot run any more.",
        section: "cleanupret-instruction",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %outer
outer:
  %a = cleanuppad within none []
  cleanupret from %a unwind label %inner
inner:
  %b = cleanuppad within %a []
  unreachable
done:
  ret void
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %outer
outer:
  %a = cleanuppad within none []
  cleanupret from %a unwind label %inner
inner:
  %b = cleanuppad within none []
  unreachable
done:
  ret void
}
",
    }
    LW0786 PAD_HANDLES_ITSELF "EH pad cannot handle exceptions raised within it" {
        what: "Nothing in a funclet unwinds to the pad that the funclet begins with, or that its `catchswitch` is.",
        why: "While a handler runs it is not in force: an exception in it is one for the code around it.",
        section: "https://llvm.org/docs/ExceptionHandling.html#funclet-transitions",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  cleanupret from %pad unwind label %cleanup
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
    LW0787 EDGE_ENTERS_PADS "A single unwind edge may only enter one EH pad" {
        what: "An unwind edge may leave any number of nested pads, but it enters one alone: the pad that it goes to is nested in one that the edge starts in, or in none.",
        why: "The runtime calls one routine at a time; to get into a nested pad, the outer one must be entered first.",
        section: "https://llvm.org/docs/ExceptionHandling.html#funclet-transitions",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %outer
outer:
  %a = cleanuppad within none []
  invoke void @g() to label %done unwind label %inner
inner:
  %b = cleanuppad within %a []
  unreachable
done:
  ret void
}
",
        good: r#"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %outer
outer:
  %a = cleanuppad within none []
  invoke void @g() ["funclet"(token %a)] to label %next unwind label %inner
next:
  unreachable
inner:
  %b = cleanuppad within %a []
  unreachable
done:
  ret void
}
"#,
    }
    LW0788 CYCLE_OF_PADS "EH pad jumps through a cycle of pads" {
        what: "Whoever goes from a pad to the pad that it is nested in, and so on, comes to an outermost one.",
        why: "Funclets are nested like blocks of a programming language; two cannot be in each other. Only code that is never reached can say so at all.",
        section: "https://llvm.org/docs/ExceptionHandling.html#funclet-parent-tokens",
        bad: r"declare i32 @p(...)
define void @f() personality ptr @p {
  ret void
a:
  %x = cleanuppad within %y []
  cleanupret from %x unwind label %c
b:
  %y = cleanuppad within %x []
  cleanupret from %y unwind label %c
c:
  %z = cleanuppad within none []
  unreachable
}
",
        good: r"declare i32 @p(...)
define void @f() personality ptr @p {
  ret void
a:
  %x = cleanuppad within none []
  cleanupret from %x unwind label %c
b:
  %y = cleanuppad within %x []
  cleanupret from %y unwind label %c
c:
  %z = cleanuppad within none []
  unreachable
}
",
    }
    LW0789 PARENT_PAD "Parent pad must be catchpad/cleanuppad/catchswitch" {
        what: "An unwind edge starts in pads: a `funclet` operand bundle, a `cleanupret` and the pads themselves name a `catchpad`, `cleanuppad` or `catchswitch`.",
        why: "From these it is known which pads the edge leaves on its way.",
        section: "https://llvm.org/docs/ExceptionHandling.html#funclet-parent-tokens",
        bad: r#"declare i32 @p(...)
declare void @g()
declare token @llvm.experimental.convergence.anchor()
define void @f() convergent personality ptr @p {
  %t = call token @llvm.experimental.convergence.anchor()
  invoke void @g() ["funclet"(token %t)] to label %done unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  cleanupret from %pad unwind to caller
done:
  ret void
}
"#,
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
    LW0790 NESTED_IN_ITSELF "FuncletPadInst must not be nested within itself" {
        what: "A pad is not nested in itself, neither directly nor through others.",
        why: "Funclets are nested like blocks of a programming language. Only code that is never reached can say otherwise at all.",
        section: "https://llvm.org/docs/ExceptionHandling.html#funclet-parent-tokens",
        bad: r"declare i32 @p(...)
define void @f() personality ptr @p {
  ret void
dead:
  %pad = cleanuppad within %pad []
  unreachable
}
",
        good: r"declare i32 @p(...)
define void @f() personality ptr @p {
  ret void
dead:
  %pad = cleanuppad within none []
  unreachable
}
",
    }
    LW0791 BOGUS_PAD_USE "Bogus funclet pad use" {
        what: "A `catchpad` or `cleanuppad` is used by calls in the funclet, by pads nested in it, and by the `catchret` or `cleanupret` that ends it; by nothing else.",
        why: "It represents the funclet and is not a value to compute with.",
        section: "https://llvm.org/docs/ExceptionHandling.html#funclet-parent-tokens",
        bad: r#"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  callbr void asm "", ""() ["funclet"(token %pad)] to label %end []
end:
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
  call void asm "", ""() ["funclet"(token %pad)]
  cleanupret from %pad unwind to caller
done:
  ret void
}
"#,
    }
    LW0792 FUNCLET_UNWINDS_APART "Unwind edges out of a funclet pad must have the same unwind dest" {
        what: "All unwind edges that leave a funclet, those of pads nested in it included, go to the same place.",
        why: "The runtime has for each funclet one entry that says where exceptions in it go on.",
        section: "https://llvm.org/docs/ExceptionHandling.html#funclet-transitions",
        bad: r#"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %a
a:
  %x = cleanuppad within none []
  invoke void @g() ["funclet"(token %x)] to label %end unwind label %b
end:
  cleanupret from %x unwind to caller
b:
  %y = cleanuppad within none []
  cleanupret from %y unwind to caller
done:
  ret void
}
"#,
        good: r#"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %a
a:
  %x = cleanuppad within none []
  invoke void @g() ["funclet"(token %x)] to label %end unwind label %b
end:
  cleanupret from %x unwind label %b
b:
  %y = cleanuppad within none []
  cleanupret from %y unwind to caller
done:
  ret void
}
"#,
    }
    LW0793 CATCH_UNWINDS_ELSEWHERE "Unwind edges out of a catch must have the same unwind dest as the parent catchswitch" {
        what: "Exceptions that leave a `catchpad` go where its `catchswitch` unwinds to.",
        why: "For the runtime, handlers and the `catchswitch` are in the same place, from which there is one way on.",
        section: "catchswitch-instruction",
        bad: r#"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %pad = catchpad within %s []
  invoke void @g() ["funclet"(token %pad)] to label %end unwind label %cleanup
end:
  catchret from %pad to label %done
cleanup:
  %x = cleanuppad within none []
  cleanupret from %x unwind to caller
done:
  ret void
}
"#,
        good: r#"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %handler] unwind label %cleanup
handler:
  %pad = catchpad within %s []
  invoke void @g() ["funclet"(token %pad)] to label %end unwind label %cleanup
end:
  catchret from %pad to label %done
cleanup:
  %x = cleanuppad within none []
  cleanupret from %x unwind to caller
done:
  ret void
}
"#,
    }
    LW0794 SIBLINGS_UNWIND_IN_CIRCLE "EH pads can't handle each other's exceptions" {
        what: "Pads with the same parent that unwind to each other do not form a cycle.",
        why: "An exception in the last pad would unwind to the first one, which has already been left.",
        section: "https://llvm.org/docs/ExceptionHandling.html#funclet-transitions",
        bad: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %a
a:
  %x = cleanuppad within none []
  cleanupret from %x unwind label %b
b:
  %y = cleanuppad within none []
  cleanupret from %y unwind label %a
done:
  ret void
}
",
        good: r"declare i32 @p(...)
declare void @g()
define void @f() personality ptr @p {
  invoke void @g() to label %done unwind label %a
a:
  %x = cleanuppad within none []
  cleanupret from %x unwind label %b
b:
  %y = cleanuppad within none []
  cleanupret from %y unwind to caller
done:
  ret void
}
",
    }
}
