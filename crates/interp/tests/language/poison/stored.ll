; Poison may be stored, and is poison when it is loaded.
@g = global i32 0

define noundef i32 @main() {
  %p = sub nuw i32 0, 1
  store i32 %p, ptr @g
  %q = load i32, ptr @g
  %c = icmp slt i32 %q, 0
  br i1 %c, label %end, label %end ; UB0301
end:
  ret i32 0
}
