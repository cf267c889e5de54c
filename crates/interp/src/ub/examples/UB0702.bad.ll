declare void @llvm.assume(i1)

define i32 @main() {
  %x = add nsw i32 2147483647, 1 ; origin
  %positive = icmp sgt i32 %x, 0
  call void @llvm.assume(i1 %positive) ; UB
  ret i32 0
}
