; passes: simplifycfg
; The last entry of a phi takes the place of a removed one.
declare void @g(i32)

define i32 @unreachable_blocks(i32 %x) {
entry:
  switch i32 %x, label %end [
    i32 0, label %a
    i32 2, label %b
  ]
dead:
  br label %end
a:
  call void @g(i32 1)
  br label %end
b:
  call void @g(i32 2)
  br label %end
end:
  %r = phi i32 [ 9, %dead ], [ 1, %entry ], [ 3, %a ], [ 5, %b ]
  call void @g(i32 3)
  ret i32 %r
}

define i32 @cases_of_the_default(i32 %x) {
entry:
  switch i32 %x, label %end [
    i32 0, label %a
    i32 1, label %end
    i32 3, label %end
    i32 2, label %b
  ]
a:
  call void @g(i32 1)
  br label %end
b:
  call void @g(i32 2)
  br label %end
end:
  %r = phi i32 [ 1, %entry ], [ 1, %entry ], [ 1, %entry ], [ 3, %a ], [ 5, %b ]
  call void @g(i32 3)
  ret i32 %r
}

define i32 @empty_blocks(i32 %x) {
entry:
  switch i32 %x, label %a [
    i32 0, label %b
    i32 1, label %empty
    i32 2, label %c
  ]
a:
  call void @g(i32 1)
  br label %end
empty:
  br label %end
b:
  call void @g(i32 2)
  br label %end
c:
  call void @g(i32 3)
  br label %end
end:
  %r = phi i32 [ 1, %a ], [ 2, %empty ], [ 3, %b ], [ 5, %c ]
  call void @g(i32 4)
  ret i32 %r
}
