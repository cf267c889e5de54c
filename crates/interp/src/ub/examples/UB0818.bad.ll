@mutex = global [40 x i8] zeroinitializer, align 8
@condition = global [48 x i8] zeroinitializer, align 8
@soon = constant { i64, i64 } zeroinitializer

declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_cond_timedwait(ptr, ptr, ptr)

define i32 @main() {
  %late = call i32 @pthread_cond_timedwait(ptr @condition, ptr @mutex, ptr @soon) ; UB
  ret i32 0
}
