; 4:25: atomic load must have explicit non-zero alignment
; An atomic load has an alignment
define void @f(ptr %x) {
  %y = load atomic i32, ptr %x acquire
  ret void
}
