; 4:18: expected binary operation in atomicrmw
; atomicrmw has a known operation
define void @f(ptr %p) {
  %x = atomicrmw pow ptr %p, i32 1 seq_cst
  ret void
}
