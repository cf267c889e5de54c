; A store over poison leaves nothing of it.
@g = global i32 0

define noundef i32 @main() {
  store i32 poison, ptr @g
  store i32 0, ptr @g
  %r = load i32, ptr @g
  ret i32 %r
}
