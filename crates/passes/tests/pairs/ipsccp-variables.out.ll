
@changed = internal global i32 4

define void @set(i32 %n) {
  store i32 %n, ptr @changed, align 4
  ret void
}

define i32 @get() {
  %b = load i32, ptr @changed, align 4
  %sum = add i32 4, %b
  ret i32 %sum
}
