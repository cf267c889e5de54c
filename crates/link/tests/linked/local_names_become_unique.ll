;--- a
@x = internal global i32 1
define ptr @a() {
  ret ptr @x
}
;--- b
@x = internal global i32 2
define ptr @b() {
  ret ptr @x
}
;--- c
@x = global i32 3
;--- linked
@x.3 = internal global i32 1
@x.1 = internal global i32 2
@x = global i32 3

define ptr @a() {
  ret ptr @x.3
}

define ptr @b() {
  ret ptr @x.1
}
