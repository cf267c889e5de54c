; Atomic accesses that are loops: floats, vectors, 16 bytes, operations without an instruction.
@format = private unnamed_addr constant [22 x i8] c"%g %g %d %d %d %d %d\0A\00"
@wide_format = private unnamed_addr constant [33 x i8] c"%lx %lx %lx %lx %lx %lx %lx %lx\0A\00"
declare i32 @printf(ptr, ...)
define double @floats(ptr %d, double %by) {
  store double 1.5, ptr %d
  %a = atomicrmw fadd ptr %d, double %by seq_cst
  %b = atomicrmw fsub ptr %d, double 0.25 monotonic
  %c = atomicrmw fmax ptr %d, double 10.0 acquire
  %e = atomicrmw fmin ptr %d, double %c release
  %s = fadd double %a, %b
  %t = fadd double %s, %e
  ret double %t
}
define float @vectors(ptr %p) {
  store <2 x float> <float 1.0, float 2.0>, ptr %p
  %a = atomicrmw fadd ptr %p, <2 x float> <float 0.5, float 8.0> seq_cst
  %b = load atomic <2 x float>, ptr %p acquire, align 8
  %x = extractelement <2 x float> %a, i32 1
  %y = extractelement <2 x float> %b, i32 1
  %s = fmul float %x, %y
  %h = alloca half
  store half 3.0, ptr %h
  %o = atomicrmw fadd ptr %h, half 4.0 seq_cst
  %n = load half, ptr %h
  %m = fmul half %o, %n
  %w = fpext half %m to float
  %r = fadd float %s, %w
  ret float %r
}
define i32 @counts(ptr %p, i32 %limit) {
  store i32 3, ptr %p
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %sum = phi i32 [ 0, %0 ], [ %total, %again ]
  %a = atomicrmw uinc_wrap ptr %p, i32 %limit seq_cst
  %b = atomicrmw udec_wrap ptr %p, i32 5 seq_cst
  %c = atomicrmw usub_cond ptr %p, i32 2 seq_cst
  %d = atomicrmw usub_sat ptr %p, i32 %i seq_cst
  %e = atomicrmw uinc_wrap ptr %p, i32 9 seq_cst
  %f = atomicrmw uinc_wrap ptr %p, i32 9 seq_cst
  %s1 = mul i32 %sum, 3
  %s2 = add i32 %a, %b
  %s3 = mul i32 %c, %d
  %s4 = add i32 %s2, %s3
  %total = add i32 %s1, %s4
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 7
  br i1 %more, label %again, label %done
done:
  ret i32 %total
}
define void @wide(ptr %p, i128 %by) {
  store atomic i128 %by, ptr %p seq_cst, align 16
  %a = atomicrmw add ptr %p, i128 340282366920938463463374607431768211455 seq_cst
  %b = atomicrmw xchg ptr %p, i128 %by seq_cst
  %c = atomicrmw umax ptr %p, i128 18446744073709551616 seq_cst
  %d = atomicrmw nand ptr %p, i128 255 seq_cst
  %pair = cmpxchg ptr %p, i128 7, i128 8 seq_cst acquire
  %seen = extractvalue { i128, i1 } %pair, 0
  %missed = extractvalue { i128, i1 } %pair, 1
  %pair2 = cmpxchg ptr %p, i128 %seen, i128 %b seq_cst seq_cst
  %hit = extractvalue { i128, i1 } %pair2, 1
  %last = load atomic i128, ptr %p seq_cst, align 16
  %b1 = trunc i128 %b to i64
  %s = lshr i128 %seen, 64
  %s1 = trunc i128 %s to i64
  %s0 = trunc i128 %seen to i64
  %c0 = trunc i128 %c to i64
  %l = lshr i128 %last, 64
  %l1 = trunc i128 %l to i64
  %l0 = trunc i128 %last to i64
  %m = zext i1 %missed to i64
  %h = zext i1 %hit to i64
  call i32 (ptr, ...) @printf(ptr @wide_format, i64 %b1, i64 %s1, i64 %s0, i64 %c0, i64 %l1, i64 %l0, i64 %m, i64 %h)
  ret void
}
define i32 @main() {
  %d = alloca double
  %p = alloca i64, align 8
  %q = alloca i128, align 16
  %a = call double @floats(ptr %d, double 2.5)
  %b = call float @vectors(ptr %p)
  %b1 = fpext float %b to double
  %c = call i32 @counts(ptr %p, i32 4)
  %c1 = load i32, ptr %p
  call i32 (ptr, ...) @printf(ptr @format, double %a, double %b1, i32 %c, i32 %c1, i32 0, i32 0, i32 0)
  call void @wide(ptr %q, i128 36893488147419103277)
  call void @wide(ptr %q, i128 3)
  ret i32 0
}
