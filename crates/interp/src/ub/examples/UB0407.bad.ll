define double @zero() {
  ret double 0.0
}

define i32 @main() {
  %r = call i32 @zero() ; UB
  ret i32 %r
}
