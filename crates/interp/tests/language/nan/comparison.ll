; An ordered comparison with a NaN is false, an unordered one is true.
define noundef i32 @main() {
  %n = fdiv double 0.0, 0.0
  %a = fcmp oeq double %n, %n
  %b = fcmp une double %n, %n
  %c = fcmp ult double %n, 1.0
  %d = fcmp oge double %n, 1.0
  %e = xor i1 %a, true
  %f = xor i1 %d, true
  %g = and i1 %b, %c
  %h = and i1 %e, %f
  %i = and i1 %g, %h
  %r = select i1 %i, i32 0, i32 1
  ret i32 %r
}
