define i32 @own_memory(i32 %n) {
entry:
  %slot = alloca i32, align 4
  br label %tailrecurse

tailrecurse:                                      ; preds = %again, %entry
  %accumulator.tr = phi i32 [ 0, %entry ], [ %sum, %again ]
  %n.tr = phi i32 [ %n, %entry ], [ %less, %again ]
  store i32 %n.tr, ptr %slot, align 4
  %done = icmp eq i32 %n.tr, 0
  br i1 %done, label %leave, label %again

leave:                                            ; preds = %tailrecurse
  %accumulator.ret.tr = add i32 %accumulator.tr, 0
  ret i32 %accumulator.ret.tr

again:                                            ; preds = %tailrecurse
  %less = sub i32 %n.tr, 1
  %own = load i32, ptr %slot, align 4
  %sum = add i32 %accumulator.tr, %own
  br label %tailrecurse
}

define i32 @unknown_memory(ptr %p, i32 %n) {
entry:
  %done = icmp eq i32 %n, 0
  br i1 %done, label %leave, label %again

leave:                                            ; preds = %entry
  store i32 1, ptr %p, align 4
  ret i32 0

again:                                            ; preds = %entry
  %less = sub i32 %n, 1
  %rest = tail call i32 @unknown_memory(ptr %p, i32 %less)
  %other = load i32, ptr %p, align 4
  %sum = add i32 %rest, %other
  ret i32 %sum
}
