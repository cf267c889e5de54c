//! Rules about `musttail` calls: LW0720 to LW0749.

use crate::rule::rules;

rules! {
    LW0720 TAIL_ASM "cannot use musttail call with inline asm" {
        what: "A `musttail` call does not call inline assembler.",
        why: "A tail call leaves the function by jumping to another one, and inline assembler is not a function: it runs in place.",
        section: "call-instruction",
        bad: "define void @f() {\n  musttail call void asm \"\", \"\"()\n  ret void\n}\n",
        good: "define void @f() {\n  call void asm \"\", \"\"()\n  ret void\n}\n",
    }
    LW0721 TAIL_VARIADIC "cannot guarantee tail call due to mismatched varargs" {
        what: "Caller and callee of a `musttail` call are both variadic, or neither is.",
        why: "The callee takes over the caller's argument memory, which variadic functions lay out in their own way.",
        section: "call-instruction",
        bad: "declare void @g(...)\ndefine void @f() {\n  musttail call void (...) @g()\n  ret void\n}\n",
        good: "declare void @g(...)\ndefine void @f(...) {\n  musttail call void (...) @g(...)\n  ret void\n}\n",
    }
    LW0722 TAIL_RESULT "cannot guarantee tail call due to mismatched return types" {
        what: "Caller and callee of a `musttail` call return the same type.",
        why: "The callee returns right to the caller's caller, which expects what the caller promised.",
        section: "call-instruction",
        bad: "declare i32 @g()\ndefine void @f() {\n  %x = musttail call i32 @g()\n  ret void\n}\n",
        good: "declare i32 @g()\ndefine i32 @f() {\n  %x = musttail call i32 @g()\n  ret i32 %x\n}\n",
    }
    LW0723 TAIL_CONVENTION "cannot guarantee tail call due to mismatched calling conv" {
        what: "A `musttail` call has the calling convention of the function that it is in.",
        why: "The callee returns right to the caller's caller, which relies on the caller's convention: what is cleaned up, what is kept.",
        section: "call-instruction",
        bad: "declare fastcc void @g()\ndefine void @f() {\n  musttail call fastcc void @g()\n  ret void\n}\n",
        good: r"declare fastcc void @g()
define fastcc void @f() {
  musttail call fastcc void @g()
  ret void
}
",
    }
    LW0724 TAIL_CAST "bitcast following musttail call must use the call" {
        what: "A `bitcast` between a `musttail` call and its `ret` casts the result of the call.",
        why: "Nothing can happen between a tail call and the return but to give its result another type.",
        section: "call-instruction",
        bad: r"declare i32 @g(i32)
define i32 @f(i32 %x) {
  %y = musttail call i32 @g(i32 %x)
  %z = bitcast i32 %x to i32
  ret i32 %z
}
",
        good: r"declare i32 @g(i32)
define i32 @f(i32 %x) {
  %y = musttail call i32 @g(i32 %x)
  %z = bitcast i32 %y to i32
  ret i32 %z
}
",
    }
    LW0725 TAIL_NOT_LAST "musttail call must precede a ret with an optional bitcast" {
        what: "A `musttail` call is followed by `ret`, with nothing but a `bitcast` of its result between.",
        why: "The call never comes back to this function, so that nothing can run after it.",
        section: "call-instruction",
        bad: r"declare void @g(ptr)
define void @f(ptr %p) {
  musttail call void @g(ptr %p)
  store i32 1, ptr %p
  ret void
}
",
        good: r"declare void @g(ptr)
define void @f(ptr %p) {
  store i32 1, ptr %p
  musttail call void @g(ptr %p)
  ret void
}
",
    }
    LW0726 TAIL_NOT_RETURNED "musttail call result must be returned" {
        what: "The `ret` after a `musttail` call returns the result of the call, or nothing in particular.",
        why: "The callee returns right to the caller's caller; there is no chance to return anything else.",
        section: "call-instruction",
        bad: "declare i32 @g()\ndefine i32 @f() {\n  %x = musttail call i32 @g()\n  ret i32 0\n}\n",
        good: "declare i32 @g()\ndefine i32 @f() {\n  %x = musttail call i32 @g()\n  ret i32 %x\n}\n",
    }
    LW0727 TAIL_CC_IN_ALLOCA "inalloca attribute not allowed in {}" {
        what: "Where a function makes a `musttail` call by `tailcc` or `swifttailcc`, neither its parameters nor the call's arguments are `inalloca`.",
        why: "These conventions lay out argument memory anew for each callee, which this way of passing does not allow.",
        section: "call-instruction",
        bad: r"declare tailcc void @g()
define tailcc void @f(ptr inalloca(i32) %p) {
  musttail call tailcc void @g()
  ret void
}
",
        good: r"declare tailcc void @g()
define tailcc void @f(ptr byval(i32) %p) {
  musttail call tailcc void @g()
  ret void
}
",
    }
    LW0728 TAIL_CC_IN_REG "inreg attribute not allowed in {}" {
        what: "Where a function makes a `musttail` call by `tailcc` or `swifttailcc`, neither its parameters nor the call's arguments are `inreg`.",
        why: "These conventions decide themselves what is passed in registers.",
        section: "call-instruction",
        bad: r"declare tailcc void @g()
define tailcc void @f(ptr inreg %p) {
  musttail call tailcc void @g()
  ret void
}
",
        good: r"declare tailcc void @g()
define tailcc void @f(ptr %p) {
  musttail call tailcc void @g()
  ret void
}
",
    }
    LW0729 TAIL_CC_SWIFT_ERROR "swifterror attribute not allowed in {}" {
        what: "Where a function makes a `musttail` call by `tailcc` or `swifttailcc`, neither its parameters nor the call's arguments are `swifterror`.",
        why: "These conventions have no register for the error that caller and callee could share.",
        section: "call-instruction",
        bad: r"declare swifttailcc void @g()
define swifttailcc void @f(ptr swifterror %e) {
  musttail call swifttailcc void @g()
  ret void
}
",
        good: r"declare swifttailcc void @g()
define swifttailcc void @f(ptr swiftself %e) {
  musttail call swifttailcc void @g()
  ret void
}
",
    }
    LW0730 TAIL_CC_PREALLOCATED "preallocated attribute not allowed in {}" {
        what: "Where a function makes a `musttail` call by `tailcc` or `swifttailcc`, neither its parameters nor the call's arguments are `preallocated`.",
        why: "These conventions lay out argument memory anew for each callee, which this way of passing does not allow.",
        section: "call-instruction",
        bad: r"declare tailcc void @g()
define tailcc void @f(ptr preallocated(i32) %p) {
  musttail call tailcc void @g()
  ret void
}
",
        good: r"declare tailcc void @g()
define tailcc void @f(ptr byval(i32) %p) {
  musttail call tailcc void @g()
  ret void
}
",
    }
    LW0731 TAIL_CC_BY_REF "byref attribute not allowed in {}" {
        what: "Where a function makes a `musttail` call by `tailcc` or `swifttailcc`, neither its parameters nor the call's arguments are `byref`.",
        why: "What such an argument points to may lie in the frame that the call gives up.",
        section: "call-instruction",
        bad: r"declare tailcc void @g()
define tailcc void @f(ptr byref(i32) %p) {
  musttail call tailcc void @g()
  ret void
}
",
        good: r"declare tailcc void @g()
define tailcc void @f(ptr byval(i32) %p) {
  musttail call tailcc void @g()
  ret void
}
",
    }
    LW0732 TAIL_CC_VARIADIC "cannot guarantee {} tail call for varargs function" {
        what: "A variadic function makes no `musttail` calls by `tailcc` or `swifttailcc`.",
        why: "With these conventions a function removes its own arguments from the stack, and a variadic one does not know how many it got.",
        section: "call-instruction",
        bad: r"declare tailcc void @g(...)
define tailcc void @f(...) {
  musttail call tailcc void (...) @g(...)
  ret void
}
",
        good: "declare void @g(...)\ndefine void @f(...) {\n  musttail call void (...) @g(...)\n  ret void\n}\n",
    }
    LW0733 TAIL_PARAMETER_COUNT "cannot guarantee tail call due to mismatched parameter counts" {
        what: "Caller and callee of a `musttail` call have the same number of parameters, unless the convention is `tailcc` or `swifttailcc`.",
        why: "The callee's arguments are put where the caller's were, and there must be room for just these.",
        section: "call-instruction",
        bad: "declare void @g(i32)\ndefine void @f() {\n  musttail call void @g(i32 1)\n  ret void\n}\n",
        good: "declare void @g(i32)\ndefine void @f(i32 %x) {\n  musttail call void @g(i32 1)\n  ret void\n}\n",
    }
    LW0734 TAIL_PARAMETER_TYPE "cannot guarantee tail call due to mismatched parameter types" {
        what: "Caller and callee of a `musttail` call have parameters of the same types, unless the convention is `tailcc` or `swifttailcc`.",
        why: "The callee's arguments are put where the caller's were, and there must be room for just these.",
        section: "call-instruction",
        bad: "declare void @g(i32)\ndefine void @f(i64 %x) {\n  musttail call void @g(i32 1)\n  ret void\n}\n",
        good: "declare void @g(i32)\ndefine void @f(i32 %x) {\n  musttail call void @g(i32 1)\n  ret void\n}\n",
    }
    LW0735 TAIL_ATTRIBUTES "cannot guarantee tail call due to mismatched ABI impacting function attributes" {
        what: "For each parameter of the caller, the argument of a `musttail` call has the same attributes that say how it is passed: `sret`, `byval`, `inreg` and their like.",
        why: "The callee's arguments are put where the caller's were, so that they must be passed in the same way.",
        section: "call-instruction",
        bad: r"declare void @g(i32 inreg)
define void @f(i32 %x) {
  musttail call void @g(i32 inreg %x)
  ret void
}
",
        good: r"declare void @g(i32 inreg)
define void @f(i32 inreg %x) {
  musttail call void @g(i32 inreg %x)
  ret void
}
",
    }
}
