; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare void @g()

define void @f(i32 %x, ptr %p) {
  call void @g() [ "deopt"(i32 10, i32 %x) ]
  call void @g() [ "deopt"(), "gc-transition"(), "my \22tag\22"(ptr %p, <2 x i8> zeroinitializer) ]
  call void @g() #0 [ "x"(float 1.000000e+00) ]
  ret void
}

attributes #0 = { nounwind }
