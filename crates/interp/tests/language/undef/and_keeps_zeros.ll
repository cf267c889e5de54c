; Bits that are zero stay zero under `and`, whatever the others are.
define noundef i32 @main() {
  %a = and i32 12, undef
  %b = and i32 %a, -13
  ret i32 %b
}
