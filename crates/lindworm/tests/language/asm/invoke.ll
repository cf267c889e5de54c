; Inline assembler that unwinds may be invoked
declare i32 @p(...)
define void @f() personality ptr @p {
  invoke void asm sideeffect unwind "x", ""()
          to label %ok unwind label %bad
ok:
  ret void
bad:
  %l = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %l
}
