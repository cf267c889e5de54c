; A branch on poison is undefined behaviour even if both ways are the same.
define noundef i32 @main() {
  %p = sub nuw i32 0, 1
  %c = icmp slt i32 %p, 0
  br i1 %c, label %end, label %end ; UB0301
end:
  ret i32 0
}
