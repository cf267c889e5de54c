; `aligned_alloc` promises what it is asked for.
declare ptr @aligned_alloc(i64, i64)

define noundef i32 @main() {
  %p = call ptr @aligned_alloc(i64 8192, i64 16384)
  store i64 1, ptr %p, align 8192
  %q = call ptr @aligned_alloc(i64 64, i64 64)
  store i64 1, ptr %q, align 64
  store i64 1, ptr %p, align 16384 ; UB0208
  ret i32 0
}
