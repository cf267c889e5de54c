; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0
@h = global ptr @g

define ptr @f(ptr %p) {
  %x = bitcast ptr %p to ptr
  %y = bitcast ptr %x to ptr
  store i64 0, ptr %y, align 4
  ret ptr %x
}
