; Declarations of: Specialized Arithmetic Intrinsics
declare float @llvm.canonicalize.f32(float)
declare double @llvm.canonicalize.f64(double)
declare float @llvm.fmuladd.f32(float, float, float)
declare double @llvm.fmuladd.f64(double, double, double)
