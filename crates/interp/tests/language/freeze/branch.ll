; A branch on frozen poison goes one way or the other.
define noundef i32 @main() {
  %p = add nsw i1 true, true
  %c = freeze i1 %p
  br i1 %c, label %a, label %b
a:
  ret i32 0
b:
  ret i32 0
}
