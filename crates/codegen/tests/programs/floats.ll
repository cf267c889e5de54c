; Arithmetic, comparisons and conversions of float, double and x86_fp80; intrinsics of floats.
@f = constant [13 x i8] c"%.9g %d %ld\0A\00"
@values = constant [6 x double] [double 1.5, double -2.25, double 0x7FF8000000000000, double 0x7FF0000000000000, double -0.0, double 1.0e18]
declare i32 @printf(ptr, ...)
declare double @llvm.fabs.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.copysign.f64(double, double)
declare double @llvm.fmuladd.f64(double, double, double)
declare double @llvm.floor.f64(double)
declare x86_fp80 @llvm.fabs.f80(x86_fp80)
define i32 @compare(double %x, double %y) {
  %oeq = fcmp oeq double %x, %y
  %ogt = fcmp ogt double %x, %y
  %oge = fcmp oge double %x, %y
  %olt = fcmp olt double %x, %y
  %ole = fcmp ole double %x, %y
  %one = fcmp one double %x, %y
  %ord = fcmp ord double %x, %y
  %ueq = fcmp ueq double %x, %y
  %ugt = fcmp ugt double %x, %y
  %uge = fcmp uge double %x, %y
  %ult = fcmp ult double %x, %y
  %ule = fcmp ule double %x, %y
  %une = fcmp une double %x, %y
  %uno = fcmp uno double %x, %y
  %b0 = zext i1 %oeq to i32
  %b1 = select i1 %ogt, i32 2, i32 0
  %b2 = select i1 %oge, i32 4, i32 0
  %b3 = select i1 %olt, i32 8, i32 0
  %b4 = select i1 %ole, i32 16, i32 0
  %b5 = select i1 %one, i32 32, i32 0
  %b6 = select i1 %ord, i32 64, i32 0
  %b7 = select i1 %ueq, i32 128, i32 0
  %b8 = select i1 %ugt, i32 256, i32 0
  %b9 = select i1 %uge, i32 512, i32 0
  %b10 = select i1 %ult, i32 1024, i32 0
  %b11 = select i1 %ule, i32 2048, i32 0
  %b12 = select i1 %une, i32 4096, i32 0
  %b13 = select i1 %uno, i32 8192, i32 0
  %s1 = or i32 %b0, %b1
  %s2 = or i32 %s1, %b2
  %s3 = or i32 %s2, %b3
  %s4 = or i32 %s3, %b4
  %s5 = or i32 %s4, %b5
  %s6 = or i32 %s5, %b6
  %s7 = or i32 %s6, %b7
  %s8 = or i32 %s7, %b8
  %s9 = or i32 %s8, %b9
  %s10 = or i32 %s9, %b10
  %s11 = or i32 %s10, %b11
  %s12 = or i32 %s11, %b12
  %s13 = or i32 %s12, %b13
  ; As conditions of branches, and of a choice between floats.
  %e = fcmp oeq double %x, %y
  br i1 %e, label %equal, label %other
equal:
  %s14 = or i32 %s13, 16384
  ret i32 %s14
other:
  %n = fcmp une double %x, %y
  %c = select i1 %n, double 3.2768e4, double 0.0
  %d = fptosi double %c to i32
  %s15 = or i32 %s13, %d
  ret i32 %s15
}
define x86_fp80 @long(x86_fp80 %x, i64 %n) {
entry:
  %zero = icmp eq i64 %n, 0
  br i1 %zero, label %done, label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %next, %loop ]
  %y = phi x86_fp80 [ %x, %entry ], [ %new, %loop ]
  %z = phi x86_fp80 [ 0xK3FFF8000000000000000, %entry ], [ %y, %loop ]
  %p = fmul x86_fp80 %y, 0xK4000C000000000000000
  %q = fsub x86_fp80 %p, %z
  %new = fdiv x86_fp80 %q, 0xK40008000000000000000
  %next = sub i64 %i, 1
  %end = icmp eq i64 %next, 0
  br i1 %end, label %done, label %loop
done:
  %r = phi x86_fp80 [ %x, %entry ], [ %new, %loop ]
  %s = fneg x86_fp80 %r
  ret x86_fp80 %s
}
define i32 @main() {
entry:
  br label %rows
rows:
  %i = phi i64 [ 0, %entry ], [ %next, %rows_end ]
  %p = getelementptr double, ptr @values, i64 %i
  %x = load double, ptr %p
  br label %columns
columns:
  %j = phi i64 [ 0, %rows ], [ %next_j, %columns ]
  %q = getelementptr double, ptr @values, i64 %j
  %y = load double, ptr %q
  %c = call i32 @compare(double %x, double %y)
  %sum = fadd double %x, %y
  %product = fmul double %sum, %x
  %quotient = fdiv double %product, 3.0
  %rest = fsub double %quotient, %y
  %n = fneg double %rest
  %a = call double @llvm.fabs.f64(double %n)
  %fixed = call double @llvm.copysign.f64(double %y, double %x)
  %ma = call double @llvm.fmuladd.f64(double %x, double %y, double 1.0)
  %ordered = fcmp ord double %a, %a
  %shown = select i1 %ordered, double %a, double 1.0e99
  call i32 (ptr, ...) @printf(ptr @f, double %shown, i32 %c, i64 %j)
  %fixed_shown = select i1 %ordered, double %fixed, double 2.0
  %ma_ordered = fcmp ord double %ma, %fixed_shown
  %ma_shown = select i1 %ma_ordered, double %ma, double 2.0
  call i32 (ptr, ...) @printf(ptr @f, double %fixed_shown, i32 1, i64 %i)
  call i32 (ptr, ...) @printf(ptr @f, double %ma_shown, i32 1, i64 %i)
  %next_j = add i64 %j, 1
  %end_j = icmp eq i64 %next_j, 6
  br i1 %end_j, label %rows_end, label %columns
rows_end:
  %next = add i64 %i, 1
  %end = icmp eq i64 %next, 6
  br i1 %end, label %done, label %rows
done:
  %huge = uitofp i64 -3 to double
  %back = fptoui double 1.7e19 to i64
  call i32 (ptr, ...) @printf(ptr @f, double %huge, i32 0, i64 %back)
  %v = load volatile double, ptr @values
  %single = fptrunc double %v to float
  %third = fdiv float %single, 7.0
  %wide = fpext float %third to double
  %small = fptosi float %third to i8
  %signed = sitofp i8 -7 to float
  %s2 = fpext float %signed to double
  %root = call double @llvm.sqrt.f64(double %wide)
  %floor = call double @llvm.floor.f64(double %v)
  %all = fadd double %root, %floor
  %all2 = fadd double %all, %s2
  %small1 = sext i8 %small to i32
  %bits = bitcast double %all2 to i64
  call i32 (ptr, ...) @printf(ptr @f, double %all2, i32 %small1, i64 %bits)
  %l0 = fpext double %v to x86_fp80
  %l1 = call x86_fp80 @long(x86_fp80 %l0, i64 5)
  %l2 = call x86_fp80 @llvm.fabs.f80(x86_fp80 %l1)
  %less = fcmp olt x86_fp80 %l1, %l2
  %less1 = zext i1 %less to i32
  %l3 = fmul x86_fp80 %l2, 0xK403A8000000000000000
  %l4 = fptosi x86_fp80 %l3 to i64
  %l5 = fptrunc x86_fp80 %l2 to double
  call i32 (ptr, ...) @printf(ptr @f, double %l5, i32 %less1, i64 %l4)
  %l6 = uitofp i64 -1 to x86_fp80
  %l7 = fptoui x86_fp80 %l6 to i64
  %l8 = sitofp i32 -9 to x86_fp80
  %l9 = select i1 %less, x86_fp80 %l8, x86_fp80 %l6
  %l10 = fptrunc x86_fp80 %l9 to double
  call i32 (ptr, ...) @printf(ptr @f, double %l10, i32 0, i64 %l7)
  ret i32 3
}
