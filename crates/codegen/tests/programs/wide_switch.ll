; `switch` on integers of several registers: cases that differ in the upper or the lower part only, phis on the edges, no case.
@format = constant [10 x i8] c"%d %d %d\0A\00"
declare i32 @printf(ptr, ...)

define i32 @of_i96(i96 %x) {
  switch i96 %x, label %none [
    i96 0, label %zero
    i96 1, label %one
    i96 18446744073709551616, label %upper
    i96 18446744073709551617, label %one
    i96 -1, label %minus
  ]
zero:
  ret i32 10
one:
  %r = phi i32 [ 11, %0 ], [ 11, %0 ]
  ret i32 %r
upper:
  ret i32 12
minus:
  ret i32 13
none:
  ret i32 14
}

define i32 @of_i200(i200 %x) {
entry:
  %low = trunc i200 %x to i32
  switch i200 %x, label %end [
    i200 7, label %a
    i200 803469022129495137770981046170581301261101496891396417650688, label %end
  ]
a:
  br label %end
end:
  %r = phi i32 [ %low, %entry ], [ %low, %entry ], [ 70, %a ]
  ret i32 %r
}

define i32 @of_none(i128 %x) {
  switch i128 %x, label %all []
all:
  %r = trunc i128 %x to i32
  ret i32 %r
}

define i32 @main() {
  br label %loop
loop:
  %i = phi i96 [ -1, %0 ], [ %next, %loop ]
  %shifted = shl i96 %i, 64
  %both = add i96 %shifted, 1
  %a = call i32 @of_i96(i96 %i)
  %b = call i32 @of_i96(i96 %shifted)
  %c = call i32 @of_i96(i96 %both)
  call i32 (ptr, ...) @printf(ptr @format, i32 %a, i32 %b, i32 %c)
  %wide = sext i96 %i to i200
  %d = call i32 @of_i200(i200 %wide)
  %e = call i32 @of_i200(i200 803469022129495137770981046170581301261101496891396417650688)
  %n = sext i96 %i to i128
  %f = call i32 @of_none(i128 %n)
  call i32 (ptr, ...) @printf(ptr @format, i32 %d, i32 %e, i32 %f)
  %next = add i96 %i, 1
  %more = icmp slt i96 %next, 9
  br i1 %more, label %loop, label %done
done:
  ret i32 0
}
