define i64 @sum(i64 %n) {
  ; Nothing ends it.
  %less = sub i64 %n, 1
  %s = call i64 @sum(i64 %less) ; UB
  %r = add i64 %s, %n
  ret i64 %r
}

define i32 @main() {
  %s = call i64 @sum(i64 100)
  ret i32 0
}
