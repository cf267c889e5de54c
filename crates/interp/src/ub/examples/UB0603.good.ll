@flag = global i8 2

define i32 @main() {
  store i8 0, ptr @flag
  %x = load i8, ptr @flag, !range !0, !noundef !1
  %r = zext i8 %x to i32
  ret i32 %r
}

!0 = !{i8 0, i8 2}
!1 = !{}
