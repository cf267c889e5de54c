; Constant expressions on vectors
@v = global i32 0
define <2 x i64> @f() {
  ret <2 x i64> <i64 ptrtoint (ptr @v to i64), i64 1>
}
define i64 @g() {
  ret i64 extractelement (<2 x i64> <i64 ptrtoint (ptr @v to i64), i64 1>, i32 0)
}
define <2 x i64> @h() {
  ret <2 x i64> insertelement (<2 x i64> zeroinitializer, i64 ptrtoint (ptr @v to i64), i32 1)
}
define <2 x i32> @i() {
  ret <2 x i32> shufflevector (<2 x i32> <i32 1, i32 2>, <2 x i32> <i32 3, i32 4>, <2 x i32> <i32 0, i32 3>)
}
