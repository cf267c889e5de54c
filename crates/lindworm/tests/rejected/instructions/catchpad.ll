; 4:24: expected scope value for catchpad
; catchpad is within a catchswitch
define void @f() {
  %c = catchpad within none []
  ret void
}
