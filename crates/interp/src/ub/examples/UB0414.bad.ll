define i32 @main() {
  %sum = add nsw i32 2147483647, 1 ; origin
  ret i32 %sum ; UB
}
