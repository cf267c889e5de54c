; Declarations of: Floating Point Environment Manipulation intrinsics
declare i32 @llvm.get.rounding()
declare void @llvm.set.rounding(i32)
declare void @llvm.reset.fpenv()
declare void @llvm.reset.fpmode()
