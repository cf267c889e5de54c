; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer

declare void @take(<2 x i32>)

declare void @give(<2 x i32>, ...)

declare i32 @__gxx_personality_v0(...)

define <2 x i32> @returned() {
  %constexpr = mul i32 ptrtoint (ptr @g to i32), 3
  %constexpr.ins = insertelement <2 x i32> poison, i32 %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x i32> %constexpr.ins, i32 35, i32 1
  ret <2 x i32> %constexpr.ins1
}

define void @used(ptr %p, i1 %c) {
  %constexpr = mul i32 ptrtoint (ptr @g to i32), 3
  %constexpr.ins = insertelement <2 x i32> poison, i32 %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x i32> %constexpr.ins, i32 35, i32 1
  store <2 x i32> %constexpr.ins1, ptr %p, align 8
  %constexpr2 = mul i32 ptrtoint (ptr @g to i32), 3
  %constexpr.ins3 = insertelement <2 x i32> poison, i32 %constexpr2, i32 0
  %constexpr.ins4 = insertelement <2 x i32> %constexpr.ins3, i32 35, i32 1
  call void @take(<2 x i32> %constexpr.ins4)
  %constexpr5 = mul i32 ptrtoint (ptr @g to i32), 3
  %constexpr.ins6 = insertelement <2 x i32> poison, i32 %constexpr5, i32 0
  %constexpr.ins7 = insertelement <2 x i32> %constexpr.ins6, i32 35, i32 1
  %constexpr8 = mul i32 ptrtoint (ptr @g to i32), 3
  %constexpr.ins9 = insertelement <2 x i32> poison, i32 %constexpr8, i32 0
  %constexpr.ins10 = insertelement <2 x i32> %constexpr.ins9, i32 35, i32 1
  %constexpr11 = mul i32 ptrtoint (ptr @g to i32), 3
  %constexpr.ins12 = insertelement <2 x i32> poison, i32 %constexpr11, i32 0
  %constexpr.ins13 = insertelement <2 x i32> %constexpr.ins12, i32 35, i32 1
  call void (<2 x i32>, ...) @give(<2 x i32> %constexpr.ins10, i64 35, <2 x i32> %constexpr.ins13) [ "deopt"(<2 x i32> %constexpr.ins7, i64 7) ]
  %constexpr14 = mul i32 ptrtoint (ptr @g to i32), 3
  %constexpr.ins15 = insertelement <2 x i32> poison, i32 %constexpr14, i32 0
  %constexpr.ins16 = insertelement <2 x i32> %constexpr.ins15, i32 35, i32 1
  %s = select i1 %c, <2 x i32> %constexpr.ins16, <2 x i32> undef
  %constexpr17 = mul i32 ptrtoint (ptr @g to i32), 3
  %constexpr.ins18 = insertelement <2 x i32> poison, i32 %constexpr17, i32 0
  %constexpr.ins19 = insertelement <2 x i32> %constexpr.ins18, i32 35, i32 1
  %f = freeze <2 x i32> %constexpr.ins19
  %constexpr20 = mul i32 ptrtoint (ptr @g to i32), 3
  %constexpr.ins21 = insertelement <2 x i32> poison, i32 %constexpr20, i32 0
  %constexpr.ins22 = insertelement <2 x i32> %constexpr.ins21, i32 35, i32 1
  %a = insertvalue { i8, <2 x i32> } undef, <2 x i32> %constexpr.ins22, 1
  %l = load i32, ptr getelementptr (i32, ptr @g, i64 35), align 4
  %n = add i64 35, 36
  %constexpr23 = mul i32 ptrtoint (ptr @g to i32), 3
  %constexpr.ins24 = insertelement <2 x i32> poison, i32 %constexpr23, i32 0
  %constexpr.ins25 = insertelement <2 x i32> %constexpr.ins24, i32 35, i32 1
  %constexpr.ins26 = insertvalue [2 x <2 x i32>] poison, <2 x i32> undef, 0
  %constexpr.ins27 = insertvalue [2 x <2 x i32>] %constexpr.ins26, <2 x i32> %constexpr.ins25, 1
  %constexpr.ins28 = insertvalue { <2 x i32>, [2 x <2 x i32>] } poison, <2 x i32> %constexpr.ins25, 0
  %constexpr.ins29 = insertvalue { <2 x i32>, [2 x <2 x i32>] } %constexpr.ins28, [2 x <2 x i32>] %constexpr.ins27, 1
  store { <2 x i32>, [2 x <2 x i32>] } %constexpr.ins29, ptr null, align 8
  %q = call i32 asm "", "=r,r"(i64 35)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  %constexpr = mul i32 ptrtoint (ptr @g to i32), 3
  %constexpr.ins = insertelement <2 x i32> poison, i32 %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x i32> %constexpr.ins, i32 35, i32 1
  invoke void @take(<2 x i32> %constexpr.ins1)
          to label %phi.constexpr unwind label %bad

phi.constexpr:                                    ; preds = %0
  %constexpr2 = mul i32 ptrtoint (ptr @g to i32), 3
  %constexpr.ins3 = insertelement <2 x i32> poison, i32 %constexpr2, i32 0
  %constexpr.ins4 = insertelement <2 x i32> %constexpr.ins3, i32 35, i32 1
  br label %good

good:                                             ; preds = %phi.constexpr
  %p = phi <2 x i32> [ %constexpr.ins4, %phi.constexpr ]
  store <2 x i32> %p, ptr null, align 8
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define <2 x i32> @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %phi.constexpr

one:                                              ; preds = %entry
  switch i8 %k, label %phi.constexpr2 [
    i8 0, label %phi.constexpr2
    i8 1, label %loop
  ]

loop:                                             ; preds = %loop, %one
  %i = phi i64 [ 0, %one ], [ 35, %loop ]
  br i1 false, label %join, label %loop

phi.constexpr:                                    ; preds = %entry
  %constexpr = mul i32 ptrtoint (ptr @g to i32), 3
  %constexpr.ins = insertelement <2 x i32> poison, i32 %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x i32> %constexpr.ins, i32 35, i32 1
  br label %join

phi.constexpr2:                                   ; preds = %one, %one
  %constexpr3 = mul i32 ptrtoint (ptr @g to i32), 3
  %constexpr.ins4 = insertelement <2 x i32> poison, i32 %constexpr3, i32 0
  %constexpr.ins5 = insertelement <2 x i32> %constexpr.ins4, i32 35, i32 1
  br label %join

join:                                             ; preds = %phi.constexpr2, %phi.constexpr, %loop
  %x = phi <2 x i32> [ %constexpr.ins1, %phi.constexpr ], [ %constexpr.ins5, %phi.constexpr2 ], [ undef, %loop ]
  %y = phi i64 [ 35, %phi.constexpr ], [ 1, %phi.constexpr2 ], [ 35, %loop ]
  switch i64 35, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret <2 x i32> %x
}
