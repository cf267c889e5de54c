;--- a
declare void @f()
define void @main() {
  call void @f()
  ret void
}
;--- b internalize
@x = global i32 1
@llvm.used = appending global [1 x ptr] [ptr @x], section "llvm.metadata"
@y = weak hidden global i32 2
define void @f() {
  ret void
}
;--- linked
@llvm.used = appending global [1 x ptr] [ptr @x], section "llvm.metadata"
@x = global i32 1
@y = internal global i32 2

define void @main() {
  call void @f()
  ret void
}

define internal void @f() {
  ret void
}
