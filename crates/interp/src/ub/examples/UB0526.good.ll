declare ptr @malloc(i64)
declare void @free(ptr)

define void @drop(ptr %p) nofree {
  ; What it allocated itself it may free.
  %own = call ptr @malloc(i64 8)
  call void @free(ptr %own)
  ret void
}

define i32 @main() {
  %p = call ptr @malloc(i64 4)
  call void @drop(ptr %p)
  call void @free(ptr %p)
  ret i32 0
}
