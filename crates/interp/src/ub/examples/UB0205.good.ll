define ptr @local() {
  %x = alloca i32
  store i32 0, ptr %x
  ret ptr %x
}

define i32 @main() {
  %p = call ptr @local()
  ; The address as such may be looked at.
  %gone = icmp eq ptr %p, null
  %r = zext i1 %gone to i32
  ret i32 %r
}
