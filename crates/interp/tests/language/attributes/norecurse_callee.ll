; A `norecurse` function may call one that calls itself.
define i32 @down(i32 %n) {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %zero, label %more
more:
  %less = sub i32 %n, 1
  %x = call i32 @down(i32 %less)
  ret i32 %x
zero:
  ret i32 0
}

define i32 @outer() norecurse {
  %x = call i32 @down(i32 3)
  ret i32 %x
}

define noundef i32 @main() {
  %x = call i32 @outer()
  %y = call i32 @outer()
  %r = or i32 %x, %y
  ret i32 %r
}
