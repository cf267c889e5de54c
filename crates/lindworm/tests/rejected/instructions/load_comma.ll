; 4:17: expected comma after load's type
; load has a comma after its type
define void @f(ptr %x) {
  %y = load i32 ptr %x
  ret void
}
