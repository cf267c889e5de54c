; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@folded = global [3 x i32] [i32 42, i32 255, i32 3]
@field = global i32 3
@inserted = global { i32, i8 } { i32 1, i8 3 }
@float = global double -3.000000e+00
@there = global i1 true
@apart = global i1 false
@in_range = global ptr getelementptr ({ i32, i32 }, ptr null, i32 0, i32 1)

define i32 @operands() {
  %constexpr = udiv exact i32 ptrtoint (ptr @g to i32), 4
  %a = add i32 %constexpr, 0
  %constexpr1 = icmp eq ptr @weak, null
  %constexpr2 = shl nuw i32 ptrtoint (ptr @g to i32), 1
  %b = select i1 %constexpr1, i32 %a, i32 %constexpr2
  %constexpr3 = sdiv i32 1, ptrtoint (ptr @g to i32)
  %constexpr.ins = insertvalue { i32, i64 } poison, i32 %constexpr3, 0
  %constexpr.ins4 = insertvalue { i32, i64 } %constexpr.ins, i64 7, 1
  call void @take({ i32, i64 } %constexpr.ins4)
  %constexpr5 = zext i32 ptrtoint (ptr @h to i32) to i64
  %constexpr6 = getelementptr i32, ptr @g, i64 %constexpr5
  %c = load i32, ptr %constexpr6, align 4
  ret i32 %b
}

declare void @take({ i32, i64 })

define i32 @phis(i1 %x, i8 %y) {
entry:
  br i1 %x, label %phi.constexpr, label %other

other:                                            ; preds = %entry
  switch i8 %y, label %phi.constexpr1 [
    i8 1, label %phi.constexpr1
  ]

phi.constexpr:                                    ; preds = %entry
  %constexpr = urem i32 ptrtoint (ptr @g to i32), 3
  %constexpr3 = ashr i32 ptrtoint (ptr @h to i32), 1
  br label %join

phi.constexpr1:                                   ; preds = %other, %other
  %constexpr2 = lshr i32 ptrtoint (ptr @h to i32), 1
  br label %join

join:                                             ; preds = %phi.constexpr1, %phi.constexpr
  %p = phi i32 [ %constexpr, %phi.constexpr ], [ %constexpr2, %phi.constexpr1 ]
  %q = phi i32 [ %constexpr3, %phi.constexpr ], [ 1, %phi.constexpr1 ]
  ret i32 %p
}
