; ModuleID = '<stdin>'
source_filename = "<stdin>"

@v = global i32 0

define <2 x i64> @f() {
  ret <2 x i64> <i64 ptrtoint (ptr @v to i64), i64 1>
}

define i64 @g() {
  ret i64 ptrtoint (ptr @v to i64)
}

define <2 x i64> @h() {
  ret <2 x i64> <i64 0, i64 ptrtoint (ptr @v to i64)>
}

define <2 x i32> @i() {
  ret <2 x i32> <i32 1, i32 4>
}
