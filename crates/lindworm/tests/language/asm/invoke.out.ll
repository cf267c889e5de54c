; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare i32 @p(...)

define void @f() personality ptr @p {
  invoke void asm sideeffect unwind "x", ""()
          to label %ok unwind label %bad

ok:                                               ; preds = %0
  ret void

bad:                                              ; preds = %0
  %l = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %l
}
