; passes: ipsccp
; Unknown values of all functions are given up before anything is solved again: %y is anything by then.
define internal i32 @a() {
  %c = icmp eq i32 undef, 3
  br i1 %c, label %x, label %y

x:
  ret i32 5

y:
  ret i32 5
}

define i32 @b() {
  %r = call i32 @a()
  %y = add i32 %r, 1
  ret i32 %y
}
