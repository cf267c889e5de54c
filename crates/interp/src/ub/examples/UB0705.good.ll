declare void @llvm.assume(i1)

define i32 @check(ptr %p) {
  call void @llvm.assume(i1 true) ["nonnull"(ptr %p)]
  ret i32 0
}

define i32 @main() {
  %a = alloca i32
  %x = call i32 @check(ptr %a)
  ret i32 %x
}
