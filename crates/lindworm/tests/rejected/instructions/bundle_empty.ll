; 5:18: operand bundle set must not be empty
; A list of bundles is not empty
declare void @g()
define void @f() {
  call void @g() []
  ret void
}
