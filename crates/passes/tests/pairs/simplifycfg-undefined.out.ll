
define i32 @null(i1 %c, ptr %p) {
  br i1 %c, label %a, label %b

a:                                                ; preds = %0
  call void @g()
  unreachable

b:                                                ; preds = %0
  %v = load i32, ptr %p, align 4
  ret i32 %v
}

define i32 @invoke() personality ptr @rust_eh {
ok:
  call void @f()
  %r = call i32 @k()
  ret i32 %r
}

define void @switch(i32 %x) {
  switch i32 %x, label %default [
    i32 1, label %a
    i32 3, label %b
  ], !prof !0

common.ret:                                       ; preds = %b, %a
  ret void

a:                                                ; preds = %0
  call void @g()
  br label %common.ret

b:                                                ; preds = %0
  call void @f()
  br label %common.ret

default:                                          ; preds = %0
  unreachable
}

declare void @f()

declare void @g()

; Function Attrs: nounwind
declare i32 @k() #0

declare i32 @rust_eh(...)

attributes #0 = { nounwind }

!0 = !{!"branch_weights", i32 1, i32 2, i32 4}
