; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer

declare void @take(<2 x i1>)

declare void @give(<2 x i1>, ...)

declare i32 @__gxx_personality_v0(...)

define <2 x i1> @returned() {
  %constexpr = icmp ugt i32 ptrtoint (ptr @g to i32), 1
  %constexpr.ins = insertelement <2 x i1> poison, i1 %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x i1> %constexpr.ins, i1 false, i32 1
  ret <2 x i1> %constexpr.ins1
}

define void @used(ptr %p, i1 %c) {
  %constexpr = icmp ugt i32 ptrtoint (ptr @g to i32), 1
  %constexpr.ins = insertelement <2 x i1> poison, i1 %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x i1> %constexpr.ins, i1 false, i32 1
  store <2 x i1> %constexpr.ins1, ptr %p, align 1
  %constexpr2 = icmp ugt i32 ptrtoint (ptr @g to i32), 1
  %constexpr.ins3 = insertelement <2 x i1> poison, i1 %constexpr2, i32 0
  %constexpr.ins4 = insertelement <2 x i1> %constexpr.ins3, i1 false, i32 1
  call void @take(<2 x i1> %constexpr.ins4)
  %constexpr5 = icmp ugt i32 ptrtoint (ptr @g to i32), 1
  %constexpr.ins6 = insertelement <2 x i1> poison, i1 %constexpr5, i32 0
  %constexpr.ins7 = insertelement <2 x i1> %constexpr.ins6, i1 false, i32 1
  %constexpr8 = icmp ugt i32 ptrtoint (ptr @g to i32), 1
  %constexpr.ins9 = insertelement <2 x i1> poison, i1 %constexpr8, i32 0
  %constexpr.ins10 = insertelement <2 x i1> %constexpr.ins9, i1 false, i32 1
  %constexpr11 = icmp ugt i32 ptrtoint (ptr @g to i32), 1
  %constexpr.ins12 = insertelement <2 x i1> poison, i1 %constexpr11, i32 0
  %constexpr.ins13 = insertelement <2 x i1> %constexpr.ins12, i1 false, i32 1
  call void (<2 x i1>, ...) @give(<2 x i1> %constexpr.ins10, i64 0, <2 x i1> %constexpr.ins13) [ "deopt"(<2 x i1> %constexpr.ins7, i64 7) ]
  %constexpr14 = icmp ugt i32 ptrtoint (ptr @g to i32), 1
  %constexpr.ins15 = insertelement <2 x i1> poison, i1 %constexpr14, i32 0
  %constexpr.ins16 = insertelement <2 x i1> %constexpr.ins15, i1 false, i32 1
  %s = select i1 %c, <2 x i1> %constexpr.ins16, <2 x i1> undef
  %constexpr17 = icmp ugt i32 ptrtoint (ptr @g to i32), 1
  %constexpr.ins18 = insertelement <2 x i1> poison, i1 %constexpr17, i32 0
  %constexpr.ins19 = insertelement <2 x i1> %constexpr.ins18, i1 false, i32 1
  %f = freeze <2 x i1> %constexpr.ins19
  %constexpr20 = icmp ugt i32 ptrtoint (ptr @g to i32), 1
  %constexpr.ins21 = insertelement <2 x i1> poison, i1 %constexpr20, i32 0
  %constexpr.ins22 = insertelement <2 x i1> %constexpr.ins21, i1 false, i32 1
  %a = insertvalue { i8, <2 x i1> } undef, <2 x i1> %constexpr.ins22, 1
  %l = load i32, ptr @g, align 4
  %n = add i64 0, 1
  %constexpr23 = icmp ugt i32 ptrtoint (ptr @g to i32), 1
  %constexpr.ins24 = insertelement <2 x i1> poison, i1 %constexpr23, i32 0
  %constexpr.ins25 = insertelement <2 x i1> %constexpr.ins24, i1 false, i32 1
  %constexpr.ins26 = insertvalue [2 x <2 x i1>] poison, <2 x i1> undef, 0
  %constexpr.ins27 = insertvalue [2 x <2 x i1>] %constexpr.ins26, <2 x i1> %constexpr.ins25, 1
  %constexpr.ins28 = insertvalue { <2 x i1>, [2 x <2 x i1>] } poison, <2 x i1> %constexpr.ins25, 0
  %constexpr.ins29 = insertvalue { <2 x i1>, [2 x <2 x i1>] } %constexpr.ins28, [2 x <2 x i1>] %constexpr.ins27, 1
  store { <2 x i1>, [2 x <2 x i1>] } %constexpr.ins29, ptr null, align 1
  %q = call i32 asm "", "=r,r"(i64 0)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  %constexpr = icmp ugt i32 ptrtoint (ptr @g to i32), 1
  %constexpr.ins = insertelement <2 x i1> poison, i1 %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x i1> %constexpr.ins, i1 false, i32 1
  invoke void @take(<2 x i1> %constexpr.ins1)
          to label %phi.constexpr unwind label %bad

phi.constexpr:                                    ; preds = %0
  %constexpr2 = icmp ugt i32 ptrtoint (ptr @g to i32), 1
  %constexpr.ins3 = insertelement <2 x i1> poison, i1 %constexpr2, i32 0
  %constexpr.ins4 = insertelement <2 x i1> %constexpr.ins3, i1 false, i32 1
  br label %good

good:                                             ; preds = %phi.constexpr
  %p = phi <2 x i1> [ %constexpr.ins4, %phi.constexpr ]
  store <2 x i1> %p, ptr null, align 1
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define <2 x i1> @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %phi.constexpr

one:                                              ; preds = %entry
  switch i8 %k, label %phi.constexpr2 [
    i8 0, label %phi.constexpr2
    i8 1, label %loop
  ]

loop:                                             ; preds = %loop, %one
  %i = phi i64 [ 0, %one ], [ 0, %loop ]
  br i1 true, label %join, label %loop

phi.constexpr:                                    ; preds = %entry
  %constexpr = icmp ugt i32 ptrtoint (ptr @g to i32), 1
  %constexpr.ins = insertelement <2 x i1> poison, i1 %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x i1> %constexpr.ins, i1 false, i32 1
  br label %join

phi.constexpr2:                                   ; preds = %one, %one
  %constexpr3 = icmp ugt i32 ptrtoint (ptr @g to i32), 1
  %constexpr.ins4 = insertelement <2 x i1> poison, i1 %constexpr3, i32 0
  %constexpr.ins5 = insertelement <2 x i1> %constexpr.ins4, i1 false, i32 1
  br label %join

join:                                             ; preds = %phi.constexpr2, %phi.constexpr, %loop
  %x = phi <2 x i1> [ %constexpr.ins1, %phi.constexpr ], [ %constexpr.ins5, %phi.constexpr2 ], [ undef, %loop ]
  %y = phi i64 [ 0, %phi.constexpr ], [ 1, %phi.constexpr2 ], [ 0, %loop ]
  switch i64 0, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret <2 x i1> %x
}
