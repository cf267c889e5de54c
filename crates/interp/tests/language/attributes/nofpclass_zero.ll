; A subnormal number is no zero.
define i32 @look(float noundef nofpclass(zero) %x) {
  ret i32 0
}

define noundef i32 @main() {
  %r = call i32 @look(float noundef 0x36A0000000000000)
  ret i32 %r
}
