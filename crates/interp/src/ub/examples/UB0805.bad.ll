@text = global [8 x i8] c"abcdefg\00"

declare ptr @memcpy(ptr, ptr, i64)

define i32 @main() {
  %to = getelementptr i8, ptr @text, i64 1
  %p = call ptr @memcpy(ptr %to, ptr @text, i64 6) ; UB
  ret i32 0
}
