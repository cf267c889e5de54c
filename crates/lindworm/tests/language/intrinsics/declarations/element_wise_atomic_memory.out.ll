; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr writeonly captures(none), ptr readonly captures(none), i32, i32 immarg) #0

; Function Attrs: nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr writeonly captures(none), ptr readonly captures(none), i64, i32 immarg) #0

; Function Attrs: nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.element.unordered.atomic.p0.p0.i32(ptr writeonly captures(none), ptr readonly captures(none), i32, i32 immarg) #0

; Function Attrs: nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.element.unordered.atomic.p0.p0.i64(ptr writeonly captures(none), ptr readonly captures(none), i64, i32 immarg) #0

; Function Attrs: nosync nounwind willreturn memory(argmem: write)
declare void @llvm.memset.element.unordered.atomic.p0.i32(ptr writeonly captures(none), i8, i32, i32 immarg) #1

; Function Attrs: nosync nounwind willreturn memory(argmem: write)
declare void @llvm.memset.element.unordered.atomic.p0.i64(ptr writeonly captures(none), i8, i64, i32 immarg) #1

attributes #0 = { nosync nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { nosync nounwind willreturn memory(argmem: write) }
