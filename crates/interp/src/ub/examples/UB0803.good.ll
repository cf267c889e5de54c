declare ptr @malloc(i64)
declare void @free(ptr)

define i32 @main() {
  %p = call ptr @malloc(i64 8)
  call void @free(ptr %p)
  %q = call ptr @malloc(i64 8)
  call void @free(ptr %q)
  ret i32 0
}
