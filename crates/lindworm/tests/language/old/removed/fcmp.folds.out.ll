; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer
@initializer = global i1 true
@member = global { i8, [2 x i1] } { i8 1, [2 x i1] [i1 true, i1 undef] }
@element = global ptr getelementptr inbounds (i32, ptr @g, i64 1)
@hidden = internal constant i64 add (i64 ptrtoint (ptr @g to i64), i64 1)

@alias = alias i32, getelementptr inbounds (i32, ptr @g, i64 1)

declare void @take(i1)

declare void @give(i1, ...)

declare i32 @__gxx_personality_v0(...)

define void @data() prefix i1 true prologue i1 true {
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

define i1 @returned() {
  ret i1 true
}

define void @used(ptr %p, i1 %c) {
  store i1 true, ptr %p, align 1
  call void @take(i1 true)
  call void (i1, ...) @give(i1 true, i64 1, i1 true) [ "deopt"(i1 true, i64 7) ]
  %s = select i1 %c, i1 true, i1 undef
  %f = freeze i1 true
  %a = insertvalue { i8, i1 } undef, i1 true, 1
  %l = load i32, ptr getelementptr inbounds (i32, ptr @g, i64 1), align 4
  %n = add i64 1, 2
  store { i1, [2 x i1] } { i1 true, [2 x i1] [i1 undef, i1 true] }, ptr null, align 1
  %q = call i32 asm "", "=r,r"(i64 1)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  invoke void @take(i1 true)
          to label %good unwind label %bad

good:                                             ; preds = %0
  %p = phi i1 [ true, %0 ]
  store i1 %p, ptr null, align 1
  ret void

bad:                                              ; preds = %0
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

define i1 @joined(i1 %c, i8 %k) {
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
  %x = phi i1 [ true, %entry ], [ true, %one ], [ true, %one ], [ undef, %loop ]
  %y = phi i64 [ 1, %entry ], [ 1, %one ], [ 1, %one ], [ 1, %loop ]
  switch i64 1, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret i1 %x
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

!named = !{!0}

!0 = !{i1 true}
