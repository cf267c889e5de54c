
define i32 @f(i8 %x) {
entry:
  br label %NodeBlock

NodeBlock:                                        ; preds = %entry
  %Pivot = icmp slt i8 %x, 7
  br i1 %Pivot, label %LeafBlock, label %c

LeafBlock:                                        ; preds = %NodeBlock
  %SwitchLeaf = icmp eq i8 %x, 0
  br i1 %SwitchLeaf, label %a, label %b

a:                                                ; preds = %LeafBlock
  ret i32 1

b:                                                ; preds = %LeafBlock
  %v = phi i32 [ 5, %LeafBlock ]
  ret i32 %v

c:                                                ; preds = %NodeBlock
  ret i32 3
}
