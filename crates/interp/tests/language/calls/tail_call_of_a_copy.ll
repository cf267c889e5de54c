; A `byval` argument is copied before the caller's frame ends.
define i32 @take(ptr byval(i32) %p) {
  %v = load i32, ptr %p
  ret i32 %v
}

define i32 @valid() {
  %local = alloca i32
  store i32 0, ptr %local
  %r = tail call i32 @take(ptr byval(i32) %local)
  ret i32 %r
}

define noundef i32 @main() {
  %r = call i32 @valid()
  ret i32 %r
}
