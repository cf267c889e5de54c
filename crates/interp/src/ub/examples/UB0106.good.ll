declare void @llvm.set.rounding(i32)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)

define i32 @main() strictfp {
  ; 1 is to nearest, 2 is upward.
  call void @llvm.set.rounding(i32 2)
  %x = call double @llvm.experimental.constrained.fadd.f64(double 1.0, double 2.0, metadata !"round.upward", metadata !"fpexcept.ignore") strictfp
  call void @llvm.set.rounding(i32 1)
  ret i32 0
}
