@mutex = global [40 x i8] zeroinitializer, align 8

declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)

define i32 @main() {
  %unlocked = call i32 @pthread_mutex_unlock(ptr @mutex) ; UB
  ret i32 0
}
