; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Unknown intrinsic
declare void @llvm.foo(metadata)

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare i64 @llvm.read_register.i64(metadata) #0

; Function Attrs: nocallback nounwind
declare void @llvm.write_register.i64(metadata, i64) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i1 @llvm.type.test(ptr, metadata) #2

define void @f(ptr %p, i64 %x) {
  %1 = call i1 @llvm.type.test(ptr %p, metadata !"T")
  %2 = call i1 @llvm.type.test(ptr %p, metadata !0)
  call void @llvm.write_register.i64(metadata !1, i64 %x)
  ret void
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(read) }
attributes #1 = { nocallback nounwind }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!0 = distinct !{}
!1 = !{!"rsp"}
