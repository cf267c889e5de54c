; 4:27: base of getelementptr must be a pointer
; An address is found from a pointer
define void @f(i32 %p) {
  %x = getelementptr i32, i32 %p, i32 1
  ret void
}
