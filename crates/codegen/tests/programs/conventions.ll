; Calling conventions with other registers than C's, through symbols and pointers, with values that live across the calls.
@format = private unnamed_addr constant [29 x i8] c"%ld %ld %ld %ld %ld %g %g %g\00"
@targets = internal constant [2 x ptr] [ptr @regcall, ptr @nothing_kept]
declare i32 @printf(ptr, ...)
define x86_regcallcc i64 @regcall(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h, i64 %i, i64 %j, i64 %k, i64 %l, double %x) {
  %1 = mul i64 %a, 2
  %2 = mul i64 %h, 3
  %3 = mul i64 %k, 5
  %4 = mul i64 %l, 7
  %5 = add i64 %1, %2
  %6 = add i64 %3, %4
  %7 = add i64 %5, %6
  %y = fptosi double %x to i64
  %8 = sub i64 %7, %y
  %9 = call i64 @mixed(i64 %b, i64 %8, double %x)
  %10 = add i64 %9, %i
  ret i64 %10
}
define i64 @mixed(i64 %a, i64 %b, double %x) {
  %s = add i64 %a, %b
  ret i64 %s
}
define x86_regcallcc { i64, double, i64, i64, i64, double, double } @many_results(i64 %a, double %x) {
  %1 = insertvalue { i64, double, i64, i64, i64, double, double } poison, i64 %a, 0
  %2 = insertvalue { i64, double, i64, i64, i64, double, double } %1, double %x, 1
  %b = add i64 %a, 1
  %3 = insertvalue { i64, double, i64, i64, i64, double, double } %2, i64 %b, 2
  %c = add i64 %a, 2
  %4 = insertvalue { i64, double, i64, i64, i64, double, double } %3, i64 %c, 3
  %d = add i64 %a, 3
  %5 = insertvalue { i64, double, i64, i64, i64, double, double } %4, i64 %d, 4
  %y = fadd double %x, 1.0
  %6 = insertvalue { i64, double, i64, i64, i64, double, double } %5, double %y, 5
  %z = fadd double %x, 2.0
  %7 = insertvalue { i64, double, i64, i64, i64, double, double } %6, double %z, 6
  ret { i64, double, i64, i64, i64, double, double } %7
}
define preserve_nonecc i64 @nothing_kept(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h, i64 %i, i64 %j) {
  %1 = shl i64 %a, 1
  %2 = mul i64 %b, %j
  %3 = call i64 @mixed(i64 %e, i64 %f, double 0.0)
  %4 = add i64 %1, %2
  %5 = add i64 %3, %4
  %6 = sub i64 %5, %d
  ret i64 %6
}
define win64cc i64 @windows(i64 %a, double %x, i64 %b, float %y, i64 %c, double %z) {
  %1 = fptosi double %x to i64
  %2 = fptosi float %y to i64
  %3 = fptosi double %z to i64
  %4 = mul i64 %1, 10
  %5 = mul i64 %2, 100
  %6 = mul i64 %3, 1000
  %7 = add i64 %4, %5
  %8 = add i64 %6, %7
  %9 = mul i64 %c, 10000
  %10 = call i64 @mixed(i64 %8, i64 %9, double %x)
  %11 = add i64 %10, %a
  %12 = sub i64 %11, %b
  ret i64 %12
}
define graalcc i64 @graal(i64 %a, i64 %b) {
  %1 = call i64 @mixed(i64 %a, i64 %b, double 0.0)
  ret i64 %1
}
define x86_thiscallcc i64 @this(ptr %p, i64 %b) {
  %1 = load i64, ptr %p
  %2 = sub i64 %1, %b
  ret i64 %2
}
define swiftcc i64 @fails(ptr swiftself %self, ptr swifterror %error, i64 %a) {
  %own = load i64, ptr %self
  %is_big = icmp sgt i64 %a, 10
  br i1 %is_big, label %fail, label %work
fail:
  store ptr %self, ptr %error
  ret i64 -1
work:
  %r = add i64 %own, %a
  ret i64 %r
}
define swiftcc i64 @passes(ptr swifterror %error, ptr %object, i64 %a) {
  %1 = call swiftcc i64 @fails(ptr swiftself %object, ptr swifterror %error, i64 %a)
  ret i64 %1
}
define i64 @caught(ptr %object, i64 %a, i64 %b) {
  %error = alloca swifterror ptr
  store ptr null, ptr %error
  %1 = call swiftcc i64 @passes(ptr swifterror %error, ptr %object, i64 %a)
  %2 = load ptr, ptr %error
  %is_object = icmp eq ptr %2, %object
  %3 = zext i1 %is_object to i64
  %4 = mul i64 %3, 100
  %5 = add i64 %1, %4
  %6 = mul i64 %5, %b
  ret i64 %6
}
define i64 @all(i64 %a, i64 %b, double %x) {
  %object = alloca i64
  store i64 40, ptr %object
  %1 = call x86_regcallcc i64 @regcall(i64 %a, i64 %b, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, double %x)
  %2 = call preserve_nonecc i64 @nothing_kept(i64 %b, i64 %a, i64 3, i64 %1, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10)
  %p = getelementptr [2 x ptr], ptr @targets, i64 0, i64 1
  %f = load ptr, ptr %p
  %3 = call preserve_nonecc i64 %f(i64 %2, i64 1, i64 2, i64 %a, i64 4, i64 %b, i64 6, i64 7, i64 8, i64 9)
  %4 = call win64cc i64 @windows(i64 %a, double %x, i64 %b, float 3.0, i64 4, double 5.0)
  %5 = call graalcc i64 @graal(i64 %4, i64 %3)
  %6 = call x86_thiscallcc i64 @this(ptr %object, i64 %a)
  %7 = call i64 @caught(ptr %object, i64 %a, i64 %b)
  %8 = call i64 @caught(ptr %object, i64 11, i64 %b)
  %r = call x86_regcallcc { i64, double, i64, i64, i64, double, double } @many_results(i64 %a, double %x)
  %r0 = extractvalue { i64, double, i64, i64, i64, double, double } %r, 0
  %r4 = extractvalue { i64, double, i64, i64, i64, double, double } %r, 4
  %r1 = extractvalue { i64, double, i64, i64, i64, double, double } %r, 1
  %r5 = extractvalue { i64, double, i64, i64, i64, double, double } %r, 5
  %r6 = extractvalue { i64, double, i64, i64, i64, double, double } %r, 6
  %s = add i64 %6, %7
  call i32 (ptr, ...) @printf(ptr @format, i64 %5, i64 %s, i64 %8, i64 %r0, i64 %r4, double %r1, double %r5, double %r6)
  %t1 = add i64 %1, %2
  %t2 = add i64 %3, %4
  %t3 = add i64 %t1, %t2
  ret i64 %t3
}
define i32 @main() {
  %1 = call i64 @all(i64 2, i64 5, double 3.5)
  %2 = trunc i64 %1 to i32
  %3 = and i32 %2, 127
  ret i32 %3
}
