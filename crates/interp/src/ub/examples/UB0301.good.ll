define i32 @main() {
  %c = icmp samesign ult i32 2, 1
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
