; An atomic load that may see several atomic stores sees one of them.
@x = global i32 0

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

define ptr @run(ptr %argument) {
  store atomic i32 3, ptr @x monotonic, align 4
  store atomic i32 5, ptr @x monotonic, align 4
  ret ptr null
}

define noundef i32 @main() {
  %slot = alloca i64
  %created = call i32 @pthread_create(ptr %slot, ptr null, ptr @run, ptr null)
  %thread = load i64, ptr %slot
  %v = load atomic i32, ptr @x monotonic, align 4
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  switch i32 %v, label %wrong [
    i32 0, label %right
    i32 3, label %right
    i32 5, label %right
  ]
wrong:
  ret i32 1
right:
  ret i32 0
}
