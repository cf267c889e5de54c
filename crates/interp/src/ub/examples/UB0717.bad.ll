declare void @llvm.localescape(...)
declare ptr @llvm.localrecover(ptr, ptr, i32)
declare ptr @llvm.localaddress()

define ptr @outer() {
  %x = alloca i32
  store i32 0, ptr %x
  call void (...) @llvm.localescape(ptr %x)
  %frame = call ptr @llvm.localaddress()
  ret ptr %frame
}

define void @inner(ptr %frame) {
  %x = call ptr @llvm.localrecover(ptr @outer, ptr %frame, i32 0) ; UB
  store i32 1, ptr %x
  ret void
}

define i32 @main() {
  %frame = call ptr @outer()
  call void @inner(ptr %frame)
  ret i32 0
}
