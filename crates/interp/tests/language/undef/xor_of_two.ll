; Two undefined values are not the same value: their `xor` need not be zero.
define noundef i32 @main() {
  %a = xor i32 undef, undef
  %c = icmp eq i32 %a, 0
  br i1 %c, label %end, label %end ; UB0302
end:
  ret i32 0
}
