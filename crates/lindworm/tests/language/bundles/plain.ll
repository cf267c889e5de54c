; Operand bundles with any tag and inputs
declare void @g()
define void @f(i32 %x, ptr %p) {
  call void @g() [ "deopt"(i32 10, i32 %x) ]
  call void @g() [ "deopt"(), "gc-transition"(), "my \22tag\22"(ptr %p, <2 x i8> zeroinitializer) ]
  call void @g() nounwind [ "x"(float 1.0) ]
  ret void
}
