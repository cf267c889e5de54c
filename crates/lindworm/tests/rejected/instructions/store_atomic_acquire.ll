; 4:16: atomic store cannot use Acquire ordering
; A store does not acquire
define void @f(ptr %x) {
  store atomic i32 1, ptr %x acquire, align 4
  ret void
}
