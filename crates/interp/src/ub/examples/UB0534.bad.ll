declare i64 @llvm.vscale.i64()

define i64 @lanes() vscale_range(256, 256) {
  %n = call i64 @llvm.vscale.i64()
  ret i64 %n
}

define i32 @main() {
  %n = call i64 @lanes() ; UB
  ret i32 0
}
