; Fewer scopes do: the two may alias.
define noundef i32 @main() {
  %c = alloca i32
  store i32 0, ptr %c
  %x = load i32, ptr %c, !alias.scope !6
  store i32 1, ptr %c, !noalias !7
  ret i32 %x
}

!0 = !{!0}
!1 = !{!1}
!2 = !{!2, !0}
!3 = !{!3, !0}
!4 = !{!4, !1}
!6 = !{!4, !3, !2}
!7 = !{!3}
