; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer

declare void @take(i32)

declare void @give(i32, ...)

declare i32 @__gxx_personality_v0(...)

define i32 @returned() {
  %constexpr = icmp eq ptr @weak, null
  %constexpr1 = select i1 %constexpr, i32 3, i32 ptrtoint (ptr @g to i32)
  ret i32 %constexpr1
}

define void @used(ptr %p, i1 %c) {
  %constexpr = icmp eq ptr @weak, null
  %constexpr1 = select i1 %constexpr, i32 3, i32 ptrtoint (ptr @g to i32)
  store i32 %constexpr1, ptr %p, align 4
  %constexpr2 = icmp eq ptr @weak, null
  %constexpr3 = select i1 %constexpr2, i32 3, i32 ptrtoint (ptr @g to i32)
  call void @take(i32 %constexpr3)
  %constexpr4 = icmp eq ptr @weak, null
  %constexpr5 = select i1 %constexpr4, i32 3, i32 ptrtoint (ptr @g to i32)
  %constexpr6 = icmp eq ptr @weak, null
  %constexpr7 = select i1 %constexpr6, i32 3, i32 ptrtoint (ptr @g to i32)
  %constexpr8 = icmp eq ptr @weak, null
  %constexpr9 = select i1 %constexpr8, i32 3, i32 ptrtoint (ptr @g to i32)
  %constexpr10 = zext i32 %constexpr9 to i64
  %constexpr11 = icmp eq ptr @weak, null
  %constexpr12 = select i1 %constexpr11, i32 3, i32 ptrtoint (ptr @g to i32)
  call void (i32, ...) @give(i32 %constexpr7, i64 %constexpr10, i32 %constexpr12) [ "deopt"(i32 %constexpr5, i64 7) ]
  %constexpr13 = icmp eq ptr @weak, null
  %constexpr14 = select i1 %constexpr13, i32 3, i32 ptrtoint (ptr @g to i32)
  %s = select i1 %c, i32 %constexpr14, i32 undef
  %constexpr15 = icmp eq ptr @weak, null
  %constexpr16 = select i1 %constexpr15, i32 3, i32 ptrtoint (ptr @g to i32)
  %f = freeze i32 %constexpr16
  %constexpr17 = icmp eq ptr @weak, null
  %constexpr18 = select i1 %constexpr17, i32 3, i32 ptrtoint (ptr @g to i32)
  %a = insertvalue { i8, i32 } undef, i32 %constexpr18, 1
  %constexpr19 = icmp eq ptr @weak, null
  %constexpr20 = select i1 %constexpr19, i32 3, i32 ptrtoint (ptr @g to i32)
  %constexpr21 = zext i32 %constexpr20 to i64
  %constexpr22 = getelementptr i32, ptr @g, i64 %constexpr21
  %l = load i32, ptr %constexpr22, align 4
  %constexpr23 = icmp eq ptr @weak, null
  %constexpr24 = select i1 %constexpr23, i32 3, i32 ptrtoint (ptr @g to i32)
  %constexpr25 = zext i32 %constexpr24 to i64
  %constexpr26 = icmp eq ptr @weak, null
  %constexpr27 = select i1 %constexpr26, i32 3, i32 ptrtoint (ptr @g to i32)
  %constexpr28 = zext i32 %constexpr27 to i64
  %constexpr29 = add i64 %constexpr28, 1
  %n = add i64 %constexpr25, %constexpr29
  %constexpr30 = icmp eq ptr @weak, null
  %constexpr31 = select i1 %constexpr30, i32 3, i32 ptrtoint (ptr @g to i32)
  %constexpr.ins = insertvalue [2 x i32] poison, i32 undef, 0
  %constexpr.ins32 = insertvalue [2 x i32] %constexpr.ins, i32 %constexpr31, 1
  %constexpr.ins33 = insertvalue { i32, [2 x i32] } poison, i32 %constexpr31, 0
  %constexpr.ins34 = insertvalue { i32, [2 x i32] } %constexpr.ins33, [2 x i32] %constexpr.ins32, 1
  store { i32, [2 x i32] } %constexpr.ins34, ptr null, align 4
  %constexpr35 = icmp eq ptr @weak, null
  %constexpr36 = select i1 %constexpr35, i32 3, i32 ptrtoint (ptr @g to i32)
  %constexpr37 = zext i32 %constexpr36 to i64
  %q = call i32 asm "", "=r,r"(i64 %constexpr37)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  %constexpr = icmp eq ptr @weak, null
  %constexpr1 = select i1 %constexpr, i32 3, i32 ptrtoint (ptr @g to i32)
  invoke void @take(i32 %constexpr1)
          to label %phi.constexpr unwind label %bad

phi.constexpr:                                    ; preds = %0
  %constexpr2 = icmp eq ptr @weak, null
  %constexpr3 = select i1 %constexpr2, i32 3, i32 ptrtoint (ptr @g to i32)
  br label %good

good:                                             ; preds = %phi.constexpr
  %p = phi i32 [ %constexpr3, %phi.constexpr ]
  store i32 %p, ptr null, align 4
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define i32 @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %phi.constexpr6

one:                                              ; preds = %entry
  switch i8 %k, label %phi.constexpr9 [
    i8 0, label %phi.constexpr9
    i8 1, label %loop
  ]

phi.constexpr:                                    ; preds = %loop
  %constexpr = icmp eq ptr @weak, null
  %constexpr1 = select i1 %constexpr, i32 3, i32 ptrtoint (ptr @g to i32)
  %constexpr2 = zext i32 %constexpr1 to i64
  br label %loop

loop:                                             ; preds = %phi.constexpr, %one
  %i = phi i64 [ 0, %one ], [ %constexpr2, %phi.constexpr ]
  %constexpr3 = icmp eq ptr @weak, null
  %constexpr4 = select i1 %constexpr3, i32 3, i32 ptrtoint (ptr @g to i32)
  %constexpr5 = icmp ult i32 %constexpr4, 9
  br i1 %constexpr5, label %phi.constexpr12, label %phi.constexpr

phi.constexpr6:                                   ; preds = %entry
  %constexpr7 = icmp eq ptr @weak, null
  %constexpr8 = select i1 %constexpr7, i32 3, i32 ptrtoint (ptr @g to i32)
  %constexpr13 = icmp eq ptr @weak, null
  %constexpr14 = select i1 %constexpr13, i32 3, i32 ptrtoint (ptr @g to i32)
  %constexpr15 = zext i32 %constexpr14 to i64
  br label %join

phi.constexpr9:                                   ; preds = %one, %one
  %constexpr10 = icmp eq ptr @weak, null
  %constexpr11 = select i1 %constexpr10, i32 3, i32 ptrtoint (ptr @g to i32)
  br label %join

phi.constexpr12:                                  ; preds = %loop
  %constexpr16 = icmp eq ptr @weak, null
  %constexpr17 = select i1 %constexpr16, i32 3, i32 ptrtoint (ptr @g to i32)
  %constexpr18 = zext i32 %constexpr17 to i64
  br label %join

join:                                             ; preds = %phi.constexpr12, %phi.constexpr9, %phi.constexpr6
  %x = phi i32 [ %constexpr8, %phi.constexpr6 ], [ %constexpr11, %phi.constexpr9 ], [ undef, %phi.constexpr12 ]
  %y = phi i64 [ %constexpr15, %phi.constexpr6 ], [ 1, %phi.constexpr9 ], [ %constexpr18, %phi.constexpr12 ]
  %constexpr19 = icmp eq ptr @weak, null
  %constexpr20 = select i1 %constexpr19, i32 3, i32 ptrtoint (ptr @g to i32)
  %constexpr21 = zext i32 %constexpr20 to i64
  switch i64 %constexpr21, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret i32 %x
}
