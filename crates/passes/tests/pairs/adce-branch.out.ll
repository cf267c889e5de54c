
define void @f(i1 %a, i1 %b, ptr %p) {
entry:
  br label %left

left:                                             ; preds = %entry
  br label %join

right:                                            ; No predecessors!
  br label %join

join:                                             ; preds = %right, %left
  br i1 %b, label %write, label %end

write:                                            ; preds = %join
  store i32 1, ptr %p, align 4
  br label %end

end:                                              ; preds = %write, %join
  ret void
}
