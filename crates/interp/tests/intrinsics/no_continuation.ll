; = the program deoptimizes, and there is no function `@__llvm_deoptimize` to go on with
define void @deoptimize() {
  call void (...) @llvm.experimental.deoptimize.isVoid() [ "deopt"() ]
  ret void
}

; = the program deoptimizes, and there is no function `@__llvm_deoptimize` to go on with
define i32 @guard() {
  call void (i1, ...) @llvm.experimental.guard(i1 false) [ "deopt"() ]
  ret i32 1
}

; = there is no function `@objc_retain`
define ptr @runtime() {
  %same = call ptr @llvm.objc.retain(ptr null)
  ret ptr %same
}

; = intrinsic `llvm.read_register` (the machine has no registers of a processor) cannot be run
define i64 @register() {
  %sp = call i64 @llvm.read_register.i64(metadata !0)
  ret i64 %sp
}

declare void @llvm.experimental.deoptimize.isVoid(...)
declare void @llvm.experimental.guard(i1, ...)
declare ptr @llvm.objc.retain(ptr)
declare i64 @llvm.read_register.i64(metadata)

!0 = !{!"rsp\00"}
