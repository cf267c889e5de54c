; Branching on an undefined value is undefined behaviour.
define noundef i32 @main() {
  br i1 undef, label %a, label %b ; UB0302
a:
  ret i32 0
b:
  ret i32 0
}
