; Stack objects of fixed and of variable size, copies, initializers with addresses, atomic accesses, objects of threads.
%node = type { i32, ptr, [3 x i16] }
@format = private unnamed_addr constant [17 x i8] c"%ld %ld %ld %ld\0A\00"
@list = internal global [2 x %node] [%node { i32 1, ptr getelementptr ([2 x %node], ptr @list, i64 0, i64 1), [3 x i16] [i16 4, i16 5, i16 6] }, %node { i32 2, ptr null, [3 x i16] zeroinitializer }]
@zero = internal global [100 x i64] zeroinitializer
@counter = global i32 5
@small = global i8 -1
@own = thread_local global i64 7
@other = alias i32, ptr @counter
declare i32 @printf(ptr, ...)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @llvm.stacksave()
declare void @llvm.stackrestore(ptr)
declare ptr @llvm.threadlocal.address.p0(ptr)
define i64 @dynamic(i64 %n) {
entry:
  %saved = call ptr @llvm.stacksave()
  %array = alloca i32, i64 %n, align 64
  call void @llvm.memset.p0.i64(ptr %array, i8 1, i64 8, i1 false)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i32, ptr %array, i64 %i
  %v = trunc i64 %i to i32
  %w = mul i32 %v, 12
  store i32 %w, ptr %p
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %last = sub i64 %n, 1
  %q = getelementptr i32, ptr %array, i64 %last
  %result = load i32, ptr %q
  %address = ptrtoint ptr %array to i64
  %rest = and i64 %address, 63
  call void @llvm.stackrestore(ptr %saved)
  %wide = sext i32 %result to i64
  %sum = add i64 %wide, %rest
  ret i64 %sum
}
define i32 @main() {
  %a = alloca [100 x i64], align 16
  %b = alloca { i8, [30 x i8] }, align 1
  %odd = alloca i24
  %value = load i32, ptr @list
  %next = getelementptr %node, ptr @list, i32 0, i32 1
  %second = load ptr, ptr %next
  %two = load i32, ptr %second
  %six = getelementptr [2 x %node], ptr @list, i64 0, i64 0, i32 2, i64 2
  %s = load i16, ptr %six
  %v1 = zext i32 %value to i64
  %v2 = zext i32 %two to i64
  %v3 = zext i16 %s to i64
  call i32 (ptr, ...) @printf(ptr @format, i64 %v1, i64 %v2, i64 %v3, i64 0)
  call void @llvm.memset.p0.i64(ptr %a, i8 -1, i64 800, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr @zero, i64 400, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 31, i1 false)
  call void @llvm.memset.p0.i64(ptr %b, i8 35, i64 7, i1 false)
  %b3 = getelementptr i8, ptr %b, i64 3
  call void @llvm.memmove.p0.p0.i64(ptr %b3, ptr %b, i64 20, i1 false)
  %p49 = getelementptr [100 x i64], ptr %a, i64 0, i64 49
  %p50 = getelementptr [100 x i64], ptr %a, i64 0, i64 50
  %e49 = load i64, ptr %p49
  %e50 = load i64, ptr %p50
  %word = load i64, ptr %b3
  %d = call i64 @dynamic(i64 20)
  call i32 (ptr, ...) @printf(ptr @format, i64 %e49, i64 %e50, i64 %word, i64 %d)
  store i24 -3, ptr %odd
  %o = load i24, ptr %odd
  %o1 = sext i24 %o to i64
  %old = atomicrmw add ptr @counter, i32 3 seq_cst
  %old2 = atomicrmw nand ptr @counter, i32 12 monotonic
  %old3 = atomicrmw umax ptr @counter, i32 7 acquire
  %pair = cmpxchg ptr @counter, i32 %old3, i32 99 acq_rel monotonic
  %was = extractvalue { i32, i1 } %pair, 0
  %good = extractvalue { i32, i1 } %pair, 1
  %g = zext i1 %good to i64
  store atomic i8 3, ptr @small seq_cst, align 1
  %t = load atomic i8, ptr @small acquire, align 1
  %t1 = sext i8 %t to i64
  fence seq_cst
  %now = load i32, ptr @other
  %n1 = sext i32 %now to i64
  %w1 = sext i32 %was to i64
  %sum1 = add i64 %w1, %g
  %oo = sext i32 %old2 to i64
  %sum2 = add i64 %t1, %oo
  call i32 (ptr, ...) @printf(ptr @format, i64 %o1, i64 %n1, i64 %sum1, i64 %sum2)
  %mine = call ptr @llvm.threadlocal.address.p0(ptr @own)
  %m = load i64, ptr %mine
  %m2 = add i64 %m, 1
  store i64 %m2, ptr %mine
  %m3 = load i64, ptr %mine
  call i32 (ptr, ...) @printf(ptr @format, i64 %m, i64 %m3, i64 0, i64 0)
  ret i32 0
}
