; 5:17: invalid intrinsic signature
; An intrinsic has its signature
declare i32 @llvm.ctpop.i32(i64)
define i32 @f() {
  %x = call i32 @llvm.umax.i32(i32 1)
  ret i32 %x
}
