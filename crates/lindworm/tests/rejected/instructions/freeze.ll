; 5:3: expected value token
; freeze has a value
define void @f() {
  %x = freeze i32
  ret void
}
