; What a `select` with `nnan` gives is poison if it is a NaN.
define noundef i32 @main() {
  %n = fdiv float 0.0, 0.0
  %z = select nnan i1 false, float 0.0, float %n
  %c = fcmp oeq float %z, 0.0
  br i1 %c, label %end, label %end ; UB0301
end:
  ret i32 0
}
