define i32 @main() {
  %x = alloca i32
  store i32 0, ptr %x
  %address = ptrtoint ptr %x to i64
  %p = inttoptr i64 %address to ptr
  %y = load i32, ptr %p
  ret i32 %y
}
