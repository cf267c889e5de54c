@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @padded, ptr null }]
@fixed = local_unnamed_addr constant i32 2
@vector = local_unnamed_addr global <2 x i1> zeroinitializer
@read = local_unnamed_addr global i8 0

define internal void @padded() {
  store i8 1, ptr @vector, align 1
  %v = load i8, ptr @vector, align 1
  store i8 %v, ptr @read, align 1
  ret void
}
