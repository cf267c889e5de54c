; = 30
define i64 @patchpoint() {
  %result = call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 1, i32 15, ptr @sum, i32 2, i64 10, i64 20, ptr @sum, i8 3)
  ret i64 %result
}

; = 2
define i64 @patchpoint_that_calls_nothing() {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 15, ptr null, i32 0)
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 0, i64 5)
  ret i64 2
}

; = UB0406
define i64 @patchpoint_with_wrong_argument() {
  %result = call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 1, i32 15, ptr @sum, i32 2, i64 10, i32 20)
  ret i64 %result
}

; = -1
define i1 @stack_guard() {
  %slot = alloca ptr
  %guard = call ptr @llvm.stackguard()
  call void @llvm.stackprotector(ptr %guard, ptr %slot)
  %found = load volatile ptr, ptr %slot
  %same = icmp eq ptr %guard, %found
  ret i1 %same
}

; = 0
define i64 @nothing_is_left_out_of_the_stack() {
  %offset = call i64 @llvm.get.dynamic.area.offset.i64()
  ret i64 %offset
}

; = 0
define i1 @not_sanitized() {
  %is = call i1 @llvm.allow.sanitize.address()
  ret i1 %is
}

; = -1
define i1 @sanitized() sanitize_address {
  %is = call i1 @llvm.allow.sanitize.address()
  ret i1 %is
}

define swifttailcc ptr @async(i64 %other, ptr swiftasync %context) {
  %place = call ptr @llvm.swift.async.context.addr()
  %first = load ptr, ptr %place
  store ptr null, ptr %place
  %again = call ptr @llvm.swift.async.context.addr()
  %null = load ptr, ptr %again
  %is = icmp eq ptr %null, null
  %r = select i1 %is, ptr %first, ptr null
  ret ptr %r
}

; = -1
define i1 @async_context() {
  %context = alloca i64
  %first = call swifttailcc ptr @async(i64 1, ptr swiftasync %context)
  %same = icmp eq ptr %first, %context
  ret i1 %same
}

; = null
define ptr @no_async_context() {
  %place = call ptr @llvm.swift.async.context.addr()
  %value = load ptr, ptr %place
  ret ptr %value
}

; = 2.5
define double @fence() {
  %same = call double @llvm.arithmetic.fence.f64(double 2.5)
  ret double %same
}

; = 3
define i32 @convergence() convergent {
  %token = call token @llvm.experimental.convergence.entry()
  %three = call i32 @three() [ "convergencectrl"(token %token) ]
  ret i32 %three
}

define i32 @three() convergent {
  ret i32 3
}

define i64 @sum(i64 %a, i64 %b) {
  %sum = add i64 %a, %b
  ret i64 %sum
}

declare i64 @llvm.experimental.patchpoint.i64(i64, i32, ptr, i32, ...)
declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)
declare void @llvm.experimental.stackmap(i64, i32, ...)
declare ptr @llvm.stackguard()
declare ptr @llvm.swift.async.context.addr()
declare void @llvm.stackprotector(ptr, ptr)
declare i64 @llvm.get.dynamic.area.offset.i64()
declare i1 @llvm.allow.sanitize.address()
declare double @llvm.arithmetic.fence.f64(double)
declare token @llvm.experimental.convergence.entry()
