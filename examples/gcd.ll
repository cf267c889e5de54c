; The greatest common divisor.
define i32 @gcd(i32 %a, i32 %b) {
entry:
  %done = icmp eq i32 %b, 0
  br i1 %done, label %end, label %step

step:
  %rest = urem i32 %a, %b
  %result = tail call i32 @gcd(i32 %b, i32 %rest)
  ret i32 %result

end:
  ret i32 %a
}
