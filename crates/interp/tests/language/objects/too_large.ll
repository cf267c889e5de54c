; An object is at most as large as the largest signed number of its index type.
define noundef i32 @main() {
  %a = alloca i8, i64 -9223372036854775808 ; UB0216
  ret i32 0
}
