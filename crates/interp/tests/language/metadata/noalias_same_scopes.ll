; An access does not alias another if all scopes of that one's `!alias.scope` in a domain are in its `!noalias`.
define noundef i32 @main() {
  %c = alloca i32
  store i32 0, ptr %c
  %x = load i32, ptr %c, !alias.scope !5
  store i32 1, ptr %c, !noalias !5 ; UB0609
  ret i32 %x
}

!1 = !{!1}
!4 = !{!4, !1}
!5 = !{!4}
