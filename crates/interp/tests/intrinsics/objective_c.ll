; A runtime of the program's own, whose objects are counters.

; = 1
define i32 @retained_twice_and_released() {
  %counter = alloca i32
  store i32 0, ptr %counter
  %same = call ptr @llvm.objc.retain(ptr %counter)
  %again = call ptr @llvm.objc.retain(ptr %same)
  call void @llvm.objc.release(ptr %again)
  call void (...) @llvm.objc.clang.arc.use(ptr %again)
  %count = load i32, ptr %counter
  ret i32 %count
}

; = 5
define i32 @name_of_several_words() {
  %result = call i32 @llvm.objc.sync.enter(ptr null)
  ret i32 %result
}

define ptr @objc_retain(ptr %counter) {
  %count = load i32, ptr %counter
  %more = add i32 %count, 1
  store i32 %more, ptr %counter
  ret ptr %counter
}

define void @objc_release(ptr %counter) {
  %count = load i32, ptr %counter
  %less = sub i32 %count, 1
  store i32 %less, ptr %counter
  ret void
}

define i32 @objc_sync_enter(ptr %object) {
  ret i32 5
}

declare ptr @llvm.objc.retain(ptr)
declare void @llvm.objc.release(ptr)
declare void @llvm.objc.clang.arc.use(...)
declare i32 @llvm.objc.sync.enter(ptr)
