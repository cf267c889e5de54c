; An undefined value may be stored.
@x = global i32 0

define noundef i32 @main() {
  store i32 undef, ptr @x
  store i32 0, ptr @x
  %r = load i32, ptr @x
  ret i32 %r
}
