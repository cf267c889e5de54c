; An undefined value that is stored and loaded is undefined.
define noundef i32 @main() {
  %slot = alloca i8
  store i8 undef, ptr %slot
  %x = load i8, ptr %slot
  switch i8 %x, label %end [ i8 1, label %end ] ; UB0304
end:
  ret i32 0
}
