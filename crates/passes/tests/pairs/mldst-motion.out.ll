
declare void @unknown()

define void @values(i1 %c, ptr %p, i32 %x, i32 %y) {
entry:
  br i1 %c, label %left, label %right

left:                                             ; preds = %entry
  br label %join

right:                                            ; preds = %entry
  br label %join

join:                                             ; preds = %right, %left
  %y.sink = phi i32 [ %x, %left ], [ %y, %right ]
  %0 = getelementptr inbounds i32, ptr %p, i64 4
  store i32 %y.sink, ptr %0, align 4
  ret void
}

define void @blocked(i1 %c, ptr %p) {
entry:
  br i1 %c, label %left, label %right

left:                                             ; preds = %entry
  store i32 1, ptr %p, align 4
  call void @unknown()
  br label %join

right:                                            ; preds = %entry
  store i32 2, ptr %p, align 4
  br label %join

join:                                             ; preds = %right, %left
  ret void
}

define void @types(i1 %c, ptr %p, float %x) {
entry:
  br i1 %c, label %left, label %right

left:                                             ; preds = %entry
  %0 = bitcast float %x to i32
  br label %join

right:                                            ; preds = %entry
  br label %join

join:                                             ; preds = %right, %left
  %.sink = phi i32 [ %0, %left ], [ 2, %right ]
  store i32 %.sink, ptr %p, align 4
  ret void
}

define void @shared(i1 %c, i1 %d, ptr %p) {
entry:
  br i1 %c, label %head, label %join

head:                                             ; preds = %entry
  br i1 %d, label %left, label %right

left:                                             ; preds = %head
  br label %join.sink.split

right:                                            ; preds = %head
  br label %join.sink.split

join.sink.split:                                  ; preds = %right, %left
  %.sink = phi i32 [ 1, %left ], [ 2, %right ]
  %result.ph = phi i32 [ 2, %right ], [ 1, %left ]
  store i32 %.sink, ptr %p, align 4
  br label %join

join:                                             ; preds = %join.sink.split, %entry
  %result = phi i32 [ 0, %entry ], [ %result.ph, %join.sink.split ]
  store i32 %result, ptr %p, align 4
  ret void
}
