; Prologue data lies where the function begins, and calls skip it.
@md = constant i32 5

define i32 @f() prologue <{ i8, i8, ptr }> <{ i8 235, i8 8, ptr @md }> {
  ret i32 6
}

define noundef i32 @main() {
  %jump = load i8, ptr @f
  %right = icmp eq i8 %jump, -21
  %place = getelementptr i8, ptr @f, i64 2
  %md = load ptr, ptr %place, align 1
  %five = load i32, ptr %md
  %six = call i32 @f()
  %difference = sub i32 %six, %five
  %result = select i1 %right, i32 1, i32 3
  %status = sub i32 %result, %difference
  ret i32 %status
}
