; ModuleID = '<stdin>'
source_filename = "<stdin>"

@0 = global i32 1
@1 = private constant i8 2

@2 = alias i32, ptr @0

define ptr @3() {
  ret ptr @1
}
