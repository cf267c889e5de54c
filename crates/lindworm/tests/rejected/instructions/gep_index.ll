; 4:35: getelementptr index must be an integer
; An index is an integer
define void @f(ptr %p) {
  %x = getelementptr i32, ptr %p, float 1.0
  ret void
}
