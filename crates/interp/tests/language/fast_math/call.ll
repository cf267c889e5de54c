; So is the result of a call.
define float @none() {
  %n = fdiv float 0.0, 0.0
  ret float %n
}

define noundef i32 @main() {
  %x = call nnan float @none()
  %c = fcmp oeq float %x, 0.0
  br i1 %c, label %end, label %end ; UB0301
end:
  ret i32 0
}
