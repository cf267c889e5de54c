; ModuleID = '<stdin>'
source_filename = "<stdin>"

define range(i32 0, 16385) i32 @flags(i8 %x, i1 %c) {
  %wide = zext i8 %x to i32
  %sum = add nuw nsw i32 %wide, 1
  %product = mul nuw nsw i32 %sum, %sum
  %half = udiv i32 %product, 2
  %last = ashr i32 %half, 1
  ret i32 %last
}

define i32 @loop() {
entry:
  br label %head

head:                                             ; preds = %head, %entry
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  %low = and i32 %i, 7
  %next = add i32 %i, 1
  br label %head
}

define range(i32 10, 21) i32 @switch(i32 %x) {
  %low = and i32 %x, 1
  switch i32 %low, label %default.unreachable [
    i32 0, label %zero
    i32 1, label %one
  ]

zero:                                             ; preds = %0
  ret i32 10

one:                                              ; preds = %0
  ret i32 20

default.unreachable:                              ; preds = %0
  unreachable
}
