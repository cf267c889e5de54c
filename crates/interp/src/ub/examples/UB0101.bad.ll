define i32 @main() {
  %q = udiv i32 7, 0 ; UB
  ret i32 %q
}
