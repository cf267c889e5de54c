declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define i32 @main() {
  %a = alloca [8 x i8]
  %slot = alloca i64
  %length = load i64, ptr %slot ; origin
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 %length, i1 false) ; UB
  ret i32 0
}
