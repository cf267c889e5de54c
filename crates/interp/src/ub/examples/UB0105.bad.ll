declare i8 @llvm.smul.fix.i8(i8, i8, i32)

define i32 @main() {
  ; With four bits behind the point, 64 is 4 and 32 is 2; 8 is one more than there can be.
  %x = call i8 @llvm.smul.fix.i8(i8 64, i8 32, i32 4) ; UB
  %r = zext i8 %x to i32
  ret i32 %r
}
