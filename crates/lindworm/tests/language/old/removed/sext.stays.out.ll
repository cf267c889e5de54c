; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer

declare void @take(i64)

declare void @give(i64, ...)

declare i32 @__gxx_personality_v0(...)

define i64 @returned() {
  %constexpr = sext i32 ptrtoint (ptr @g to i32) to i64
  ret i64 %constexpr
}

define void @used(ptr %p, i1 %c) {
  %constexpr = sext i32 ptrtoint (ptr @g to i32) to i64
  store i64 %constexpr, ptr %p, align 4
  %constexpr1 = sext i32 ptrtoint (ptr @g to i32) to i64
  call void @take(i64 %constexpr1)
  %constexpr2 = sext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr3 = sext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr4 = sext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr5 = sext i32 ptrtoint (ptr @g to i32) to i64
  call void (i64, ...) @give(i64 %constexpr3, i64 %constexpr4, i64 %constexpr5) [ "deopt"(i64 %constexpr2, i64 7) ]
  %constexpr6 = sext i32 ptrtoint (ptr @g to i32) to i64
  %s = select i1 %c, i64 %constexpr6, i64 undef
  %constexpr7 = sext i32 ptrtoint (ptr @g to i32) to i64
  %f = freeze i64 %constexpr7
  %constexpr8 = sext i32 ptrtoint (ptr @g to i32) to i64
  %a = insertvalue { i8, i64 } undef, i64 %constexpr8, 1
  %constexpr9 = sext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr10 = getelementptr i32, ptr @g, i64 %constexpr9
  %l = load i32, ptr %constexpr10, align 4
  %constexpr11 = sext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr12 = sext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr13 = add i64 %constexpr12, 1
  %n = add i64 %constexpr11, %constexpr13
  %constexpr14 = sext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr.ins = insertvalue [2 x i64] poison, i64 undef, 0
  %constexpr.ins15 = insertvalue [2 x i64] %constexpr.ins, i64 %constexpr14, 1
  %constexpr.ins16 = insertvalue { i64, [2 x i64] } poison, i64 %constexpr14, 0
  %constexpr.ins17 = insertvalue { i64, [2 x i64] } %constexpr.ins16, [2 x i64] %constexpr.ins15, 1
  store { i64, [2 x i64] } %constexpr.ins17, ptr null, align 4
  %constexpr18 = sext i32 ptrtoint (ptr @g to i32) to i64
  %q = call i32 asm "", "=r,r"(i64 %constexpr18)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  %constexpr = sext i32 ptrtoint (ptr @g to i32) to i64
  invoke void @take(i64 %constexpr)
          to label %phi.constexpr unwind label %bad

phi.constexpr:                                    ; preds = %0
  %constexpr1 = sext i32 ptrtoint (ptr @g to i32) to i64
  br label %good

good:                                             ; preds = %phi.constexpr
  %p = phi i64 [ %constexpr1, %phi.constexpr ]
  store i64 %p, ptr null, align 4
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define i64 @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %phi.constexpr3

one:                                              ; preds = %entry
  switch i8 %k, label %phi.constexpr5 [
    i8 0, label %phi.constexpr5
    i8 1, label %loop
  ]

phi.constexpr:                                    ; preds = %loop
  %constexpr = sext i32 ptrtoint (ptr @g to i32) to i64
  br label %loop

loop:                                             ; preds = %phi.constexpr, %one
  %i = phi i64 [ 0, %one ], [ %constexpr, %phi.constexpr ]
  %constexpr1 = sext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr2 = icmp ult i64 %constexpr1, 9
  br i1 %constexpr2, label %phi.constexpr7, label %phi.constexpr

phi.constexpr3:                                   ; preds = %entry
  %constexpr4 = sext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr8 = sext i32 ptrtoint (ptr @g to i32) to i64
  br label %join

phi.constexpr5:                                   ; preds = %one, %one
  %constexpr6 = sext i32 ptrtoint (ptr @g to i32) to i64
  br label %join

phi.constexpr7:                                   ; preds = %loop
  %constexpr9 = sext i32 ptrtoint (ptr @g to i32) to i64
  br label %join

join:                                             ; preds = %phi.constexpr7, %phi.constexpr5, %phi.constexpr3
  %x = phi i64 [ %constexpr4, %phi.constexpr3 ], [ %constexpr6, %phi.constexpr5 ], [ undef, %phi.constexpr7 ]
  %y = phi i64 [ %constexpr8, %phi.constexpr3 ], [ 1, %phi.constexpr5 ], [ %constexpr9, %phi.constexpr7 ]
  %constexpr10 = sext i32 ptrtoint (ptr @g to i32) to i64
  switch i64 %constexpr10, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret i64 %x
}
