;--- a
define i32 @f() {
  ret i32 1
}
define i32 @main() {
  %x = call i32 @f()
  ret i32 %x
}
;--- b override
define i32 @f() {
  ret i32 2
}
;--- linked
define i32 @main() {
  %x = call i32 @f()
  ret i32 %x
}

define i32 @f() {
  ret i32 2
}
