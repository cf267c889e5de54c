; Addition to an undefined value may give anything: all bits of the sum depend on the undefined ones.
define noundef i32 @main() {
  %a = add i32 5, undef
  %c = icmp eq i32 %a, 5
  br i1 %c, label %end, label %end ; UB0302
end:
  ret i32 0
}
