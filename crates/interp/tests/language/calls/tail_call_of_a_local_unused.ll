; It may get their addresses.
define i32 @take(ptr %p) {
  %none = icmp eq ptr %p, null
  %r = zext i1 %none to i32
  ret i32 %r
}

define i32 @valid() {
  %local = alloca i64
  %r = tail call i32 @take(ptr %local)
  ret i32 %r
}

define noundef i32 @main() {
  %r = call i32 @valid()
  ret i32 %r
}
