
define i32 @one(i1 %c, i32 %x, i32 %y) {
out:
  %s = add nsw i32 %x, %y
  %spec.select = select i1 %c, i32 %s, i32 0
  call void @g()
  ret i32 %spec.select
}

define void @store(i1 %c, i32 %x, i32 %y, ptr %p) {
out:
  store i32 %x, ptr %p, align 4
  %spec.store.select = select i1 %c, i32 %y, i32 %x
  store i32 %spec.store.select, ptr %p, align 4
  ret void
}

define i32 @predicted(i1 %c, i32 %x) {
  br i1 %c, label %a, label %out, !prof !0

a:                                                ; preds = %0
  %s = mul i32 %x, 3
  br label %out

out:                                              ; preds = %a, %0
  %v = phi i32 [ 0, %0 ], [ %s, %a ]
  ret i32 %v
}

define i32 @load(i1 %c, ptr align 4 dereferenceable(4) %p) {
out:
  %l = load i32, ptr %p, align 4, !range !1
  %spec.select = select i1 %c, i32 %l, i32 0
  ret i32 %spec.select
}

declare void @g()

!0 = !{!"branch_weights", i32 1, i32 1000}
!1 = !{i32 0, i32 9}
