; 4:6: branch condition must have 'i1' type
; A branch depends on an i1
define void @f(i32 %x) {
  br i32 %x, label %a, label %a
a:
  ret void
}
