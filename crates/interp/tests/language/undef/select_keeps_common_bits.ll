; What both operands of a `select` have in common does not depend on its condition.
define noundef i32 @main() {
  %a = select i1 undef, i32 40, i32 72
  %b = and i32 %a, 8
  %wrong = icmp ne i32 %b, 8
  %r = zext i1 %wrong to i32
  ret i32 %r
}
