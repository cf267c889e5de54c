; Loads alone do not alias.
define noundef i32 @main() {
  %c = alloca i32
  store i32 0, ptr %c
  %x = load i32, ptr %c, !alias.scope !2
  %y = load i32, ptr %c, !noalias !2
  %r = or i32 %x, %y
  ret i32 %r
}

!0 = !{!0}
!1 = !{!1, !0}
!2 = !{!1}
