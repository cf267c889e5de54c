; Nothing is freed through a `nofree` argument, in a function that may free other memory.
declare ptr @malloc(i64)
declare void @free(ptr)

define void @drop(ptr nofree %keep, ptr %go) {
  call void @free(ptr %go)
  call void @free(ptr %keep) ; UB0526
  ret void
}

define noundef i32 @main() {
  %p = call ptr @malloc(i64 4)
  %q = call ptr @malloc(i64 4)
  call void @drop(ptr %p, ptr %q)
  ret i32 0
}
