; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer

declare void @take(float)

declare void @give(float, ...)

declare i32 @__gxx_personality_v0(...)

define float @returned() {
  %constexpr = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  ret float %constexpr
}

define void @used(ptr %p, i1 %c) {
  %constexpr = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  store float %constexpr, ptr %p, align 4
  %constexpr1 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  call void @take(float %constexpr1)
  %constexpr2 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  %constexpr3 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  %constexpr4 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  %constexpr5 = fptosi float %constexpr4 to i64
  %constexpr6 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  call void (float, ...) @give(float %constexpr3, i64 %constexpr5, float %constexpr6) [ "deopt"(float %constexpr2, i64 7) ]
  %constexpr7 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  %s = select i1 %c, float %constexpr7, float undef
  %constexpr8 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  %f = freeze float %constexpr8
  %constexpr9 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  %a = insertvalue { i8, float } undef, float %constexpr9, 1
  %constexpr10 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  %constexpr11 = fptosi float %constexpr10 to i64
  %constexpr12 = getelementptr i32, ptr @g, i64 %constexpr11
  %l = load i32, ptr %constexpr12, align 4
  %constexpr13 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  %constexpr14 = fptosi float %constexpr13 to i64
  %constexpr15 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  %constexpr16 = fptosi float %constexpr15 to i64
  %constexpr17 = add i64 %constexpr16, 1
  %n = add i64 %constexpr14, %constexpr17
  %constexpr18 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  %constexpr.ins = insertvalue [2 x float] poison, float undef, 0
  %constexpr.ins19 = insertvalue [2 x float] %constexpr.ins, float %constexpr18, 1
  %constexpr.ins20 = insertvalue { float, [2 x float] } poison, float %constexpr18, 0
  %constexpr.ins21 = insertvalue { float, [2 x float] } %constexpr.ins20, [2 x float] %constexpr.ins19, 1
  store { float, [2 x float] } %constexpr.ins21, ptr null, align 4
  %constexpr22 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  %constexpr23 = fptosi float %constexpr22 to i64
  %q = call i32 asm "", "=r,r"(i64 %constexpr23)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  %constexpr = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  invoke void @take(float %constexpr)
          to label %phi.constexpr unwind label %bad

phi.constexpr:                                    ; preds = %0
  %constexpr1 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  br label %good

good:                                             ; preds = %phi.constexpr
  %p = phi float [ %constexpr1, %phi.constexpr ]
  store float %p, ptr null, align 4
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define float @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %phi.constexpr5

one:                                              ; preds = %entry
  switch i8 %k, label %phi.constexpr7 [
    i8 0, label %phi.constexpr7
    i8 1, label %loop
  ]

phi.constexpr:                                    ; preds = %loop
  %constexpr = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  %constexpr1 = fptosi float %constexpr to i64
  br label %loop

loop:                                             ; preds = %phi.constexpr, %one
  %i = phi i64 [ 0, %one ], [ %constexpr1, %phi.constexpr ]
  %constexpr2 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  %constexpr3 = fptosi float %constexpr2 to i64
  %constexpr4 = icmp ult i64 %constexpr3, 9
  br i1 %constexpr4, label %phi.constexpr9, label %phi.constexpr

phi.constexpr5:                                   ; preds = %entry
  %constexpr6 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  %constexpr10 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  %constexpr11 = fptosi float %constexpr10 to i64
  br label %join

phi.constexpr7:                                   ; preds = %one, %one
  %constexpr8 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  br label %join

phi.constexpr9:                                   ; preds = %loop
  %constexpr12 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  %constexpr13 = fptosi float %constexpr12 to i64
  br label %join

join:                                             ; preds = %phi.constexpr9, %phi.constexpr7, %phi.constexpr5
  %x = phi float [ %constexpr6, %phi.constexpr5 ], [ %constexpr8, %phi.constexpr7 ], [ undef, %phi.constexpr9 ]
  %y = phi i64 [ %constexpr11, %phi.constexpr5 ], [ 1, %phi.constexpr7 ], [ %constexpr13, %phi.constexpr9 ]
  %constexpr14 = fptrunc double bitcast (i64 ptrtoint (ptr @g to i64) to double) to float
  %constexpr15 = fptosi float %constexpr14 to i64
  switch i64 %constexpr15, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret float %x
}
