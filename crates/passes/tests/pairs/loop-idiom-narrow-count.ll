; passes: loop-idiom
define void @f(ptr %p, i2 %start) {
entry:
  br label %loop

loop:
  %i = phi i2 [ %start, %entry ], [ %next, %loop ]
  %index = zext i2 %i to i64
  %at = getelementptr inbounds i32, ptr %p, i64 %index
  store i32 0, ptr %at, align 4
  %next = add i2 %i, 1
  %done = icmp eq i2 %next, 0
  br i1 %done, label %end, label %loop

end:
  ret void
}
