; 4:31: compare value and new value type do not match
; cmpxchg compares and writes one type
define void @f(ptr %p) {
  %x = cmpxchg ptr %p, i32 0, i64 1 seq_cst seq_cst
  ret void
}
