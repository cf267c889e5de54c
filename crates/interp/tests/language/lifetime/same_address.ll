; The address of an object does not change with its lifetimes.
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

define noundef i32 @main() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(ptr %a)
  %first = ptrtoint ptr %a to i64
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.lifetime.start.p0(ptr %a)
  store i32 0, ptr %a
  %second = ptrtoint ptr %a to i64
  %moved = sub i64 %second, %first
  %x = load i32, ptr %a
  %y = zext i32 %x to i64
  %wrong = or i64 %moved, %y
  %r = trunc i64 %wrong to i32
  ret i32 %r
}
