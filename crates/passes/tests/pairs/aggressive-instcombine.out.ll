target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
target triple = "x86_64-unknown-linux-gnu"

@table = internal constant [16 x i8] c"\00\01\02\05\03\09\06\0B\0F\04\08\0A\0E\07\0D\0C"
@pattern = internal constant [4 x i32] [i32 7, i32 7, i32 7, i32 7]
@ab = private constant [3 x i8] c"ab\00"

declare i32 @strcmp(ptr, ptr)

declare ptr @memchr(ptr, i32, i64)

declare double @sqrt(double)

define i16 @narrow(i8 %x, i8 %y) {
  %a = zext i8 %x to i16
  %b = zext i8 %y to i16
  %sum = add i16 %a, %b
  %product = mul i16 %sum, %a
  ret i16 %product
}

define i16 @wide(i32 %x) {
  %shifted = lshr i32 %x, 3
  %result = trunc i32 %shifted to i16
  ret i16 %result
}

define i8 @narrow_loop(i8 %x, i32 %n) {
entry:
  br label %loop

loop:                                             ; preds = %loop, %entry
  %v = phi i8 [ %x, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %next = xor i8 %v, 77
  %i.next = add i32 %i, 1
  %c = icmp ult i32 %i.next, %n
  br i1 %c, label %loop, label %exit

exit:                                             ; preds = %loop
  ret i8 %v
}

define i32 @any(i32 %x) {
  %1 = and i32 %x, 137
  %2 = icmp ne i32 %1, 0
  %3 = zext i1 %2 to i32
  ret i32 %3
}

define i32 @all(i32 %x) {
  %1 = and i32 %x, 136
  %2 = icmp eq i32 %1, 136
  %3 = zext i1 %2 to i32
  ret i32 %3
}

define i32 @rotate(i32 %x, i32 %n) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %end, label %shift

shift:                                            ; preds = %entry
  br label %end

end:                                              ; preds = %shift, %entry
  %0 = call i32 @llvm.fshl.i32(i32 %x, i32 %x, i32 %n)
  ret i32 %0
}

define i32 @bits(i32 %x) {
  %1 = call i32 @llvm.ctpop.i32(i32 %x)
  ret i32 %1
}

define i1 @unshifted(i8 %a, i8 %b, i8 %s) {
  %1 = or i8 %a, %b
  %2 = icmp ne i8 %1, 0
  ret i1 %2
}

define i32 @number(ptr %p) {
  %a = load i32, ptr %p, align 2
  ret i32 %a
}

define i32 @two_numbers(ptr %p, ptr %r) {
  %a = load i16, ptr %p, align 2
  store i8 0, ptr %r, align 1
  %q = getelementptr i8, ptr %p, i64 2
  %b = load i16, ptr %q, align 2
  %low = zext i16 %a to i32
  %extended = zext i16 %b to i32
  %high = shl i32 %extended, 16
  %both = or i32 %high, %low
  ret i32 %both
}

define i32 @same(i64 %i) {
  ret i32 7
}

define i8 @trailing(i16 %x) {
  %1 = call i16 @llvm.cttz.i16(i16 %x, i1 true)
  %2 = icmp eq i16 %x, 0
  %3 = select i1 %2, i16 0, i16 %1, !prof !0
  %4 = trunc i16 %3 to i8
  ret i8 %4
}

define i1 @equal(ptr %s) {
  br label %sub_0

sub_0:                                            ; preds = %0
  %1 = load i8, ptr %s, align 1
  %2 = zext i8 %1 to i32
  %3 = sub i32 %2, 97
  %4 = icmp ne i32 %3, 0
  br i1 %4, label %ne, label %sub_1

sub_1:                                            ; preds = %sub_0
  %5 = getelementptr inbounds i8, ptr %s, i64 1
  %6 = load i8, ptr %5, align 1
  %7 = zext i8 %6 to i32
  %8 = sub i32 %7, 98
  %9 = icmp ne i32 %8, 0
  br i1 %9, label %ne, label %sub_2

sub_2:                                            ; preds = %sub_1
  %10 = getelementptr inbounds i8, ptr %s, i64 2
  %11 = load i8, ptr %10, align 1
  %12 = zext i8 %11 to i32
  br label %ne

ne:                                               ; preds = %sub_2, %sub_1, %sub_0
  %13 = phi i32 [ %3, %sub_0 ], [ %8, %sub_1 ], [ %12, %sub_2 ]
  br label %.tail

.tail:                                            ; preds = %ne
  %e = icmp eq i32 %13, 0
  ret i1 %e
}

define ptr @find(i32 %c) {
  %1 = trunc i32 %c to i8
  switch i8 %1, label %.split [
    i8 97, label %memchr.case
    i8 98, label %memchr.case1
    i8 0, label %memchr.case2
  ]

memchr.case:                                      ; preds = %0
  br label %memchr.success

memchr.case1:                                     ; preds = %0
  br label %memchr.success

memchr.case2:                                     ; preds = %0
  br label %memchr.success

memchr.success:                                   ; preds = %memchr.case2, %memchr.case1, %memchr.case
  %memchr.idx = phi i64 [ 0, %memchr.case ], [ 1, %memchr.case1 ], [ 2, %memchr.case2 ]
  %2 = getelementptr inbounds i8, ptr @ab, i64 %memchr.idx
  br label %.split

.split:                                           ; preds = %memchr.success, %0
  %p3 = phi ptr [ null, %0 ], [ %2, %memchr.success ]
  ret ptr %p3
}

define double @length(double %x, double %y) {
  %a = fmul double %x, %x
  %b = fmul double %y, %y
  %s = fadd double %a, %b
  %sqrt = call double @llvm.sqrt.f64(double %s)
  ret double %sqrt
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fshl.i32(i32, i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctpop.i32(i32) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.cttz.i16(i16, i1 immarg) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.sqrt.f64(double) #0

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!0 = !{!"branch_weights", i32 1, i32 1048575}
