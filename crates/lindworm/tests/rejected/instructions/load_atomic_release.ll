; 4:25: atomic load cannot use Release ordering
; A load does not release
define void @f(ptr %x) {
  %y = load atomic i32, ptr %x release, align 4
  ret void
}
