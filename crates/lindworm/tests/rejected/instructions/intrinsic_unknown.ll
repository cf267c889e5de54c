; 4:13: unknown intrinsic 'llvm.nothing.of.the.kind'
; An intrinsic that is used without declaration exists
define void @f() {
  call void @llvm.nothing.of.the.kind()
  ret void
}
