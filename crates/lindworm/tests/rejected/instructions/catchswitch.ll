; 4:27: expected scope value for catchswitch
; catchswitch is within a token
define void @f() {
  %c = catchswitch within 5 [label %a] unwind to caller
a:
  ret void
}
