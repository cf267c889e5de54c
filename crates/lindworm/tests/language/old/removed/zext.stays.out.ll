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
  %constexpr = zext i32 ptrtoint (ptr @g to i32) to i64
  ret i64 %constexpr
}

define void @used(ptr %p, i1 %c) {
  %constexpr = zext i32 ptrtoint (ptr @g to i32) to i64
  store i64 %constexpr, ptr %p, align 4
  %constexpr1 = zext i32 ptrtoint (ptr @g to i32) to i64
  call void @take(i64 %constexpr1)
  %constexpr2 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr3 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr4 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr5 = zext i32 ptrtoint (ptr @g to i32) to i64
  call void (i64, ...) @give(i64 %constexpr3, i64 %constexpr4, i64 %constexpr5) [ "deopt"(i64 %constexpr2, i64 7) ]
  %constexpr6 = zext i32 ptrtoint (ptr @g to i32) to i64
  %s = select i1 %c, i64 %constexpr6, i64 undef
  %constexpr7 = zext i32 ptrtoint (ptr @g to i32) to i64
  %f = freeze i64 %constexpr7
  %constexpr8 = zext i32 ptrtoint (ptr @g to i32) to i64
  %a = insertvalue { i8, i64 } undef, i64 %constexpr8, 1
  %constexpr9 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr10 = getelementptr i32, ptr @g, i64 %constexpr9
  %l = load i32, ptr %constexpr10, align 4
  %constexpr11 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr12 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr13 = add i64 %constexpr12, 1
  %n = add i64 %constexpr11, %constexpr13
  %constexpr14 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr.ins = insertvalue [2 x i64] poison, i64 undef, 0
  %constexpr.ins15 = insertvalue [2 x i64] %constexpr.ins, i64 %constexpr14, 1
  %constexpr.ins16 = insertvalue { i64, [2 x i64] } poison, i64 %constexpr14, 0
  %constexpr.ins17 = insertvalue { i64, [2 x i64] } %constexpr.ins16, [2 x i64] %constexpr.ins15, 1
  store { i64, [2 x i64] } %constexpr.ins17, ptr null, align 4
  %constexpr18 = zext i32 ptrtoint (ptr @g to i32) to i64
  %q = call i32 asm "", "=r,r"(i64 %constexpr18)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  %constexpr = zext i32 ptrtoint (ptr @g to i32) to i64
  invoke void @take(i64 %constexpr)
          to label %phi.constexpr unwind label %bad

phi.constexpr:                                    ; preds = %0
  %constexpr1 = zext i32 ptrtoint (ptr @g to i32) to i64
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
  br i1 %c, label %one, label %phi.constexpr2

one:                                              ; preds = %entry
  switch i8 %k, label %phi.constexpr4 [
    i8 0, label %phi.constexpr4
    i8 1, label %loop
  ]

phi.constexpr:                                    ; preds = %loop
  %constexpr = zext i32 ptrtoint (ptr @g to i32) to i64
  br label %loop

loop:                                             ; preds = %phi.constexpr, %one
  %i = phi i64 [ 0, %one ], [ %constexpr, %phi.constexpr ]
  %constexpr1 = icmp ult i32 ptrtoint (ptr @g to i32), 9
  br i1 %constexpr1, label %phi.constexpr6, label %phi.constexpr

phi.constexpr2:                                   ; preds = %entry
  %constexpr3 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr7 = zext i32 ptrtoint (ptr @g to i32) to i64
  br label %join

phi.constexpr4:                                   ; preds = %one, %one
  %constexpr5 = zext i32 ptrtoint (ptr @g to i32) to i64
  br label %join

phi.constexpr6:                                   ; preds = %loop
  %constexpr8 = zext i32 ptrtoint (ptr @g to i32) to i64
  br label %join

join:                                             ; preds = %phi.constexpr6, %phi.constexpr4, %phi.constexpr2
  %x = phi i64 [ %constexpr3, %phi.constexpr2 ], [ %constexpr5, %phi.constexpr4 ], [ undef, %phi.constexpr6 ]
  %y = phi i64 [ %constexpr7, %phi.constexpr2 ], [ 1, %phi.constexpr4 ], [ %constexpr8, %phi.constexpr6 ]
  %constexpr9 = zext i32 ptrtoint (ptr @g to i32) to i64
  switch i64 %constexpr9, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret i64 %x
}
