; A product that is added is rounded before, unless `contract` allows otherwise.
define noundef i32 @main() {
  ; (1 + 2^-52)^2 - (1 + 2^-51) is 2^-104, and 0 after rounding.
  %p = fmul double 0x3FF0000000000001, 0x3FF0000000000001
  %d = fsub double %p, 0x3FF0000000000002
  %wrong = fcmp one double %d, 0.0
  %r = zext i1 %wrong to i32
  ret i32 %r
}
