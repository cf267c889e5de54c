; Bits that are one stay one under `or`, whatever the others are.
define noundef i32 @main() {
  %a = or i32 12, undef
  %b = and i32 %a, 12
  %wrong = icmp ne i32 %b, 12
  %r = zext i1 %wrong to i32
  ret i32 %r
}
