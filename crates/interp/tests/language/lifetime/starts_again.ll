; A lifetime can start again; the object has the same address, and no value.
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

define noundef i32 @main() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(ptr %a)
  store i32 5, ptr %a
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.lifetime.start.p0(ptr %a)
  %x = load i32, ptr %a
  switch i32 %x, label %end [ i32 5, label %end ] ; UB0304
end:
  ret i32 0
}
