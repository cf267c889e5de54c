; With `nsz`, the sign of a zero is open; it is a zero all the same.
define noundef i32 @main() {
  %a = fadd nsz double -0.0, -0.0
  %bits = bitcast double %a to i64
  %magnitude = and i64 %bits, u0x7FFFFFFFFFFFFFFF
  %r = trunc i64 %magnitude to i32
  ret i32 %r
}
