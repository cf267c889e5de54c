; Metadata as an argument: strings, nodes, values
declare void @llvm.foo(metadata)
declare i64 @llvm.read_register.i64(metadata)
declare void @llvm.write_register.i64(metadata, i64)
declare i1 @llvm.type.test(ptr, metadata)
define void @f(ptr %p, i64 %x) {
  %1 = call i1 @llvm.type.test(ptr %p, metadata !"T")
  %2 = call i1 @llvm.type.test(ptr %p, metadata !0)
  call void @llvm.write_register.i64(metadata !1, i64 %x)
  ret void
}
!0 = distinct !{}
!1 = !{!"rsp"}
