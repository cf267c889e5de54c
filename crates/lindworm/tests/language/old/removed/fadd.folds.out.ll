; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer
@initializer = global double 9.500000e+00
@member = global { i8, [2 x double] } { i8 1, [2 x double] [double 9.500000e+00, double undef] }
@element = global ptr getelementptr (i32, ptr @g, i64 9)
@hidden = internal constant i64 add (i64 ptrtoint (ptr @g to i64), i64 9)

@alias = alias i32, getelementptr (i32, ptr @g, i64 9)

declare void @take(double)

declare void @give(double, ...)

declare i32 @__gxx_personality_v0(...)

define void @data() prefix double 9.500000e+00 prologue double 9.500000e+00 {
  ret void
}

define i64 @cases(i64 %x) {
  call void @llvm.assume(i1 true) [ "align"(ptr @g, i64 9) ]
  switch i64 %x, label %other [
    i64 9, label %same
  ]

same:                                             ; preds = %0
  ret i64 1

other:                                            ; preds = %0
  ret i64 2
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #0

define double @returned() {
  ret double 9.500000e+00
}

define void @used(ptr %p, i1 %c) {
  store double 9.500000e+00, ptr %p, align 8
  call void @take(double 9.500000e+00)
  call void (double, ...) @give(double 9.500000e+00, i64 9, double 9.500000e+00) [ "deopt"(double 9.500000e+00, i64 7) ]
  %s = select i1 %c, double 9.500000e+00, double undef
  %f = freeze double 9.500000e+00
  %a = insertvalue { i8, double } undef, double 9.500000e+00, 1
  %l = load i32, ptr getelementptr (i32, ptr @g, i64 9), align 4
  %n = add i64 9, 10
  store { double, [2 x double] } { double 9.500000e+00, [2 x double] [double undef, double 9.500000e+00] }, ptr null, align 8
  %q = call i32 asm "", "=r,r"(i64 9)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  invoke void @take(double 9.500000e+00)
          to label %good unwind label %bad

good:                                             ; preds = %0
  %p = phi double [ 9.500000e+00, %0 ]
  store double %p, ptr null, align 8
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define double @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %join

one:                                              ; preds = %entry
  switch i8 %k, label %join [
    i8 0, label %join
    i8 1, label %loop
  ]

loop:                                             ; preds = %loop, %one
  %i = phi i64 [ 0, %one ], [ 9, %loop ]
  br i1 false, label %join, label %loop

join:                                             ; preds = %loop, %one, %one, %entry
  %x = phi double [ 9.500000e+00, %entry ], [ 9.500000e+00, %one ], [ 9.500000e+00, %one ], [ undef, %loop ]
  %y = phi i64 [ 9, %entry ], [ 1, %one ], [ 1, %one ], [ 9, %loop ]
  switch i64 9, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret double %x
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

!named = !{!0}

!0 = !{double 9.500000e+00}
