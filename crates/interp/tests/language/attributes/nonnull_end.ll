; A pointer to the end of an object is not null, and need not be dereferenceable.
define void @ignore(ptr noundef nonnull %p) {
  ret void
}

define noundef i32 @main() {
  %a = alloca i32
  %end = getelementptr i32, ptr %a, i64 1
  call void @ignore(ptr noundef nonnull %end)
  ret i32 0
}
