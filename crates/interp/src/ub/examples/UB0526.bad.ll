declare ptr @malloc(i64)
declare void @free(ptr)

define void @drop(ptr %p) nofree {
  call void @free(ptr %p) ; UB
  ret void
}

define i32 @main() {
  %p = call ptr @malloc(i64 4)
  call void @drop(ptr %p)
  ret i32 0
}
