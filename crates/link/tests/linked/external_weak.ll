;--- a
@x = extern_weak global i32
declare extern_weak void @f()
define ptr @a() {
  call void @f()
  ret ptr @x
}
;--- b
@x = external global i32
define void @f() {
  ret void
}
define ptr @b() {
  ret ptr @x
}
;--- linked
@x = extern_weak global i32

define ptr @a() {
  call void @f()
  ret ptr @x
}

define void @f() {
  ret void
}

define ptr @b() {
  ret ptr @x
}
