; passes: lower-switch
define i32 @clamped(i32 %x) {
entry:
  %negative = icmp slt i32 %x, 0
  %raised = select i1 %negative, i32 0, i32 %x
  %large = icmp sgt i32 %x, 2
  %clamped = select i1 %large, i32 2, i32 %raised
  switch i32 %clamped, label %other [
    i32 0, label %low
    i32 1, label %low
    i32 2, label %high
  ]

low:
  ret i32 7

high:
  ret i32 8

other:
  ret i32 9
}

define i32 @known_bits(i32 %x) {
entry:
  %bits = and i32 %x, 3
  switch i32 %bits, label %other [
    i32 0, label %low
    i32 1, label %low
    i32 3, label %high
  ]

low:
  ret i32 7

high:
  ret i32 8

other:
  ret i32 9
}
