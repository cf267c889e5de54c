define i32 @main() {
  %p = inttoptr i64 4096 to ptr
  %x = load i8, ptr %p ; UB
  ret i32 0
}
