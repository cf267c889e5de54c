; The size of an object must not wrap.
define noundef i32 @main() {
  %a = alloca i64, i64 2305843009213693952 ; UB0216
  ret i32 0
}
