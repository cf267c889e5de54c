; Arguments in registers and on the stack, calls of variadic functions, objects by value, results in memory and in two registers.
%pair = type { i64, double }
%large = type { [5 x i64], i32 }
@ints = constant [25 x i8] c"%d %d %d %d %d %d %d %d\0A\00"
@mixed = constant [20 x i8] c"%s %.3f %d %.2f %d\0A\00"
@one = constant [5 x i8] c"%ld\0A\00"
@word = constant [5 x i8] c"word\00"
@table = internal constant [2 x ptr] [ptr @add, ptr @sub]
declare i32 @printf(ptr, ...)
define internal i64 @add(i64 %x, i64 %y) {
  %r = add i64 %x, %y
  ret i64 %r
}
define internal i64 @sub(i64 %x, i64 %y) {
  %r = sub i64 %x, %y
  ret i64 %r
}
define fastcc i64 @many(i64 %a, i8 signext %b, i16 zeroext %c, i64 %d, i64 %e, i64 %f, i64 %g, i8 signext %h, double %i, i64 %j) {
  %b1 = sext i8 %b to i64
  %c1 = zext i16 %c to i64
  %h1 = sext i8 %h to i64
  %i1 = fptosi double %i to i64
  %s1 = add i64 %a, %b1
  %s2 = mul i64 %s1, 3
  %s3 = add i64 %s2, %c1
  %s4 = mul i64 %s3, %d
  %s5 = sub i64 %s4, %e
  %s6 = xor i64 %s5, %f
  %s7 = add i64 %s6, %g
  %s8 = mul i64 %s7, %h1
  %s9 = add i64 %s8, %i1
  %s10 = sub i64 %s9, %j
  ret i64 %s10
}
define %pair @make(i64 %x, double %y) {
  %p = insertvalue %pair undef, i64 %x, 0
  %q = insertvalue %pair %p, double %y, 1
  ret %pair %q
}
define void @fill(ptr sret(%large) align 8 %result, i64 %x) {
  store i64 %x, ptr %result
  %last = getelementptr %large, ptr %result, i32 0, i32 1
  store i32 77, ptr %last
  ret void
}
define i64 @read(i32 %before, ptr byval(%large) align 8 %object, i32 %behind) {
  %x = load i64, ptr %object
  %last = getelementptr %large, ptr %object, i32 0, i32 1
  %y = load i32, ptr %last
  store i32 0, ptr %last
  %y1 = zext i32 %y to i64
  %b = sext i32 %before to i64
  %e = sext i32 %behind to i64
  %s = add i64 %x, %y1
  %t = mul i64 %s, %b
  %u = add i64 %t, %e
  ret i64 %u
}
define i32 @main() {
  %large = alloca %large, align 8
  %r1 = call i32 (ptr, ...) @printf(ptr @ints, i32 1, i32 -2, i32 3, i32 -4, i32 5, i32 -6, i32 7, i32 -8)
  %r2 = call i32 (ptr, ...) @printf(ptr @mixed, ptr @word, double 1.5, i32 2, double 0x400921FB54442D18, i32 %r1)
  %many = call fastcc i64 @many(i64 9, i8 signext -3, i16 zeroext -4, i64 7, i64 6, i64 5, i64 4, i8 signext -2, double 3.9, i64 1)
  call i32 (ptr, ...) @printf(ptr @one, i64 %many)
  %pair = call %pair @make(i64 %many, double 2.25)
  %first = extractvalue %pair %pair, 0
  %second = extractvalue %pair %pair, 1
  call i32 (ptr, ...) @printf(ptr @mixed, ptr @word, double %second, i32 3, double %second, i32 4)
  call i32 (ptr, ...) @printf(ptr @one, i64 %first)
  call void @fill(ptr sret(%large) align 8 %large, i64 1000)
  %read = call i64 @read(i32 3, ptr byval(%large) align 8 %large, i32 -5)
  call i32 (ptr, ...) @printf(ptr @one, i64 %read)
  %again = call i64 @read(i32 1, ptr byval(%large) align 8 %large, i32 0)
  call i32 (ptr, ...) @printf(ptr @one, i64 %again)
  %entry = getelementptr [2 x ptr], ptr @table, i64 0, i64 1
  %function = load ptr, ptr %entry
  %difference = call i64 %function(i64 %again, i64 100)
  call i32 (ptr, ...) @printf(ptr @one, i64 %difference)
  ret i32 0
}
