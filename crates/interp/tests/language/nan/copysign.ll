; So does `llvm.copysign`.
declare float @llvm.copysign.f32(float, float)

define noundef i32 @main() {
  %a = bitcast i32 u0x7F812345 to float
  %b = call float @llvm.copysign.f32(float %a, float -1.0)
  %bits = bitcast float %b to i32
  %wrong = icmp ne i32 %bits, u0xFF812345
  %r = zext i1 %wrong to i32
  ret i32 %r
}
