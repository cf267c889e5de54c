; A branch on a frozen value goes one way or the other.
define noundef i32 @main() {
  %x = freeze i1 undef
  br i1 %x, label %a, label %b
a:
  br label %b
b:
  ret i32 0
}
