
define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !range !0
  br label %LeafBlock

LeafBlock:                                        ; preds = %0
  %SwitchLeaf = icmp eq i32 %x, 6
  br i1 %SwitchLeaf, label %b, label %a

a:                                                ; preds = %LeafBlock
  ret i32 1

b:                                                ; preds = %LeafBlock
  ret i32 2
}

!0 = !{i32 5, i32 8}
