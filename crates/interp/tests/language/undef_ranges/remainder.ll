; A remainder is less than the divisor.
define noundef i32 @main() {
  %left = urem i64 undef, 10
  %less = icmp ult i64 %left, 10
  br i1 %less, label %on, label %bad
on:
  %signed = srem i64 undef, 10
  %greater = icmp sgt i64 %signed, -10
  br i1 %greater, label %good, label %bad
good:
  ret i32 0
bad:
  ret i32 1
}
