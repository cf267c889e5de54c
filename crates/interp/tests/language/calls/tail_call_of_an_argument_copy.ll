; As a plain pointer, it must not be used.
define i32 @take(ptr %p) {
  %v = load i32, ptr %p ; UB0413
  ret i32 %v
}

define i32 @invalid(ptr byval(i32) %x) {
  %r = tail call i32 @take(ptr %x)
  ret i32 %r
}

define noundef i32 @main() {
  %local = alloca i32
  store i32 0, ptr %local
  %r = call i32 @invalid(ptr byval(i32) %local)
  ret i32 %r
}
