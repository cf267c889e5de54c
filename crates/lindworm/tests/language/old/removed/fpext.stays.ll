; `fpext` as a constant expression that does not fold, in every place
@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer
declare void @take(double)
declare void @give(double, ...)
declare i32 @__gxx_personality_v0(...)

define double @returned() {
  ret double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double)
}

define void @used(double* %p, i1 %c) {
  store double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double), double* %p
  call void @take(double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double))
  call void (double, ...) @give(double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double), i64 fptosi (double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double) to i64), double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double)) [ "deopt"(double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double), i64 7) ]
  %s = select i1 %c, double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double), double undef
  %f = freeze double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double)
  %a = insertvalue { i8, double } undef, double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double), 1
  %l = load i32, i32* getelementptr (i32, i32* @g, i64 fptosi (double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double) to i64))
  %n = add i64 fptosi (double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double) to i64), add (i64 fptosi (double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double) to i64), i64 1)
  store { double, [2 x double] } { double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double), [2 x double] [double undef, double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double)] }, { double, [2 x double] }* null
  %q = call i32 asm "", "=r,r"(i64 fptosi (double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double) to i64))
  ret void
}

define void @invoked() personality i32 (...)* @__gxx_personality_v0 {
  invoke void @take(double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double))
          to label %good unwind label %bad
good:
  %p = phi double [ fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double), %0 ]
  store double %p, double* null
  ret void
bad:
  %pad = landingpad { i8*, i32 } cleanup
  resume { i8*, i32 } %pad
}

define double @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %join
one:
  switch i8 %k, label %join [ i8 0, label %join
                              i8 1, label %loop ]
loop:
  %i = phi i64 [ 0, %one ], [ fptosi (double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double) to i64), %loop ]
  br i1 icmp ult (i64 fptosi (double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double) to i64), i64 9), label %join, label %loop
join:
  %x = phi double [ fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double), %entry ], [ fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double), %one ], [ fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double), %one ], [ undef, %loop ]
  %y = phi i64 [ fptosi (double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double) to i64), %entry ], [ 1, %one ], [ 1, %one ], [ fptosi (double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double) to i64), %loop ]
  switch i64 fptosi (double fpext (float bitcast (i32 ptrtoint (i32* @g to i32) to float) to double) to i64), label %end [ i64 5, label %end ]
end:
  ret double %x
}
