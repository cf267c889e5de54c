
declare void @use(i32)

define void @f(i32 %v) {
e:
  switch i32 %v, label %e.split [
    i32 0, label %x
  ], !prof !0

e.split:                                          ; preds = %e
  br label %h

h:                                                ; preds = %h.backedge, %e.split
  switch i32 %v, label %d [
    i32 1, label %b
  ], !prof !1

b:                                                ; preds = %h
  call void @use(i32 1)
  br label %h.backedge

h.backedge:                                       ; preds = %b, %d
  br label %h

d:                                                ; preds = %h
  call void @use(i32 2)
  br label %h.backedge

x:                                                ; preds = %e
  ret void
}

!0 = !{!"branch_weights", i32 8, i32 2}
!1 = !{!"branch_weights", i32 5, i32 3}
