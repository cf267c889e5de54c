@count = global i32 0

define i32 @next(ptr %p) memory(read) {
  %n = load i32, ptr @count
  %x = load i32, ptr %p
  %s = add i32 %n, %x
  ret i32 %s
}

define i32 @main() {
  %a = alloca i32
  store i32 0, ptr %a
  %x = call i32 @next(ptr %a)
  ret i32 %x
}
