; passes: globalopt
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [
  { i32, ptr, ptr } { i32 65535, ptr @fixes, ptr null },
  { i32, ptr, ptr } { i32 65535, ptr @padded, ptr null }]

@fixed = global i32 0
@vector = global <2 x i1> zeroinitializer
@read = global i8 0

declare ptr @llvm.invariant.start.p0(i64, ptr)

define internal void @fixes() {
  %a = load i32, ptr @fixed
  %b = add i32 %a, 1
  %c = add i32 %b, %a
  %d = add i32 %c, %b
  store i32 %d, ptr @fixed
  call void @fix()
  ret void
}

define internal void @fix() {
  %v = load i32, ptr @fixed
  %i = call ptr @llvm.invariant.start.p0(i64 4, ptr @fixed)
  ret void
}

define internal void @padded() {
  store i8 1, ptr @vector
  %v = load i8, ptr @vector
  store i8 %v, ptr @read
  ret void
}
