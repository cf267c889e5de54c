; A statepoint calls its target, and the pointers that live across it stay where they are.

@g = addrspace(1) global [4 x i32] [i32 10, i32 20, i32 30, i32 40]
@h = global i32 0

; = 42
define i32 @result() gc "statepoint-example" {
  %token = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(i32 (i32, i32)) @sum, i32 2, i32 0, i32 40, i32 2, i32 0, i32 0)
  %result = call i32 @llvm.experimental.gc.result.i32(token %token)
  ret i32 %result
}

; = 20
define i32 @relocate() gc "statepoint-example" {
  %base = getelementptr i8, ptr addrspace(1) @g, i64 0
  %derived = getelementptr i32, ptr addrspace(1) %base, i64 1
  %token = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(void ()) @nothing, i32 0, i32 0, i32 0, i32 0) [ "deopt"(i32 7), "gc-live"(ptr addrspace(1) %base, ptr addrspace(1) %derived) ]
  %relocated = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %token, i32 0, i32 1)
  %value = load i32, ptr addrspace(1) %relocated
  ret i32 %value
}

; The block that takes the result stands before the one that makes it.
; = 30
define i32 @decoded_before() gc "statepoint-example" {
  br label %call
take:
  %relocated = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %token, i32 0, i32 0)
  %value = load i32, ptr addrspace(1) %relocated
  ret i32 %value
call:
  %pointer = getelementptr i32, ptr addrspace(1) @g, i64 2
  %token = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(void ()) @nothing, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %pointer) ]
  br label %take
}

; = 60
define i32 @loop() gc "statepoint-example" {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  %pointer = phi ptr addrspace(1) [ @g, %entry ], [ %after, %head ]
  %total = phi i32 [ 0, %entry ], [ %more, %head ]
  %token = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(i32 (i32, i32)) @sum, i32 2, i32 0, i32 %i, i32 1, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %pointer) ]
  %next = call i32 @llvm.experimental.gc.result.i32(token %token)
  %relocated = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %token, i32 0, i32 0)
  %value = load i32, ptr addrspace(1) %relocated
  %more = add i32 %total, %value
  %after = getelementptr i32, ptr addrspace(1) %relocated, i64 1
  %done = icmp eq i32 %next, 3
  br i1 %done, label %end, label %head
end:
  ret i32 %more
}

; = 7
define i32 @invoked() gc "statepoint-example" personality ptr @__gxx_personality_v0 {
  %token = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(i32 (i32, i32)) @sum, i32 2, i32 0, i32 3, i32 4, i32 0, i32 0) to label %normal unwind label %caught
normal:
  %result = call i32 @llvm.experimental.gc.result.i32(token %token)
  ret i32 %result
caught:
  %pad = landingpad token cleanup
  ret i32 -1
}

; = 40
define i32 @relocated_where_exceptions_go() gc "statepoint-example" personality ptr @__gxx_personality_v0 {
  %pointer = getelementptr i32, ptr addrspace(1) @g, i64 3
  invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(void ()) @throws, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %pointer) ] to label %normal unwind label %caught
normal:
  ret i32 -1
caught:
  %pad = landingpad token catch ptr null
  %relocated = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %pad, i32 0, i32 0)
  %value = load i32, ptr addrspace(1) %relocated
  ret i32 %value
}

; The function is not of the type that the statepoint says.
; = UB0405
define void @wrong_arguments() gc "statepoint-example" {
  %token = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(i32 (i32)) @sum, i32 1, i32 0, i32 1, i32 0, i32 0)
  ret void
}

; = 8
define i64 @offset_from_base() {
  %derived = getelementptr i32, ptr addrspace(1) @g, i64 2
  %offset = call i64 @llvm.experimental.gc.get.pointer.offset.p1(ptr addrspace(1) %derived)
  ret i64 %offset
}

; = 10
define i32 @base() {
  %derived = getelementptr i32, ptr addrspace(1) @g, i64 2
  %base = call ptr addrspace(1) @llvm.experimental.gc.get.pointer.base.p1.p1(ptr addrspace(1) %derived)
  %value = load i32, ptr addrspace(1) %base
  ret i32 %value
}

; = -1
define i1 @barriers() gc "shadow-stack" {
  %root = alloca ptr
  call void @llvm.gcroot(ptr %root, ptr null)
  call void @llvm.gcwrite(ptr @h, ptr @h, ptr %root)
  %read = call ptr @llvm.gcread(ptr @h, ptr %root)
  %same = icmp eq ptr %read, @h
  ret i1 %same
}

define i32 @sum(i32 %a, i32 %b) {
  %sum = add i32 %a, %b
  ret i32 %sum
}

define void @nothing() {
  ret void
}

define void @throws() {
  %exception = call ptr @__cxa_allocate_exception(i64 4)
  store i32 1, ptr %exception
  call void @__cxa_throw(ptr %exception, ptr @_ZTIi, ptr null)
  unreachable
}

@_ZTIi = external constant ptr
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare i32 @__gxx_personality_v0(...)
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare i32 @llvm.experimental.gc.result.i32(token)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
declare i64 @llvm.experimental.gc.get.pointer.offset.p1(ptr addrspace(1))
declare ptr addrspace(1) @llvm.experimental.gc.get.pointer.base.p1.p1(ptr addrspace(1))
declare void @llvm.gcroot(ptr, ptr)
declare void @llvm.gcwrite(ptr, ptr, ptr)
declare ptr @llvm.gcread(ptr, ptr)
