; A range may wrap.
@y = global i8 -1

define noundef i32 @main() {
  %b = load i8, ptr @y, !range !0
  %r = add i8 %b, 1
  %s = zext i8 %r to i32
  ret i32 %s
}

!0 = !{i8 255, i8 2}
