@mutex = global [40 x i8] zeroinitializer, align 8

declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_mutex_destroy(ptr)

define i32 @main() {
  %locked = call i32 @pthread_mutex_lock(ptr @mutex)
  %destroyed = call i32 @pthread_mutex_destroy(ptr @mutex) ; UB
  ret i32 0
}
