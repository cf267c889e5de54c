
; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #0

declare void @stop()

define void @before(i8 %x) {
  %low = icmp samesign uge i8 %x, 6
  call void @llvm.assume(i1 %low)
  %high = icmp ult i8 %x, 9
  call void @llvm.assume(i1 %high)
  ret void
}

define i1 @stopped(i8 %x) {
  %c = icmp uge i8 %x, 6
  call void @stop()
  %high = icmp ult i8 %x, 9
  call void @llvm.assume(i1 %high)
  ret i1 %c
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
