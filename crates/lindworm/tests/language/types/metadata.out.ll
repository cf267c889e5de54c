; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Unknown intrinsic
declare void @llvm.type.checked(metadata)

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare i64 @llvm.read_register.i64(metadata) #0

define i64 @f() {
  %x = call i64 @llvm.read_register.i64(metadata !0)
  ret i64 %x
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(read) }

!0 = !{!"sp"}
