; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer

declare void @take(<2 x float>)

declare void @give(<2 x float>, ...)

declare i32 @__gxx_personality_v0(...)

define <2 x float> @returned() {
  %constexpr = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr.ins = insertelement <2 x float> poison, float %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x float> %constexpr.ins, float 3.000000e+00, i32 1
  ret <2 x float> %constexpr.ins1
}

define void @used(ptr %p, i1 %c) {
  %constexpr = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr.ins = insertelement <2 x float> poison, float %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x float> %constexpr.ins, float 3.000000e+00, i32 1
  store <2 x float> %constexpr.ins1, ptr %p, align 8
  %constexpr2 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr.ins3 = insertelement <2 x float> poison, float %constexpr2, i32 0
  %constexpr.ins4 = insertelement <2 x float> %constexpr.ins3, float 3.000000e+00, i32 1
  call void @take(<2 x float> %constexpr.ins4)
  %constexpr5 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr.ins6 = insertelement <2 x float> poison, float %constexpr5, i32 0
  %constexpr.ins7 = insertelement <2 x float> %constexpr.ins6, float 3.000000e+00, i32 1
  %constexpr8 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr.ins9 = insertelement <2 x float> poison, float %constexpr8, i32 0
  %constexpr.ins10 = insertelement <2 x float> %constexpr.ins9, float 3.000000e+00, i32 1
  %constexpr11 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr12 = fptosi float %constexpr11 to i64
  %constexpr13 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr.ins14 = insertelement <2 x float> poison, float %constexpr13, i32 0
  %constexpr.ins15 = insertelement <2 x float> %constexpr.ins14, float 3.000000e+00, i32 1
  call void (<2 x float>, ...) @give(<2 x float> %constexpr.ins10, i64 %constexpr12, <2 x float> %constexpr.ins15) [ "deopt"(<2 x float> %constexpr.ins7, i64 7) ]
  %constexpr16 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr.ins17 = insertelement <2 x float> poison, float %constexpr16, i32 0
  %constexpr.ins18 = insertelement <2 x float> %constexpr.ins17, float 3.000000e+00, i32 1
  %s = select i1 %c, <2 x float> %constexpr.ins18, <2 x float> undef
  %constexpr19 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr.ins20 = insertelement <2 x float> poison, float %constexpr19, i32 0
  %constexpr.ins21 = insertelement <2 x float> %constexpr.ins20, float 3.000000e+00, i32 1
  %f = freeze <2 x float> %constexpr.ins21
  %constexpr22 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr.ins23 = insertelement <2 x float> poison, float %constexpr22, i32 0
  %constexpr.ins24 = insertelement <2 x float> %constexpr.ins23, float 3.000000e+00, i32 1
  %a = insertvalue { i8, <2 x float> } undef, <2 x float> %constexpr.ins24, 1
  %constexpr25 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr26 = fptosi float %constexpr25 to i64
  %constexpr27 = getelementptr i32, ptr @g, i64 %constexpr26
  %l = load i32, ptr %constexpr27, align 4
  %constexpr28 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr29 = fptosi float %constexpr28 to i64
  %constexpr30 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr31 = fptosi float %constexpr30 to i64
  %constexpr32 = add i64 %constexpr31, 1
  %n = add i64 %constexpr29, %constexpr32
  %constexpr33 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr.ins34 = insertelement <2 x float> poison, float %constexpr33, i32 0
  %constexpr.ins35 = insertelement <2 x float> %constexpr.ins34, float 3.000000e+00, i32 1
  %constexpr.ins36 = insertvalue [2 x <2 x float>] poison, <2 x float> undef, 0
  %constexpr.ins37 = insertvalue [2 x <2 x float>] %constexpr.ins36, <2 x float> %constexpr.ins35, 1
  %constexpr.ins38 = insertvalue { <2 x float>, [2 x <2 x float>] } poison, <2 x float> %constexpr.ins35, 0
  %constexpr.ins39 = insertvalue { <2 x float>, [2 x <2 x float>] } %constexpr.ins38, [2 x <2 x float>] %constexpr.ins37, 1
  store { <2 x float>, [2 x <2 x float>] } %constexpr.ins39, ptr null, align 8
  %constexpr40 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr41 = fptosi float %constexpr40 to i64
  %q = call i32 asm "", "=r,r"(i64 %constexpr41)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  %constexpr = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr.ins = insertelement <2 x float> poison, float %constexpr, i32 0
  %constexpr.ins1 = insertelement <2 x float> %constexpr.ins, float 3.000000e+00, i32 1
  invoke void @take(<2 x float> %constexpr.ins1)
          to label %phi.constexpr unwind label %bad

phi.constexpr:                                    ; preds = %0
  %constexpr2 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr.ins3 = insertelement <2 x float> poison, float %constexpr2, i32 0
  %constexpr.ins4 = insertelement <2 x float> %constexpr.ins3, float 3.000000e+00, i32 1
  br label %good

good:                                             ; preds = %phi.constexpr
  %p = phi <2 x float> [ %constexpr.ins4, %phi.constexpr ]
  store <2 x float> %p, ptr null, align 8
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define <2 x float> @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %phi.constexpr5

one:                                              ; preds = %entry
  switch i8 %k, label %phi.constexpr8 [
    i8 0, label %phi.constexpr8
    i8 1, label %loop
  ]

phi.constexpr:                                    ; preds = %loop
  %constexpr = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr1 = fptosi float %constexpr to i64
  br label %loop

loop:                                             ; preds = %phi.constexpr, %one
  %i = phi i64 [ 0, %one ], [ %constexpr1, %phi.constexpr ]
  %constexpr2 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr3 = fptosi float %constexpr2 to i64
  %constexpr4 = icmp ult i64 %constexpr3, 9
  br i1 %constexpr4, label %phi.constexpr12, label %phi.constexpr

phi.constexpr5:                                   ; preds = %entry
  %constexpr6 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr.ins = insertelement <2 x float> poison, float %constexpr6, i32 0
  %constexpr.ins7 = insertelement <2 x float> %constexpr.ins, float 3.000000e+00, i32 1
  %constexpr13 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr14 = fptosi float %constexpr13 to i64
  br label %join

phi.constexpr8:                                   ; preds = %one, %one
  %constexpr9 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr.ins10 = insertelement <2 x float> poison, float %constexpr9, i32 0
  %constexpr.ins11 = insertelement <2 x float> %constexpr.ins10, float 3.000000e+00, i32 1
  br label %join

phi.constexpr12:                                  ; preds = %loop
  %constexpr15 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr16 = fptosi float %constexpr15 to i64
  br label %join

join:                                             ; preds = %phi.constexpr12, %phi.constexpr8, %phi.constexpr5
  %x = phi <2 x float> [ %constexpr.ins7, %phi.constexpr5 ], [ %constexpr.ins11, %phi.constexpr8 ], [ undef, %phi.constexpr12 ]
  %y = phi i64 [ %constexpr14, %phi.constexpr5 ], [ 1, %phi.constexpr8 ], [ %constexpr16, %phi.constexpr12 ]
  %constexpr17 = fadd float bitcast (i32 ptrtoint (ptr @g to i32) to float), 5.000000e-01
  %constexpr18 = fptosi float %constexpr17 to i64
  switch i64 %constexpr18, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret <2 x float> %x
}
