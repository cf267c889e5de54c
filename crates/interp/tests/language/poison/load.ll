; The pointer of a load must not be poison.
define noundef i32 @main() {
  %x = load i32, ptr poison ; UB0202
  ret i32 0
}
