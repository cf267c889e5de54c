; With `strictfp` and constrained intrinsics, the mode that is set is the one that is used.
declare void @llvm.set.rounding(i32)
declare double @llvm.experimental.constrained.fdiv.f64(double, double, metadata, metadata)

define noundef i32 @main() strictfp {
  call void @llvm.set.rounding(i32 2) strictfp
  %up = call double @llvm.experimental.constrained.fdiv.f64(double 1.0, double 3.0, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  call void @llvm.set.rounding(i32 3) strictfp
  %down = call double @llvm.experimental.constrained.fdiv.f64(double 1.0, double 3.0, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  call void @llvm.set.rounding(i32 1) strictfp
  %a = bitcast double %up to i64
  %b = bitcast double %down to i64
  %step = sub i64 %a, %b
  %rest = sub i64 %step, 1
  %r = trunc i64 %rest to i32
  ret i32 %r
}
