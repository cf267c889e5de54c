; A declaration of an intrinsic gets the attributes that the intrinsic has
declare void @llvm.assume(i1)
declare void @llvm.trap()
declare void @llvm.donothing()
declare i32 @llvm.bswap.i32(i32)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @llvm.stacksave.p0()
declare void @llvm.va_start.p0(ptr)
declare i8 @llvm.expect.i8(i8, i8)
