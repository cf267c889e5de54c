; Otherwise it is that one, or the payload of an operand, quiet or as it is.
define noundef i32 @main() {
  %a = bitcast i32 u0x7FC12345 to float
  %b = fadd float %a, 1.0
  %bits = bitcast float %b to i32
  %magnitude = and i32 %bits, u0x7FFFFFFF
  switch i32 %magnitude, label %wrong [
    i32 u0x7FC00000, label %right
    i32 u0x7FC12345, label %right
  ]
wrong:
  ret i32 1
right:
  ret i32 0
}
