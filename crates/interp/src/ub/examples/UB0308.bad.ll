define i32 @sign(i32 %x) {
  switch i32 %x, label %other [
    i32 1, label %plus
    i32 -1, label %minus
  ]
plus:
  ret i32 0
minus:
  ret i32 1
other:
  unreachable ; UB
}

define i32 @main() {
  %s = call i32 @sign(i32 2)
  ret i32 %s
}
