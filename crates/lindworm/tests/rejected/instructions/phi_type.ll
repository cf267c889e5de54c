; 6:12: void type only allowed for function results
; A phi is of a first class type
define void @f() {
  br label %a
a:
  %x = phi void
  ret void
}
