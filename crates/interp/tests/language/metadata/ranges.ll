; There may be several ranges.
define i8 @foo() {
  ret i8 5
}

define noundef i32 @main() {
  %c = call i8 @foo(), !range !0
  %r = sub i8 %c, 5
  %s = zext i8 %r to i32
  ret i32 %s
}

!0 = !{i8 0, i8 2, i8 3, i8 6}
