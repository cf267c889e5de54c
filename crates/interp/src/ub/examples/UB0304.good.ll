define i32 @main() {
  %a = alloca i8
  store i8 0, ptr %a
  %x = load i8, ptr %a
  %low = and i8 %x, 15
  switch i8 %low, label %other [ i8 0, label %zero ]
zero:
  ret i32 0
other:
  ret i32 1
}
