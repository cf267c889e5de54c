; An intrinsic that is used but not declared is declared by its use
define i32 @f(i32 %x) {
  %y = call i32 @llvm.smax.i32(i32 %x, i32 0)
  ret i32 %y
}
