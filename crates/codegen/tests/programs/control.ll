; switch by table and by search, with phis; a cycle with two entries; overflow and bit intrinsics; constructors.
@format = constant [20 x i8] c"%d %d %d %d %d %d\0A\00\00"
@started = internal global i32 0
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @second, ptr null }, { i32, ptr, ptr } { i32 101, ptr @first, ptr null }]
declare i32 @printf(ptr, ...)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)
declare { i8, i1 } @llvm.smul.with.overflow.i8(i8, i8)
declare i32 @llvm.ctpop.i32(i32)
declare i16 @llvm.ctlz.i16(i16, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i32 @llvm.bswap.i32(i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i8 @llvm.fshr.i8(i8, i8, i8)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
declare i64 @llvm.expect.i64(i64, i64)
define internal void @first() {
  store i32 7, ptr @started
  ret void
}
define internal void @second() {
  %x = load i32, ptr @started
  %y = mul i32 %x, 6
  store i32 %y, ptr @started
  ret void
}
define i32 @dense(i32 %x) {
entry:
  switch i32 %x, label %default [
    i32 10, label %a
    i32 11, label %b
    i32 12, label %a
    i32 13, label %join
    i32 15, label %join
    i32 16, label %b
  ]
a:
  br label %join
b:
  %y = mul i32 %x, 100
  br label %join
default:
  ret i32 -1
join:
  %r = phi i32 [ 1, %a ], [ %y, %b ], [ %x, %entry ], [ %x, %entry ]
  ret i32 %r
}
define i32 @sparse(i64 %x) {
  switch i64 %x, label %default [
    i64 -5, label %a
    i64 0, label %b
    i64 1000, label %c
    i64 123456789012, label %d
    i64 7, label %a
    i64 9223372036854775807, label %b
  ]
a:
  ret i32 1
b:
  ret i32 2
c:
  ret i32 3
d:
  ret i32 4
default:
  ret i32 5
}
define i32 @two_entries(i32 %n, i1 %c) {
entry:
  %k = mul i32 %n, 3
  br i1 %c, label %left, label %right
left:
  %l = phi i32 [ 1, %entry ], [ %r2, %right ]
  %l2 = add i32 %l, %k
  %big = icmp sgt i32 %l2, 100
  br i1 %big, label %done, label %right
right:
  %r = phi i32 [ 2, %entry ], [ %l2, %left ]
  %r2 = mul i32 %r, 2
  %huge = icmp sgt i32 %r2, 1000
  br i1 %huge, label %done, label %left
done:
  %p = phi i32 [ %l2, %left ], [ %r2, %right ]
  %s = add i32 %p, %k
  ret i32 %s
}
define i32 @main() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 8, %entry ], [ %next, %loop ]
  %d = call i32 @dense(i32 %i)
  %w = sext i32 %i to i64
  %w2 = sub i64 %w, 13
  %s = call i32 @sparse(i64 %w2)
  %odd = trunc i32 %i to i1
  %t = call i32 @two_entries(i32 %i, i1 %odd)
  %sum = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %i, i32 2147483636)
  %over = extractvalue { i32, i1 } %sum, 1
  %o = zext i1 %over to i32
  %product = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %w, i64 1537228672809129301)
  %over2 = extractvalue { i64, i1 } %product, 1
  %o2 = select i1 %over2, i32 2, i32 0
  %byte = trunc i32 %i to i8
  %third = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %byte, i8 -12)
  %over3 = extractvalue { i8, i1 } %third, 1
  %low = extractvalue { i8, i1 } %third, 0
  %low1 = sext i8 %low to i32
  %o3 = select i1 %over3, i32 4, i32 %low1
  %o4 = or i32 %o, %o2
  call i32 (ptr, ...) @printf(ptr @format, i32 %i, i32 %d, i32 %s, i32 %t, i32 %o4, i32 %o3)
  %pop = call i32 @llvm.ctpop.i32(i32 %t)
  %short = trunc i32 %t to i16
  %lz = call i16 @llvm.ctlz.i16(i16 %short, i1 false)
  %lz1 = zext i16 %lz to i32
  %tz = call i64 @llvm.cttz.i64(i64 %w2, i1 false)
  %tz1 = trunc i64 %tz to i32
  %swap = call i32 @llvm.bswap.i32(i32 %t)
  %rot = call i32 @llvm.fshl.i32(i32 %swap, i32 %swap, i32 %i)
  %sh = call i8 @llvm.fshr.i8(i8 %byte, i8 -3, i8 %byte)
  %sh1 = zext i8 %sh to i32
  %neg = sub i32 12, %i
  %max = call i32 @llvm.smax.i32(i32 %neg, i32 2)
  %abs = call i32 @llvm.abs.i32(i32 %neg, i1 true)
  %all = mul i32 %max, 100
  %all2 = add i32 %all, %abs
  call i32 (ptr, ...) @printf(ptr @format, i32 %pop, i32 %lz1, i32 %tz1, i32 %rot, i32 %sh1, i32 %all2)
  %next = add i32 %i, 1
  %end = icmp eq i32 %next, 21
  %more = xor i1 %end, true
  br i1 %more, label %loop, label %done
done:
  %started = load i32, ptr @started
  ret i32 %started
}
