; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer
@initializer = global <2 x i32> <i32 10, i32 21>
@member = global { i8, [2 x <2 x i32>] } { i8 1, [2 x <2 x i32>] [<2 x i32> <i32 10, i32 21>, <2 x i32> undef] }
@element = global ptr getelementptr (i32, ptr @g, i64 21)
@hidden = internal constant i64 add (i64 ptrtoint (ptr @g to i64), i64 21)

@alias = alias i32, getelementptr (i32, ptr @g, i64 21)

declare void @take(<2 x i32>)

declare void @give(<2 x i32>, ...)

declare i32 @__gxx_personality_v0(...)

define void @data() prefix <2 x i32> <i32 10, i32 21> prologue <2 x i32> <i32 10, i32 21> {
  ret void
}

define i64 @cases(i64 %x) {
  call void @llvm.assume(i1 true) [ "align"(ptr @g, i64 21) ]
  switch i64 %x, label %other [
    i64 21, label %same
  ]

same:                                             ; preds = %0
  ret i64 1

other:                                            ; preds = %0
  ret i64 2
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #0

define <2 x i32> @returned() {
  ret <2 x i32> <i32 10, i32 21>
}

define void @used(ptr %p, i1 %c) {
  store <2 x i32> <i32 10, i32 21>, ptr %p, align 8
  call void @take(<2 x i32> <i32 10, i32 21>)
  call void (<2 x i32>, ...) @give(<2 x i32> <i32 10, i32 21>, i64 21, <2 x i32> <i32 10, i32 21>) [ "deopt"(<2 x i32> <i32 10, i32 21>, i64 7) ]
  %s = select i1 %c, <2 x i32> <i32 10, i32 21>, <2 x i32> undef
  %f = freeze <2 x i32> <i32 10, i32 21>
  %a = insertvalue { i8, <2 x i32> } undef, <2 x i32> <i32 10, i32 21>, 1
  %l = load i32, ptr getelementptr (i32, ptr @g, i64 21), align 4
  %n = add i64 21, 22
  store { <2 x i32>, [2 x <2 x i32>] } { <2 x i32> <i32 10, i32 21>, [2 x <2 x i32>] [<2 x i32> undef, <2 x i32> <i32 10, i32 21>] }, ptr null, align 8
  %q = call i32 asm "", "=r,r"(i64 21)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  invoke void @take(<2 x i32> <i32 10, i32 21>)
          to label %good unwind label %bad

good:                                             ; preds = %0
  %p = phi <2 x i32> [ <i32 10, i32 21>, %0 ]
  store <2 x i32> %p, ptr null, align 8
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define <2 x i32> @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %join

one:                                              ; preds = %entry
  switch i8 %k, label %join [
    i8 0, label %join
    i8 1, label %loop
  ]

loop:                                             ; preds = %loop, %one
  %i = phi i64 [ 0, %one ], [ 21, %loop ]
  br i1 false, label %join, label %loop

join:                                             ; preds = %loop, %one, %one, %entry
  %x = phi <2 x i32> [ <i32 10, i32 21>, %entry ], [ <i32 10, i32 21>, %one ], [ <i32 10, i32 21>, %one ], [ undef, %loop ]
  %y = phi i64 [ 21, %entry ], [ 1, %one ], [ 1, %one ], [ 21, %loop ]
  switch i64 21, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret <2 x i32> %x
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

!named = !{!0}

!0 = !{<2 x i32> <i32 10, i32 21>}
