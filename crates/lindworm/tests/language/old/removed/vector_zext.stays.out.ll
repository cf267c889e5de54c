; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer

declare void @take(<2 x i64>)

declare void @give(<2 x i64>, ...)

declare i32 @__gxx_personality_v0(...)

define <2 x i64> @returned() {
  %constexpr = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr.ins = insertelement <2 x i64> poison, i64 %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x i64> %constexpr.ins, i64 7, i32 1
  ret <2 x i64> %constexpr.ins1
}

define void @used(ptr %p, i1 %c) {
  %constexpr = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr.ins = insertelement <2 x i64> poison, i64 %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x i64> %constexpr.ins, i64 7, i32 1
  store <2 x i64> %constexpr.ins1, ptr %p, align 16
  %constexpr2 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr.ins3 = insertelement <2 x i64> poison, i64 %constexpr2, i32 0
  %constexpr.ins4 = insertelement <2 x i64> %constexpr.ins3, i64 7, i32 1
  call void @take(<2 x i64> %constexpr.ins4)
  %constexpr5 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr.ins6 = insertelement <2 x i64> poison, i64 %constexpr5, i32 0
  %constexpr.ins7 = insertelement <2 x i64> %constexpr.ins6, i64 7, i32 1
  %constexpr8 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr.ins9 = insertelement <2 x i64> poison, i64 %constexpr8, i32 0
  %constexpr.ins10 = insertelement <2 x i64> %constexpr.ins9, i64 7, i32 1
  %constexpr11 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr12 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr.ins13 = insertelement <2 x i64> poison, i64 %constexpr12, i32 0
  %constexpr.ins14 = insertelement <2 x i64> %constexpr.ins13, i64 7, i32 1
  call void (<2 x i64>, ...) @give(<2 x i64> %constexpr.ins10, i64 %constexpr11, <2 x i64> %constexpr.ins14) [ "deopt"(<2 x i64> %constexpr.ins7, i64 7) ]
  %constexpr15 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr.ins16 = insertelement <2 x i64> poison, i64 %constexpr15, i32 0
  %constexpr.ins17 = insertelement <2 x i64> %constexpr.ins16, i64 7, i32 1
  %s = select i1 %c, <2 x i64> %constexpr.ins17, <2 x i64> undef
  %constexpr18 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr.ins19 = insertelement <2 x i64> poison, i64 %constexpr18, i32 0
  %constexpr.ins20 = insertelement <2 x i64> %constexpr.ins19, i64 7, i32 1
  %f = freeze <2 x i64> %constexpr.ins20
  %constexpr21 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr.ins22 = insertelement <2 x i64> poison, i64 %constexpr21, i32 0
  %constexpr.ins23 = insertelement <2 x i64> %constexpr.ins22, i64 7, i32 1
  %a = insertvalue { i8, <2 x i64> } undef, <2 x i64> %constexpr.ins23, 1
  %constexpr24 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr25 = getelementptr i32, ptr @g, i64 %constexpr24
  %l = load i32, ptr %constexpr25, align 4
  %constexpr26 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr27 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr28 = add i64 %constexpr27, 1
  %n = add i64 %constexpr26, %constexpr28
  %constexpr29 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr.ins30 = insertelement <2 x i64> poison, i64 %constexpr29, i32 0
  %constexpr.ins31 = insertelement <2 x i64> %constexpr.ins30, i64 7, i32 1
  %constexpr.ins32 = insertvalue [2 x <2 x i64>] poison, <2 x i64> undef, 0
  %constexpr.ins33 = insertvalue [2 x <2 x i64>] %constexpr.ins32, <2 x i64> %constexpr.ins31, 1
  %constexpr.ins34 = insertvalue { <2 x i64>, [2 x <2 x i64>] } poison, <2 x i64> %constexpr.ins31, 0
  %constexpr.ins35 = insertvalue { <2 x i64>, [2 x <2 x i64>] } %constexpr.ins34, [2 x <2 x i64>] %constexpr.ins33, 1
  store { <2 x i64>, [2 x <2 x i64>] } %constexpr.ins35, ptr null, align 16
  %constexpr36 = zext i32 ptrtoint (ptr @g to i32) to i64
  %q = call i32 asm "", "=r,r"(i64 %constexpr36)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  %constexpr = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr.ins = insertelement <2 x i64> poison, i64 %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x i64> %constexpr.ins, i64 7, i32 1
  invoke void @take(<2 x i64> %constexpr.ins1)
          to label %phi.constexpr unwind label %bad

phi.constexpr:                                    ; preds = %0
  %constexpr2 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr.ins3 = insertelement <2 x i64> poison, i64 %constexpr2, i32 0
  %constexpr.ins4 = insertelement <2 x i64> %constexpr.ins3, i64 7, i32 1
  br label %good

good:                                             ; preds = %phi.constexpr
  %p = phi <2 x i64> [ %constexpr.ins4, %phi.constexpr ]
  store <2 x i64> %p, ptr null, align 16
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define <2 x i64> @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %phi.constexpr2

one:                                              ; preds = %entry
  switch i8 %k, label %phi.constexpr5 [
    i8 0, label %phi.constexpr5
    i8 1, label %loop
  ]

phi.constexpr:                                    ; preds = %loop
  %constexpr = zext i32 ptrtoint (ptr @g to i32) to i64
  br label %loop

loop:                                             ; preds = %phi.constexpr, %one
  %i = phi i64 [ 0, %one ], [ %constexpr, %phi.constexpr ]
  %constexpr1 = icmp ult i32 ptrtoint (ptr @g to i32), 9
  br i1 %constexpr1, label %phi.constexpr9, label %phi.constexpr

phi.constexpr2:                                   ; preds = %entry
  %constexpr3 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr.ins = insertelement <2 x i64> poison, i64 %constexpr3, i32 0
  %constexpr.ins4 = insertelement <2 x i64> %constexpr.ins, i64 7, i32 1
  %constexpr10 = zext i32 ptrtoint (ptr @g to i32) to i64
  br label %join

phi.constexpr5:                                   ; preds = %one, %one
  %constexpr6 = zext i32 ptrtoint (ptr @g to i32) to i64
  %constexpr.ins7 = insertelement <2 x i64> poison, i64 %constexpr6, i32 0
  %constexpr.ins8 = insertelement <2 x i64> %constexpr.ins7, i64 7, i32 1
  br label %join

phi.constexpr9:                                   ; preds = %loop
  %constexpr11 = zext i32 ptrtoint (ptr @g to i32) to i64
  br label %join

join:                                             ; preds = %phi.constexpr9, %phi.constexpr5, %phi.constexpr2
  %x = phi <2 x i64> [ %constexpr.ins4, %phi.constexpr2 ], [ %constexpr.ins8, %phi.constexpr5 ], [ undef, %phi.constexpr9 ]
  %y = phi i64 [ %constexpr10, %phi.constexpr2 ], [ 1, %phi.constexpr5 ], [ %constexpr11, %phi.constexpr9 ]
  %constexpr12 = zext i32 ptrtoint (ptr @g to i32) to i64
  switch i64 %constexpr12, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret <2 x i64> %x
}
