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
  %constexpr = fpext float bitcast (i32 ptrtoint (ptr @g to i32) to float) to double
  ret double %constexpr
}

define void @used(ptr %p, i1 %c) {
  %constexpr = fpext float bitcast (i32 ptrtoint (ptr @g to i32) to float) to double
  store double %constexpr, ptr %p, align 8
  %constexpr1 = fpext float bitcast (i32 ptrtoint (ptr @g to i32) to float) to double
  call void @take(double %constexpr1)
  %constexpr2 = fpext float bitcast (i32 ptrtoint (ptr @g to i32) to float) to double
  %constexpr3 = fpext float bitcast (i32 ptrtoint (ptr @g to i32) to float) to double
  %constexpr4 = fptosi float bitcast (i32 ptrtoint (ptr @g to i32) to float) to i64
  %constexpr5 = fpext float bitcast (i32 ptrtoint (ptr @g to i32) to float) to double
  call void (double, ...) @give(double %constexpr3, i64 %constexpr4, double %constexpr5) [ "deopt"(double %constexpr2, i64 7) ]
  %constexpr6 = fpext float bitcast (i32 ptrtoint (ptr @g to i32) to float) to double
  %s = select i1 %c, double %constexpr6, double undef
  %constexpr7 = fpext float bitcast (i32 ptrtoint (ptr @g to i32) to float) to double
  %f = freeze double %constexpr7
  %constexpr8 = fpext float bitcast (i32 ptrtoint (ptr @g to i32) to float) to double
  %a = insertvalue { i8, double } undef, double %constexpr8, 1
  %constexpr9 = fptosi float bitcast (i32 ptrtoint (ptr @g to i32) to float) to i64
  %constexpr10 = getelementptr i32, ptr @g, i64 %constexpr9
  %l = load i32, ptr %constexpr10, align 4
  %constexpr11 = fptosi float bitcast (i32 ptrtoint (ptr @g to i32) to float) to i64
  %constexpr12 = fptosi float bitcast (i32 ptrtoint (ptr @g to i32) to float) to i64
  %constexpr13 = add i64 %constexpr12, 1
  %n = add i64 %constexpr11, %constexpr13
  %constexpr14 = fpext float bitcast (i32 ptrtoint (ptr @g to i32) to float) to double
  %constexpr.ins = insertvalue [2 x double] poison, double undef, 0
  %constexpr.ins15 = insertvalue [2 x double] %constexpr.ins, double %constexpr14, 1
  %constexpr.ins16 = insertvalue { double, [2 x double] } poison, double %constexpr14, 0
  %constexpr.ins17 = insertvalue { double, [2 x double] } %constexpr.ins16, [2 x double] %constexpr.ins15, 1
  store { double, [2 x double] } %constexpr.ins17, ptr null, align 8
  %constexpr18 = fptosi float bitcast (i32 ptrtoint (ptr @g to i32) to float) to i64
  %q = call i32 asm "", "=r,r"(i64 %constexpr18)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  %constexpr = fpext float bitcast (i32 ptrtoint (ptr @g to i32) to float) to double
  invoke void @take(double %constexpr)
          to label %phi.constexpr unwind label %bad

phi.constexpr:                                    ; preds = %0
  %constexpr1 = fpext float bitcast (i32 ptrtoint (ptr @g to i32) to float) to double
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
  br i1 %c, label %one, label %phi.constexpr3

one:                                              ; preds = %entry
  switch i8 %k, label %phi.constexpr5 [
    i8 0, label %phi.constexpr5
    i8 1, label %loop
  ]

phi.constexpr:                                    ; preds = %loop
  %constexpr = fptosi float bitcast (i32 ptrtoint (ptr @g to i32) to float) to i64
  br label %loop

loop:                                             ; preds = %phi.constexpr, %one
  %i = phi i64 [ 0, %one ], [ %constexpr, %phi.constexpr ]
  %constexpr1 = fptosi float bitcast (i32 ptrtoint (ptr @g to i32) to float) to i64
  %constexpr2 = icmp ult i64 %constexpr1, 9
  br i1 %constexpr2, label %phi.constexpr7, label %phi.constexpr

phi.constexpr3:                                   ; preds = %entry
  %constexpr4 = fpext float bitcast (i32 ptrtoint (ptr @g to i32) to float) to double
  %constexpr8 = fptosi float bitcast (i32 ptrtoint (ptr @g to i32) to float) to i64
  br label %join

phi.constexpr5:                                   ; preds = %one, %one
  %constexpr6 = fpext float bitcast (i32 ptrtoint (ptr @g to i32) to float) to double
  br label %join

phi.constexpr7:                                   ; preds = %loop
  %constexpr9 = fptosi float bitcast (i32 ptrtoint (ptr @g to i32) to float) to i64
  br label %join

join:                                             ; preds = %phi.constexpr7, %phi.constexpr5, %phi.constexpr3
  %x = phi double [ %constexpr4, %phi.constexpr3 ], [ %constexpr6, %phi.constexpr5 ], [ undef, %phi.constexpr7 ]
  %y = phi i64 [ %constexpr8, %phi.constexpr3 ], [ 1, %phi.constexpr5 ], [ %constexpr9, %phi.constexpr7 ]
  %constexpr10 = fptosi float bitcast (i32 ptrtoint (ptr @g to i32) to float) to i64
  switch i64 %constexpr10, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret double %x
}
