@mutex = global [40 x i8] zeroinitializer, align 8

declare i32 @pthread_mutex_init(ptr, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_mutex_destroy(ptr)

define i32 @main() {
  %destroyed = call i32 @pthread_mutex_destroy(ptr @mutex)
  %locked = call i32 @pthread_mutex_lock(ptr @mutex) ; UB
  %unlocked = call i32 @pthread_mutex_unlock(ptr @mutex)
  ret i32 0
}
