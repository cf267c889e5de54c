; A `byval` argument can be passed on as one.
define i32 @take(ptr byval(i32) %p) {
  %v = load i32, ptr %p
  ret i32 %v
}

define i32 @forward(ptr byval(i32) %x) {
  %r = tail call i32 @take(ptr byval(i32) %x)
  ret i32 %r
}

define noundef i32 @main() {
  %local = alloca i32
  store i32 0, ptr %local
  %r = call i32 @forward(ptr byval(i32) %local)
  ret i32 %r
}
