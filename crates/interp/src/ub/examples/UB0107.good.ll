declare void @llvm.set.rounding(i32)

define double @third(double %x) {
  %t = fdiv double %x, 3.0
  ret double %t
}

define i32 @main() {
  ; 1 is to nearest.
  call void @llvm.set.rounding(i32 1)
  %t = call double @third(double 1.0)
  ret i32 0
}
