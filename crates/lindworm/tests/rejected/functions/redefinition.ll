; 6:13: invalid redefinition of function 'f'
; A function has one definition
define void @f() {
  ret void
}
define void @f() {
  ret void
}
