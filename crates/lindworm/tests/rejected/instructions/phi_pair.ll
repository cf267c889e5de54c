; 6:20: expected ',' after insertelement value
; A phi takes pairs
define void @f() {
  br label %a
a:
  %x = phi i32 [ 1 ]
  ret void
}
