define i32 @clamped(i32 %x) {
entry:
  %negative = icmp slt i32 %x, 0
  %raised = select i1 %negative, i32 0, i32 %x
  %large = icmp sgt i32 %x, 2
  %clamped = select i1 %large, i32 2, i32 %raised
  br label %LeafBlock

LeafBlock:                                        ; preds = %entry
  %SwitchLeaf = icmp eq i32 %clamped, 2
  br i1 %SwitchLeaf, label %high, label %low

low:                                              ; preds = %LeafBlock
  ret i32 7

high:                                             ; preds = %LeafBlock
  ret i32 8
}

define i32 @known_bits(i32 %x) {
entry:
  %bits = and i32 %x, 3
  br label %NodeBlock

NodeBlock:                                        ; preds = %entry
  %Pivot = icmp slt i32 %bits, 3
  br i1 %Pivot, label %LeafBlock, label %high

LeafBlock:                                        ; preds = %NodeBlock
  %SwitchLeaf = icmp sle i32 %bits, 1
  br i1 %SwitchLeaf, label %low, label %other

low:                                              ; preds = %LeafBlock
  ret i32 7

high:                                             ; preds = %NodeBlock
  ret i32 8

other:                                            ; preds = %LeafBlock
  ret i32 9
}
