; Metadata is the type of some arguments of intrinsics
declare void @llvm.type.checked(metadata)
declare i64 @llvm.read_register.i64(metadata)
define i64 @f() {
  %x = call i64 @llvm.read_register.i64(metadata !0)
  ret i64 %x
}
!0 = !{!"sp"}
