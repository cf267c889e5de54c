; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@p = global [3 x ptr] [ptr @g, ptr @g, ptr null]

define void @f(i1 %c) {
  br i1 %c, label %a, label %b

a:                                                ; preds = %0
  br label %b

b:                                                ; preds = %0, %a
  ret void
}

define ptr @h() {
  %x = load ptr, ptr @g, align 8
  store ptr %x, ptr @g, align 8
  ret ptr @g
}
