define i32 @main() {
  %x = shl i32 1, 32 ; origin
  switch i32 %x, label %other [ i32 0, label %zero ] ; UB
zero:
  ret i32 1
other:
  ret i32 0
}
