; As LLVM wrote it before version 15: a pointer says what it points at.
%list = type { %list*, i32 }

define i32 @sum(%list* %first) nounwind readonly {
entry:
  br label %loop

loop:
  %node = phi %list* [ %first, %entry ], [ %next, %more ]
  %total = phi i32 [ 0, %entry ], [ %total.next, %more ]
  %end = icmp eq %list* %node, null
  br i1 %end, label %done, label %more

more:
  %value.ptr = getelementptr inbounds %list, %list* %node, i64 0, i32 1
  %value = load i32, i32* %value.ptr, align 4
  %total.next = add nsw i32 %total, %value
  %next.ptr = getelementptr inbounds %list, %list* %node, i64 0, i32 0
  %next = load %list*, %list** %next.ptr, align 8
  br label %loop

done:
  ret i32 %total
}
