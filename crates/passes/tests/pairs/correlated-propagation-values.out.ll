
; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.abs.i32(i32, i1 immarg) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.uadd.sat.i32(i32, i32) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #2

declare void @take(ptr)

define i32 @select(i1 %c, i32 %a, i32 %b) {
entry:
  br i1 %c, label %yes, label %no

yes:                                              ; preds = %entry
  ret i32 %a

no:                                               ; preds = %entry
  ret i32 %b
}

define range(i32 60, 110) i32 @calls(i32 %x) {
  %is = icmp ult i32 %x, 50
  call void @llvm.assume(i1 %is)
  %c1 = add nuw nsw i32 %x, 60
  ret i32 %c1
}

define void @pointer(ptr %p) {
entry:
  %is = icmp eq ptr %p, null
  br i1 %is, label %end, label %use

use:                                              ; preds = %entry
  call void @take(ptr nonnull %p)
  br label %end

end:                                              ; preds = %use, %entry
  ret void
}

define i32 @phi(i32 %x) {
entry:
  switch i32 %x, label %end [
    i32 1, label %one
  ]

one:                                              ; preds = %entry
  br label %end

end:                                              ; preds = %one, %entry
  %q = add i32 %x, 1
  ret i32 %q
}

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
