declare ptr @malloc(i64)
declare void @free(ptr)

define i32 @main() {
  %p = call ptr @malloc(i64 8)
  %q = getelementptr i8, ptr %p, i64 4
  %back = getelementptr i8, ptr %q, i64 -4
  call void @free(ptr %back)
  ret i32 0
}
