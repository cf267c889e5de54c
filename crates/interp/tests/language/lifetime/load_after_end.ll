; A load after the end gives poison, which alone does no harm.
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

define noundef i32 @main() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(ptr %a)
  store i32 5, ptr %a
  call void @llvm.lifetime.end.p0(ptr %a)
  %x = load i32, ptr %a
  %y = freeze i32 %x
  %r = xor i32 %y, %y
  ret i32 %r
}
