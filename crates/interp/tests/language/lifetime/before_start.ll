; An object whose lifetime is marked is dead until it starts; a load from it gives poison.
declare void @llvm.lifetime.start.p0(ptr)

define noundef i32 @main() {
  %a = alloca i1
  %x = load i1, ptr %a
  call void @llvm.lifetime.start.p0(ptr %a)
  br i1 %x, label %end, label %end ; UB0301
end:
  ret i32 0
}
