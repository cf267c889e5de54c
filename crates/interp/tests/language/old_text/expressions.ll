; Constant expressions that are instructions today compute the same: a hash of addresses, whatever these are
@a = internal global [4 x i32] zeroinitializer, align 16
@b = internal global i64 sdiv (i64 mul (i64 -7, i64 9), i64 4), align 8
@c = internal global double fdiv (double 7.0, double 2.0), align 8

define i64 @distance() {
  ret i64 udiv (i64 sub (i64 ptrtoint (i32* getelementptr ([4 x i32]* @a, i64 0, i64 3) to i64), i64 ptrtoint ([4 x i32]* @a to i64)), i64 4)
}

define i64 @joined(i1 %which) {
entry:
  br i1 %which, label %left, label %join

left:
  br label %join

join:
  %x = phi i64 [ and (i64 ptrtoint ([4 x i32]* @a to i64), i64 15), %entry ], [ xor (i64 shl (i64 ptrtoint (i64* @b to i64), i64 1), i64 mul (i64 ptrtoint (i64* @b to i64), i64 2)), %left ]
  ret i64 %x
}

define i32 @main() {
  %1 = call i64 @distance()
  %2 = sub i64 %1, 3
  %3 = call i64 @joined(i1 true)
  %4 = call i64 @joined(i1 false)
  %5 = load i64* @b, align 8
  %6 = add i64 %5, 15
  %7 = load double* @c, align 8
  %8 = fcmp une double %7, 3.5
  %9 = zext i1 %8 to i64
  %10 = or i64 %2, %3
  %11 = or i64 %10, %4
  %12 = or i64 %11, %6
  %13 = or i64 %12, %9
  %14 = trunc i64 %13 to i32
  %15 = add i32 %14, select (i1 icmp eq ([4 x i32]* @a, [4 x i32]* null), i32 5, i32 zext (i1 icmp ugt (i32* getelementptr ([4 x i32]* @a, i64 0, i64 0), i32* getelementptr ([4 x i32]* @a, i64 0, i64 1)) to i32))
  ret i32 %15
}
