;--- a
@x = external hidden global i32
@y = external unnamed_addr constant i32
define ptr @a(ptr %p) {
  store ptr @x, ptr %p
  ret ptr @y
}
;--- b
@x = global i32 1
@y = local_unnamed_addr constant i32 2
;--- linked
@x = hidden global i32 1
@y = local_unnamed_addr constant i32 2

define ptr @a(ptr %p) {
  store ptr @x, ptr %p, align 8
  ret ptr @y
}
