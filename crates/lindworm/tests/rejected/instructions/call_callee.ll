; 4:13: '%g' defined with type 'i32' but expected 'ptr'
; A call is of a pointer
define void @f(i32 %g) {
  call void %g()
  ret void
}
