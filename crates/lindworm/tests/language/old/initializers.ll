; Initializers that fold when all globals are known; the target and visibility in their old places
target datalayout = "e-p:64:64:64-f80:128:128:n8-n8:16:32:64"
@early = global i1 icmp eq (i32* @one, i32* @two)
@pair = global { i1, i32 } { i1 icmp ne (i32* @two, i32* null), i32 7 }
@one = internal hidden global i32 1
@two = global i32 2, align 16
target triple = "x86_64-pc-linux-gnu"
@aligned = global i64 and (i64 ptrtoint (i32* @two to i64), i64 15)
@alias = alias i8, i8* inttoptr (i64 zext (i32 ptrtoint (i32* @two to i32) to i64) to i8*)
@past = global i32* getelementptr (i32, i32* @two, i64 1)
@bytes = global i64 trunc (i128 lshr (i128 or (i128 zext (i64 ptrtoint (i32* @one to i64) to i128), i128 shl (i128 zext (i64 5 to i128), i128 64)), i128 64) to i64)

define i32 @parts(i1 %c) {
  %a = extractelement <2 x i32> mul (<2 x i32> <i32 ptrtoint (i32* @one to i32), i32 1>, <2 x i32> <i32 3, i32 4>), i32 0
  %b = select i1 fcmp ueq (double uitofp (i64 ptrtoint (i32* @one to i64) to double), double uitofp (i64 ptrtoint (i32* @one to i64) to double)), i32 %a, i32 1
  %d = add i32 %b, select (i1 icmp ugt (i32 ptrtoint (i32* @one to i32), i32 4), i32 undef, i32 3)
  ret i32 %d
}

!named = !{!0}
!0 = !{i64 zext (i32 ptrtoint (i32* @one to i32) to i64)}
