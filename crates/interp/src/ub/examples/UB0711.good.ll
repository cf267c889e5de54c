declare ptr @llvm.invariant.start.p0(i64, ptr)
declare void @llvm.invariant.end.p0(ptr, i64, ptr)

define i32 @main() {
  %a = alloca i32
  store i32 0, ptr %a
  %start = call ptr @llvm.invariant.start.p0(i64 4, ptr %a)
  call void @llvm.invariant.end.p0(ptr %start, i64 4, ptr %a)
  store i32 1, ptr %a
  ret i32 0
}
