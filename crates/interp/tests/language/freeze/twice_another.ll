; Twice an undefined value need not be an even number.
define noundef i32 @main() {
  %slot = alloca i32
  %w = load i32, ptr %slot
  %y = add i32 %w, %w
  %odd = and i32 %y, 1
  switch i32 %odd, label %end [ i32 1, label %end ] ; UB0304
end:
  ret i32 0
}
