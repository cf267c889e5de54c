define i32 @main() {
  %a = alloca i1
  store i1 false, ptr %a
  %c = load i1, ptr %a
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
