; Phis that exchange their values in cycles of two and three, in which other phis also read.
declare i32 @printf(ptr, ...)
@format = constant [28 x i8] c"%ld %ld %ld %ld %ld %ld %g\0A\00"

define i32 @main() {
entry:
  br label %loop
loop:
  %a = phi i64 [ 1, %entry ], [ %b, %loop ]
  %b = phi i64 [ 2, %entry ], [ %c, %loop ]
  %c = phi i64 [ 3, %entry ], [ %a, %loop ]
  %d = phi i64 [ 4, %entry ], [ %e, %loop ]
  %e = phi i64 [ 5, %entry ], [ %d, %loop ]
  %old = phi i64 [ 0, %entry ], [ %b, %loop ]
  %older = phi i64 [ 0, %entry ], [ %old, %loop ]
  %x = phi double [ 0.5, %entry ], [ %y, %loop ]
  %y = phi double [ 1.5, %entry ], [ %z, %loop ]
  %z = phi double [ 2.5, %entry ], [ %x, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call i32 (ptr, ...) @printf(ptr @format, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %older, double %x)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 7
  br i1 %more, label %loop, label %exit
exit:
  ret i32 0
}
