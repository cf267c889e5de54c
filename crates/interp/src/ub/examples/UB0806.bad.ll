@text = constant [3 x i8] c"abc"

declare i64 @strlen(ptr)

define i32 @main() {
  %n = call i64 @strlen(ptr @text) ; UB
  %wrong = icmp ne i64 %n, 3
  %r = zext i1 %wrong to i32
  ret i32 %r
}
