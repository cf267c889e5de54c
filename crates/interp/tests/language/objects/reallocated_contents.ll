; `realloc` keeps what both objects have room for.
declare ptr @malloc(i64)
declare ptr @realloc(ptr, i64)
declare void @free(ptr)

define noundef i32 @main() {
  %p = call ptr @malloc(i64 4)
  store i32 7, ptr %p
  %q = call ptr @realloc(ptr %p, i64 400)
  %x = load i32, ptr %q
  call void @free(ptr %q)
  %r = sub i32 %x, 7
  ret i32 %r
}
