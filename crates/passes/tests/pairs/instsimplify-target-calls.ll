; passes: instsimplify
declare float @llvm.amdgcn.cubeid(float, float, float)
declare double @llvm.amdgcn.fract.f64(double)
declare i32 @llvm.amdgcn.perm(i32, i32, i32)
declare float @llvm.nvvm.add.rz.ftz.f(float, float)
declare float @llvm.nvvm.fmax.nan.xorsign.abs.f(float, float)
declare i64 @llvm.nvvm.f2ll.rp(float)
declare i32 @llvm.x86.sse.cvtss2si(<4 x float>)
declare i32 @llvm.x86.sse.cvttss2si(<4 x float>)
declare i32 @llvm.wasm.trunc.unsigned.i32.f64(double)
declare <4 x i1> @llvm.arm.mve.vctp32(i32)
declare i16 @llvm.aarch64.sve.smaxv.nxv8i16(<vscale x 8 x i1>, <vscale x 8 x i16>)

define float @face() {
  %r = call float @llvm.amdgcn.cubeid(float 1.0, float -7.0, float 3.0)
  ret float %r
}

define double @fraction() {
  %r = call double @llvm.amdgcn.fract.f64(double -1.25)
  ret double %r
}

define i32 @bytes() {
  %r = call i32 @llvm.amdgcn.perm(i32 -1737075662, i32 287454020, i32 202050562)
  ret i32 %r
}

define float @sum() {
  %r = call float @llvm.nvvm.add.rz.ftz.f(float 1.0, float 0x3E70000020000000)
  ret float %r
}

define float @greatest() {
  %r = call float @llvm.nvvm.fmax.nan.xorsign.abs.f(float -3.0, float 2.0)
  ret float %r
}

define i64 @up() {
  %r = call i64 @llvm.nvvm.f2ll.rp(float 2.25)
  ret i64 %r
}

define i32 @inexact() {
  %r = call i32 @llvm.x86.sse.cvtss2si(<4 x float> <float 2.5, float 0.0, float 0.0, float 0.0>)
  ret i32 %r
}

define i32 @truncated() {
  %r = call i32 @llvm.x86.sse.cvttss2si(<4 x float> <float 2.5, float 0.0, float 0.0, float 0.0>)
  ret i32 %r
}

define i32 @out_of_range() {
  %r = call i32 @llvm.wasm.trunc.unsigned.i32.f64(double -1.0)
  ret i32 %r
}

define <4 x i1> @lanes() {
  %r = call <4 x i1> @llvm.arm.mve.vctp32(i32 3)
  ret <4 x i1> %r
}

define i16 @none_active(<vscale x 8 x i16> %v) {
  %r = call i16 @llvm.aarch64.sve.smaxv.nxv8i16(<vscale x 8 x i1> zeroinitializer, <vscale x 8 x i16> %v)
  ret i16 %r
}
