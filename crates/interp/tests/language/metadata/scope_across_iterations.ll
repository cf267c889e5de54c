; A scope that is declared before a loop is the same in all iterations.
declare void @llvm.experimental.noalias.scope.decl(metadata)

define noundef i32 @main() {
  %array = alloca [4 x i8]
  store i32 0, ptr %array, align 1
  %b.base = getelementptr i8, ptr %array, i64 1
  call void @llvm.experimental.noalias.scope.decl(metadata !2)
  br label %loop
loop:
  %a = phi ptr [ %array, %0 ], [ %a.inc, %loop ]
  %b = phi ptr [ %b.base, %0 ], [ %b.inc, %loop ]
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %val = load i8, ptr %a, !alias.scope !2 ; UB0609
  store i8 %val, ptr %b, !noalias !2
  %a.inc = getelementptr inbounds i8, ptr %a, i64 1
  %b.inc = getelementptr inbounds i8, ptr %b, i64 1
  %next = add i32 %i, 1
  %end = icmp eq i32 %next, 3
  br i1 %end, label %exit, label %loop
exit:
  ret i32 0
}

!0 = !{!0}
!1 = !{!1, !0}
!2 = !{!1}
