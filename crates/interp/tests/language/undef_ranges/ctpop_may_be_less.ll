; Whether an undefined number has less than 32 bits is undefined.
declare i32 @llvm.ctpop.i32(i32)

define noundef i32 @main() {
  %count = call i32 @llvm.ctpop.i32(i32 undef)
  %few = icmp ult i32 %count, 32
  br i1 %few, label %good, label %bad ; UB0302
good:
  ret i32 0
bad:
  ret i32 1
}
