; `fneg` changes the sign of a NaN, and nothing else.
define noundef i32 @main() {
  %a = bitcast i32 u0x7F812345 to float
  %b = fneg float %a
  %bits = bitcast float %b to i32
  %wrong = icmp ne i32 %bits, u0xFF812345
  %r = zext i1 %wrong to i32
  ret i32 %r
}
