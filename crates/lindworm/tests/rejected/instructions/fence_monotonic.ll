; 5:3: fence cannot be monotonic
; A fence orders
define void @f() {
  fence monotonic
  ret void
}
