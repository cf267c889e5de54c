; indirectbr with and without phis, addresses of blocks in tables, tail calls with more and with fewer arguments, other conventions, va_arg, results in memory.
%list = type { i32, i32, ptr, ptr }
@format = constant [13 x i8] c"%d %ld %.2f\0A\00"
@table = internal constant [4 x ptr] [ptr blockaddress(@machine, %add), ptr blockaddress(@machine, %double), ptr blockaddress(@machine, %next), ptr blockaddress(@machine, %stop)]
@code = internal constant [8 x i8] c"\00\01\02\00\01\01\02\03"
declare i32 @printf(ptr, ...)
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i64 @machine(i64 %x) {
entry:
  br label %next
next:
  %n = phi i64 [ 0, %entry ], [ %n1, %next ], [ %n2, %add ], [ %n3, %double ]
  %value = phi i64 [ %x, %entry ], [ %value, %next ], [ %sum, %add ], [ %product, %double ]
  %n1 = add i64 %n, 1
  %at = getelementptr i8, ptr @code, i64 %n
  %op = load i8, ptr %at
  %index = zext i8 %op to i64
  %entry.at = getelementptr ptr, ptr @table, i64 %index
  %to = load ptr, ptr %entry.at
  indirectbr ptr %to, [label %add, label %double, label %next, label %stop]
add:
  %n2 = phi i64 [ %n1, %next ]
  %sum = add i64 %value, %n2
  br label %next
double:
  %n3 = phi i64 [ %n1, %next ]
  %product = mul i64 %value, 2
  br label %next
stop:
  ret i64 %value
}
define tailcc i64 @many(i64 %n, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h) {
  %last = icmp eq i64 %n, 0
  br i1 %last, label %end, label %go
end:
  %s1 = mul i64 %f, 3
  %s2 = mul i64 %g, 5
  %s3 = mul i64 %h, 7
  %s4 = add i64 %s1, %s2
  %s5 = add i64 %s3, %s4
  ret i64 %s5
go:
  %less = sub i64 %n, 1
  %x = add i64 %g, %h
  %y = and i64 %x, 1023
  %r = musttail call tailcc i64 @few(i64 %less, i64 %f, i64 %y, i64 %g)
  ret i64 %r
}
define tailcc i64 @few(i64 %n, i64 %f, i64 %g, i64 %h) {
  %function = select i1 true, ptr @many, ptr null
  %r = musttail call tailcc i64 %function(i64 %n, i64 1, i64 2, i64 3, i64 4, i64 5, i64 %h, i64 %f, i64 %g)
  ret i64 %r
}
define i64 @even(i64 %n, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g) {
  %last = icmp ult i64 %n, 1
  br i1 %last, label %end, label %go
end:
  %s = sub i64 %f, %g
  ret i64 %s
go:
  %less = sub i64 %n, 1
  %r = musttail call i64 @odd(i64 %less, i64 %b, i64 %a, i64 %c, i64 %d, i64 %e, i64 %g, i64 %f)
  ret i64 %r
}
define i64 @odd(i64 %n, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g) {
  %f1 = add i64 %f, %a
  %r = musttail call i64 @even(i64 %n, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f1, i64 %g)
  ret i64 %r
}
define preserve_mostcc i64 @most(i64 %x) noinline {
  %r = call i64 @machine(i64 %x)
  ret i64 %r
}
define preserve_allcc void @all(ptr %p, double %x) noinline {
  %old = load double, ptr %p
  %new = fadd double %old, %x
  store double %new, ptr %p
  %n = fptosi double %x to i64
  %r = call i64 @machine(i64 %n)
  %f = sitofp i64 %r to double
  %more = fadd double %new, %f
  store double %more, ptr %p
  ret void
}
define swiftcc { i64, i64, i64, i64 } @four(i64 %x) {
  %r0 = insertvalue { i64, i64, i64, i64 } poison, i64 %x, 0
  %x1 = add i64 %x, 1
  %r1 = insertvalue { i64, i64, i64, i64 } %r0, i64 %x1, 1
  %x2 = add i64 %x, 2
  %r2 = insertvalue { i64, i64, i64, i64 } %r1, i64 %x2, 2
  %x3 = add i64 %x, 3
  %r3 = insertvalue { i64, i64, i64, i64 } %r2, i64 %x3, 3
  ret { i64, i64, i64, i64 } %r3
}
define { i8, double, i64, i16, x86_fp80, i64 } @wide(i64 %x, double %y) {
  %b = trunc i64 %x to i8
  %s = trunc i64 %x to i16
  %f = fpext double %y to x86_fp80
  %r0 = insertvalue { i8, double, i64, i16, x86_fp80, i64 } poison, i8 %b, 0
  %r1 = insertvalue { i8, double, i64, i16, x86_fp80, i64 } %r0, double %y, 1
  %r2 = insertvalue { i8, double, i64, i16, x86_fp80, i64 } %r1, i64 %x, 2
  %r3 = insertvalue { i8, double, i64, i16, x86_fp80, i64 } %r2, i16 %s, 3
  %r4 = insertvalue { i8, double, i64, i16, x86_fp80, i64 } %r3, x86_fp80 %f, 4
  %r5 = insertvalue { i8, double, i64, i16, x86_fp80, i64 } %r4, i64 -9, 5
  ret { i8, double, i64, i16, x86_fp80, i64 } %r5
}
define i64 @sum(i32 %count, ...) {
  %args = alloca %list, align 16
  call void @llvm.va_start.p0(ptr %args)
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %i1, %loop ]
  %total = phi i64 [ 0, %0 ], [ %total2, %loop ]
  %int = va_arg ptr %args, i32
  %float = va_arg ptr %args, double
  %wide = sext i32 %int to i64
  %whole = fptosi double %float to i64
  %scaled = mul i64 %wide, 3
  %total1 = add i64 %total, %scaled
  %total2 = add i64 %total1, %whole
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %count
  br i1 %more, label %loop, label %end
end:
  call void @llvm.va_end.p0(ptr %args)
  ret i64 %total2
}
define void @show(i32 %n, i64 %x, double %y) {
  call i32 (ptr, ...) @printf(ptr @format, i32 %n, i64 %x, double %y)
  ret void
}
define i32 @main() {
  %a = call i64 @machine(i64 5)
  call void @show(i32 1, i64 %a, double 0.0)
  %b = call tailcc i64 @many(i64 100000, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8)
  call void @show(i32 2, i64 %b, double 0.0)
  %c = call i64 @even(i64 100001, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7)
  call void @show(i32 3, i64 %c, double 0.0)
  %d = call preserve_mostcc i64 @most(i64 7)
  call void @show(i32 4, i64 %d, double 0.0)
  %p = alloca double
  store double 1.25, ptr %p
  call preserve_allcc void @all(ptr %p, double 2.5)
  %e = load double, ptr %p
  call void @show(i32 5, i64 0, double %e)
  %four = call swiftcc { i64, i64, i64, i64 } @four(i64 10)
  %f0 = extractvalue { i64, i64, i64, i64 } %four, 0
  %f3 = extractvalue { i64, i64, i64, i64 } %four, 3
  %f = mul i64 %f0, %f3
  call void @show(i32 6, i64 %f, double 0.0)
  %wide = call { i8, double, i64, i16, x86_fp80, i64 } @wide(i64 300, double 4.75)
  %w0 = extractvalue { i8, double, i64, i16, x86_fp80, i64 } %wide, 0
  %w3 = extractvalue { i8, double, i64, i16, x86_fp80, i64 } %wide, 3
  %w4 = extractvalue { i8, double, i64, i16, x86_fp80, i64 } %wide, 4
  %w5 = extractvalue { i8, double, i64, i16, x86_fp80, i64 } %wide, 5
  %g0 = sext i8 %w0 to i64
  %g3 = sext i16 %w3 to i64
  %g1 = mul i64 %g0, %g3
  %g = add i64 %g1, %w5
  %h = fptrunc x86_fp80 %w4 to double
  call void @show(i32 7, i64 %g, double %h)
  %i = call i64 (i32, ...) @sum(i32 9, i32 1, double 1.0, i32 2, double 2.0, i32 3, double 3.0, i32 4, double 4.0, i32 5, double 5.0, i32 6, double 6.0, i32 -7, double 7.0, i32 8, double 8.0, i32 9, double -90.0)
  call void @show(i32 8, i64 %i, double 0.0)
  ret i32 0
}
