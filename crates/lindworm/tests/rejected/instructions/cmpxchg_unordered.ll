; 5:3: invalid cmpxchg success ordering
; cmpxchg is not unordered
define void @f(ptr %p) {
  %x = cmpxchg ptr %p, i32 0, i32 1 unordered monotonic
  ret void
}
