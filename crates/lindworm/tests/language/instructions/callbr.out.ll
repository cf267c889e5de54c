; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f() {
  callbr void asm "", "r,!i"(i32 5)
          to label %fallthrough [label %indirect]

fallthrough:                                      ; preds = %0
  %r = callbr i32 asm "", "=r,r,!i,!i"(i32 5)
          to label %done [label %indirect, label %done2]

indirect:                                         ; preds = %done, %fallthrough, %0
  ret void

done:                                             ; preds = %fallthrough
  callbr void asm sideeffect "", ""()
          to label %indirect []

done2:                                            ; preds = %fallthrough
  ret void
}
