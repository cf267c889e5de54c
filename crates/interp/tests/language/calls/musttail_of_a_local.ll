; What is called with `musttail` does not access the caller's allocas.
define i32 @take(ptr %p) {
  %v = load i32, ptr %p ; UB0413
  ret i32 %v
}

define i32 @invalid(ptr %p) {
  %local = alloca i32
  store i32 0, ptr %local
  %r = musttail call i32 @take(ptr %local)
  ret i32 %r
}

define noundef i32 @main() {
  %r = call i32 @invalid(ptr null)
  ret i32 %r
}
