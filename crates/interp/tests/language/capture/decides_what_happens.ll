; A call whose behaviour depends on the address captures it, and it alone.
declare void @exit(i32)

@glb = global i8 0

define void @f(ptr captures(address) %a) {
  %c = icmp eq ptr %a, @glb
  br i1 %c, label %stop, label %on
stop:
  call void @exit(i32 0)
  unreachable
on:
  ret void
}

define noundef i32 @main() {
  call void @f(ptr @glb)
  ret i32 1
}
