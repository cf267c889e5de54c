define i32 @main() {
  %sum = add nsw i32 2147483647, 1
  %status = freeze i32 %sum
  %same = sub i32 %status, %status
  ret i32 %same
}
