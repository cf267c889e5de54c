; So is what a `phi` gives.
define noundef i32 @main() {
  %n = fdiv float 0.0, 0.0
  br label %next
next:
  %x = phi nnan float [ %n, %0 ]
  %c = fcmp oeq float %x, 0.0
  br i1 %c, label %end, label %end ; UB0301
end:
  ret i32 0
}
