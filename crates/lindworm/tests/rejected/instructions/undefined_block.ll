; 4:12: use of undefined value '%nowhere'
; A block that is named is there
define void @f() {
  br label %nowhere
}
