; An input in the register of a wider output gives the low bits of the output; the rest are undef.
define i32 @main() {
  %wide = alloca i128
  store i128 -1, ptr %wide
  call void asm "", "=*{cx},{cx}"(ptr elementtype(i128) %wide, i32 7)
  %low = load i32, ptr %wide
  %bad = icmp ne i32 %low, 7
  %result = zext i1 %bad to i32
  ret i32 %result
}
