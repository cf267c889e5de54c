; Choice by a condition, or by a vector of them
define void @f(i1 %c, <2 x i1> %d, i32 %x, <2 x i32> %v) {
  %1 = select i1 true, i8 17, i8 42
  %2 = select i1 %c, i32 %x, i32 0
  %3 = select <2 x i1> %d, <2 x i32> %v, <2 x i32> zeroinitializer
  %4 = select i1 %c, <2 x i32> %v, <2 x i32> undef
  ret void
}
