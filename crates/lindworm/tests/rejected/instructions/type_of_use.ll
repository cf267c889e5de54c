; 4:16: '%x' defined with type 'i32' but expected 'i64'
; A value is used with the type that it has
define void @f(i32 %x) {
  %y = add i64 %x, 1
  ret void
}
