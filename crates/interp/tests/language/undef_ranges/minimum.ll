; The smaller of two numbers is not the larger.
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.vector.reduce.umin.v4i32(<4 x i32>)

define noundef i32 @main() {
  %least = call i32 @llvm.umin.i32(i32 undef, i32 3)
  %small = icmp ule i32 %least, 3
  br i1 %small, label %on, label %bad
on:
  %largest = call i32 @llvm.smax.i32(i32 undef, i32 -5)
  %large = icmp sgt i32 %largest, -6
  br i1 %large, label %next, label %bad
next:
  %of_all = call i32 @llvm.vector.reduce.umin.v4i32(<4 x i32> <i32 undef, i32 9, i32 7, i32 undef>)
  %of_four = icmp ult i32 %of_all, 8
  br i1 %of_four, label %good, label %bad
good:
  ret i32 0
bad:
  ret i32 1
}
