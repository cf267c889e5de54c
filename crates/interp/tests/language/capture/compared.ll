; A comparison captures the address; the pointer may be used all the same, and so may the result.
@glb = global i8 0

define i1 @f(ptr captures(address) %a) {
  %c = icmp eq ptr %a, @glb
  ret i1 %c
}

define noundef i32 @main() {
  %c = call i1 @f(ptr @glb)
  %r = select i1 %c, i32 0, i32 1
  ret i32 %r
}
