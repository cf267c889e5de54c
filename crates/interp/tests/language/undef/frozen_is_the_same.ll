; All uses of a frozen value see the same value.
define noundef i32 @main() {
  %x = freeze i32 undef
  %zero = xor i32 %x, %x
  %less = icmp slt i32 %x, 4
  %not_less = icmp sge i32 %x, 4
  %one = xor i1 %less, %not_less
  %r = select i1 %one, i32 %zero, i32 1
  ret i32 %r
}
