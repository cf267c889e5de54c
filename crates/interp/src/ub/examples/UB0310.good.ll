define void @wait() mustprogress {
  br label %loop
loop:
  %n = phi i32 [ 0, %0 ], [ %more, %loop ]
  %more = add i32 %n, 1
  %end = icmp eq i32 %more, 10
  br i1 %end, label %out, label %loop
out:
  ret void
}

define i32 @main() {
  call void @wait()
  ret i32 0
}
