define void @clear(ptr %p) memory(argmem: read) {
  %x = load i32, ptr %p
  ret void
}

define i32 @main() {
  %a = alloca i32
  store i32 0, ptr %a
  call void @clear(ptr %a)
  ret i32 0
}
