; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: nounwind
declare void @llvm.gcroot(ptr, ptr) #0

; Function Attrs: nounwind memory(argmem: read)
declare ptr @llvm.gcread(ptr, ptr) #1

; Function Attrs: nounwind memory(argmem: readwrite)
declare void @llvm.gcwrite(ptr, ptr captures(none), ptr captures(none)) #2

attributes #0 = { nounwind }
attributes #1 = { nounwind memory(argmem: read) }
attributes #2 = { nounwind memory(argmem: readwrite) }
