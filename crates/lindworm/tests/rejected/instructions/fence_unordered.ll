; 5:3: fence cannot be unordered
; A fence is not unordered
define void @f() {
  fence unordered
  ret void
}
