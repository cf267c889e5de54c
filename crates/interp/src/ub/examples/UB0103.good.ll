define i32 @main() {
  %x = add nuw i32 1, 1
  %q = udiv i32 1, %x
  ret i32 %q
}
