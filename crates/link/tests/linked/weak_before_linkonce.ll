;--- a
define linkonce i32 @f() {
  ret i32 1
}
define i32 @g() {
  %x = call i32 @f()
  ret i32 %x
}
;--- b
define weak i32 @f() {
  ret i32 2
}
;--- linked
define i32 @g() {
  %x = call i32 @f()
  ret i32 %x
}

define weak i32 @f() {
  ret i32 2
}
