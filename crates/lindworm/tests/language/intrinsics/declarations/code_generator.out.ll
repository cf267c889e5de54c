; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.returnaddress(i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stackaddress.p0() #1

; Function Attrs: nounwind
declare ptr @llvm.swift.async.context.addr() #2

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.localescape(...) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.localrecover(ptr, ptr, i32 immarg) #0

; Function Attrs: nounwind willreturn memory(write)
declare void @llvm.seh.try.begin() #3

; Function Attrs: nounwind willreturn memory(write)
declare void @llvm.seh.try.end() #3

; Function Attrs: nounwind memory(none)
declare void @llvm.seh.scope.begin() #4

; Function Attrs: nounwind memory(none)
declare void @llvm.seh.scope.end() #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare i32 @llvm.read_register.i32(metadata) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare i64 @llvm.read_register.i64(metadata) #5

; Function Attrs: nounwind
declare i32 @llvm.read_volatile_register.i32(metadata) #2

; Function Attrs: nounwind
declare i64 @llvm.read_volatile_register.i64(metadata) #2

; Function Attrs: nocallback nounwind
declare void @llvm.write_register.i32(metadata, i32) #6

; Function Attrs: nocallback nounwind
declare void @llvm.write_register.i64(metadata, i64) #6

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave.p0() #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr addrspace(5) @llvm.stacksave.p5() #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p0(ptr) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p5(ptr addrspace(5)) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare i32 @llvm.get.dynamic.area.offset.i32() #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare i64 @llvm.get.dynamic.area.offset.i64() #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.pcmarker(i32) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare i64 @llvm.readcyclecounter() #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare i64 @llvm.readsteadycounter() #1

; Function Attrs: nounwind
declare void @llvm.clear_cache(ptr, ptr) #2

; Function Attrs: nounwind
declare void @llvm.instrprof.increment(ptr, i64, i32, i32) #2

; Function Attrs: nounwind
declare void @llvm.instrprof.increment.step(ptr, i64, i32, i32, i64) #2

; Function Attrs: nounwind
declare void @llvm.instrprof.callsite(ptr, i64, i32, i32, ptr) #2

; Function Attrs: nounwind
declare void @llvm.instrprof.timestamp(ptr, i64, i32, i32) #2

; Function Attrs: nounwind
declare void @llvm.instrprof.cover(ptr, i64, i32, i32) #2

; Function Attrs: nounwind
declare void @llvm.instrprof.value.profile(ptr, i64, i64, i32, i32) #2

; Function Attrs: nounwind
declare void @llvm.instrprof.mcdc.parameters(ptr, i64, i32) #2

; Function Attrs: nounwind
declare void @llvm.instrprof.mcdc.tvbitmap.update(ptr, i64, i32, ptr) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.thread.pointer.p0() #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr addrspace(5) @llvm.thread.pointer.p5() #0

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare token @llvm.call.preallocated.setup(i32 immarg) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.call.preallocated.arg(token, i32 immarg) #1

declare ptr @llvm.call.preallocated.teardown(token)

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.addressofreturnaddress.p0() #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.sponentry.p0() #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.frameaddress.p0(i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.prefetch.p0(ptr readonly captures(none), i32 immarg, i32 immarg, i32 immarg) #7

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #1 = { nocallback nofree nosync nounwind willreturn }
attributes #2 = { nounwind }
attributes #3 = { nounwind willreturn memory(write) }
attributes #4 = { nounwind memory(none) }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(read) }
attributes #6 = { nocallback nounwind }
attributes #7 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
