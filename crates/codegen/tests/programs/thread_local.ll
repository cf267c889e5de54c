; Variables of threads, by each model.
@format = private constant [16 x i8] c"%d %d %d %d %d\0A\00"
@general = thread_local global i32 1
@dynamic = internal thread_local(localdynamic) global i32 20
@initial = thread_local(initialexec) global [2 x i32] [i32 300, i32 301]
@local = internal thread_local(localexec) global [3 x i32] [i32 4000, i32 4001, i32 4002]
@zero = internal thread_local(localexec) global [40 x i32] zeroinitializer
declare i32 @printf(ptr, ...)
define i32 @change(i32 %by, i64 %i) {
  %p = getelementptr [3 x i32], ptr @local, i64 0, i64 %i
  %old = load i32, ptr %p
  %new = add i32 %old, %by
  store i32 %new, ptr %p
  %d = load i32, ptr @dynamic
  %e = add i32 %d, %new
  store i32 %e, ptr @dynamic
  store i32 %by, ptr getelementptr ([40 x i32], ptr @zero, i64 0, i64 39)
  ret i32 %e
}
define i32 @main() {
  %a = call i32 @change(i32 5, i64 2)
  %b = call i32 @change(i32 7, i64 0)
  %c = load i32, ptr getelementptr ([2 x i32], ptr @initial, i64 0, i64 1)
  %d = load i32, ptr @general
  %e = load i32, ptr getelementptr ([40 x i32], ptr @zero, i64 0, i64 39)
  call i32 (ptr, ...) @printf(ptr @format, i32 %a, i32 %b, i32 %c, i32 %d, i32 %e)
  ret i32 0
}
