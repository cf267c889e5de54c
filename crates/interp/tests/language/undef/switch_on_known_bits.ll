; Where other operands decide all bits of a result, it is well defined.
define noundef i32 @main() {
  %x = or i8 undef, 255
  switch i8 %x, label %wrong [ i8 255, label %right ]
wrong:
  ret i32 1
right:
  ret i32 0
}
