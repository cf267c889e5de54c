; Which functions are intrinsics, with which attributes and overloads, depends on the version.
declare ptr @llvm.returnaddress(i32)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare i32 @llvm.riscv.clmul.i32(i32, i32)
declare <vscale x 4 x float> @llvm.aarch64.sve.bfmmla(<vscale x 4 x float>, <vscale x 8 x bfloat>, <vscale x 8 x bfloat>)
declare i1 @llvm.is.fpclass.f32(float, i32)
define ptr @f(i32 %a, float %x) {
  %r = call ptr @llvm.returnaddress(i32 0)
  call void @llvm.prefetch.p0(ptr %r, i32 0, i32 3, i32 1)
  %c = call i32 @llvm.riscv.clmul.i32(i32 %a, i32 %a)
  %test = call i1 @llvm.is.fpclass.f32(float %x, i32 7)
  ret ptr %r
}
declare <vscale x 16 x i8> @llvm.aarch64.sve.ld1q.gather.scalar.offset.nxv16i8.nxv2i64(<vscale x 1 x i1>, <vscale x 2 x i64>, i64)
