; An allocation function may return null instead of an object.
declare ptr @malloc(i64)

define noundef i32 @main() {
  %p = call ptr @malloc(i64 9000000000000000000)
  %none = icmp eq ptr %p, null
  %r = select i1 %none, i32 0, i32 1
  ret i32 %r
}
