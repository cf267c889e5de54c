
declare void @use(i1)

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #0

define void @branch(i32 %x, i32 %y) {
  %small = icmp ult i32 %x, 10
  %other = icmp ult i32 %y, %x
  %both = and i1 %small, %other
  br i1 %both, label %yes, label %no

yes:                                              ; preds = %0
  call void @use(i1 true)
  %b = icmp ult i32 %y, 9
  call void @use(i1 %b)
  %c = icmp ult i32 %y, 8
  call void @use(i1 %c)
  ret void

no:                                               ; preds = %0
  %d = icmp ult i32 %x, 11
  call void @use(i1 %d)
  ret void
}

define range(i32 0, 5) i32 @switch(i32 %x) {
  switch i32 %x, label %other [
    i32 3, label %three
    i32 4, label %four
  ]

three:                                            ; preds = %0
  ret i32 4

four:                                             ; preds = %0
  ret i32 4

other:                                            ; preds = %0
  ret i32 0
}

define i1 @assume(i8 %x) {
  %before = icmp ugt i8 %x, 4
  %is = icmp ugt i8 %x, 5
  call void @llvm.assume(i1 %is)
  %both = xor i1 %before, true
  ret i1 %both
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
