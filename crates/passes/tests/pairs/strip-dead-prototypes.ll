; passes: strip-dead-prototypes
; Declarations that nothing refers to go, of functions and of variables.
@x = external global i32
@y = external global i32

declare void @a()

declare void @b()

define ptr @f() {
  call void @a()
  ret ptr @x
}
