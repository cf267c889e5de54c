; 4:10: switch condition must have integer type
; A switch is on an integer
define void @f(float %x) {
  switch float %x, label %a []
a:
  ret void
}
