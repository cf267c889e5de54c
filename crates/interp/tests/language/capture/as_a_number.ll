; The provenance is captured with a number that `ptrtoint` gives, too.
@glbi = global i64 0

define void @f(ptr captures(address) %d) {
  %i = ptrtoint ptr %d to i64
  store i64 %i, ptr @glbi
  ret void
}

define noundef i32 @main() {
  %x = alloca i32
  call void @f(ptr %x)
  %i = load i64, ptr @glbi
  %wrong = icmp eq i64 %i, 0
  %r = zext i1 %wrong to i32
  ret i32 %r
}
