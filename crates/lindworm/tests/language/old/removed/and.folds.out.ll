; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer
@initializer = global i32 8
@member = global { i8, [2 x i32] } { i8 1, [2 x i32] [i32 8, i32 undef] }
@element = global ptr getelementptr (i32, ptr @g, i64 8)
@hidden = internal constant i64 add (i64 ptrtoint (ptr @g to i64), i64 8)

@alias = alias i32, getelementptr (i32, ptr @g, i64 8)

declare void @take(i32)

declare void @give(i32, ...)

declare i32 @__gxx_personality_v0(...)

define void @data() prefix i32 8 prologue i32 8 {
  ret void
}

define i64 @cases(i64 %x) {
  call void @llvm.assume(i1 true) [ "align"(ptr @g, i64 8) ]
  switch i64 %x, label %other [
    i64 8, label %same
  ]

same:                                             ; preds = %0
  ret i64 1

other:                                            ; preds = %0
  ret i64 2
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #0

define i32 @returned() {
  ret i32 8
}

define void @used(ptr %p, i1 %c) {
  store i32 8, ptr %p, align 4
  call void @take(i32 8)
  call void (i32, ...) @give(i32 8, i64 8, i32 8) [ "deopt"(i32 8, i64 7) ]
  %s = select i1 %c, i32 8, i32 undef
  %f = freeze i32 8
  %a = insertvalue { i8, i32 } undef, i32 8, 1
  %l = load i32, ptr getelementptr (i32, ptr @g, i64 8), align 4
  %n = add i64 8, 9
  store { i32, [2 x i32] } { i32 8, [2 x i32] [i32 undef, i32 8] }, ptr null, align 4
  %q = call i32 asm "", "=r,r"(i64 8)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  invoke void @take(i32 8)
          to label %good unwind label %bad

good:                                             ; preds = %0
  %p = phi i32 [ 8, %0 ]
  store i32 %p, ptr null, align 4
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define i32 @joined(i1 %c, i8 %k) {
entry:
  br i1 %c, label %one, label %join

one:                                              ; preds = %entry
  switch i8 %k, label %join [
    i8 0, label %join
    i8 1, label %loop
  ]

loop:                                             ; preds = %loop, %one
  %i = phi i64 [ 0, %one ], [ 8, %loop ]
  br i1 true, label %join, label %loop

join:                                             ; preds = %loop, %one, %one, %entry
  %x = phi i32 [ 8, %entry ], [ 8, %one ], [ 8, %one ], [ undef, %loop ]
  %y = phi i64 [ 8, %entry ], [ 1, %one ], [ 1, %one ], [ 8, %loop ]
  switch i64 8, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret i32 %x
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

!named = !{!0}

!0 = !{i32 8}
