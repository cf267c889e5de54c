; Subnormal numbers are kept.
define noundef i32 @main() {
  %half = fmul double 0x0010000000000000, 0.5
  %bits = bitcast double %half to i64
  %wrong = icmp ne i64 %bits, 2251799813685248
  %r = zext i1 %wrong to i32
  ret i32 %r
}
