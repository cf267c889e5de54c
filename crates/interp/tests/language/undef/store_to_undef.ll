; A store to an undefined place may change anything.
define noundef i32 @main() {
  store i32 1, ptr undef ; UB0203
  ret i32 0
}
