; An object is not accessed after its deallocation.
declare ptr @malloc(i64)
declare void @free(ptr)

define noundef i32 @main() {
  %p = call ptr @malloc(i64 8)
  call void @free(ptr %p)
  store i32 0, ptr %p ; UB0204
  ret i32 0
}
