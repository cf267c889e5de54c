define i32 @move(ptr %to, ptr %from) {
  %x = load i32, ptr %from, !alias.scope !2
  store i32 %x, ptr %to, !noalias !2
  ret i32 %x
}

define i32 @main() {
  %a = alloca [2 x i32]
  store [2 x i32] zeroinitializer, ptr %a
  %b = getelementptr i32, ptr %a, i64 1
  %x = call i32 @move(ptr %a, ptr %b)
  ret i32 %x
}

!0 = !{!0}
!1 = !{!1, !0}
!2 = !{!1}
