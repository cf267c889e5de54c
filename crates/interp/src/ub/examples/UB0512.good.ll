define i32 @get(ptr readnone %p) {
  %none = icmp eq ptr %p, null
  %r = zext i1 %none to i32
  ret i32 %r
}

define i32 @main() {
  %a = alloca i32
  store i32 0, ptr %a
  %x = call i32 @get(ptr %a)
  ret i32 %x
}
