; `realloc` makes a new object, also where the old one was; the old pointer cannot be used.
declare ptr @malloc(i64)
declare ptr @realloc(ptr, i64)

define noundef i32 @main() {
  %p = call ptr @malloc(i64 8)
  store i32 0, ptr %p
  %q = call ptr @realloc(ptr %p, i64 4)
  store i32 1, ptr %p ; UB0204
  ret i32 0
}
