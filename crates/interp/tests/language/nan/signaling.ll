; Of a signaling NaN operand, the result may be signaling or quiet.
define noundef i32 @main() {
  %a = bitcast i32 u0x7F812345 to float
  %b = fmul float %a, 1.0
  %bits = bitcast float %b to i32
  %magnitude = and i32 %bits, u0x7FFFFFFF
  switch i32 %magnitude, label %wrong [
    i32 u0x7FC00000, label %right
    i32 u0x7FC12345, label %right
    i32 u0x7F812345, label %right
  ]
wrong:
  ret i32 1
right:
  ret i32 0
}
