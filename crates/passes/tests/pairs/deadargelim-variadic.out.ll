
@table = global ptr @taken

define internal i32 @f(i32 %x) {
  ret i32 %x
}

define internal i32 @taken(i32 %x, ...) {
  ret i32 %x
}

define i32 @caller() {
  %a = call i32 @f(i32 1)
  %b = call i32 (i32, ...) @taken(i32 %a, i32 2)
  ret i32 %b
}
