; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %p, ptr align 4 %q, i32 8, i1 false)
  call void @llvm.memset.p0.i64(ptr align 16 %p, i8 0, i64 8, i1 true)
  ret void
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i32(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i32, i1 immarg) #0

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #1

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: write) }
