; With `ninf`, an operand that is infinite gives poison.
define noundef i32 @main() {
  %c = fcmp ninf oeq double 0x7FF0000000000000, 1.0
  br i1 %c, label %end, label %end ; UB0301
end:
  ret i32 0
}
