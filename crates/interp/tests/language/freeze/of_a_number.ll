; `freeze` of a well-defined value gives that value.
define noundef i32 @main() {
  %x = freeze i32 7
  %r = sub i32 %x, 7
  ret i32 %r
}
