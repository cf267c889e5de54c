; `llvm.stackrestore` frees what was allocated since `llvm.stacksave`.
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)

define noundef i32 @main() {
  %before = alloca i32
  store i32 0, ptr %before
  %state = call ptr @llvm.stacksave.p0()
  %n = load i32, ptr %before
  %count = add i32 %n, 4
  %x = alloca i32, i32 %count
  store i32 0, ptr %x
  call void @llvm.stackrestore.p0(ptr %state)
  %v = load i32, ptr %before
  %w = load i32, ptr %x ; UB0205
  ret i32 %v
}
