; passes: mldst-motion<split-footer-bb>
declare void @unknown()

define void @values(i1 %c, ptr %p, i32 %x, i32 %y) {
entry:
  br i1 %c, label %left, label %right

left:
  %a = getelementptr inbounds i32, ptr %p, i64 4
  store i32 %x, ptr %a
  br label %join

right:
  %b = getelementptr inbounds i32, ptr %p, i64 4
  store i32 %y, ptr %b
  br label %join

join:
  ret void
}

; The call may read the memory.
define void @blocked(i1 %c, ptr %p) {
entry:
  br i1 %c, label %left, label %right

left:
  store i32 1, ptr %p
  call void @unknown()
  br label %join

right:
  store i32 2, ptr %p
  br label %join

join:
  ret void
}

define void @types(i1 %c, ptr %p, float %x) {
entry:
  br i1 %c, label %left, label %right

left:
  store float %x, ptr %p
  br label %join

right:
  store i32 2, ptr %p
  br label %join

join:
  ret void
}

define void @shared(i1 %c, i1 %d, ptr %p) {
entry:
  br i1 %c, label %head, label %join

head:
  br i1 %d, label %left, label %right

left:
  store i32 1, ptr %p
  br label %join

right:
  store i32 2, ptr %p
  br label %join

join:
  %result = phi i32 [ 0, %entry ], [ 1, %left ], [ 2, %right ]
  store i32 %result, ptr %p
  ret void
}
