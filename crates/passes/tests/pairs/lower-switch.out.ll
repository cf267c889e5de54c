
define i32 @f(i32 %x) {
entry:
  br label %NodeBlock9

NodeBlock9:                                       ; preds = %entry
  %Pivot10 = icmp slt i32 %x, 10
  br i1 %Pivot10, label %NodeBlock, label %NodeBlock7

NodeBlock7:                                       ; preds = %NodeBlock9
  %Pivot8 = icmp slt i32 %x, 20
  br i1 %Pivot8, label %LeafBlock3, label %LeafBlock5

LeafBlock5:                                       ; preds = %NodeBlock7
  %SwitchLeaf6 = icmp eq i32 %x, 20
  br i1 %SwitchLeaf6, label %b, label %other

LeafBlock3:                                       ; preds = %NodeBlock7
  %SwitchLeaf4 = icmp eq i32 %x, 10
  br i1 %SwitchLeaf4, label %b, label %other

NodeBlock:                                        ; preds = %NodeBlock9
  %Pivot = icmp slt i32 %x, 1
  br i1 %Pivot, label %LeafBlock, label %LeafBlock1

LeafBlock1:                                       ; preds = %NodeBlock
  %SwitchLeaf2 = icmp sle i32 %x, 3
  br i1 %SwitchLeaf2, label %a, label %other

LeafBlock:                                        ; preds = %NodeBlock
  %SwitchLeaf = icmp eq i32 %x, -4
  br i1 %SwitchLeaf, label %c, label %other

a:                                                ; preds = %LeafBlock1
  ret i32 1

b:                                                ; preds = %LeafBlock5, %LeafBlock3
  %v = phi i32 [ 4, %LeafBlock3 ], [ 4, %LeafBlock5 ]
  ret i32 %v

c:                                                ; preds = %LeafBlock
  ret i32 3

other:                                            ; preds = %LeafBlock5, %LeafBlock3, %LeafBlock1, %LeafBlock
  %w = phi i32 [ 9, %LeafBlock5 ], [ 9, %LeafBlock ], [ 9, %LeafBlock1 ], [ 9, %LeafBlock3 ]
  ret i32 %w
}
