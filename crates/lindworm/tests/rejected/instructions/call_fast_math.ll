; 5:13: fast-math-flags specified for call without floating-point scalar or vector return type
; Fast-math flags suit floating-point results
declare i32 @g()
define void @f() {
  %x = call fast i32 @g()
  ret void
}
