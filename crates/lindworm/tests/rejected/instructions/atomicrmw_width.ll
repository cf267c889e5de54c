; 4:30: atomicrmw operand must be power-of-two byte-sized integer
; atomicrmw is of a power of two of bits
define void @f(ptr %p) {
  %x = atomicrmw add ptr %p, i33 1 seq_cst
  ret void
}
