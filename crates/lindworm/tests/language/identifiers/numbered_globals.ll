; Globals without a name are numbered, functions after variables
@0 = global i32 1
@1 = private constant i8 2
define ptr @2() {
  ret ptr @1
}
@3 = alias i32, ptr @0
