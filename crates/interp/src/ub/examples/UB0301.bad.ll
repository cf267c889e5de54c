define i32 @main() {
  %c = icmp samesign ult i32 -1, 1 ; origin
  br i1 %c, label %yes, label %no ; UB
yes:
  ret i32 1
no:
  ret i32 0
}
