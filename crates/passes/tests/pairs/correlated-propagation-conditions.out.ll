declare void @use(i1)

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i8 @llvm.ctpop.i8(i8) #0

define void @union(i32 %a, i32 %b) {
  %or = or i32 %a, %b
  %c = icmp ult i32 %or, 42
  br i1 %c, label %yes, label %no

yes:                                              ; preds = %0
  call void @use(i1 true)
  call void @use(i1 true)
  ret void

no:                                               ; preds = %0
  ret void
}

define void @intersection(i32 %a, i32 %b) {
  %and = and i32 %a, %b
  %c = icmp ugt i32 %and, 42
  br i1 %c, label %yes, label %no

yes:                                              ; preds = %0
  call void @use(i1 true)
  call void @use(i1 true)
  ret void

no:                                               ; preds = %0
  ret void
}

define void @shifted(i8 %a) {
  %s = ashr i8 %a, 2
  %c = icmp sgt i8 %s, 1
  br i1 %c, label %yes, label %no

yes:                                              ; preds = %0
  call void @use(i1 true)
  call void @use(i1 true)
  ret void

no:                                               ; preds = %0
  ret void
}

define void @bit(i8 %a) {
  %c = trunc i8 %a to i1
  br i1 %c, label %yes, label %no

yes:                                              ; preds = %0
  call void @use(i1 true)
  ret void

no:                                               ; preds = %0
  call void @use(i1 true)
  ret void
}

define void @bits(i8 %a) {
  %n = call i8 @llvm.ctpop.i8(i8 %a)
  %c = icmp eq i8 %n, 3
  br i1 %c, label %yes, label %no

yes:                                              ; preds = %0
  call void @use(i1 true)
  call void @use(i1 true)
  ret void

no:                                               ; preds = %0
  ret void
}

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
