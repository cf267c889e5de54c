; Within a function, a value may be used before its line, where blocks come in another order
define i32 @f() {
  br label %second
first:
  %r = add i32 %v, 1
  ret i32 %r
second:
  %v = add i32 1, 2
  br label %first
}
