; Every comparison of integers and pointers
define void @f(i32 %a, i32 %b, ptr %p, <2 x i8> %v) {
  %1 = icmp eq i32 %a, %b
  %2 = icmp ne i32 %a, %b
  %3 = icmp ugt i32 %a, %b
  %4 = icmp uge i32 %a, %b
  %5 = icmp ult i32 %a, %b
  %6 = icmp ule i32 %a, %b
  %7 = icmp sgt i32 %a, %b
  %8 = icmp sge i32 %a, %b
  %9 = icmp slt i32 %a, %b
  %10 = icmp sle i32 %a, %b
  %11 = icmp ne ptr %p, null
  %12 = icmp samesign ult i32 %a, %b
  %13 = icmp eq <2 x i8> %v, zeroinitializer
  ret void
}
