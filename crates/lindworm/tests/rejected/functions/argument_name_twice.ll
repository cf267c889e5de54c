; 3:24: redefinition of argument '%x'
; An argument's name is its own
define void @f(i32 %x, i32 %x) {
  ret void
}
