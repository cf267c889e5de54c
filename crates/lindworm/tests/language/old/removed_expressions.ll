; Constant expressions that are none any more fold, or are instructions where they are used
@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@folded = global [3 x i32] [i32 mul (i32 6, i32 7), i32 zext (i8 -1 to i32), i32 select (i1 icmp ult (i32 1, i32 2), i32 3, i32 4)]
@field = global i32 extractvalue ({ i32, { i8, i32 } } { i32 1, { i8, i32 } { i8 2, i32 3 } }, 1, 1)
@inserted = global { i32, i8 } insertvalue ({ i32, i8 } { i32 1, i8 2 }, i8 3, 1)
@float = global double fneg (double fadd (double 1.0, double fpext (float 2.0 to double)))
@there = global i1 icmp ne (i32* @g, i32* null)
@apart = global i1 icmp eq (i32* @g, i32* @h)
@in_range = global i32* getelementptr ({ i32, i32 }, { i32, i32 }* null, i32 0, inrange i32 1)

define i32 @operands() {
  %a = add i32 udiv exact (i32 ptrtoint (i32* @g to i32), i32 4), and (i32 1, i32 ptrtoint (i32* @g to i32))
  %b = select i1 icmp eq (i32* @weak, i32* null), i32 %a, i32 shl nuw (i32 ptrtoint (i32* @g to i32), i32 1)
  call void @take({ i32, i64 } { i32 sdiv (i32 1, i32 ptrtoint (i32* @g to i32)), i64 7 })
  %c = load i32, i32* getelementptr (i32, i32* @g, i64 zext (i32 ptrtoint (i32* @h to i32) to i64))
  ret i32 %b
}

declare void @take({ i32, i64 })

define i32 @phis(i1 %x, i8 %y) {
entry:
  br i1 %x, label %join, label %other

other:
  switch i8 %y, label %join [ i8 1, label %join ]

join:
  %p = phi i32 [ urem (i32 ptrtoint (i32* @g to i32), i32 3), %entry ], [ lshr (i32 ptrtoint (i32* @h to i32), i32 1), %other ], [ lshr (i32 ptrtoint (i32* @h to i32), i32 1), %other ]
  %q = phi i32 [ ashr (i32 ptrtoint (i32* @h to i32), i32 1), %entry ], [ 1, %other ], [ 1, %other ]
  ret i32 %p
}
