; Two frozen values may differ, but their comparison has a result.
define noundef i32 @main() {
  %slot = alloca i32
  %w = load i32, ptr %slot
  %x = freeze i32 %w
  %y = freeze i32 %w
  %c = icmp eq i32 %x, %y
  br i1 %c, label %a, label %b
a:
  ret i32 0
b:
  ret i32 0
}
