; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer
@initializer = global <2 x i32> <i32 1, i32 4>
@member = global { i8, [2 x <2 x i32>] } { i8 1, [2 x <2 x i32>] [<2 x i32> <i32 1, i32 4>, <2 x i32> undef] }
@element = global ptr getelementptr (i32, ptr @g, i64 4)
@hidden = internal constant i64 add (i64 ptrtoint (ptr @g to i64), i64 4)

@alias = alias i32, getelementptr (i32, ptr @g, i64 4)

declare void @take(<2 x i32>)

declare void @give(<2 x i32>, ...)

declare i32 @__gxx_personality_v0(...)

define void @data() prefix <2 x i32> <i32 1, i32 4> prologue <2 x i32> <i32 1, i32 4> {
  ret void
}

define i64 @cases(i64 %x) {
  call void @llvm.assume(i1 true) [ "align"(ptr @g, i64 4) ]
  switch i64 %x, label %other [
    i64 4, label %same
  ]

same:                                             ; preds = %0
  ret i64 1

other:                                            ; preds = %0
  ret i64 2
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #0

define <2 x i32> @returned() {
  ret <2 x i32> <i32 1, i32 4>
}

define void @used(ptr %p, i1 %c) {
  store <2 x i32> <i32 1, i32 4>, ptr %p, align 8
  call void @take(<2 x i32> <i32 1, i32 4>)
  call void (<2 x i32>, ...) @give(<2 x i32> <i32 1, i32 4>, i64 4, <2 x i32> <i32 1, i32 4>) [ "deopt"(<2 x i32> <i32 1, i32 4>, i64 7) ]
  %s = select i1 %c, <2 x i32> <i32 1, i32 4>, <2 x i32> undef
  %f = freeze <2 x i32> <i32 1, i32 4>
  %a = insertvalue { i8, <2 x i32> } undef, <2 x i32> <i32 1, i32 4>, 1
  %l = load i32, ptr getelementptr (i32, ptr @g, i64 4), align 4
  %n = add i64 4, 5
  store { <2 x i32>, [2 x <2 x i32>] } { <2 x i32> <i32 1, i32 4>, [2 x <2 x i32>] [<2 x i32> undef, <2 x i32> <i32 1, i32 4>] }, ptr null, align 8
  %q = call i32 asm "", "=r,r"(i64 4)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  invoke void @take(<2 x i32> <i32 1, i32 4>)
          to label %good unwind label %bad

good:                                             ; preds = %0
  %p = phi <2 x i32> [ <i32 1, i32 4>, %0 ]
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
  %i = phi i64 [ 0, %one ], [ 4, %loop ]
  br i1 true, label %join, label %loop

join:                                             ; preds = %loop, %one, %one, %entry
  %x = phi <2 x i32> [ <i32 1, i32 4>, %entry ], [ <i32 1, i32 4>, %one ], [ <i32 1, i32 4>, %one ], [ undef, %loop ]
  %y = phi i64 [ 4, %entry ], [ 1, %one ], [ 1, %one ], [ 4, %loop ]
  switch i64 4, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret <2 x i32> %x
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

!named = !{!0}

!0 = !{<2 x i32> <i32 1, i32 4>}
