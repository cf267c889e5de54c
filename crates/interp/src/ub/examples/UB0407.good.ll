define double @zero() {
  ret double 0.0
}

define i32 @main() {
  %x = call double @zero()
  %r = fptosi double %x to i32
  ret i32 %r
}
