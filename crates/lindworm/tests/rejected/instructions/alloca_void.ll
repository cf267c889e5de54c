; 4:15: void type only allowed for function results
; alloca is not of void
define void @f() {
  %a = alloca void
  ret void
}
