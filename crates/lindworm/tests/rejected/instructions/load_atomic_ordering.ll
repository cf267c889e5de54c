; 4:31: Expected ordering on atomic instruction
; An atomic load has an ordering
define void @f(ptr %x) {
  %y = load atomic i32, ptr %x, align 4
  ret void
}
