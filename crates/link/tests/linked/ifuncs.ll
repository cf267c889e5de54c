;--- a
declare i32 @f()
define i32 @main() {
  %x = call i32 @f()
  ret i32 %x
}
;--- b
@f = ifunc i32 (), ptr @resolve
define internal ptr @resolve() {
  ret ptr @one
}
define internal i32 @one() {
  ret i32 1
}
;--- linked
@f = ifunc i32 (), ptr @resolve

define i32 @main() {
  %x = call i32 @f()
  ret i32 %x
}

define internal ptr @resolve() {
  ret ptr @one
}

define internal i32 @one() {
  ret i32 1
}
