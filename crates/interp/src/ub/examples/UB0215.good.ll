define i64 @sum(i64 %n) {
  %end = icmp eq i64 %n, 0
  br i1 %end, label %none, label %some
some:
  %less = sub i64 %n, 1
  %s = call i64 @sum(i64 %less)
  %r = add i64 %s, %n
  ret i64 %r
none:
  ret i64 0
}

define i32 @main() {
  %s = call i64 @sum(i64 100)
  %wrong = icmp ne i64 %s, 5050
  %r = zext i1 %wrong to i32
  ret i32 %r
}
