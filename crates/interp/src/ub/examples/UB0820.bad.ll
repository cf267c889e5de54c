declare i64 @strlen(ptr)

define i32 @main() {
  %text = alloca [4 x i8]
  %last = getelementptr i8, ptr %text, i64 3
  store i8 0, ptr %last
  %n = call i64 @strlen(ptr %text) ; UB
  ret i32 0
}
