; Three functions, each with a mistake of its own.
define i32 @add(i32 %a, i64 %b) {
  %sum = add i32 %a, %b
  ret i32 %sum
}

define void @store(ptr %p) {
  store i32 1, %p
  ret void
}

define i32 @branch(i32 %n) {
  br i1 %positive, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
