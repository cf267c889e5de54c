
@x = external global i32

declare void @a()

define ptr @f() {
  call void @a()
  ret ptr @x
}
