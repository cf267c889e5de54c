define i32 @main() {
  %least = shl i32 1, 31
  %q = sdiv i32 %least, -1 ; UB
  %r = and i32 %q, 1
  ret i32 %r
}
