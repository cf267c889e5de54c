; A store to an object before its lifetime starts is undefined behaviour.
declare void @llvm.lifetime.start.p0(ptr)

define noundef i32 @main() {
  %a = alloca i32
  store i32 0, ptr %a ; UB0206
  call void @llvm.lifetime.start.p0(ptr %a)
  ret i32 0
}
