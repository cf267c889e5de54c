; passes: aggressive-instcombine
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
target triple = "x86_64-unknown-linux-gnu"

@table = internal constant [16 x i8] c"\00\01\02\05\03\09\06\0B\0F\04\08\0A\0E\07\0D\0C"
@pattern = internal constant [4 x i32] [i32 7, i32 7, i32 7, i32 7]
@ab = private constant [3 x i8] c"ab\00"

declare i32 @strcmp(ptr, ptr)
declare ptr @memchr(ptr, i32, i64)
declare double @sqrt(double)

; The sum of two bytes needs 16 bits at most.
define i16 @narrow(i8 %x, i8 %y) {
  %a = zext i8 %x to i32
  %b = zext i8 %y to i32
  %sum = add i32 %a, %b
  %product = mul i32 %sum, %a
  %result = trunc i32 %product to i16
  ret i16 %result
}

; What is shifted in from the left is needed.
define i16 @wide(i32 %x) {
  %shifted = lshr i32 %x, 3
  %result = trunc i32 %shifted to i16
  ret i16 %result
}

define i8 @narrow_loop(i8 %x, i32 %n) {
entry:
  %start = zext i8 %x to i32
  br label %loop

loop:
  %v = phi i32 [ %start, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %next = xor i32 %v, 77
  %i.next = add i32 %i, 1
  %c = icmp ult i32 %i.next, %n
  br i1 %c, label %loop, label %exit

exit:
  %result = trunc i32 %v to i8
  ret i8 %result
}

define i32 @any(i32 %x) {
  %a = lshr i32 %x, 3
  %b = lshr i32 %x, 7
  %c = or i32 %a, %b
  %d = or i32 %c, %x
  %e = and i32 %d, 1
  ret i32 %e
}

define i32 @all(i32 %x) {
  %a = lshr i32 %x, 3
  %b = lshr i32 %x, 7
  %c = and i32 %a, 1
  %d = and i32 %c, %b
  ret i32 %d
}

define i32 @rotate(i32 %x, i32 %n) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %end, label %shift

shift:
  %m = sub i32 32, %n
  %low = lshr i32 %x, %m
  %high = shl i32 %x, %n
  %both = or i32 %high, %low
  br label %end

end:
  %result = phi i32 [ %x, %entry ], [ %both, %shift ]
  ret i32 %result
}

define i32 @bits(i32 %x) {
  %1 = lshr i32 %x, 1
  %2 = and i32 %1, 1431655765
  %3 = sub i32 %x, %2
  %4 = lshr i32 %3, 2
  %5 = and i32 %4, 858993459
  %6 = and i32 %3, 858993459
  %7 = add i32 %5, %6
  %8 = lshr i32 %7, 4
  %9 = add i32 %8, %7
  %10 = and i32 %9, 252645135
  %11 = mul i32 %10, 16843009
  %12 = lshr i32 %11, 24
  ret i32 %12
}

define i1 @unshifted(i8 %a, i8 %b, i8 %s) {
  %t = shl nuw i8 %a, %s
  %or = or i8 %t, %b
  %ic = icmp ne i8 %or, 0
  ret i1 %ic
}

define i32 @number(ptr %p) {
  %a = load i16, ptr %p, align 2
  %q = getelementptr i8, ptr %p, i64 2
  %b = load i16, ptr %q, align 2
  %low = zext i16 %a to i32
  %extended = zext i16 %b to i32
  %high = shl i32 %extended, 16
  %both = or i32 %high, %low
  ret i32 %both
}

; A store is between the loads.
define i32 @two_numbers(ptr %p, ptr %r) {
  %a = load i16, ptr %p, align 2
  store i8 0, ptr %r
  %q = getelementptr i8, ptr %p, i64 2
  %b = load i16, ptr %q, align 2
  %low = zext i16 %a to i32
  %extended = zext i16 %b to i32
  %high = shl i32 %extended, 16
  %both = or i32 %high, %low
  ret i32 %both
}

define i32 @same(i64 %i) {
  %p = getelementptr inbounds i32, ptr @pattern, i64 %i
  %v = load i32, ptr %p, align 4
  ret i32 %v
}

define i8 @trailing(i16 %x) {
  %negated = sub i16 0, %x
  %lowest = and i16 %negated, %x
  %product = mul i16 %lowest, 2479
  %index = lshr i16 %product, 12
  %wide = zext i16 %index to i64
  %p = getelementptr inbounds i8, ptr @table, i64 %wide
  %v = load i8, ptr %p, align 1
  ret i8 %v
}

define i1 @equal(ptr %s) {
  %c = call i32 @strcmp(ptr %s, ptr @ab)
  %e = icmp eq i32 %c, 0
  ret i1 %e
}

define ptr @find(i32 %c) {
  %p = call ptr @memchr(ptr @ab, i32 %c, i64 3)
  ret ptr %p
}

define double @length(double %x, double %y) {
  %a = fmul double %x, %x
  %b = fmul double %y, %y
  %s = fadd double %a, %b
  %r = call double @sqrt(double %s)
  ret double %r
}
