; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer
@initializer = global i32 -3
@member = global { i8, [2 x i32] } { i8 1, [2 x i32] [i32 -3, i32 undef] }
@element = global ptr getelementptr (i32, ptr @g, i64 4294967293)
@hidden = internal constant i64 add (i64 ptrtoint (ptr @g to i64), i64 4294967293)

@alias = alias i32, getelementptr (i32, ptr @g, i64 4294967293)

declare void @take(i32)

declare void @give(i32, ...)

declare i32 @__gxx_personality_v0(...)

define void @data() prefix i32 -3 prologue i32 -3 {
  ret void
}

define i64 @cases(i64 %x) {
  call void @llvm.assume(i1 true) [ "align"(ptr @g, i64 4294967293) ]
  switch i64 %x, label %other [
    i64 4294967293, label %same
  ]

same:                                             ; preds = %0
  ret i64 1

other:                                            ; preds = %0
  ret i64 2
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #0

define i32 @returned() {
  ret i32 -3
}

define void @used(ptr %p, i1 %c) {
  store i32 -3, ptr %p, align 4
  call void @take(i32 -3)
  call void (i32, ...) @give(i32 -3, i64 4294967293, i32 -3) [ "deopt"(i32 -3, i64 7) ]
  %s = select i1 %c, i32 -3, i32 undef
  %f = freeze i32 -3
  %a = insertvalue { i8, i32 } undef, i32 -3, 1
  %l = load i32, ptr getelementptr (i32, ptr @g, i64 4294967293), align 4
  %n = add i64 4294967293, 4294967294
  store { i32, [2 x i32] } { i32 -3, [2 x i32] [i32 undef, i32 -3] }, ptr null, align 4
  %q = call i32 asm "", "=r,r"(i64 4294967293)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  invoke void @take(i32 -3)
          to label %good unwind label %bad

good:                                             ; preds = %0
  %p = phi i32 [ -3, %0 ]
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
  %i = phi i64 [ 0, %one ], [ 4294967293, %loop ]
  br i1 false, label %join, label %loop

join:                                             ; preds = %loop, %one, %one, %entry
  %x = phi i32 [ -3, %entry ], [ -3, %one ], [ -3, %one ], [ undef, %loop ]
  %y = phi i64 [ 4294967293, %entry ], [ 1, %one ], [ 1, %one ], [ 4294967293, %loop ]
  switch i64 4294967293, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret i32 %x
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

!named = !{!0}

!0 = !{i32 -3}
