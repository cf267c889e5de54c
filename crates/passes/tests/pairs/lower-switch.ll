; passes: lower-switch
; Cases in a row are one range; the value is compared in a tree.
define i32 @f(i32 %x) {
entry:
  switch i32 %x, label %other [
    i32 1, label %a
    i32 2, label %a
    i32 3, label %a
    i32 10, label %b
    i32 -4, label %c
    i32 20, label %b
  ]

a:
  ret i32 1

b:
  %v = phi i32 [ 4, %entry ], [ 4, %entry ]
  ret i32 %v

c:
  ret i32 3

other:
  %w = phi i32 [ 9, %entry ]
  ret i32 %w
}
