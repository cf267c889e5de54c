; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global i32 0
@weak = extern_weak global i32
@table = global { i32, [2 x i32] } zeroinitializer

declare void @take(i32)

declare void @give(i32, ...)

declare i32 @__gxx_personality_v0(...)

define i32 @returned() {
  ret i32 0
}

define void @used(ptr %p, i1 %c) {
  store i32 0, ptr %p, align 4
  call void @take(i32 0)
  call void (i32, ...) @give(i32 0, i64 0, i32 0) [ "deopt"(i32 0, i64 7) ]
  %s = select i1 %c, i32 0, i32 undef
  %f = freeze i32 0
  %a = insertvalue { i8, i32 } undef, i32 0, 1
  %l = load i32, ptr @g, align 4
  %n = add i64 0, 1
  store { i32, [2 x i32] } { i32 0, [2 x i32] [i32 undef, i32 0] }, ptr null, align 4
  %q = call i32 asm "", "=r,r"(i64 0)
  ret void
}

define void @invoked() personality ptr @__gxx_personality_v0 {
  invoke void @take(i32 0)
          to label %good unwind label %bad

good:                                             ; preds = %0
  %p = phi i32 [ 0, %0 ]
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
  %i = phi i64 [ 0, %one ], [ 0, %loop ]
  br i1 true, label %join, label %loop

join:                                             ; preds = %loop, %one, %one, %entry
  %x = phi i32 [ 0, %entry ], [ 0, %one ], [ 0, %one ], [ undef, %loop ]
  %y = phi i64 [ 0, %entry ], [ 1, %one ], [ 1, %one ], [ 0, %loop ]
  switch i64 0, label %end [
    i64 5, label %end
  ]

end:                                              ; preds = %join, %join
  ret i32 %x
}
