; Declarations of: Saturating floating-point to integer conversions
declare i32 @llvm.fptoui.sat.i32.f32(float)
declare i19 @llvm.fptoui.sat.i19.f64(double)
declare <4 x i100> @llvm.fptoui.sat.v4i100.v4f128(<4 x fp128>)
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare i19 @llvm.fptosi.sat.i19.f64(double)
declare <4 x i100> @llvm.fptosi.sat.v4i100.v4f128(<4 x fp128>)
