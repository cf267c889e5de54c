;--- a
declare void @f()
define void @main() {
  call void @f()
  ret void
}
;--- b only-needed
@unused = global i32 1
@g = global i32 2
define ptr @f() {
  call void @h()
  ret ptr @g
}
define void @h() {
  ret void
}
define void @i() {
  ret void
}
;--- linked
@g = global i32 2

define void @main() {
  call void @f()
  ret void
}

define ptr @f() {
  call void @h()
  ret ptr @g
}

define void @h() {
  ret void
}
