; `malloc` promises an alignment of 16.
declare ptr @malloc(i64)

define noundef i32 @main() {
  %p = call ptr @malloc(i64 1000)
  store i64 1, ptr %p, align 16
  store i64 1, ptr %p, align 32 ; UB0208
  ret i32 0
}
