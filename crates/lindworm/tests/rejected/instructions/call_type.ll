; 4:22: argument is not of expected type 'i32'
; Arguments of a call have the function's types
define void @f(ptr %g) {
  call void (i32) %g(i64 1)
  ret void
}
