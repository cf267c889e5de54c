define void @f(ptr %p, i2 %start) {
entry:
  %0 = zext i2 %start to i64
  %1 = shl nuw nsw i64 %0, 2
  %scevgep = getelementptr nuw i8, ptr %p, i64 %1
  %2 = sub i2 -1, %start
  %3 = zext i2 %2 to i64
  %4 = shl nuw nsw i64 %3, 2
  %5 = add nuw nsw i64 %4, 4
  call void @llvm.memset.p0.i64(ptr align 4 %scevgep, i8 0, i64 %5, i1 false)
  br label %loop

loop:                                             ; preds = %loop, %entry
  %i = phi i2 [ %start, %entry ], [ %next, %loop ]
  %index = zext i2 %i to i64
  %at = getelementptr inbounds i32, ptr %p, i64 %index
  %next = add i2 %i, 1
  %done = icmp eq i2 %next, 0
  br i1 %done, label %end, label %loop

end:                                              ; preds = %loop
  ret void
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #0

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: write) }
