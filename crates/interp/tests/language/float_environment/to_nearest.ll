; Results are rounded to the nearest number, and of two equally near ones to the even one.
define noundef i32 @main() {
  ; 2^53 + 1 lies between 2^53 and 2^53 + 2; 2^53 + 3 between 2^53 + 2 and 2^53 + 4.
  %a = fadd double 9007199254740992.0, 1.0
  %b = fadd double 9007199254740994.0, 1.0
  %down = fcmp oeq double %a, 9007199254740992.0
  %up = fcmp oeq double %b, 9007199254740996.0
  %right = and i1 %down, %up
  %r = select i1 %right, i32 0, i32 1
  ret i32 %r
}
