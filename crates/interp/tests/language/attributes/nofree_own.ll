; A `nofree` function may free what it allocated itself.
declare ptr @malloc(i64)
declare void @free(ptr)

define i32 @work() nofree {
  %p = call ptr @malloc(i64 4)
  store i32 0, ptr %p
  %v = load i32, ptr %p
  call void @free(ptr %p)
  ret i32 %v
}

define noundef i32 @main() {
  %v = call i32 @work()
  ret i32 %v
}
