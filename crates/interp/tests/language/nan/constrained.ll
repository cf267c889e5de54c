; Constrained intrinsics always give a quiet NaN.
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)

define noundef i32 @main() strictfp {
  %a = bitcast i32 u0x7F812345 to float
  %b = call float @llvm.experimental.constrained.fadd.f32(float %a, float 1.0, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  %bits = bitcast float %b to i32
  %quiet = and i32 %bits, u0x7FC00000
  %wrong = icmp ne i32 %quiet, u0x7FC00000
  %r = zext i1 %wrong to i32
  ret i32 %r
}
