; Bundles with rules of their own
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
declare ptr @llvm.objc.retainAutoreleasedReturnValue(ptr)
