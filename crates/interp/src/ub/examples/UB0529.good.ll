declare void @qsort(ptr, i64, i64, ptr)

define i32 @compare(ptr %a, ptr %b) {
  %x = load i8, ptr %a
  %y = load i8, ptr %b
  %c = call i32 @llvm.ucmp.i32.i8(i8 %x, i8 %y)
  ret i32 %c
}

declare i32 @llvm.ucmp.i32.i8(i8, i8)

define i32 @main() {
  %a = alloca [2 x i8]
  store [2 x i8] c"\01\00", ptr %a
  call void @qsort(ptr %a, i64 2, i64 1, ptr @compare)
  %least = load i8, ptr %a
  %r = zext i8 %least to i32
  ret i32 %r
}
