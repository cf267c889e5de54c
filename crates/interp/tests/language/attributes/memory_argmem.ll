; `memory(argmem: readwrite)` allows accesses through arguments, also those of what it calls.
define void @deeper(ptr %p) {
  store i32 0, ptr %p
  ret void
}

define i32 @set(ptr %p) memory(argmem: readwrite) {
  %q = getelementptr i32, ptr %p, i64 1
  call void @deeper(ptr %q)
  %v = load i32, ptr %q
  ret i32 %v
}

define noundef i32 @main() {
  %x = alloca [2 x i32]
  %v = call i32 @set(ptr %x)
  ret i32 %v
}
