; An undefined condition of a `select` gives one of its two operands, and nothing else.
define noundef i32 @main() {
  %a = select i1 undef, i32 40, i32 72
  %b = freeze i32 %a
  %first = icmp eq i32 %b, 40
  %second = icmp eq i32 %b, 72
  %right = or i1 %first, %second
  %r = select i1 %right, i32 0, i32 1
  ret i32 %r
}
