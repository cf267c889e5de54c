; An object that was allocated and not written holds an undefined value, not poison.
define noundef i32 @main() {
  %a = alloca i32
  %x = load i32, ptr %a
  switch i32 %x, label %end [ i32 5, label %end ] ; UB0304
end:
  ret i32 0
}
