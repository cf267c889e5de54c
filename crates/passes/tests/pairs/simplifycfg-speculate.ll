; passes: simplifycfg
; Cheap blocks are executed unconditionally; a store becomes unconditional after another one to the same address.
define i32 @one(i1 %c, i32 %x, i32 %y) {
  br i1 %c, label %a, label %out
a:
  %s = add nsw i32 %x, %y
  br label %out
out:
  %v = phi i32 [ 0, %0 ], [ %s, %a ]
  call void @g()
  ret i32 %v
}

define void @store(i1 %c, i32 %x, i32 %y, ptr %p) {
  store i32 %x, ptr %p
  br i1 %c, label %a, label %out
a:
  store i32 %y, ptr %p
  br label %out
out:
  ret void
}

define i32 @predicted(i1 %c, i32 %x) {
  br i1 %c, label %a, label %out, !prof !0
a:
  %s = mul i32 %x, 3
  br label %out
out:
  %v = phi i32 [ 0, %0 ], [ %s, %a ]
  ret i32 %v
}

define i32 @load(i1 %c, ptr dereferenceable(4) align 4 %p) {
  br i1 %c, label %a, label %out
a:
  %l = load i32, ptr %p, align 4, !range !1, !noundef !2
  br label %out
out:
  %v = phi i32 [ 0, %0 ], [ %l, %a ]
  ret i32 %v
}

declare void @g()

!0 = !{!"branch_weights", i32 1, i32 1000}
!1 = !{i32 0, i32 9}
!2 = !{}
