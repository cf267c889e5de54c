; What is computed from null is associated with no address either.
define noundef i32 @main() {
  %p = getelementptr i32, ptr null, i64 2
  %x = load i32, ptr %p ; UB0201
  ret i32 0
}
