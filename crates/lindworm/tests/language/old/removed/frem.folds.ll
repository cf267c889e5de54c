; `frem` as a constant expression that folds, in every place
@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer
declare void @take(double)
declare void @give(double, ...)
declare i32 @__gxx_personality_v0(...)
@initializer = global double frem (double 7.5, double 2.0)
@member = global { i8, [2 x double] } { i8 1, [2 x double] [double frem (double 7.5, double 2.0), double undef] }
@element = global i32* getelementptr (i32, i32* @g, i64 fptosi (double frem (double 7.5, double 2.0) to i64))
@alias = alias i32, i32* getelementptr (i32, i32* @g, i64 fptosi (double frem (double 7.5, double 2.0) to i64))
@hidden = internal constant i64 add (i64 fptosi (double frem (double 7.5, double 2.0) to i64), i64 ptrtoint (i32* @g to i64))
define void @data() prefix double frem (double 7.5, double 2.0) prologue double frem (double 7.5, double 2.0) {
  ret void
}
!named = !{!0}
!0 = !{double frem (double 7.5, double 2.0)}

declare void @llvm.dbg.value(metadata, metadata, metadata)
define i64 @cases(i64 %x) {
  call void @llvm.assume(i1 true) [ "align"(i32* @g, i64 fptosi (double frem (double 7.5, double 2.0) to i64)) ]
  switch i64 %x, label %other [ i64 fptosi (double frem (double 7.5, double 2.0) to i64), label %same ]
same:
  ret i64 1
other:
  ret i64 2
}
declare void @llvm.assume(i1)

define double @returned() {
  ret double frem (double 7.5, double 2.0)
}

define void @used(double* %p, i1 %c) {
  store double frem (double 7.5, double 2.0), double* %p
  call void @take(double frem (double 7.5, double 2.0))
  call void (double, ...) @give(double frem (double 7.5, double 2.0), i64 fptosi (double frem (double 7.5, double 2.0) to i64), double frem (double 7.5, double 2.0)) [ "deopt"(double frem (double 7.5, double 2.0), i64 7) ]
  %s = select i1 %c, double frem (double 7.5, double 2.0), double undef
  %f = freeze double frem (double 7.5, double 2.0)
  %a = insertvalue { i8, double } undef, double frem (double 7.5, double 2.0), 1
  %l = load i32, i32* getelementptr (i32, i32* @g, i64 fptosi (double frem (double 7.5, double 2.0) to i64))
  %n = add i64 fptosi (double frem (double 7.5, double 2.0) to i64), add (i64 fptosi (double frem (double 7.5, double 2.0) to i64), i64 1)
  store { double, [2 x double] } { double frem (double 7.5, double 2.0), [2 x double] [double undef, double frem (double 7.5, double 2.0)] }, { double, [2 x double] }* null
  %q = call i32 asm "", "=r,r"(i64 fptosi (double frem (double 7.5, double 2.0) to i64))
  ret void
}

define void @invoked() personality i32 (...)* @__gxx_personality_v0 {
  invoke void @take(double frem (double 7.5, double 2.0))
          to label %good unwind label %bad
good:
  %p = phi double [ frem (double 7.5, double 2.0), %0 ]
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
  %i = phi i64 [ 0, %one ], [ fptosi (double frem (double 7.5, double 2.0) to i64), %loop ]
  br i1 icmp ult (i64 fptosi (double frem (double 7.5, double 2.0) to i64), i64 9), label %join, label %loop
join:
  %x = phi double [ frem (double 7.5, double 2.0), %entry ], [ frem (double 7.5, double 2.0), %one ], [ frem (double 7.5, double 2.0), %one ], [ undef, %loop ]
  %y = phi i64 [ fptosi (double frem (double 7.5, double 2.0) to i64), %entry ], [ 1, %one ], [ 1, %one ], [ fptosi (double frem (double 7.5, double 2.0) to i64), %loop ]
  switch i64 fptosi (double frem (double 7.5, double 2.0) to i64), label %end [ i64 5, label %end ]
end:
  ret double %x
}
