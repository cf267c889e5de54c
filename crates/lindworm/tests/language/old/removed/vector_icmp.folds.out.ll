; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer
@initializer = global <2 x i1> <i1 true, i1 false>
@member = global { i8, [2 x <2 x i1>] } { i8 1, [2 x <2 x i1>] [<2 x i1> <i1 true, i1 false>, <2 x i1> undef] }
@element = global ptr @g
@hidden = internal constant i64 ptrtoint (ptr @g to i64)

@alias = alias i32, ptr @g

declare void @take(<2 x i1>)

declare void @give(<2 x i1>, ...)

declare i32 @__gxx_personality_v0(...)

define void @data() prefix <2 x i1> <i1 true, i1 false> prologue <2 x i1> <i1 true, i1 false> {
  ret void
}

define i64 @cases(i64 %x) {
  call void @llvm.assume(i1 true) [ "align"(ptr @g, i64 0) ]
  switch i64 %x, label %other [
    i64 0, label %same
  ]

same:                                             ; preds = %0
  ret i64 1

other:                                            ; preds = %0
  ret i64 2
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #0

define <2 x i1> @returned() {
  ret <2 x i1> <i1 true, i1 false>
}

define void @used(ptr %p, i1 %c) {
  store <2 x i1> <i1 true, i1 false>, ptr %p, align 1
  call void @take(<2 x i1> <i1 true, i1 false>)
  call void (<2 x i1>, ...) @give(<2 x i1> <i1 true, i1 false>, i64 0, <2 x i1> <i1 true, i1 false>) [ "deopt"(<2 x i1> <i1 true, i1 false>, i64 7) ]
  %s = select i1 %c, <2 x i1> <i1 true, i1 false>, <2 x i1> undef
  %f = freeze <2 x i1> <i1 true, i1 false>
  %a = insertvalue { i8, <2 x i1> } undef, <2 x i1> <i1 true, i1 false>, 1
  %l = load i32, ptr @g, align 4
  %n = add i64 0, 1
  store { <2 x i1>, [2 x <2 x i1>] } { <2 x i1> <i1 true, i1 false>, [2 x <2 x i1>] [<2 x i1> undef, <2 x i1> <i1 true, i1 false>] }, ptr null, align 1
  %q = call i32 asm "", "=r,r"(i64 0)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  invoke void @take(<2 x i1> <i1 true, i1 false>)
          to label %good unwind label %bad

good:                                             ; preds = %0
  %p = phi <2 x i1> [ <i1 true, i1 false>, %0 ]
  store <2 x i1> %p, ptr null, align 1
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define <2 x i1> @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %join

one:                                              ; preds = %entry
  switch i8 %k, label %join [
    i8 0, label %join
    i8 1, label %loop
  ]

loop:                                             ; preds = %loop, %one
  %i = phi i64 [ 0, %one ], [ 0, %loop ]
  br i1 true, label %join, label %loop

join:                                             ; preds = %loop, %one, %one, %entry
  %x = phi <2 x i1> [ <i1 true, i1 false>, %entry ], [ <i1 true, i1 false>, %one ], [ <i1 true, i1 false>, %one ], [ undef, %loop ]
  %y = phi i64 [ 0, %entry ], [ 1, %one ], [ 1, %one ], [ 0, %loop ]
  switch i64 0, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret <2 x i1> %x
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

!named = !{!0}

!0 = !{<2 x i1> <i1 true, i1 false>}
