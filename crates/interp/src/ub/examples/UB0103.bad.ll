define i32 @main() {
  %x = add nuw i32 -1, 1 ; origin
  %q = udiv i32 1, %x ; UB
  ret i32 %q
}
