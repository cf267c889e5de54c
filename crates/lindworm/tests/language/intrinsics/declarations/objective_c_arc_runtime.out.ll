; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: nounwind
declare ptr @llvm.objc.autorelease(ptr returned) #0

; Function Attrs: nounwind
declare void @llvm.objc.autoreleasePoolPop(ptr) #0

; Function Attrs: nounwind
declare ptr @llvm.objc.autoreleasePoolPush() #0

; Function Attrs: nounwind
declare ptr @llvm.objc.autoreleaseReturnValue(ptr returned) #0

; Function Attrs: nounwind
declare void @llvm.objc.copyWeak(ptr, ptr) #0

; Function Attrs: nounwind
declare void @llvm.objc.destroyWeak(ptr) #0

; Function Attrs: nounwind
declare ptr @llvm.objc.initWeak(ptr, ptr) #0

; Function Attrs: nounwind
declare ptr @llvm.objc.loadWeak(ptr) #0

; Function Attrs: nounwind
declare ptr @llvm.objc.loadWeakRetained(ptr) #0

; Function Attrs: nounwind
declare void @llvm.objc.moveWeak(ptr, ptr) #0

; Function Attrs: nounwind
declare void @llvm.objc.release(ptr) #0

; Function Attrs: nounwind
declare ptr @llvm.objc.retain(ptr returned) #0

; Function Attrs: nounwind
declare ptr @llvm.objc.retainAutorelease(ptr returned) #0

; Function Attrs: nounwind
declare ptr @llvm.objc.retainAutoreleaseReturnValue(ptr returned) #0

; Function Attrs: nounwind
declare ptr @llvm.objc.retainAutoreleasedReturnValue(ptr) #0

; Function Attrs: nounwind
declare ptr @llvm.objc.retainBlock(ptr) #0

; Function Attrs: nounwind
declare void @llvm.objc.storeStrong(ptr, ptr) #0

; Function Attrs: nounwind
declare ptr @llvm.objc.storeWeak(ptr, ptr) #0

attributes #0 = { nounwind }
