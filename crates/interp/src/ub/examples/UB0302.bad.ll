define i32 @main() {
  %a = alloca i1
  %c = load i1, ptr %a ; origin
  br i1 %c, label %yes, label %no ; UB
yes:
  ret i32 1
no:
  ret i32 0
}
