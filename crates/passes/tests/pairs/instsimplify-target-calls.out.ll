; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.amdgcn.cubeid(float, float, float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.amdgcn.fract.f64(double) #0

; Function Attrs: nocallback nofree nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.perm(i32, i32, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.add.rz.ftz.f(float, float) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.fmax.nan.xorsign.abs.f(float, float) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.nvvm.f2ll.rp(float) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.x86.sse.cvtss2si(<4 x float>) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.x86.sse.cvttss2si(<4 x float>) #3

; Function Attrs: nounwind memory(none)
declare i32 @llvm.wasm.trunc.unsigned.i32.f64(double) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i1> @llvm.arm.mve.vctp32(i32) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.aarch64.sve.smaxv.nxv8i16(<vscale x 8 x i1>, <vscale x 8 x i16>) #2

define float @face() {
  ret float 3.000000e+00
}

define double @fraction() {
  ret double 7.500000e-01
}

define i32 @bytes() {
  ret i32 16711714
}

define float @sum() {
  ret float 1.000000e+00
}

define float @greatest() {
  ret float -3.000000e+00
}

define i64 @up() {
  ret i64 3
}

define i32 @inexact() {
  %r = call i32 @llvm.x86.sse.cvtss2si(<4 x float> <float 2.500000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00>)
  ret i32 %r
}

define i32 @truncated() {
  ret i32 2
}

define i32 @out_of_range() {
  %r = call i32 @llvm.wasm.trunc.unsigned.i32.f64(double -1.000000e+00)
  ret i32 %r
}

define <4 x i1> @lanes() {
  ret <4 x i1> <i1 true, i1 true, i1 true, i1 false>
}

define i16 @none_active(<vscale x 8 x i16> %v) {
  ret i16 -32768
}

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nocallback nofree nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #4 = { nounwind memory(none) }
