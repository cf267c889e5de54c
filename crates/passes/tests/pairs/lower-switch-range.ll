; passes: lower-switch
; Values that the condition cannot have are not compared with.
define i32 @f(ptr %p) {
  %x = load i32, ptr %p, !range !0
  switch i32 %x, label %other [
    i32 5, label %a
    i32 6, label %b
    i32 7, label %a
  ]
a:
  ret i32 1
b:
  ret i32 2
other:
  ret i32 3
}

!0 = !{i32 5, i32 8}
