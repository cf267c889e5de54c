; Of a vector, those lanes are poison that break the flag.
define noundef i32 @main() {
  %v = fdiv nnan <2 x float> <float 0.0, float 1.0>, <float 0.0, float 1.0>
  %x = extractelement <2 x float> %v, i32 1
  %right = fcmp oeq float %x, 1.0
  %r = select i1 %right, i32 0, i32 1
  ret i32 %r
}
