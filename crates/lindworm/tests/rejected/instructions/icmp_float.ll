; 4:16: icmp requires integer operands
; icmp is of integers and pointers
define void @f(float %x) {
  %y = icmp eq float %x, %x
  ret void
}
