; ModuleID = '<stdin>'
source_filename = "<stdin>"

@v = global i32 0

@a = alias i32, ptr @v

@i = ifunc void (), ptr @resolve

define void @f() {
  ret void
}

declare void @g()

define ptr @resolve() {
  ret ptr @f
}
