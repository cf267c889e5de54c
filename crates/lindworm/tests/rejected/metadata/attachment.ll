; 5:1: expected '!' here
; An attachment has a node
define void @f() {
  ret void, !foo
}
