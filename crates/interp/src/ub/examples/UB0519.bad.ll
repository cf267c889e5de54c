declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)

define void @use(ptr inalloca(i32) %p) {
  ret void
}

define i32 @main() {
  %a = alloca inalloca i32
  %state = call ptr @llvm.stacksave.p0()
  %later = alloca i32, i32 4
  call void @use(ptr inalloca(i32) %a) ; UB
  ret i32 0
}
