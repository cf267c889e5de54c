declare void @llvm.set.rounding(i32)

define double @third(double %x) {
  %t = fdiv double %x, 3.0 ; UB
  ret double %t
}

define i32 @main() {
  ; 2 is upward.
  call void @llvm.set.rounding(i32 2)
  %t = call double @third(double 1.0)
  ret i32 0
}
