; `llvm.fma` rounds once.
declare double @llvm.fma.f64(double, double, double)

define noundef i32 @main() {
  %d = call double @llvm.fma.f64(double 0x3FF0000000000001, double 0x3FF0000000000001, double 0xBFF0000000000002)
  %right = fcmp oeq double %d, 0x3970000000000000
  %r = select i1 %right, i32 0, i32 1
  ret i32 %r
}
