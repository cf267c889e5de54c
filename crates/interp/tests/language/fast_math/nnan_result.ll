; With `nnan`, a result that would be a NaN is poison.
define noundef i32 @main() {
  %a = fdiv nnan double 0.0, 0.0
  %c = fcmp oeq double %a, 1.0
  br i1 %c, label %end, label %end ; UB0301
end:
  ret i32 0
}
