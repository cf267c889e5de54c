; passes: sccp
; Ranges of integers: through operations and phis, for flags and unsigned operations, and edges that cannot be taken.
define i32 @flags(i8 %x, i1 %c) {
  %wide = zext i8 %x to i32
  %sum = add i32 %wide, 1
  %product = mul i32 %sum, %sum
  %half = sdiv i32 %product, 2
  %last = ashr i32 %half, 1
  ret i32 %last
}

define i32 @loop() {
entry:
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  %low = and i32 %i, 7
  %is = icmp ult i32 %low, 8
  %next = add i32 %i, 1
  br i1 %is, label %head, label %exit

exit:
  ret i32 %i
}

define i32 @switch(i32 %x) {
  %low = and i32 %x, 1
  switch i32 %low, label %other [
    i32 0, label %zero
    i32 1, label %one
    i32 2, label %two
  ]

zero:
  ret i32 10

one:
  ret i32 20

two:
  ret i32 30

other:
  ret i32 40
}
