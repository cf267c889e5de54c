; A load that races gives an undefined value, which is none of the loader's business unless it is used.
@x = global i32 0
@done = global i32 0

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

define ptr @run(ptr %argument) {
  store i32 1, ptr @x
  store atomic i32 1, ptr @done monotonic, align 4
  ret ptr null
}

define noundef i32 @main() {
  %slot = alloca i64
  %created = call i32 @pthread_create(ptr %slot, ptr null, ptr @run, ptr null)
  %thread = load i64, ptr %slot
  br label %wait
wait:
  %ready = load atomic i32, ptr @done monotonic, align 4
  %go = icmp eq i32 %ready, 1
  br i1 %go, label %on, label %wait
on:
  %racing = load i32, ptr @x
  %nothing = and i32 %racing, 0
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  %ordered = load i32, ptr @x
  %status = sub i32 %ordered, 1
  %both = or i32 %status, %nothing
  ret i32 %both
}
