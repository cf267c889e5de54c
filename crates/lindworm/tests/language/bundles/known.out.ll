; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare void @g()

declare ptr @h()

define void @f(ptr %p) {
  call void %p() [ "kcfi"(i32 1234) ]
  call void %p() [ "ptrauth"(i32 0, i64 1) ]
  %r = call ptr @h() [ "clang.arc.attachedcall"(ptr @llvm.objc.retainAutoreleasedReturnValue) ]
  call void @g() [ "cfguardtarget"(ptr %p) ]
  call void @g() [ "gc-live"(ptr %p) ]
  ret void
}

; Function Attrs: nounwind
declare ptr @llvm.objc.retainAutoreleasedReturnValue(ptr) #0

attributes #0 = { nounwind }
