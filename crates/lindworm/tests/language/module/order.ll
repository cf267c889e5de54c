; Globals come out by kind: variables, aliases, ifuncs, functions, whatever the order was
define void @f() {
  ret void
}
@i = ifunc void (), ptr @resolve
@a = alias i32, ptr @v
declare void @g()
@v = global i32 0
define ptr @resolve() {
  ret ptr @f
}
