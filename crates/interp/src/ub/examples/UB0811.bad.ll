declare i32 @abs(i32)

define i32 @main() {
  %x = call i32 @abs(i32 -2147483648) ; UB
  ret i32 0
}
