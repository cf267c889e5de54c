declare i64 @strlen(ptr)

define i32 @main() {
  %text = alloca [4 x i8], align 4
  store i32 6513249, ptr %text
  %n = call i64 @strlen(ptr %text)
  %wrong = icmp ne i64 %n, 3
  %r = zext i1 %wrong to i32
  ret i32 %r
}
