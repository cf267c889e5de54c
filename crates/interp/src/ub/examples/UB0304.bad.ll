define i32 @main() {
  %a = alloca i8
  %x = load i8, ptr %a ; origin
  %low = and i8 %x, 15
  switch i8 %low, label %other [ i8 0, label %zero ] ; UB
zero:
  ret i32 0
other:
  ret i32 1
}
