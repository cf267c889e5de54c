; 4:11: use of undefined value '%x'
; A value that is used is defined
define i32 @f() {
  ret i32 %x
}
