; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: nocallback noduplicate nofree nosync nounwind willreturn
declare void @llvm.set.loop.iterations.i32(i32) #0

; Function Attrs: nocallback noduplicate nofree nosync nounwind willreturn
declare void @llvm.set.loop.iterations.i64(i64) #0

; Function Attrs: nocallback noduplicate nofree nosync nounwind willreturn
declare i32 @llvm.start.loop.iterations.i32(i32) #0

; Function Attrs: nocallback noduplicate nofree nosync nounwind willreturn
declare i64 @llvm.start.loop.iterations.i64(i64) #0

; Function Attrs: nocallback noduplicate nofree nosync nounwind willreturn
declare i1 @llvm.test.set.loop.iterations.i32(i32) #0

; Function Attrs: nocallback noduplicate nofree nosync nounwind willreturn
declare i1 @llvm.test.set.loop.iterations.i64(i64) #0

; Function Attrs: nocallback noduplicate nofree nosync nounwind willreturn
declare { i32, i1 } @llvm.test.start.loop.iterations.i32(i32) #0

; Function Attrs: nocallback noduplicate nofree nosync nounwind willreturn
declare { i64, i1 } @llvm.test.start.loop.iterations.i64(i64) #0

; Function Attrs: nocallback noduplicate nofree nosync nounwind willreturn
declare i32 @llvm.loop.decrement.reg.i32(i32, i32) #0

; Function Attrs: nocallback noduplicate nofree nosync nounwind willreturn
declare i64 @llvm.loop.decrement.reg.i64(i64, i64) #0

; Function Attrs: nocallback noduplicate nofree nosync nounwind willreturn
declare i1 @llvm.loop.decrement.i32(i32) #0

; Function Attrs: nocallback noduplicate nofree nosync nounwind willreturn
declare i1 @llvm.loop.decrement.i64(i64) #0

attributes #0 = { nocallback noduplicate nofree nosync nounwind willreturn }
