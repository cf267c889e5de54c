; 3:21: expected string constant
; gc wants a string
define void @f() gc foo {
  ret void
}
