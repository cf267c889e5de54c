define ptr @elements_have_no_padding(ptr %p) {
  %at = getelementptr i8, ptr %p, i64 42
  ret ptr %at
}

define <2 x float> @sign_of_the_last_element(<2 x float> %x) {
entry:
  %bits = bitcast <2 x float> %x to i64
  %negative = icmp slt i64 %bits, 0
  br i1 %negative, label %flip, label %end

flip:                                             ; preds = %entry
  %negated = fneg <2 x float> %x
  br label %end

end:                                              ; preds = %flip, %entry
  %either = phi <2 x float> [ %negated, %flip ], [ %x, %entry ]
  %result = call <2 x float> @llvm.fabs.v2f32(<2 x float> %either)
  ret <2 x float> %result
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.fabs.v2f32(<2 x float>) #0

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
