;--- a
define linkonce ptr @f() {
  ret ptr null
}
define ptr @m() {
  %x = call ptr @f()
  ret ptr %x
}
;--- b
@table = constant [1 x ptr] [ptr blockaddress(@f, %c)]
define linkonce ptr @f() {
  br label %a
a:
  br label %b
b:
  br label %c
c:
  ret ptr null
}
;--- linked
@table = constant [1 x ptr] [ptr inttoptr (i32 1 to ptr)]

define ptr @m() {
  %x = call ptr @f()
  ret ptr %x
}

define linkonce ptr @f() {
  ret ptr null
}
