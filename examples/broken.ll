; The greatest common divisor, with two mistakes that only a look at the whole function shows.
define i32 @gcd(i32 %a, i32 %b) {
entry:
  br label %loop

loop:
  %x = phi i32 [ %a, %entry ]
  %y = phi i32 [ %b, %entry ], [ %rest, %loop ]
  %rest = urem i32 %x, %y
  %done = icmp eq i32 %rest, 0
  br i1 %done, label %exit, label %loop

exit:
  %result = add i32 %y, %unused
  ret i32 %result

never:
  %unused = add i32 0, 0
  br label %exit
}
