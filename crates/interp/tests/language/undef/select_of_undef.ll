; The operand of a `select` that is not taken does not matter.
define noundef i32 @main() {
  %a = select i1 true, i32 0, i32 undef
  ret i32 %a
}
