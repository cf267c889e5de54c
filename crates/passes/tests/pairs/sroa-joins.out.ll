declare void @read(ptr readonly captures(none))

define i32 @phi(i1 %c, i32 %x) {
entry:
  br i1 %c, label %left, label %end

left:                                             ; preds = %entry
  br label %end

end:                                              ; preds = %left, %entry
  %p.sroa.speculated = phi i32 [ %x, %entry ], [ 7, %left ]
  ret i32 %p.sroa.speculated
}

define i32 @select(i1 %c, i32 %x, i32 %y) {
  %v.sroa.speculated = select i1 %c, i32 %x, i32 %y
  ret i32 %v.sroa.speculated
}

define i32 @branch(i1 %c, i32 %x, ptr %other) {
entry:
  br i1 %c, label %entry.cont, label %entry.else

entry.else:                                       ; preds = %entry
  %v.else.val = load i32, ptr %other, align 4
  br label %entry.cont

entry.cont:                                       ; preds = %entry.else, %entry
  %v = phi i32 [ %x, %entry ], [ %v.else.val, %entry.else ]
  ret i32 %v
}

define i32 @store(i1 %c, i32 %x, ptr %other) {
entry:
  br i1 %c, label %entry.then, label %entry.else

entry.then:                                       ; preds = %entry
  br label %entry.cont

entry.else:                                       ; preds = %entry
  store i32 %x, ptr %other, align 4
  br label %entry.cont

entry.cont:                                       ; preds = %entry.else, %entry.then
  %a.0 = phi i32 [ %x, %entry.then ], [ 0, %entry.else ]
  ret i32 %a.0
}

define i32 @index(i1 %c, i32 %x, i32 %y) {
  %i = select i1 %c, i64 0, i64 1
  %v.sroa.speculated = select i1 %c, i32 %x, i32 %y
  ret i32 %v.sroa.speculated
}

define i32 @read_elsewhere(i1 %c, i32 %x) {
entry:
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  br i1 %c, label %left, label %end

left:                                             ; preds = %entry
  store i32 1, ptr %a, align 4
  br label %end

end:                                              ; preds = %left, %entry
  %x1 = phi i32 [ 1, %left ], [ %x, %entry ]
  call void @read(ptr %a)
  ret i32 %x1
}
