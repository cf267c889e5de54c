define i1 @a_comparison_or_its_inverse(ptr %p, i32 %x, i1 %c) #0 {
entry:
  %low = icmp ult i32 %x, 9
  br label %loop

loop:                                             ; preds = %loop, %entry
  %inverse = xor i1 %low, true
  %either = or i1 %low, %inverse
  %neither = xor i1 %either, true
  store i1 %neither, ptr %p, align 1
  br i1 false, label %loop, label %exit

exit:                                             ; preds = %loop
  %result = xor i1 %either, true
  ret i1 %result
}

attributes #0 = { "instcombine-no-verify-fixpoint" }
