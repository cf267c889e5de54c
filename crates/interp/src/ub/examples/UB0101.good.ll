define i32 @main() {
  %q = udiv i32 7, 8
  ret i32 %q
}
