; passes: ipsccp
; What functions do to each other reaches all of them: arguments down a chain of calls, results up, contents of variables aside,
; and around a recursion.
@seen = internal global i32 7

define i32 @start(i1 %c) {
  %a = call i32 @upper(i32 3)
  %b = call i32 @even(i32 %a, i1 %c)
  ret i32 %b
}

define internal i32 @upper(i32 %n) {
  %m = add i32 %n, 1
  %r = call i32 @lower(i32 %m)
  %s = add i32 %r, 1
  ret i32 %s
}

define internal i32 @lower(i32 %n) {
  store i32 7, ptr @seen
  %is = icmp eq i32 %n, 4
  br i1 %is, label %yes, label %no

yes:
  ret i32 %n

no:
  store i32 8, ptr @seen
  ret i32 0
}

define internal i32 @even(i32 %n, i1 %c) {
  br i1 %c, label %more, label %end

more:
  %r = call i32 @odd(i32 %n)
  ret i32 %r

end:
  ret i32 5
}

define internal i32 @odd(i32 %n) {
  %v = load i32, ptr @seen
  %c = icmp eq i32 %v, 7
  %r = call i32 @even(i32 %n, i1 %c)
  ret i32 %r
}
