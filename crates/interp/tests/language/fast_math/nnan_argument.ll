; With `nnan`, an operand that is a NaN gives poison.
define noundef i32 @main() {
  %n = fdiv double 0.0, 0.0
  %a = fadd nnan double %n, 1.0
  %c = fcmp oeq double %a, 1.0
  br i1 %c, label %end, label %end ; UB0301
end:
  ret i32 0
}
