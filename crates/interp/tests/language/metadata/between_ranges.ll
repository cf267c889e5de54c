; What lies between them is poison.
define i8 @foo() {
  ret i8 2
}

define noundef i32 @main() {
  %c = call i8 @foo(), !range !0
  switch i8 %c, label %end [ i8 1, label %end ] ; UB0303
end:
  ret i32 0
}

!0 = !{i8 0, i8 2, i8 3, i8 6}
