; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer
@initializer = global <2 x float> <float 1.500000e+00, float 6.000000e+00>
@member = global { i8, [2 x <2 x float>] } { i8 1, [2 x <2 x float>] [<2 x float> <float 1.500000e+00, float 6.000000e+00>, <2 x float> undef] }
@element = global ptr getelementptr inbounds (i32, ptr @g, i64 1)
@hidden = internal constant i64 add (i64 ptrtoint (ptr @g to i64), i64 1)

@alias = alias i32, getelementptr inbounds (i32, ptr @g, i64 1)

declare void @take(<2 x float>)

declare void @give(<2 x float>, ...)

declare i32 @__gxx_personality_v0(...)

define void @data() prefix <2 x float> <float 1.500000e+00, float 6.000000e+00> prologue <2 x float> <float 1.500000e+00, float 6.000000e+00> {
  ret void
}

define i64 @cases(i64 %x) {
  call void @llvm.assume(i1 true) [ "align"(ptr @g, i64 1) ]
  switch i64 %x, label %other [
    i64 1, label %same
  ]

same:                                             ; preds = %0
  ret i64 1

other:                                            ; preds = %0
  ret i64 2
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #0

define <2 x float> @returned() {
  ret <2 x float> <float 1.500000e+00, float 6.000000e+00>
}

define void @used(ptr %p, i1 %c) {
  store <2 x float> <float 1.500000e+00, float 6.000000e+00>, ptr %p, align 8
  call void @take(<2 x float> <float 1.500000e+00, float 6.000000e+00>)
  call void (<2 x float>, ...) @give(<2 x float> <float 1.500000e+00, float 6.000000e+00>, i64 1, <2 x float> <float 1.500000e+00, float 6.000000e+00>) [ "deopt"(<2 x float> <float 1.500000e+00, float 6.000000e+00>, i64 7) ]
  %s = select i1 %c, <2 x float> <float 1.500000e+00, float 6.000000e+00>, <2 x float> undef
  %f = freeze <2 x float> <float 1.500000e+00, float 6.000000e+00>
  %a = insertvalue { i8, <2 x float> } undef, <2 x float> <float 1.500000e+00, float 6.000000e+00>, 1
  %l = load i32, ptr getelementptr inbounds (i32, ptr @g, i64 1), align 4
  %n = add i64 1, 2
  store { <2 x float>, [2 x <2 x float>] } { <2 x float> <float 1.500000e+00, float 6.000000e+00>, [2 x <2 x float>] [<2 x float> undef, <2 x float> <float 1.500000e+00, float 6.000000e+00>] }, ptr null, align 8
  %q = call i32 asm "", "=r,r"(i64 1)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  invoke void @take(<2 x float> <float 1.500000e+00, float 6.000000e+00>)
          to label %good unwind label %bad

good:                                             ; preds = %0
  %p = phi <2 x float> [ <float 1.500000e+00, float 6.000000e+00>, %0 ]
  store <2 x float> %p, ptr null, align 8
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define <2 x float> @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %join

one:                                              ; preds = %entry
  switch i8 %k, label %join [
    i8 0, label %join
    i8 1, label %loop
  ]

loop:                                             ; preds = %loop, %one
  %i = phi i64 [ 0, %one ], [ 1, %loop ]
  br i1 true, label %join, label %loop

join:                                             ; preds = %loop, %one, %one, %entry
  %x = phi <2 x float> [ <float 1.500000e+00, float 6.000000e+00>, %entry ], [ <float 1.500000e+00, float 6.000000e+00>, %one ], [ <float 1.500000e+00, float 6.000000e+00>, %one ], [ undef, %loop ]
  %y = phi i64 [ 1, %entry ], [ 1, %one ], [ 1, %one ], [ 1, %loop ]
  switch i64 1, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret <2 x float> %x
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

!named = !{!0}

!0 = !{<2 x float> <float 1.500000e+00, float 6.000000e+00>}
