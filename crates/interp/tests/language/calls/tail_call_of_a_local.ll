; What is called with `tail` does not access the caller's allocas.
define void @take(ptr %p) {
  store i64 0, ptr %p ; UB0413
  ret void
}

define void @invalid() {
  %local = alloca i64
  tail call void @take(ptr %local)
  ret void
}

define noundef i32 @main() {
  call void @invalid()
  ret i32 0
}
