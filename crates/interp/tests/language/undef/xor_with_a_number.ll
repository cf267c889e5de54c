; `xor` with an undefined value is undefined.
define noundef i32 @main() {
  %a = xor i8 12, undef
  switch i8 %a, label %end [ i8 12, label %end ] ; UB0304
end:
  ret i32 0
}
