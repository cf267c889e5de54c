; More scopes in `!noalias` do not change that.
define noundef i32 @main() {
  %c = alloca i32
  store i32 0, ptr %c
  %x = load i32, ptr %c, !alias.scope !5
  store i32 1, ptr %c, !noalias !6 ; UB0609
  ret i32 %x
}

!0 = !{!0}
!1 = !{!1}
!2 = !{!2, !0}
!3 = !{!3, !0}
!4 = !{!4, !1}
!5 = !{!4}
!6 = !{!4, !3, !2}
