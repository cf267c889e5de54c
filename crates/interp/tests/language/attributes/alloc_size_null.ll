; Null is an answer of `allocsize`.
define ptr @allocate(i64 %size) allocsize(0) {
  ret ptr null
}

define noundef i32 @main() {
  %p = call ptr @allocate(i64 8)
  ret i32 0
}
