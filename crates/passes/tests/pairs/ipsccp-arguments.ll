; passes: ipsccp
; Arguments of local functions whose calls are known, and the result, which no caller needs after that.
define internal i32 @twice(i32 %n, ptr %p) {
  %less = icmp ult i32 %n, 100
  br i1 %less, label %small, label %large

small:
  %sum = add i32 %n, %n
  store i32 %sum, ptr %p
  ret i32 7

large:
  ret i32 8
}

define i32 @main(ptr %p, i1 %c) {
  %n = select i1 %c, i32 10, i32 20
  %a = call i32 @twice(i32 %n, ptr %p)
  %b = call i32 @twice(i32 15, ptr %p)
  %sum = add i32 %a, %b
  ret i32 %sum
}
