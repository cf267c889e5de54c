; So is it with each thread's copy of a variable.
@x = thread_local global i32 0, align 4
declare ptr @llvm.threadlocal.address.p0(ptr)

define noundef i32 @main() {
  %x = call ptr @llvm.threadlocal.address.p0(ptr align 4 @x)
  store i32 1, ptr %x, align 4
  store i32 1, ptr %x, align 8 ; UB0208
  ret i32 0
}
