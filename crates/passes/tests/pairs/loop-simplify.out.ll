
define i32 @f(i1 %a, i1 %b, i1 %c) {
entry:
  br i1 %a, label %header.preheader, label %other

other:                                            ; preds = %entry
  br i1 %b, label %header.preheader, label %exit

header.preheader:                                 ; preds = %entry, %other
  %x.ph = phi i32 [ 1, %other ], [ 0, %entry ]
  br label %header

header:                                           ; preds = %header.backedge, %header.preheader
  %x = phi i32 [ %x.ph, %header.preheader ], [ %x.be, %header.backedge ]
  br i1 %b, label %header.backedge, label %body

header.backedge:                                  ; preds = %header, %body
  %x.be = phi i32 [ 2, %header ], [ %y, %body ]
  br label %header

body:                                             ; preds = %header
  %y = add i32 %x, 1
  br i1 %c, label %header.backedge, label %exit.loopexit

exit.loopexit:                                    ; preds = %body
  br label %exit

exit:                                             ; preds = %exit.loopexit, %other
  %r = phi i32 [ 5, %other ], [ %y, %exit.loopexit ]
  ret i32 %r
}
