;--- a
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @f, ptr null }]
define internal void @f() {
  ret void
}
;--- b
@data = linkonce global i32 0
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @f, ptr null }, { i32, ptr, ptr } { i32 3, ptr @g, ptr @data }]
define internal void @f() {
  ret void
}
define internal void @g() {
  ret void
}
;--- linked
@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @f, ptr null }, { i32, ptr, ptr } { i32 2, ptr @f.2, ptr null }, { i32, ptr, ptr } { i32 3, ptr @g, ptr @data }]
@data = linkonce global i32 0

define internal void @f() {
  ret void
}

define internal void @f.2() {
  ret void
}

define internal void @g() {
  ret void
}
