; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer

declare void @take(double)

declare void @give(double, ...)

declare i32 @__gxx_personality_v0(...)

define double @returned() {
  %constexpr = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  ret double %constexpr
}

define void @used(ptr %p, i1 %c) {
  %constexpr = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  store double %constexpr, ptr %p, align 8
  %constexpr1 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  call void @take(double %constexpr1)
  %constexpr2 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  %constexpr3 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  %constexpr4 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  %constexpr5 = fptosi double %constexpr4 to i64
  %constexpr6 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  call void (double, ...) @give(double %constexpr3, i64 %constexpr5, double %constexpr6) [ "deopt"(double %constexpr2, i64 7) ]
  %constexpr7 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  %s = select i1 %c, double %constexpr7, double undef
  %constexpr8 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  %f = freeze double %constexpr8
  %constexpr9 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  %a = insertvalue { i8, double } undef, double %constexpr9, 1
  %constexpr10 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  %constexpr11 = fptosi double %constexpr10 to i64
  %constexpr12 = getelementptr i32, ptr @g, i64 %constexpr11
  %l = load i32, ptr %constexpr12, align 4
  %constexpr13 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  %constexpr14 = fptosi double %constexpr13 to i64
  %constexpr15 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  %constexpr16 = fptosi double %constexpr15 to i64
  %constexpr17 = add i64 %constexpr16, 1
  %n = add i64 %constexpr14, %constexpr17
  %constexpr18 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  %constexpr.ins = insertvalue [2 x double] poison, double undef, 0
  %constexpr.ins19 = insertvalue [2 x double] %constexpr.ins, double %constexpr18, 1
  %constexpr.ins20 = insertvalue { double, [2 x double] } poison, double %constexpr18, 0
  %constexpr.ins21 = insertvalue { double, [2 x double] } %constexpr.ins20, [2 x double] %constexpr.ins19, 1
  store { double, [2 x double] } %constexpr.ins21, ptr null, align 8
  %constexpr22 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  %constexpr23 = fptosi double %constexpr22 to i64
  %q = call i32 asm "", "=r,r"(i64 %constexpr23)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  %constexpr = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  invoke void @take(double %constexpr)
          to label %phi.constexpr unwind label %bad

phi.constexpr:                                    ; preds = %0
  %constexpr1 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  br label %good

good:                                             ; preds = %phi.constexpr
  %p = phi double [ %constexpr1, %phi.constexpr ]
  store double %p, ptr null, align 8
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define double @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %phi.constexpr5

one:                                              ; preds = %entry
  switch i8 %k, label %phi.constexpr7 [
    i8 0, label %phi.constexpr7
    i8 1, label %loop
  ]

phi.constexpr:                                    ; preds = %loop
  %constexpr = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  %constexpr1 = fptosi double %constexpr to i64
  br label %loop

loop:                                             ; preds = %phi.constexpr, %one
  %i = phi i64 [ 0, %one ], [ %constexpr1, %phi.constexpr ]
  %constexpr2 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  %constexpr3 = fptosi double %constexpr2 to i64
  %constexpr4 = icmp ult i64 %constexpr3, 9
  br i1 %constexpr4, label %phi.constexpr9, label %phi.constexpr

phi.constexpr5:                                   ; preds = %entry
  %constexpr6 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  %constexpr10 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  %constexpr11 = fptosi double %constexpr10 to i64
  br label %join

phi.constexpr7:                                   ; preds = %one, %one
  %constexpr8 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  br label %join

phi.constexpr9:                                   ; preds = %loop
  %constexpr12 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  %constexpr13 = fptosi double %constexpr12 to i64
  br label %join

join:                                             ; preds = %phi.constexpr9, %phi.constexpr7, %phi.constexpr5
  %x = phi double [ %constexpr6, %phi.constexpr5 ], [ %constexpr8, %phi.constexpr7 ], [ undef, %phi.constexpr9 ]
  %y = phi i64 [ %constexpr11, %phi.constexpr5 ], [ 1, %phi.constexpr7 ], [ %constexpr13, %phi.constexpr9 ]
  %constexpr14 = fsub double bitcast (i64 ptrtoint (ptr @g to i64) to double), 2.000000e+00
  %constexpr15 = fptosi double %constexpr14 to i64
  switch i64 %constexpr15, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret double %x
}
