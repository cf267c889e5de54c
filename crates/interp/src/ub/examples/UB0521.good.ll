declare ptr @malloc(i64)
declare void @free(ptr)

define i32 @count(ptr %p) memory(argmem: read, inaccessiblemem: readwrite) {
  %copy = call ptr @malloc(i64 4)
  call void @free(ptr %copy)
  %x = load i32, ptr %p
  ret i32 %x
}

define i32 @main() {
  %a = alloca i32
  store i32 0, ptr %a
  %x = call i32 @count(ptr %a)
  ret i32 %x
}
