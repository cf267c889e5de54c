; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer
@initializer = global i64 -56
@member = global { i8, [2 x i64] } { i8 1, [2 x i64] [i64 -56, i64 undef] }
@element = global ptr getelementptr (i32, ptr @g, i64 -56)
@hidden = internal constant i64 add (i64 ptrtoint (ptr @g to i64), i64 -56)

@alias = alias i32, getelementptr (i32, ptr @g, i64 -56)

declare void @take(i64)

declare void @give(i64, ...)

declare i32 @__gxx_personality_v0(...)

define void @data() prefix i64 -56 prologue i64 -56 {
  ret void
}

define i64 @cases(i64 %x) {
  call void @llvm.assume(i1 true) [ "align"(ptr @g, i64 -56) ]
  switch i64 %x, label %other [
    i64 -56, label %same
  ]

same:                                             ; preds = %0
  ret i64 1

other:                                            ; preds = %0
  ret i64 2
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #0

define i64 @returned() {
  ret i64 -56
}

define void @used(ptr %p, i1 %c) {
  store i64 -56, ptr %p, align 4
  call void @take(i64 -56)
  call void (i64, ...) @give(i64 -56, i64 -56, i64 -56) [ "deopt"(i64 -56, i64 7) ]
  %s = select i1 %c, i64 -56, i64 undef
  %f = freeze i64 -56
  %a = insertvalue { i8, i64 } undef, i64 -56, 1
  %l = load i32, ptr getelementptr (i32, ptr @g, i64 -56), align 4
  %n = add i64 -56, -55
  store { i64, [2 x i64] } { i64 -56, [2 x i64] [i64 undef, i64 -56] }, ptr null, align 4
  %q = call i32 asm "", "=r,r"(i64 -56)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  invoke void @take(i64 -56)
          to label %good unwind label %bad

good:                                             ; preds = %0
  %p = phi i64 [ -56, %0 ]
  store i64 %p, ptr null, align 4
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define i64 @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %join

one:                                              ; preds = %entry
  switch i8 %k, label %join [
    i8 0, label %join
    i8 1, label %loop
  ]

loop:                                             ; preds = %loop, %one
  %i = phi i64 [ 0, %one ], [ -56, %loop ]
  br i1 false, label %join, label %loop

join:                                             ; preds = %loop, %one, %one, %entry
  %x = phi i64 [ -56, %entry ], [ -56, %one ], [ -56, %one ], [ undef, %loop ]
  %y = phi i64 [ -56, %entry ], [ 1, %one ], [ 1, %one ], [ -56, %loop ]
  switch i64 -56, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret i64 %x
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

!named = !{!0}

!0 = !{i64 -56}
