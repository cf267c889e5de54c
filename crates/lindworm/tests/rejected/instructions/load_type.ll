; 4:18: load operand must be a pointer to a first class type
; load is from a pointer
define void @f(i32 %x) {
  %y = load i32, i32 %x
  ret void
}
