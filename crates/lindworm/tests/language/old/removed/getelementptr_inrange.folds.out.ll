; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer
@initializer = global ptr null
@member = global { i8, [2 x ptr] } { i8 1, [2 x ptr] [ptr null, ptr undef] }
@element = global ptr @g
@hidden = internal constant i64 ptrtoint (ptr @g to i64)

@alias = alias i32, ptr @g

declare void @take(ptr)

declare void @give(ptr, ...)

declare i32 @__gxx_personality_v0(...)

define void @data() prefix ptr null prologue ptr null {
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

define ptr @returned() {
  ret ptr null
}

define void @used(ptr %p, i1 %c) {
  store ptr null, ptr %p, align 8
  call void @take(ptr null)
  call void (ptr, ...) @give(ptr null, i64 0, ptr null) [ "deopt"(ptr null, i64 7) ]
  %s = select i1 %c, ptr null, ptr undef
  %f = freeze ptr null
  %a = insertvalue { i8, ptr } undef, ptr null, 1
  %l = load i32, ptr @g, align 4
  %n = add i64 0, 1
  store { ptr, [2 x ptr] } { ptr null, [2 x ptr] [ptr undef, ptr null] }, ptr null, align 8
  %q = call i32 asm "", "=r,r"(i64 0)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  invoke void @take(ptr null)
          to label %good unwind label %bad

good:                                             ; preds = %0
  %p = phi ptr [ null, %0 ]
  store ptr %p, ptr null, align 8
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define ptr @joined(i1 %c, i8 %k) {
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
  %x = phi ptr [ null, %entry ], [ null, %one ], [ null, %one ], [ undef, %loop ]
  %y = phi i64 [ 0, %entry ], [ 1, %one ], [ 1, %one ], [ 0, %loop ]
  switch i64 0, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret ptr %x
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

!named = !{!0}

!0 = !{ptr null}
