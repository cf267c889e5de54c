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
  %constexpr = shl nuw i32 ptrtoint (ptr @g to i32), 2
  ret i32 %constexpr
}

define void @used(ptr %p, i1 %c) {
  %constexpr = shl nuw i32 ptrtoint (ptr @g to i32), 2
  store i32 %constexpr, ptr %p, align 4
  %constexpr1 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  call void @take(i32 %constexpr1)
  %constexpr2 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  %constexpr3 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  %constexpr4 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  %constexpr5 = zext i32 %constexpr4 to i64
  %constexpr6 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  call void (i32, ...) @give(i32 %constexpr3, i64 %constexpr5, i32 %constexpr6) [ "deopt"(i32 %constexpr2, i64 7) ]
  %constexpr7 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  %s = select i1 %c, i32 %constexpr7, i32 undef
  %constexpr8 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  %f = freeze i32 %constexpr8
  %constexpr9 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  %a = insertvalue { i8, i32 } undef, i32 %constexpr9, 1
  %constexpr10 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  %constexpr11 = zext i32 %constexpr10 to i64
  %constexpr12 = getelementptr i32, ptr @g, i64 %constexpr11
  %l = load i32, ptr %constexpr12, align 4
  %constexpr13 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  %constexpr14 = zext i32 %constexpr13 to i64
  %constexpr15 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  %constexpr16 = zext i32 %constexpr15 to i64
  %constexpr17 = add i64 %constexpr16, 1
  %n = add i64 %constexpr14, %constexpr17
  %constexpr18 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  %constexpr.ins = insertvalue [2 x i32] poison, i32 undef, 0
  %constexpr.ins19 = insertvalue [2 x i32] %constexpr.ins, i32 %constexpr18, 1
  %constexpr.ins20 = insertvalue { i32, [2 x i32] } poison, i32 %constexpr18, 0
  %constexpr.ins21 = insertvalue { i32, [2 x i32] } %constexpr.ins20, [2 x i32] %constexpr.ins19, 1
  store { i32, [2 x i32] } %constexpr.ins21, ptr null, align 4
  %constexpr22 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  %constexpr23 = zext i32 %constexpr22 to i64
  %q = call i32 asm "", "=r,r"(i64 %constexpr23)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  %constexpr = shl nuw i32 ptrtoint (ptr @g to i32), 2
  invoke void @take(i32 %constexpr)
          to label %phi.constexpr unwind label %bad

phi.constexpr:                                    ; preds = %0
  %constexpr1 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  br label %good

good:                                             ; preds = %phi.constexpr
  %p = phi i32 [ %constexpr1, %phi.constexpr ]
  store i32 %p, ptr null, align 4
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define i32 @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %phi.constexpr4

one:                                              ; preds = %entry
  switch i8 %k, label %phi.constexpr6 [
    i8 0, label %phi.constexpr6
    i8 1, label %loop
  ]

phi.constexpr:                                    ; preds = %loop
  %constexpr = shl nuw i32 ptrtoint (ptr @g to i32), 2
  %constexpr1 = zext i32 %constexpr to i64
  br label %loop

loop:                                             ; preds = %phi.constexpr, %one
  %i = phi i64 [ 0, %one ], [ %constexpr1, %phi.constexpr ]
  %constexpr2 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  %constexpr3 = icmp ult i32 %constexpr2, 9
  br i1 %constexpr3, label %phi.constexpr8, label %phi.constexpr

phi.constexpr4:                                   ; preds = %entry
  %constexpr5 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  %constexpr9 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  %constexpr10 = zext i32 %constexpr9 to i64
  br label %join

phi.constexpr6:                                   ; preds = %one, %one
  %constexpr7 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  br label %join

phi.constexpr8:                                   ; preds = %loop
  %constexpr11 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  %constexpr12 = zext i32 %constexpr11 to i64
  br label %join

join:                                             ; preds = %phi.constexpr8, %phi.constexpr6, %phi.constexpr4
  %x = phi i32 [ %constexpr5, %phi.constexpr4 ], [ %constexpr7, %phi.constexpr6 ], [ undef, %phi.constexpr8 ]
  %y = phi i64 [ %constexpr10, %phi.constexpr4 ], [ 1, %phi.constexpr6 ], [ %constexpr12, %phi.constexpr8 ]
  %constexpr13 = shl nuw i32 ptrtoint (ptr @g to i32), 2
  %constexpr14 = zext i32 %constexpr13 to i64
  switch i64 %constexpr14, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret i32 %x
}
