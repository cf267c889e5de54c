; passes: lower-switch
; Where the default is never gone to, the block with most cases takes its place.
define i32 @f(i8 %x) {
entry:
  switch i8 %x, label %never [
    i8 0, label %a
    i8 1, label %b
    i8 2, label %b
    i8 7, label %c
  ]

never:
  unreachable

a:
  ret i32 1

b:
  %v = phi i32 [ 5, %entry ], [ 5, %entry ]
  ret i32 %v

c:
  ret i32 3
}
