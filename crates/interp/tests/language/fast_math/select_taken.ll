; The flags of a `select` speak of what it gives, not of what it does not take.
define noundef i32 @main() {
  %n = fdiv float 0.0, 0.0
  %y = select nnan i1 true, float 0.0, float %n
  %right = fcmp oeq float %y, 0.0
  %r = select i1 %right, i32 0, i32 1
  ret i32 %r
}
