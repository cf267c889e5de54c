; A frozen pointer points to no object, but may be looked at.
define noundef i32 @main() {
  %p = freeze ptr undef
  %a = icmp eq ptr %p, null
  %b = icmp ne ptr %p, null
  %one = xor i1 %a, %b
  %r = select i1 %one, i32 0, i32 1
  ret i32 %r
}
