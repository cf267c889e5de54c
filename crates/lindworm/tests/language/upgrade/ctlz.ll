; ctlz and cttz got an argument that says whether zero is poison
declare i32 @llvm.ctlz.i32(i32)
declare i32 @llvm.cttz.i32(i32)
define i32 @f(i32 %x) {
  %1 = call i32 @llvm.ctlz.i32(i32 %x)
  %2 = call i32 @llvm.cttz.i32(i32 %1)
  ret i32 %2
}
