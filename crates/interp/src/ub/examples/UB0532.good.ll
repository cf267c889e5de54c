declare ptr @malloc(i64)

define ptr @allocate(i64 %size) allocsize(0) {
  %p = call ptr @malloc(i64 %size)
  ret ptr %p
}

define i32 @main() {
  %p = call ptr @allocate(i64 8)
  ret i32 0
}
