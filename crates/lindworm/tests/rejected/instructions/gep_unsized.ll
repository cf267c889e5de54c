; 5:26: base element of getelementptr must be sized
; An address is found through a type with a size
%o = type opaque
define void @f(ptr %p) {
  %x = getelementptr %o, ptr %p, i32 1
  ret void
}
