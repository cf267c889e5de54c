; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer

declare void @take(i1)

declare void @give(i1, ...)

declare i32 @__gxx_personality_v0(...)

define i1 @returned() {
  %constexpr = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  ret i1 %constexpr
}

define void @used(ptr %p, i1 %c) {
  %constexpr = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  store i1 %constexpr, ptr %p, align 1
  %constexpr1 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  call void @take(i1 %constexpr1)
  %constexpr2 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  %constexpr3 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  %constexpr4 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  %constexpr5 = zext i1 %constexpr4 to i64
  %constexpr6 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  call void (i1, ...) @give(i1 %constexpr3, i64 %constexpr5, i1 %constexpr6) [ "deopt"(i1 %constexpr2, i64 7) ]
  %constexpr7 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  %s = select i1 %c, i1 %constexpr7, i1 undef
  %constexpr8 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  %f = freeze i1 %constexpr8
  %constexpr9 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  %a = insertvalue { i8, i1 } undef, i1 %constexpr9, 1
  %constexpr10 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  %constexpr11 = zext i1 %constexpr10 to i64
  %constexpr12 = getelementptr i32, ptr @g, i64 %constexpr11
  %l = load i32, ptr %constexpr12, align 4
  %constexpr13 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  %constexpr14 = zext i1 %constexpr13 to i64
  %constexpr15 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  %constexpr16 = zext i1 %constexpr15 to i64
  %constexpr17 = add i64 %constexpr16, 1
  %n = add i64 %constexpr14, %constexpr17
  %constexpr18 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  %constexpr.ins = insertvalue [2 x i1] poison, i1 undef, 0
  %constexpr.ins19 = insertvalue [2 x i1] %constexpr.ins, i1 %constexpr18, 1
  %constexpr.ins20 = insertvalue { i1, [2 x i1] } poison, i1 %constexpr18, 0
  %constexpr.ins21 = insertvalue { i1, [2 x i1] } %constexpr.ins20, [2 x i1] %constexpr.ins19, 1
  store { i1, [2 x i1] } %constexpr.ins21, ptr null, align 1
  %constexpr22 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  %constexpr23 = zext i1 %constexpr22 to i64
  %q = call i32 asm "", "=r,r"(i64 %constexpr23)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  %constexpr = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  invoke void @take(i1 %constexpr)
          to label %phi.constexpr unwind label %bad

phi.constexpr:                                    ; preds = %0
  %constexpr1 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  br label %good

good:                                             ; preds = %phi.constexpr
  %p = phi i1 [ %constexpr1, %phi.constexpr ]
  store i1 %p, ptr null, align 1
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define i1 @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %phi.constexpr5

one:                                              ; preds = %entry
  switch i8 %k, label %phi.constexpr7 [
    i8 0, label %phi.constexpr7
    i8 1, label %loop
  ]

phi.constexpr:                                    ; preds = %loop
  %constexpr = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  %constexpr1 = zext i1 %constexpr to i64
  br label %loop

loop:                                             ; preds = %phi.constexpr, %one
  %i = phi i64 [ 0, %one ], [ %constexpr1, %phi.constexpr ]
  %constexpr2 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  %constexpr3 = zext i1 %constexpr2 to i64
  %constexpr4 = icmp ult i64 %constexpr3, 9
  br i1 %constexpr4, label %phi.constexpr9, label %phi.constexpr

phi.constexpr5:                                   ; preds = %entry
  %constexpr6 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  %constexpr10 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  %constexpr11 = zext i1 %constexpr10 to i64
  br label %join

phi.constexpr7:                                   ; preds = %one, %one
  %constexpr8 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  br label %join

phi.constexpr9:                                   ; preds = %loop
  %constexpr12 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  %constexpr13 = zext i1 %constexpr12 to i64
  br label %join

join:                                             ; preds = %phi.constexpr9, %phi.constexpr7, %phi.constexpr5
  %x = phi i1 [ %constexpr6, %phi.constexpr5 ], [ %constexpr8, %phi.constexpr7 ], [ undef, %phi.constexpr9 ]
  %y = phi i64 [ %constexpr11, %phi.constexpr5 ], [ 1, %phi.constexpr7 ], [ %constexpr13, %phi.constexpr9 ]
  %constexpr14 = icmp ugt i32 ptrtoint (ptr @g to i32), 100
  %constexpr15 = zext i1 %constexpr14 to i64
  switch i64 %constexpr15, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret i1 %x
}
