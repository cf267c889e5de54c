; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f() {
  %x = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %x)
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #0

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
