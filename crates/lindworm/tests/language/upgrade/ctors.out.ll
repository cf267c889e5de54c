; ModuleID = '<stdin>'
source_filename = "<stdin>"

@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @c, ptr null }]

define internal void @c() {
  ret void
}
