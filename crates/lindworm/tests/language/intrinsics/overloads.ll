; The types in an intrinsic's name
declare i8 @llvm.ctpop.i8(i8)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <vscale x 2 x i64> @llvm.abs.nxv2i64(<vscale x 2 x i64>, i1)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare bfloat @llvm.fabs.bf16(bfloat)
declare x86_fp80 @llvm.sqrt.f80(x86_fp80)
