;--- a
declare i32 @f(i32)
define i32 @main() {
  %x = call i32 @f(i32 1)
  ret i32 %x
}
;--- b
define i32 @f(i32 %n) {
  ret i32 %n
}
;--- linked
define i32 @main() {
  %x = call i32 @f(i32 1)
  ret i32 %x
}

define i32 @f(i32 %n) {
  ret i32 %n
}
