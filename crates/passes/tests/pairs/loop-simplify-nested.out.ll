
define void @f(ptr %p) {
entry:
  br label %header.outer

header.outer:                                     ; preds = %again, %entry
  %outer.ph = phi i32 [ %outer.next, %again ], [ 0, %entry ]
  br label %header

header:                                           ; preds = %header.outer, %inner
  %c = load volatile i1, ptr %p, align 1
  br i1 %c, label %inner, label %again

inner:                                            ; preds = %header
  store i32 %outer.ph, ptr %p, align 4
  br label %header

again:                                            ; preds = %header
  %outer.next = add i32 %outer.ph, 1
  br label %header.outer
}
