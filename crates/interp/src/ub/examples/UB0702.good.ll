declare void @llvm.assume(i1)

define i32 @main() {
  %x = add nsw i32 2147483646, 1
  %positive = icmp sgt i32 %x, 0
  call void @llvm.assume(i1 %positive)
  ret i32 0
}
