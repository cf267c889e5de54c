; 4:30: atomicrmw add operand must be an integer
; atomicrmw add is of integers
define void @f(ptr %p) {
  %x = atomicrmw add ptr %p, float 1.0 seq_cst
  ret void
}
