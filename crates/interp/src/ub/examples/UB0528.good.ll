define i32 @down(i32 %n) norecurse {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %zero, label %more
more:
  %less = sub i32 %n, 1
  %x = call i32 @down(i32 %less)
  ret i32 %x
zero:
  ret i32 0
}

define i32 @main() {
  %x = call i32 @down(i32 0)
  ret i32 %x
}
