; 4:6: branch condition must have 'i1' type
; A branch goes to a label
define void @f(i32 %x) {
  br i32 %x
}
