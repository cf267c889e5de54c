; An undefined dividend is no undefined behaviour.
define noundef i32 @main() {
  %a = sdiv i32 undef, 3
  %b = freeze i32 %a
  ; No quotient of a 32-bit number by three is larger.
  %large = icmp sgt i32 %b, 715827882
  %r = zext i1 %large to i32
  ret i32 %r
}
