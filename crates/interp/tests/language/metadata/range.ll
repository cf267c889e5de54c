; A loaded number outside of `!range` is poison.
@x = global i8 2

define noundef i32 @main() {
  %a = load i8, ptr @x, !range !0
  switch i8 %a, label %end [ i8 1, label %end ] ; UB0303
end:
  ret i32 0
}

!0 = !{i8 0, i8 2}
