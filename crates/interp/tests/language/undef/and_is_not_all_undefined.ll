; The bits of an `and` that the undefined operand decides are undefined.
define noundef i32 @main() {
  %a = and i32 12, undef
  %c = icmp eq i32 %a, 12
  br i1 %c, label %end, label %end ; UB0302
end:
  ret i32 0
}
