@text = global [6 x i8] c"hello\00"

define i32 @main() {
  store i8 72, ptr @text
  ret i32 0
}
