; An undefined divisor is, whatever the dividend, as it may be zero.
define noundef i32 @main() {
  %a = add nsw i32 2147483647, 1
  %b = srem i32 %a, undef ; UB0104
  ret i32 0
}
