; Where no operand is a NaN, a NaN result is quiet, and the rest of its payload zero. Its sign is open.
define noundef i32 @main() {
  %a = fsub float 0x7FF0000000000000, 0x7FF0000000000000
  %bits = bitcast float %a to i32
  %magnitude = and i32 %bits, u0x7FFFFFFF
  %wrong = icmp ne i32 %magnitude, u0x7FC00000
  %r = zext i1 %wrong to i32
  ret i32 %r
}
