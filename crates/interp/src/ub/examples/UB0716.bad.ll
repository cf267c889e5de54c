declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)

define i32 @get(ptr preallocated(i32) %p) {
  %x = load i32, ptr %p
  ret i32 %x
}

define i32 @main() {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %p = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)
  store i32 0, ptr %p
  %u = call token @llvm.call.preallocated.setup(i32 1)
  %q = call ptr @llvm.call.preallocated.arg(token %u, i32 0) preallocated(i32)
  store i32 0, ptr %q
  %x = call i32 @get(ptr preallocated(i32) %p) ["preallocated"(token %t)] ; UB
  %y = call i32 @get(ptr preallocated(i32) %q) ["preallocated"(token %u)]
  ret i32 %x
}
