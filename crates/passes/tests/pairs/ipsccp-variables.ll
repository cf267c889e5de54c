; passes: ipsccp
; A local variable that always has the same value, and one that has not.
@same = internal global i32 4
@changed = internal global i32 4

define void @set(i32 %n) {
  store i32 4, ptr @same
  store i32 %n, ptr @changed
  ret void
}

define i32 @get() {
  %a = load i32, ptr @same
  %b = load i32, ptr @changed
  %sum = add i32 %a, %b
  ret i32 %sum
}
