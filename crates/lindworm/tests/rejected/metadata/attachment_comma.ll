; 4:13: expected metadata after comma
; Behind the comma comes metadata
define void @f() {
  ret void, foo
}
