; Both change nothing where there are no such numbers.
define noundef i32 @main() {
  %a = fadd nnan ninf double 1.0, 2.0
  %right = fcmp nnan ninf oeq double %a, 3.0
  %r = select i1 %right, i32 0, i32 1
  ret i32 %r
}
