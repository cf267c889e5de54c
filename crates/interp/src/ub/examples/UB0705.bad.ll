declare void @llvm.assume(i1)

define i32 @check(ptr %p) {
  call void @llvm.assume(i1 true) ["nonnull"(ptr %p)] ; UB
  ret i32 0
}

define i32 @main() {
  %a = alloca i32
  %x = call i32 @check(ptr null)
  ret i32 %x
}
