@flag = global i8 2

define i32 @main() {
  %x = load i8, ptr @flag, !range !0, !noundef !1 ; UB
  %r = zext i8 %x to i32
  ret i32 %r
}

!0 = !{i8 0, i8 2}
!1 = !{}
