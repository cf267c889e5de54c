declare void @llvm.assume(i1)

define i32 @digit(i32 %x) {
  %small = icmp ult i32 %x, 10
  call void @llvm.assume(i1 %small) ; UB
  ret i32 0
}

define i32 @main() {
  %x = call i32 @digit(i32 10)
  ret i32 %x
}
