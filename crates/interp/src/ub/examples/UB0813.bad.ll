declare i32 @atexit(ptr)
declare void @exit(i32)

define void @last() {
  call void @exit(i32 1) ; UB
  ret void
}

define i32 @main() {
  %failed = call i32 @atexit(ptr @last)
  call void @exit(i32 0)
  unreachable
}
