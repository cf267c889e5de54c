; Ordinary operations are not executed while another rounding mode is set.
declare void @llvm.set.rounding(i32)

define noundef i32 @main() {
  call void @llvm.set.rounding(i32 0)
  %a = fdiv double 1.0, 3.0 ; UB0107
  ret i32 0
}
