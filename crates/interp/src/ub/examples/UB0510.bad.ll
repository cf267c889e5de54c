@pool = global [2 x i32] zeroinitializer

define noalias ptr @take() {
  ret ptr @pool
}

define i32 @main() {
  %p = call ptr @take()
  store i32 1, ptr %p
  %x = load i32, ptr @pool ; UB
  ret i32 0
}
