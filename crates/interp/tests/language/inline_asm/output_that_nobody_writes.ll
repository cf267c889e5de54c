; An output that the text does not write is undefined.
define noundef i32 @main() {
  %x = call i32 asm "", "=r"()
  switch i32 %x, label %end [ i32 1, label %end ] ; UB0304
end:
  ret i32 0
}
