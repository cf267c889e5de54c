; So do volatile copies.
@x = global [4 x i8] c"abc\00"

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define noundef i32 @main() {
  %a = alloca [4 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr @x, i64 4, i1 true)
  %n = load volatile i32, ptr %a, align 1
  %wrong = icmp ne i32 %n, 6513249
  %r = zext i1 %wrong to i32
  ret i32 %r
}
