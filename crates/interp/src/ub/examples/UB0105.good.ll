declare i8 @llvm.smul.fix.i8(i8, i8, i32)
declare i8 @llvm.smul.fix.sat.i8(i8, i8, i32)

define i32 @main() {
  ; With four bits behind the point, 64 is 4 and 32 is 2; 8 is one more than there can be.
  %x = call i8 @llvm.smul.fix.i8(i8 64, i8 24, i32 4)
  %y = call i8 @llvm.smul.fix.sat.i8(i8 64, i8 32, i32 4)
  %six = icmp eq i8 %x, 96
  %most = icmp eq i8 %y, 127
  %right = and i1 %six, %most
  %r = select i1 %right, i32 0, i32 1
  ret i32 %r
}
