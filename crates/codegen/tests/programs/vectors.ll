; Vectors in memory, masked accesses, and passed to and returned from functions.
@format = constant [5 x i8] c"%ld\0A\00"
@table = global <4 x ptr> <ptr @a, ptr null, ptr @b, ptr @a>
@bits = global <16 x i1> <i1 1, i1 0, i1 1, i1 1, i1 0, i1 0, i1 0, i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 1, i1 0>
@a = global [8 x i32] [i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8]
@b = global i64 77
declare i32 @printf(ptr, ...)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.expandload.v4i32(ptr, <4 x i1>, <4 x i32>)
declare void @llvm.masked.compressstore.v4i32(<4 x i32>, ptr, <4 x i1>)

define void @show(i64 %x) noinline {
  %r = call i32 (ptr, ...) @printf(ptr @format, i64 %x)
  ret void
}

define void @show4(<4 x i32> %v) noinline {
  %w = sext <4 x i32> %v to <4 x i64>
  %a = extractelement <4 x i64> %w, i32 0
  %b = extractelement <4 x i64> %w, i32 1
  %c = extractelement <4 x i64> %w, i32 2
  %d = extractelement <4 x i64> %w, i32 3
  call void @show(i64 %a)
  call void @show(i64 %b)
  call void @show(i64 %c)
  call void @show(i64 %d)
  ret void
}

; Ten vectors: the last ones are on the stack.
define <8 x i32> @many(<4 x i32> %a, <8 x i32> %b, <4 x i32> %c, <4 x i32> %d, <4 x i32> %e, <4 x i32> %f, i8 %g, <4 x i32> %h, <4 x i32> %i, <4 x i32> %j) noinline {
  %s1 = sub <4 x i32> %i, %j
  %s2 = mul <4 x i32> %h, %s1
  %s3 = add <4 x i32> %s2, %a
  %w = shufflevector <4 x i32> %s3, <4 x i32> %f, <8 x i32> <i32 0, i32 5, i32 2, i32 7, i32 3, i32 3, i32 1, i32 4>
  %r = xor <8 x i32> %w, %b
  ret <8 x i32> %r
}

; More registers than there are: in memory.
define { <4 x i32>, [5 x i64], i1 } @large(<4 x i32> %v, i64 %x) noinline {
  %a = insertvalue { <4 x i32>, [5 x i64], i1 } poison, <4 x i32> %v, 0
  %b = insertvalue { <4 x i32>, [5 x i64], i1 } %a, i64 %x, 1, 3
  %c = insertvalue { <4 x i32>, [5 x i64], i1 } %b, i1 true, 2
  ret { <4 x i32>, [5 x i64], i1 } %c
}

define [100 x i16] @huge(i16 %x) noinline {
  %a = insertvalue [100 x i16] zeroinitializer, i16 %x, 99
  %b = insertvalue [100 x i16] %a, i16 5, 1
  ret [100 x i16] %b
}

define i32 @main() {
  %mask = icmp sgt <4 x i32> <i32 1, i32 -1, i32 5, i32 0>, zeroinitializer
  %l = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr @a, i32 4, <4 x i1> %mask, <4 x i32> splat (i32 9))
  call void @show4(<4 x i32> %l)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> splat (i32 -3), ptr @a, i32 4, <4 x i1> %mask)
  %all = load <8 x i32>, ptr @a, align 4
  %low = shufflevector <8 x i32> %all, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  call void @show4(<4 x i32> %low)
  %at = getelementptr i32, ptr @a, <4 x i64> <i64 7, i64 0, i64 5, i64 3>
  %g = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %at, i32 4, <4 x i1> <i1 1, i1 0, i1 1, i1 1>, <4 x i32> splat (i32 100))
  call void @show4(<4 x i32> %g)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %g, <4 x ptr> %at, i32 4, <4 x i1> %mask)
  call void @llvm.masked.compressstore.v4i32(<4 x i32> %l, ptr getelementptr (i8, ptr @a, i64 4), <4 x i1> %mask)
  %e = call <4 x i32> @llvm.masked.expandload.v4i32(ptr @a, <4 x i1> %mask, <4 x i32> splat (i32 -7))
  call void @show4(<4 x i32> %e)
  %pointers = load <4 x ptr>, ptr @table
  %p = extractelement <4 x ptr> %pointers, i32 2
  %n = load i64, ptr %p
  call void @show(i64 %n)
  %null = icmp eq <4 x ptr> %pointers, zeroinitializer
  %nulls = bitcast <4 x i1> %null to i4
  %nulls.wide = zext i4 %nulls to i64
  call void @show(i64 %nulls.wide)
  %bits = load <16 x i1>, ptr @bits
  %flipped = xor <16 x i1> %bits, splat (i1 true)
  store <16 x i1> %flipped, ptr @bits
  %word = load i16, ptr @bits
  %word.wide = zext i16 %word to i64
  call void @show(i64 %word.wide)
  %m = call <8 x i32> @many(<4 x i32> %l, <8 x i32> %all, <4 x i32> %g, <4 x i32> %g, <4 x i32> %g, <4 x i32> %e, i8 1, <4 x i32> %low, <4 x i32> %e, <4 x i32> %l)
  %m.high = shufflevector <8 x i32> %m, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  call void @show4(<4 x i32> %m.high)
  %large = call { <4 x i32>, [5 x i64], i1 } @large(<4 x i32> %m.high, i64 42)
  %large.0 = extractvalue { <4 x i32>, [5 x i64], i1 } %large, 0
  %large.1 = extractvalue { <4 x i32>, [5 x i64], i1 } %large, 1, 3
  call void @show4(<4 x i32> %large.0)
  call void @show(i64 %large.1)
  %huge = call [100 x i16] @huge(i16 -8)
  %huge.1 = extractvalue [100 x i16] %huge, 1
  %huge.99 = extractvalue [100 x i16] %huge, 99
  %huge.sum = add i16 %huge.1, %huge.99
  %huge.wide = sext i16 %huge.sum to i64
  call void @show(i64 %huge.wide)
  %bit = extractelement <16 x i1> %flipped, i32 1
  %chosen = select i1 %bit, [100 x i16] %huge, [100 x i16] zeroinitializer
  %chosen.1 = extractvalue [100 x i16] %chosen, 1
  %chosen.wide = sext i16 %chosen.1 to i64
  call void @show(i64 %chosen.wide)
  ret i32 0
}
