; So does `llvm.fabs`.
declare float @llvm.fabs.f32(float)

define noundef i32 @main() {
  %a = bitcast i32 u0xFF812345 to float
  %b = call float @llvm.fabs.f32(float %a)
  %bits = bitcast float %b to i32
  %wrong = icmp ne i32 %bits, u0x7F812345
  %r = zext i1 %wrong to i32
  ret i32 %r
}
